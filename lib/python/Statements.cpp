//===--- Statements.cpp - what Python's statements do to the facts --------===//

#include "python/Flow.h"
#include "python/Handlers.h"

using namespace dlpack_tidy::model;

namespace dlpack_tidy::python {
namespace {

/// A loop that has not settled after so many rounds never will.
constexpr unsigned MaxRounds = 12;

/// What no way has reached yet.
State unreached() {
  State Nothing;
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
  State Otherwise = std::move(Now);
  State After = unreached();
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
    After.join(std::move(Taken), Lower.arena());
  };
  Branch(At.field(Field::Condition), At.field(Field::Consequence));
  for (Node Each : At.children()) {
    if (Each.is(Syntax::Elif))
      Branch(Each.field(Field::Condition), Each.field(Field::Consequence));
    else if (Each.is(Syntax::Else))
      block(Each.field(Field::Body), Otherwise);
  }
  After.join(std::move(Otherwise), Lower.arena());
  Now = std::move(After);
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
  State Ended = unreached();
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
  Around.AtRaise = unreached();
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
    Now.join(std::move(Handling), Lower.arena());
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
  bool Tested = Now.BackendTested;
  Now.BackendTested |= choosesDevice(At, Lower, *Top->Names, Now);
  withBody(At, std::move(Taken), Now);
  Now.BackendTested = Tested;
}

void Flow::withBody(Node At, std::vector<Handler> Taken, State &Now) {
  bool Expects = expectsFailure(At);
  if (Taken.empty() && !Expects)
    return block(At.field(Field::Body), Now);
  Protection Around;
  Around.Handlers = std::move(Taken);
  Top->Expecting += Expects;
  Around.AtRaise = unreached();
  Top->Protections.push_back(&Around);
  block(At.field(Field::Body), Now);
  mayRaise(Now);
  Top->Protections.pop_back();
  Top->Expecting -= Expects;
  Now.join(std::move(Around.AtRaise), Lower.arena());
}

void Flow::matchStatement(Node At, State &Now) {
  Node Subject = At.field(Field::Subject);
  evaluate(Subject, Now);
  State Rest = Now;
  State After = unreached();
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
    After.join(std::move(Taken), Lower.arena());
  }
  After.join(std::move(Rest), Lower.arena());
  Now = std::move(After);
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

} // namespace dlpack_tidy::python
