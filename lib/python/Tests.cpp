//===--- Tests.cpp - what the tests of Python text teach ------------------===//

#include "python/Flow.h"

#include <algorithm>
#include <cctype>

using namespace dlpack_tidy::model;
using dlpack_tidy::flow::Comparison;

namespace dlpack_tidy::python {
namespace {

constexpr unsigned MaxDepth = 100;

std::optional<bool> truthOf(PyRef Value) {
  switch (Value->Kind) {
  case PyKind::Boolean:
  case PyKind::Integer:
    return Value->Number != 0;
  case PyKind::None:
    return false;
  case PyKind::String:
    return !Value->Text.empty();
  default:
    return std::nullopt;
  }
}

/// `jax.default_backend()`, `jax.devices()[0].platform`: where the arrays of
/// the whole process are made.
bool asksForBackend(PyRef Value) {
  Value = valueOf(Value);
  if (Value && Value->isAttribute("platform"))
    Value = valueOf(Value->Base);
  if (Value && Value->Kind == PyKind::Item)
    Value = valueOf(Value->Base);
  if (!Value || Value->Kind != PyKind::Call)
    return false;
  std::string Dotted = dottedName(Value->Base);
  return Dotted == "jax.default_backend" || Dotted == "jax.devices" ||
         Dotted == "jax.local_devices";
}

std::string lowered(std::string_view Text) {
  std::string Low;
  for (char Each : Text)
    Low += static_cast<char>(std::tolower(static_cast<unsigned char>(Each)));
  return Low;
}

} // namespace

void Flow::refine(Node Test, State &Now, bool Truth, unsigned Depth) {
  if (!Now.reachable())
    return;
  if (!Test) // a function that returns nothing returns None
    return Truth ? Now.end() : void();
  if (Depth > MaxDepth)
    return giveUp(Test, "a test is nested too deeply");
  switch (Test.kind()) {
  case Syntax::Parenthesized:
  case Syntax::Await:
    return refine(Test.first(), Now, Truth, Depth + 1);
  case Syntax::NamedExpression:
    return refine(Test.field(Field::Value), Now, Truth, Depth + 1);
  case Syntax::Not:
    return refine(Test.field(Field::Argument), Now, !Truth, Depth + 1);
  case Syntax::Boolean: {
    bool IsAnd = Test.field(Field::Operator).text() == "and";
    Node Left = Test.field(Field::Left), Right = Test.field(Field::Right);
    if (IsAnd == Truth) {
      refine(Left, Now, Truth, Depth + 1);
      return refine(Right, Now, Truth, Depth + 1);
    }
    State Second = Now;
    refine(Left, Now, Truth, Depth + 1);
    refine(Left, Second, !Truth, Depth + 1);
    refine(Right, Second, Truth, Depth + 1);
    Now.join(std::move(Second), Lower.arena());
    return;
  }
  case Syntax::Conditional: {
    std::vector<Node> Parts = Test.children();
    if (Parts.size() != 3)
      return;
    State Second = Now;
    refine(Parts[1], Now, true, Depth + 1);
    refine(Parts[0], Now, Truth, Depth + 1);
    refine(Parts[1], Second, false, Depth + 1);
    refine(Parts[2], Second, Truth, Depth + 1);
    Now.join(std::move(Second), Lower.arena());
    return;
  }
  case Syntax::Comparison:
    return refineComparison(Test, Now, Truth);
  case Syntax::Call:
    return refineCall(Test, Now, Truth, Depth);
  case Syntax::Identifier: {
    uint64_t Variable = Names.resolve(Test.text(), *Top->Names).Identity;
    if (refineHeld(Variable, Now, Truth, Depth))
      return;
    if (!Truth && Now.find(Variable)) // None, or no value worth a test
      Now.Variables[Variable].Tested = true;
    break;
  }
  default:
    break;
  }
  PyRef Value = read(Test, Now);
  if (PyRef Known = valueOf(Value))
    if (std::optional<bool> Constant = truthOf(Known); Constant != Truth)
      if (Constant)
        return Now.end();
  opaque(Value, Now);
}

/// Learns from the test whose result \p Variable holds; false if there is none.
bool Flow::refineHeld(uint64_t Variable, State &Now, bool Truth,
                      unsigned Depth) {
  const Binding *Known = Now.find(Variable);
  auto Old = Earlier.find(Variable);
  std::shared_ptr<const HeldTest> Held = Old != Earlier.end() ? Old->second
                                         : Known              ? Known->Test
                                                              : nullptr;
  if (!Held)
    return false;
  std::map<uint64_t, std::shared_ptr<const HeldTest>> Saved = Earlier;
  const Scope *Here = Top->Names;
  Earlier[Variable] = Held->Before;
  Top->Names = Held->Inside;
  refine(Held->Expression, Now, Truth, Depth + 1);
  Top->Names = Here;
  Earlier = std::move(Saved);
  return true;
}

void Flow::noteTested(Node Test, State &Now) {
  for (uint64_t Identity : mentioned(Test))
    if (auto Found = Now.Variables.find(Identity); Found != Now.Variables.end())
      Found->second.Tested = true;
}

/// The test looks at where an array lives in a way that cannot be followed.
void Flow::opaque(PyRef Value, State &Now, unsigned Depth) {
  if (!Value || Depth > 16)
    return;
  if (asksForBackend(Value)) {
    Now.BackendTested = true;
    return;
  }
  if (std::optional<Query> Asked = query(Value))
    return flow::refineOpaque(Now.Arrays, Value);
  // The set of devices, or the first of it, as text or on its own.
  if (Value->Kind == PyKind::Call && Value->Base->isAttribute("devices")) {
    Exchange Asked;
    Asked.Role = ExchangeRole::Guard;
    Asked.Subject = Value->Base->Base;
    return flow::apply(Now.Arrays, Asked);
  }
  if (Value->isAttribute("device") || Value->isAttribute("sharding")) {
    Exchange Asked;
    Asked.Role = ExchangeRole::Guard;
    Asked.Subject = Value->Base;
    return flow::apply(Now.Arrays, Asked);
  }
  opaque(Value->Definition, Now, Depth + 1);
  opaque(Value->Base, Now, Depth + 1);
  for (PyRef Each : Value->Elements)
    opaque(Each, Now, Depth + 1);
}

void Flow::refineCall(Node Test, State &Now, bool Truth, unsigned Depth) {
  Lower.setResult(Test, nullptr);
  PyRef Call = read(Test, Now);
  if (Call->Kind != PyKind::Call)
    return;
  if (Callee To = calleeOf(Test, Now)) {
    if (!canFollow(To))
      return refineByName(Call, Now, Truth);
    Now = follow(To, Call, Now, [&](Node Value, State &Then) {
            refine(Value, Then, Truth, Depth + 1);
          }).After;
    return;
  }
  PyRef Function = Call->Base;
  Node Arguments = Test.field(Field::Arguments);
  if (Function->Kind == PyKind::Variable) {
    if (Function->Text == "isinstance")
      return refineType(Call, Now, Truth);
    if (Function->Text == "bool")
      return refine(Arguments.first(), Now, Truth, Depth + 1);
    if (Function->Text == "any" || Function->Text == "all")
      return refineQuantifier(Test, Now, Truth, Depth);
    if (Function->Text == "hasattr") {
      // That an array has a method says nothing about its backend.
      if (!Call->Elements.empty() && !dottedName(Call->Elements[0]).empty())
        Now.VersionTested = true;
      return;
    }
  }
  // `x.platform().startswith("tpu")`
  if (Function->isAttribute("startswith") && Call->Elements.size() == 1 &&
      flow::refineComparison(Now.Arrays, Comparison::Equal, Function->Base,
                             Call->Elements.front(), Truth))
    return;
  opaque(Call, Now);
  refineByName(Call, Now, Truth);
}

/// `any(d.platform == "tpu" for d in x.devices())`
void Flow::refineQuantifier(Node Test, State &Now, bool Truth, unsigned Depth) {
  Node Generator = Test.field(Field::Arguments);
  if (Generator.is(Syntax::ArgumentList))
    Generator = Generator.first();
  if (!Generator.is(Syntax::Generator) &&
      !Generator.is(Syntax::ListComprehension))
    return;
  std::vector<Node> Parts = Generator.children();
  const Scope *Around = Top->Names;
  Top->Names = &Names.of(Generator, Around);
  for (Node Each : Parts)
    if (Each.is(Syntax::ForIn))
      bindElement(Each.field(Field::Left), Each.field(Field::Right), Now);
  refine(Parts.front(), Now, Truth, Depth + 1);
  Now.leave(*Top->Names);
  Top->Names = Around;
}

/// isinstance(x, T)
void Flow::refineType(PyRef Call, State &Now, bool Truth) {
  if (Call->Elements.size() != 2)
    return;
  std::string Key = subjectKey(Call->Elements[0]);
  if (Key.empty())
    return;
  flow::ExportFacts Facts = Now.Arrays.get(Key);
  std::vector<PyRef> Types{Call->Elements[1]};
  if (PyRef Known = valueOf(Call->Elements[1]);
      Known && Known->Kind == PyKind::Tuple)
    Types = Known->Elements;
  bool AnyJax = false, AllElse = !Types.empty();
  for (PyRef Each : Types) {
    ObjectOrigin Origin = typeOrigin(Each);
    AnyJax |= Origin == ObjectOrigin::Jax;
    AllElse &=
        Origin == ObjectOrigin::HostArray || Origin == ObjectOrigin::Foreign;
  }
  if (Truth && AnyJax)
    Facts.Origin = ObjectOrigin::Jax;
  else if (Truth && AllElse)
    Facts.Origin = ObjectOrigin::Foreign;
  else if (!Truth && AnyJax && Facts.Origin != ObjectOrigin::HostArray)
    Facts.Origin = ObjectOrigin::Foreign; // anything but a JAX array
  Now.Arrays.set(Key, Facts);
}

/// A predicate from elsewhere whose name says what it looks at.
void Flow::refineByName(PyRef Call, State &Now, bool Truth) {
  PyRef Function = valueOf(Call->Base);
  if (!Function || Call->Elements.empty())
    return;
  std::string Name = lowered(Function->Text);
  std::string Key = subjectKey(Call->Elements.front());
  if (Name.empty() || Key.empty())
    return;
  auto Says = [&](const char *Word) {
    return Name.find(Word) != std::string::npos;
  };
  flow::ExportFacts Facts = Now.Arrays.get(Key);
  if (Says("dlpack") || Says("platform") || Says("backend") || Says("tpu") ||
      Says("on_cpu") || Says("is_cpu") || Says("on_gpu") || Says("is_gpu") ||
      Says("memory_kind")) {
    Facts.settle(flow::Exportable);
  } else if (Says("is_jax")) {
    Facts.Origin = Truth ? ObjectOrigin::Jax : ObjectOrigin::Foreign;
  } else if (Truth && (Says("is_numpy") || Says("is_torch") ||
                       Says("is_cupy") || Says("is_tensor"))) {
    Facts.Origin = ObjectOrigin::Foreign;
  }
  Now.Arrays.set(Key, Facts);
}

void Flow::refinePattern(Node Pattern, Node Subject, State &Now, bool Truth) {
  Node Inner = Pattern.first();
  if (!Inner) { // case _
    if (!Truth)
      Now.end();
    return;
  }
  if (Inner.is(Syntax::DottedName) && Inner.tokens() == 1) {
    if (!Truth)
      return Now.end();
    return bindName(Inner.first(), read(Subject, Now), Subject, Now);
  }
  PyExpr &Alternatives = Lower.arena().make(PyKind::Tuple, Pattern.span());
  std::vector<Node> Parts =
      Inner.is(Syntax::UnionPattern) ? Inner.children() : std::vector{Inner};
  for (Node Each : Parts) {
    if (Each.is(Syntax::CasePattern))
      Each = Each.first();
    Alternatives.Elements.push_back(read(Each, Now));
  }
  refineMembers(read(Subject, Now), &Alternatives, Now, Truth);
}

} // namespace dlpack_tidy::python
