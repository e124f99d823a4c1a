//===--- Members.cpp - what the attributes of a class's objects are -------===//

#include "python/Flow.h"

using namespace dlpack_tidy::model;

namespace dlpack_tidy::python {
namespace {

/// Two statements that disagree say nothing.
void note(std::map<std::string_view, ObjectOrigin> &Into,
          std::string_view Member, ObjectOrigin Origin) {
  auto [Slot, New] = Into.try_emplace(Member, Origin);
  if (!New && Slot->second != Origin)
    Slot->second = ObjectOrigin::Unknown;
}

} // namespace

/// `weights: jax.Array` in the class, `self.table = numpy.zeros(3)` in one of
/// its methods.
const Flow::MemberOrigins &Flow::membersOf(Node Class) {
  auto [Slot, New] = KnownMembers.try_emplace(Class.id());
  MemberOrigins &Found = Slot->second;
  if (!New)
    return Found;
  const Scope &Inside = Names.of(Class, &ModuleScope);
  for (Node Each : Class.field(Field::Body).children()) {
    Node Member = Each.is(Syntax::ExpressionStatement) ? Each.first() : Each;
    Node Type = Member.field(Field::TypeOf);
    if (Member.is(Syntax::Assignment) && Type)
      note(Found, Member.field(Field::Left).text(),
           Lower.annotated(Type, Inside));
  }
  for (const FunctionInfo &Each : Functions)
    if (Each.Class && Each.Class.id() == Class.id())
      membersFrom(Each, Found);
  return Found;
}

void Flow::membersFrom(const FunctionInfo &Method, MemberOrigins &Into) {
  Node Self = Method.Function.field(Field::ParametersOf).first();
  if (!Self || !(Self = parameterName(Self)))
    return;
  const Scope &Own = Names.of(Method.Function, Method.Home);
  State Entry;
  enterParameters(Method.Function, Own, Entry, false);
  std::vector<Node> Pending{Method.Function.field(Field::Body)};
  while (!Pending.empty()) {
    Node Each = Pending.back();
    Pending.pop_back();
    if (!Each.is(Syntax::Assignment)) {
      if (mayHoldStatements(Each))
        for (Node Child : Each.children())
          Pending.push_back(Child);
      continue;
    }
    Node Target = Each.field(Field::Left), Value = Each.field(Field::Right);
    if (!Target.is(Syntax::Attribute) || Value.is(Syntax::None) ||
        Target.field(Field::Object).text() != Self.text())
      continue;
    ObjectOrigin Origin = Lower.annotated(Each.field(Field::TypeOf), Own);
    if (Origin == ObjectOrigin::Unknown && Value)
      Origin = originOf(Lower.lower(Value, Own, Entry));
    note(Into, Target.field(Field::AttributeName).text(), Origin);
  }
}

/// A method finds the attributes of its object as the others left them.
void Flow::enterMembers(const FunctionInfo &Method, State &Now) {
  Node Self = Method.Function.field(Field::ParametersOf).first();
  if (!Method.Class || !Self || !(Self = parameterName(Self)))
    return;
  const Scope &Own = Names.of(Method.Function, Method.Home);
  std::string Key = keyOf(Own.local(Self.text())->Identity);
  for (const auto &[Member, Origin] : membersOf(Method.Class)) {
    if (Origin == ObjectOrigin::Unknown || Origin == ObjectOrigin::Capsule)
      continue;
    flow::ExportFacts Facts;
    Facts.Origin = Origin;
    Now.Arrays.set(Key + "." + std::string(Member), Facts);
  }
}

} // namespace dlpack_tidy::python
