//===--- Statements.cpp - what Python's statements do to the facts --------===//

#include "python/Flow.h"
#include "python/Handlers.h"

using namespace dlpack_tidy::model;

namespace dlpack_tidy::python {
namespace {

/// A loop that has not settled after so many rounds never will.
constexpr unsigned MaxRounds = 12;

State unreachableLike(const State &Now) {
  State Nothing = Now;
  Nothing.end();
  return Nothing;
}

} // namespace

void Flow::mayRaise(const State &Now) {
  for (Protection *Each : Top->Protections)
    Each->AtRaise.join(Now, Lower.arena());
}

void Flow::block(Node Block, State &Now) {
  for (Node Each : Block.children()) {
    if (!Now.reachable())
      return;
    mayRaise(Now);
    ++Nesting;
    statement(Each, Now);
    --Nesting;
  }
}

void Flow::statement(Node At, State &Now) {
  if (!spend(At))
    return;
  Top->Statement = At.is(Syntax::While) ? Node() : At;
  switch (At.kind()) {
  case Syntax::If:
    return ifStatement(At, Now);
  case Syntax::While:
    return loop(At,
                {At.field(Field::Body), At.field(Field::Alternative),
                 At.field(Field::Condition), Node(), Node()},
                Now);
  case Syntax::For:
    return loop(At,
                {At.field(Field::Body), At.field(Field::Alternative), Node(),
                 At.field(Field::Left), At.field(Field::Right)},
                Now);
  case Syntax::Try:
    return tryStatement(At, Now);
  case Syntax::With:
    return withStatement(At, Now);
  case Syntax::Match:
    return matchStatement(At, Now);
  case Syntax::Return:
    return returnStatement(At, Now);
  case Syntax::Raise:
    for (Node Each : At.children())
      evaluate(Each, Now);
    mayRaise(Now);
    return Now.end();
  case Syntax::Break:
    if (!Top->Loops.empty())
      Top->Loops.back().Breaks.join(Now, Lower.arena());
    return Now.end();
  case Syntax::Continue:
    if (!Top->Loops.empty())
      Top->Loops.back().Continues.join(Now, Lower.arena());
    return Now.end();
  case Syntax::Assert:
    if (Node Test = At.first()) {
      evaluate(Test, Now);
      refine(Test, Now, true);
    }
    return;
  case Syntax::Assignment:
    return assignment(At, Now);
  case Syntax::AugmentedAssignment:
    return augmented(At, Now);
  case Syntax::ExpressionStatement:
  case Syntax::Error:
    // What the parser could not place may still hold whole statements.
    for (Node Each : At.children())
      statement(Each, Now);
    return;
  case Syntax::Delete:
    for (Node Each : At.children())
      forEachTarget(Each, [&](Node Name) { bindUnknown(Name, Now); });
    return;
  case Syntax::Decorated:
    return statement(At.field(Field::Definition), Now);
  case Syntax::Function:
    // A nested function sees the variables around it as they are here.
    if (FunctionInfo *Nested = infoOf(At);
        Nested && Top->Recording && Nested->Home->Owner.is(Syntax::Function) &&
        mentionsAny(Triggers, At)) {
      Nested->Closure = std::make_shared<State>(Now);
      if (!Nested->CallersKnown)
        lookAt(*Nested);
    }
    return;
  case Syntax::Class:
  case Syntax::Import:
  case Syntax::ImportFrom:
  case Syntax::Pass:
  case Syntax::Global:
  case Syntax::Nonlocal:
    return;
  default:
    return evaluate(At, Now);
  }
}

void Flow::ifStatement(Node At, State &Now) {
  State Otherwise = Now;
  State After = unreachableLike(Now);
  bool First = true;
  auto Branch = [&](Node Test, Node Body) {
    // What an elif tests is not evaluated before the whole statement.
    Top->Statement = First ? At : Node();
    First = false;
    evaluate(Test, Otherwise);
    mayRaise(Otherwise);
    State Taken = Otherwise;
    refine(Test, Taken, true);
    refine(Test, Otherwise, false);
    block(Body, Taken);
    After.join(Taken, Lower.arena());
  };
  Branch(At.field(Field::Condition), At.field(Field::Consequence));
  for (Node Each : At.children()) {
    if (Each.is(Syntax::Elif))
      Branch(Each.field(Field::Condition), Each.field(Field::Consequence));
    else if (Each.is(Syntax::Else))
      block(Each.field(Field::Body), Otherwise);
  }
  After.join(Otherwise, Lower.arena());
  Now = After;
}

void Flow::loop(Node At, const LoopParts &Parts, State &Now) {
  if (Parts.Iterable)
    evaluate(Parts.Iterable, Now);
  // A jax.Array has at least one device: such a loop runs at least once.
  PyRef Iterated =
      Parts.Iterable ? valueOf(read(Parts.Iterable, Now)) : nullptr;
  bool RunsOnce = Iterated && Iterated->Kind == PyKind::Call &&
                  Iterated->Base->isAttribute("devices");

  State Head = Now;
  State Ended = unreachableLike(Now);
  Top->Loops.push_back({Ended, Ended});
  for (unsigned Round = 0;; ++Round) {
    State Body = Head;
    if (Parts.Condition) {
      Top->Statement = Node();
      evaluate(Parts.Condition, Body);
      refine(Parts.Condition, Body, true);
    }
    if (Parts.Target)
      bindElement(Parts.Target, Parts.Iterable, Body);
    block(Parts.Body, Body);
    Body.join(Top->Loops.back().Continues, Lower.arena());
    Ended.join(Body, Lower.arena());
    if (!Head.join(Body, Lower.arena()))
      break;
    if (Round == MaxRounds) {
      giveUp(At, "what holds in a loop changes with every round");
      break;
    }
  }
  State Breaks = Top->Loops.back().Breaks;
  Top->Loops.pop_back();
  State Out = RunsOnce ? Ended : Head;
  if (Parts.Condition)
    refine(Parts.Condition, Out, false);
  if (Parts.Else.is(Syntax::Else))
    block(Parts.Else.field(Field::Body), Out);
  Out.join(Breaks, Lower.arena());
  Now = Out;
}

void Flow::tryStatement(Node At, State &Now) {
  Protection Around;
  Around.Handlers = handlersOf(At, Lower, *Top->Names, Now);
  Around.AtRaise = unreachableLike(Now);
  Top->Protections.push_back(&Around);
  block(At.field(Field::Body), Now);
  mayRaise(Now);
  Top->Protections.pop_back();

  std::vector<Node> Parts = At.children();
  for (Node Each : Parts)
    if (Each.is(Syntax::Else))
      block(Each.field(Field::Body), Now);
  for (Node Each : Parts) {
    if (!Each.is(Syntax::Except) && !Each.is(Syntax::ExceptGroup))
      continue;
    State Handling = Around.AtRaise;
    for (Node Part : Each.children()) {
      if (Part.is(Syntax::AsPattern))
        for (Node Target : Part.children())
          if (Target.is(Syntax::AsPatternTarget))
            bindUnknown(Target, Handling);
      if (Part.is(Syntax::Block))
        block(Part, Handling);
    }
    Now.join(Handling, Lower.arena());
  }
  for (Node Each : Parts)
    if (Each.is(Syntax::Finally)) {
      // It runs on the way out as well; nothing comes after it then.
      State Leaving = Now.reachable() ? Now : Around.AtRaise;
      block(Each.first(), Leaving);
      if (Now.reachable())
        Now = Leaving;
    }
}

void Flow::withStatement(Node At, State &Now) {
  std::vector<Handler> Taken = contextHandlersOf(At, Lower, *Top->Names, Now);
  for (Node Item : At.first().children()) {
    Node Value = Item.field(Field::Value);
    if (!Value.is(Syntax::AsPattern)) {
      evaluate(Value, Now);
      continue;
    }
    evaluate(Value.first(), Now);
    for (Node Part : Value.children())
      if (Part.is(Syntax::AsPatternTarget))
        bindUnknown(Part, Now);
  }
  bool Expects = expectsFailure(At);
  if (Taken.empty() && !Expects)
    return block(At.field(Field::Body), Now);
  Protection Around;
  Around.Handlers = std::move(Taken);
  Top->Expecting += Expects;
  Around.AtRaise = unreachableLike(Now);
  Top->Protections.push_back(&Around);
  block(At.field(Field::Body), Now);
  mayRaise(Now);
  Top->Protections.pop_back();
  Top->Expecting -= Expects;
  Now.join(Around.AtRaise, Lower.arena());
}

void Flow::matchStatement(Node At, State &Now) {
  Node Subject = At.field(Field::Subject);
  evaluate(Subject, Now);
  State Rest = Now;
  State After = unreachableLike(Now);
  for (Node Case : At.field(Field::Body).children()) {
    if (!Case.is(Syntax::Case))
      continue;
    State Taken = Rest;
    Node Guard = Case.field(Field::GuardOf);
    for (Node Pattern : Case.children()) {
      if (!Pattern.is(Syntax::CasePattern))
        continue;
      refinePattern(Pattern, Subject, Taken, true);
      if (!Guard)
        refinePattern(Pattern, Subject, Rest, false);
    }
    if (Guard) {
      Top->Statement = Node();
      evaluate(Guard.first(), Taken);
      refine(Guard.first(), Taken, true);
    }
    block(Case.field(Field::Consequence), Taken);
    After.join(Taken, Lower.arena());
  }
  After.join(Rest, Lower.arena());
  Now = After;
}

void Flow::returnStatement(Node At, State &Now) {
  Node Value = At.first();
  if (Value)
    evaluate(Value, Now);
  mayRaise(Now);
  if (Top->Caller)
    Top->Returns.push_back({Value, Now});
  Now.end();
}

void Flow::assignment(Node At, State &Now) {
  // a = b = value: the value is made once, the targets follow from the left.
  std::vector<Node> Targets;
  Node Value = At;
  Node Annotation = At.field(Field::TypeOf);
  while (Value.is(Syntax::Assignment)) {
    Targets.push_back(Value.field(Field::Left));
    Value = Value.field(Field::Right);
  }
  if (Value)
    evaluate(Value, Now);
  for (Node Target : Targets)
    if (!Target.is(Syntax::Identifier))
      evaluate(Target, Now);
  bindTargets(Targets, Value, Now);
  if (!Annotation || !Targets.front().is(Syntax::Identifier))
    return;
  std::string Key = subjectKey(read(Targets.front(), Now));
  flow::ExportFacts Facts = Now.Arrays.get(Key);
  if (Facts.Origin == ObjectOrigin::Unknown) {
    Facts.Origin = Lower.annotated(Annotation, *Top->Names);
    Now.Arrays.set(Key, Facts);
  }
}

void Flow::bindTargets(const std::vector<Node> &Targets, Node Value,
                       State &Now) {
  while (Value.is(Syntax::Parenthesized))
    Value = Value.first();
  std::vector<Node> Parts = Value ? Value.children() : std::vector<Node>();
  if (Value.is(Syntax::Conditional) && Parts.size() == 3) {
    // `x = x if test else copy(x)`: what each side knows, under its test.
    State Otherwise = Now;
    refine(Parts[1], Now, true);
    bindTargets(Targets, Parts[0], Now);
    refine(Parts[1], Otherwise, false);
    bindTargets(Targets, Parts[2], Otherwise);
    Now.join(Otherwise, Lower.arena());
    return;
  }
  if (!Now.reachable())
    return;
  PyRef Made = Value ? read(Value, Now) : &Lower.arena().make(PyKind::Unknown);
  for (Node Target : Targets)
    bindTarget(Target, Made, Value, Now);
}

void Flow::augmented(Node At, State &Now) {
  Node Target = At.field(Field::Left);
  evaluate(At.field(Field::Right), Now);
  if (!Target.is(Syntax::Identifier)) {
    evaluate(Target, Now);
    Node Whole =
        Target.is(Syntax::Subscript) ? Target.field(Field::Value) : Target;
    recordWrite(At, Whole, Now);
    return;
  }
  recordWrite(At, Target, Now);
  // `t += 1` keeps the tensor where it is and whose it is.
  const Binding *Known =
      Now.find(Names.resolve(Target.text(), *Top->Names).Identity);
  Binding New;
  if (Known) {
    New.Shares = Known->Shares;
    New.Traced = Known->Traced;
  }
  flow::ExportFacts Facts = factsOf(read(Target, Now), Now);
  Now.assign(Names.resolve(Target.text(), *Top->Names).Identity, New, Facts);
}

PyRef Flow::elementOf(PyRef Sequence, size_t Index, Node At) {
  PyRef Known = valueOf(Sequence);
  if (Known && Known->Kind == PyKind::Tuple && Index < Known->Elements.size())
    return Known->Elements[Index];
  PyExpr &Number = Lower.arena().make(PyKind::Integer, At.span());
  Number.Number = static_cast<int64_t>(Index);
  PyExpr &Made = Lower.arena().make(PyKind::Item, At.span());
  Made.Base = Sequence;
  Made.Elements.push_back(&Number);
  Made.Origin = originOf(Sequence);
  return &Made;
}

void Flow::bindTarget(Node Target, PyRef Value, Node Written, State &Now) {
  switch (Target.kind()) {
  case Syntax::Identifier:
    return bindName(Target, Value, Written, Now);
  case Syntax::PatternList:
  case Syntax::TuplePattern:
  case Syntax::ListPattern:
  case Syntax::Tuple:
  case Syntax::ExpressionList: {
    size_t Index = 0;
    bool Known = true;
    for (Node Each : Target.children()) {
      // After `*rest` nobody knows which element comes.
      Known &= !Each.is(Syntax::ListSplatPattern);
      if (Known)
        bindTarget(Each, elementOf(Value, Index++, Each), Node(), Now);
      else
        bindUnknown(Each, Now);
    }
    return;
  }
  case Syntax::Subscript:
    recordWrite(Target, Target.field(Field::Value), Now);
    [[fallthrough]];
  case Syntax::Attribute: {
    flow::ExportFacts Facts = factsOf(Value, Now);
    Now.assignKey(subjectKey(read(Target, Now)), Facts);
    return;
  }
  default:
    return;
  }
}

void Flow::bindName(Node Name, PyRef Value, Node Written, State &Now) {
  uint64_t Identity = Names.resolve(Name.text(), *Top->Names).Identity;
  Binding New;
  New.Definition = Value->Kind == PyKind::Unknown ? nullptr : Value;
  flow::ExportFacts Facts;
  if (subjectKey(Value).empty() || mentions(Value, Identity))
    Facts = factsOf(Value, Now);
  // `x = x.T`: the expression on the right speaks of the old x.
  if (!subjectKey(Value).empty() && mentions(Value, Identity))
    New.Definition = nullptr;
  New.Shares = sharing(Value, Now);
  if (Written) {
    New.Traced = isTraced(Written, Now);
    if (Written.is(Syntax::Comparison) || Written.is(Syntax::Boolean) ||
        Written.is(Syntax::Not) || Written.is(Syntax::Call) ||
        Written.is(Syntax::Parenthesized)) {
      const Binding *Known = Now.find(Identity);
      New.Test = std::make_shared<HeldTest>(
          HeldTest{Written, Top->Names, mentioned(Written),
                   Known ? Known->Test : nullptr});
    }
  }
  Now.assign(Identity, std::move(New), Facts);
}

void Flow::bindUnknown(Node Target, State &Now) {
  forEachTarget(Target, [&](Node Name) {
    Now.assign(Names.resolve(Name.text(), *Top->Names).Identity, Binding(),
               flow::ExportFacts());
  });
}

/// Binds the target of a `for` to one of what it iterates over.
void Flow::bindElement(Node Target, Node Iterable, State &Now) {
  PyRef Sequence = read(Iterable, Now);
  PyRef Known = valueOf(Sequence);
  PyRef Element = nullptr;
  if (Known && Known->Kind == PyKind::Tuple && !Known->Elements.empty()) {
    PyExpr &Made = Lower.arena().make(PyKind::Choice, Iterable.span());
    Made.Elements = Known->Elements;
    Element = Made.Elements.size() == 1 ? Made.Elements.front() : &Made;
  } else if (Known && Known->Kind == PyKind::Call &&
             Known->Base->isAttribute("devices")) {
    Element = elementOf(Sequence, 0, Iterable);
  } else {
    PyExpr &Made = Lower.arena().make(PyKind::Unknown, Iterable.span());
    Made.Origin = originOf(Sequence);
    Element = &Made;
  }
  bindTarget(Target, Element, Node(), Now);
  if (isTraced(Iterable, Now))
    forEachTarget(Target, [&](Node Name) {
      Now.Variables[Names.resolve(Name.text(), *Top->Names).Identity].Traced =
          true;
    });
}

} // namespace dlpack_tidy::python
