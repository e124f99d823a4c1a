//===--- Bindings.cpp - what assignments do to the facts ------------------===//

#include "python/Flow.h"

using namespace dlpack_tidy::model;

namespace dlpack_tidy::python {

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
    Now.join(std::move(Otherwise), Lower.arena());
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
    if (Node Flags = Target.field(Field::Object);
        Target.field(Field::AttributeName).text() == "writeable" &&
        Flags.is(Syntax::Attribute) && Value->Kind == PyKind::Boolean &&
        Value->Number)
      madeWritable(Target, Flags.field(Field::Object), Now);
    flow::ExportFacts Facts = factsOf(Value, Now);
    SharingRef Shares = Written ? sharingOf(Written, Now) : sharing(Value, Now);
    Now.assignKey(subjectKey(read(Target, Now)), Facts);
    return noteMember(Target, Shares, Now);
  }
  default:
    return;
  }
}

void Flow::bindName(Node Name, PyRef Value, Node Written, State &Now) {
  uint64_t Identity = Names.resolve(Name.text(), *Top->Names).Identity;
  Binding New;
  New.Definition = Value->Kind == PyKind::Unknown ? nullptr : Value;
  if (const Binding *Other =
          Value->Kind == PyKind::Variable ? Now.find(Value->Identity) : nullptr)
    New.Tested = Other->Tested;
  flow::ExportFacts Facts;
  if (subjectKey(Value).empty() || mentions(Value, Identity))
    Facts = factsOf(Value, Now);
  // `x = x.T`: the expression on the right speaks of the old x.
  if (!subjectKey(Value).empty() && mentions(Value, Identity))
    New.Definition = nullptr;
  New.Shares = Written ? sharingOf(Written, Now) : sharing(Value, Now);
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

/// One of the elements of \p Sequence, whose value only its annotation tells:
/// `xs`, `d.values()`, `d.items()`, `enumerate(xs)`, `zip(xs, ys)`.
PyRef Flow::someElement(PyRef Sequence, Node At, const State &Now,
                        unsigned Depth) {
  PyExpr &Made = Lower.arena().make(PyKind::Unknown, At.span());
  Made.Origin = Now.Arrays.get(elementKey(subjectKey(Sequence))).Origin;
  if (Made.Origin == ObjectOrigin::Unknown)
    Made.Origin = originOf(Sequence); // a row of an array
  PyRef Call = valueOf(Sequence);
  if (!Call || Call->Kind != PyKind::Call || Depth > 4)
    return &Made;
  PyRef Function = valueOf(Call->Base);
  auto Pair = [&](std::vector<PyRef> Parts) {
    Made.Kind = PyKind::Tuple;
    Made.Origin = ObjectOrigin::Unknown;
    Made.Elements = std::move(Parts);
    return &Made;
  };
  PyRef Other = &Lower.arena().make(PyKind::Unknown, At.span());
  if (Function->isAttribute("values"))
    return someElement(Function->Base, At, Now, Depth + 1);
  if (Function->isAttribute("items"))
    return Pair({Other, someElement(Function->Base, At, Now, Depth + 1)});
  if (Function->Kind != PyKind::Variable || Call->Elements.empty())
    return &Made;
  if (Function->Text == "enumerate")
    return Pair(
        {Other, someElement(Call->Elements.front(), At, Now, Depth + 1)});
  if (Function->Text == "zip") {
    std::vector<PyRef> Parts;
    for (PyRef Each : Call->Elements)
      Parts.push_back(someElement(Each, At, Now, Depth + 1));
    return Pair(std::move(Parts));
  }
  for (const char *Each : {"list", "tuple", "sorted", "reversed", "iter"})
    if (Function->Text == Each)
      return someElement(Call->Elements.front(), At, Now, Depth + 1);
  return &Made;
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
    Element = someElement(Sequence, Iterable, Now);
  }
  bindTarget(Target, Element, Node(), Now);
  bool Traced = isTraced(Iterable, Now);
  SharingRef Shares = sharingOf(Iterable, Now); // rows are views
  if (Traced || Shares)
    forEachTarget(Target, [&](Node Name) {
      Binding &Made =
          Now.Variables[Names.resolve(Name.text(), *Top->Names).Identity];
      Made.Traced |= Traced;
      if (!Made.Shares)
        Made.Shares = Shares;
    });
}

} // namespace dlpack_tidy::python
