//===--- Comparisons.cpp - what the comparisons of Python text teach ------===//

#include "python/Flow.h"

using namespace dlpack_tidy::model;
using dlpack_tidy::flow::Comparison;

namespace dlpack_tidy::python {
namespace {

std::optional<Comparison> comparisonOf(std::string_view Operator) {
  if (Operator == "==" || Operator == "is")
    return Comparison::Equal;
  if (Operator == "!=" || Operator == "is not")
    return Comparison::NotEqual;
  if (Operator == "<")
    return Comparison::Less;
  if (Operator == "<=")
    return Comparison::LessEqual;
  if (Operator == ">")
    return Comparison::Greater;
  if (Operator == ">=")
    return Comparison::GreaterEqual;
  return std::nullopt;
}

/// Truth of a comparison of two constants, where it is one.
std::optional<bool> equalConstants(PyRef L, PyRef R) {
  L = valueOf(L);
  R = valueOf(R);
  if (!L || !R)
    return std::nullopt;
  auto IsConstant = [](PyRef Each) {
    return Each->Kind == PyKind::String || Each->Kind == PyKind::Integer ||
           Each->Kind == PyKind::Boolean || Each->Kind == PyKind::None;
  };
  if (!IsConstant(L) || !IsConstant(R))
    return std::nullopt;
  return L->Kind == R->Kind && L->Text == R->Text && L->Number == R->Number;
}

} // namespace

void Flow::refineComparison(Node Test, State &Now, bool Truth) {
  std::vector<Node> Operands;
  std::vector<std::string_view> Operators;
  for (uint32_t I = 0, E = Test.tokens(); I != E; ++I) {
    Node Part = Test.token(I);
    if (Part.isNamed())
      Operands.push_back(Part);
    else
      Operators.push_back(Part.name());
  }
  if (Operands.size() != Operators.size() + 1)
    return;
  // a < b < c: all hold, or nobody knows which does not.
  if (Operators.size() > 1 && !Truth) {
    for (Node Each : Operands)
      opaque(read(Each, Now), Now);
    return;
  }
  if (Test.text().find("__version__") != std::string_view::npos)
    Now.VersionTested = true;
  for (size_t I = 0; I < Operators.size() && Now.reachable(); ++I)
    refinePair(Operands[I], Operators[I], Operands[I + 1], Now, Truth);
}

void Flow::refinePair(Node LeftNode, std::string_view Operator, Node RightNode,
                      State &Now, bool Truth) {
  PyRef Left = read(LeftNode, Now), Right = read(RightNode, Now);
  bool AboutNone = Right->Kind == PyKind::None;
  if (!AboutNone)
    noteTested(LeftNode, Now);
  noteTested(RightNode, Now);
  if (Operator == "in" || Operator == "not in")
    return refineMembers(Left, Right, Now, Truth == (Operator == "in"));
  std::optional<Comparison> Op = comparisonOf(Operator);
  if (!Op)
    return;
  bool Equal = (*Op == Comparison::Equal) == Truth;
  if (AboutNone && Equal)
    noteTested(LeftNode, Now);
  if (flow::refineComparison(Now.Arrays, *Op, Left, Right, Truth) ||
      refineInteger(*Op, Left, Right, Now, Truth))
    return;
  if (*Op == Comparison::Equal || *Op == Comparison::NotEqual) {
    if (std::optional<bool> Known = equalConstants(Left, Right)) {
      if (*Known != Equal)
        Now.end();
      return;
    }
    for (auto [Call, Other] :
         {std::pair(LeftNode, RightNode), std::pair(RightNode, LeftNode)})
      if (refineReturned(Call, Other, Now, Equal))
        return;
  }
  opaque(Left, Now);
  opaque(Right, Now);
}

/// A plain variable against a number: it may become the type of a `dl_device`.
bool Flow::refineInteger(Comparison Op, PyRef Left, PyRef Right, State &Now,
                         bool Truth) {
  PyRef Number = valueOf(Right);
  std::string Key = subjectKey(Left);
  if (Key.empty() || !Number || Number->Kind != PyKind::Integer ||
      valueOf(Left)->Kind == PyKind::Integer)
    return false;
  flow::refineInteger(Now.Arrays, Key, Op, Number->Number, Truth);
  return true;
}

/// `device_of(x) == "tpu"`: keeps the ways on which the function returned
/// something for which this holds.
bool Flow::refineReturned(Node Call, Node Other, State &Now, bool Equal) {
  if (!Call.is(Syntax::Call))
    return false;
  Callee To = calleeOf(Call, Now);
  if (!To || !canFollow(To))
    return false;
  Lower.setResult(Call, nullptr);
  PyRef Lowered = read(Call, Now);
  PyRef Wanted = read(Other, Now);
  if (Lowered->Kind != PyKind::Call)
    return false;
  Now = follow(To, Lowered, Now, [&](Node Value, State &Then) {
          PyRef Returned =
              Value ? read(Value, Then) : &Lower.arena().make(PyKind::None);
          if (std::optional<bool> Known = equalConstants(Returned, Wanted)) {
            if (*Known != Equal)
              Then.end();
          } else if (!flow::refineComparison(Then.Arrays, Comparison::Equal,
                                             Returned, Wanted, Equal)) {
            opaque(Returned, Then);
          }
        }).After;
  return true;
}

/// `kind in (1, 2)`: equal to one of them, or different from each.
bool Flow::refineIntegers(PyRef Value, const std::vector<PyRef> &Numbers,
                          State &Now, bool Truth) {
  State In = Now, Out = Now;
  In.end();
  for (PyRef Each : Numbers) {
    State Equal = Now;
    if (!refineInteger(Comparison::Equal, Value, Each, Equal, true))
      return false;
    In.join(Equal, Lower.arena());
    refineInteger(Comparison::Equal, Value, Each, Out, false);
  }
  Now = Truth ? In : Out;
  return true;
}

void Flow::refineMembers(PyRef Value, PyRef Set, State &Now, bool Truth) {
  PyRef Known = valueOf(Set);
  if (Known && Known->Kind == PyKind::Tuple &&
      flow::refineMembership(Now.Arrays, Value, Known->Elements, Truth))
    return;
  if (Known && Known->Kind == PyKind::Tuple) {
    bool Inside = false, Sure = true;
    for (PyRef Each : Known->Elements) {
      std::optional<bool> Equal = equalConstants(Value, Each);
      Sure &= Equal.has_value();
      Inside |= Equal.value_or(false);
    }
    if (Sure && Inside != Truth)
      return Now.end();
    if (refineIntegers(Value, Known->Elements, Now, Truth))
      return;
  }
  // `"TPU" in str(x.devices())`: a look at the answer all the same.
  opaque(Value, Now);
  opaque(Set, Now);
}

} // namespace dlpack_tidy::python
