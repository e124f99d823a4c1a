//===--- Sharing.cpp - tensors that share memory with a JAX array ---------===//
//
// On the CPU an import shares the memory of the jax.Array, and PyTorch ignores
// that it is read-only: what is written through the tensor changes an array
// that JAX takes to be immutable.
//
//===----------------------------------------------------------------------===//

#include "python/Flow.h"

#include "rules/Consumers.h"
#include "rules/HostCalls.h"
#include "rules/PyExceptions.h"
#include "rules/TensorMethods.h"

#include <algorithm>

using namespace dlpack_tidy::model;

namespace dlpack_tidy::python {
namespace {

constexpr unsigned MaxDepth = 24;

using SharingRef = std::shared_ptr<const Sharing>;

/// What a call does with the memory of its first argument.
enum class Result { Unrelated, Viewed, Writable };

/// `copy=None` and `copy=False` share where that is possible.
bool isFalseOrNone(PyRef Value) {
  Value = valueOf(Value);
  return Value && (Value->Kind == PyKind::None ||
                   (Value->Kind == PyKind::Boolean && Value->Number == 0));
}

/// Another dtype or device may make the result a copy.
bool mayConvert(PyRef Call) {
  if (Call->keyword("dtype"))
    return true;
  PyRef Device = valueOf(Call->keyword("device"));
  return Device && !Device->isString("cpu");
}

Result resultOf(PyRef Call) {
  std::string Dotted = dottedName(Call->Base);
  PyRef Copy = Call->keyword("copy");
  if ((Copy && !isFalseOrNone(Copy)) || mayConvert(Call))
    return Result::Unrelated;
  if (Dotted == "torch.from_numpy")
    return Result::Writable;
  if (const rules::Consumer *Maker = rules::consumer(Dotted)) {
    if (Maker->Copies)
      return Result::Unrelated;
    if (Maker->CanWrite)
      return Result::Writable;
    // NumPy keeps what it is told: a view of a writable tensor is writable.
    return Dotted == "numpy.from_dlpack" ? Result::Viewed : Result::Unrelated;
  }
  const rules::HostCall *Host = rules::hostCall(Dotted);
  bool Shares = Host && (Host->Result == rules::HostResult::ViewOrCopy ||
                         (Host->Result == rules::HostResult::Copy && Copy));
  if ((Shares && Host->EndsOnHost) || rules::isViewFunction(Dotted))
    return Result::Viewed;
  return Result::Unrelated;
}

/// `t[[0, 2]]`, `t[t > 0]`: such an index makes a copy.
bool copies(Node Index) {
  switch (Index.kind()) {
  case Syntax::List:
  case Syntax::Comparison:
  case Syntax::Boolean:
  case Syntax::Not:
    return true;
  default:
    return false;
  }
}

/// `t.to("cpu")` of a tensor on the CPU is the tensor itself.
bool staysInPlace(PyRef Call) {
  PyRef Function = valueOf(Call->Base);
  if (rules::isViewMethod(Function->Text))
    return true;
  PyRef Where =
      Call->Elements.size() == 1 ? valueOf(Call->Elements.front()) : nullptr;
  return Function->Text == "to" && Call->Keywords.empty() && Where &&
         Where->isString("cpu");
}

} // namespace

/// What writing to the value of \p At writes into; follows calls of functions
/// of this text, which an expression alone cannot.
SharingRef Flow::sharingOf(Node At, const State &Now, unsigned Depth) {
  if (Depth > MaxDepth)
    return {};
  switch (At.kind()) {
  case Syntax::Parenthesized:
  case Syntax::Await:
    return sharingOf(At.first(), Now, Depth + 1);
  case Syntax::NamedExpression:
    return sharingOf(At.field(Field::Value), Now, Depth + 1);
  case Syntax::Subscript:
    if (copies(At.field(Field::SubscriptOf)))
      return {};
    if (SharingRef Whole = sharingOf(At.field(Field::Value), Now, Depth + 1))
      return Whole;
    break;
  case Syntax::Call: {
    auto Back = Followed.find(At.id());
    if (Back != Followed.end())
      return Back->second.Shares;
    break;
  }
  case Syntax::Attribute:
    if (SharingRef Known = memberSharing(At, Now))
      return Known;
    break;
  default:
    break;
  }
  return sharing(read(At, Now), Now, Depth + 1);
}

SharingRef Flow::sharing(PyRef Value, const State &Now, unsigned Depth) {
  if (!Value || Depth > MaxDepth)
    return {};
  switch (Value->Kind) {
  case PyKind::Variable: {
    const Binding *Known = Now.find(Value->Identity);
    return Known ? Known->Shares : nullptr;
  }
  case PyKind::Attribute:
  case PyKind::Item: {
    auto Known = Now.Members.find(subjectKey(Value));
    if (Known != Now.Members.end())
      return Known->second;
    if (Value->Kind == PyKind::Item || rules::isViewAttribute(Value->Text))
      return sharing(Value->Base, Now, Depth + 1);
    return {};
  }
  case PyKind::Choice:
    for (PyRef Each : Value->Elements)
      if (SharingRef Found = sharing(Each, Now, Depth + 1))
        return Found;
    return {};
  case PyKind::Call:
    return sharingCall(Value, Now, Depth);
  default:
    return {};
  }
}

SharingRef Flow::sharingCall(PyRef Call, const State &Now, unsigned Depth) {
  PyRef Function = valueOf(Call->Base);
  if (Function && Function->Kind == PyKind::Attribute &&
      dottedName(Function).empty()) {
    if (staysInPlace(Call))
      if (SharingRef Known = sharing(Function->Base, Now, Depth + 1))
        return Known;
    // x.__array__() is what numpy.asarray calls.
    return Function->Text == "__array__" ? newSharing(Call, Function->Base, Now)
                                         : nullptr;
  }
  Result Made = resultOf(Call);
  PyRef Argument = arrayArgument(Call);
  if (Made == Result::Unrelated || !Argument)
    return {};
  // from_dlpack(x.__dlpack__()): the array behind the capsule.
  if (std::optional<Exchange> What = classify(Call);
      What && What->Role == ExchangeRole::CapsuleHandOver)
    if (PyRef Array = arrayOfCapsule(*What))
      Argument = Array;
  SharingRef Known = sharing(Argument, Now, Depth + 1);
  if (!Known)
    Known = newSharing(Call, Argument, Now);
  if (!Known || Made == Result::Viewed || Known->Writable)
    return Known;
  Sharing Opened = *Known;
  Opened.Made = Call->Range;
  Opened.Consumer = dottedName(Call->Base);
  Opened.Writable = true;
  return std::make_shared<Sharing>(std::move(Opened));
}

/// \p Call looks at the memory of \p Array, if that is a JAX array that
/// somebody else can see as well: nobody misses what a temporary one held.
SharingRef Flow::newSharing(PyRef Call, PyRef Array, const State &Now) {
  if (subjectKey(Array).empty() ||
      factsOf(Array, Now).Origin != ObjectOrigin::Jax)
    return {};
  // x[1:] and x.T are new arrays; xs[0] and self.x are not.
  if (Array->Base && originOf(Array->Base) == ObjectOrigin::Jax)
    return {};
  AnySharing = true;
  return std::make_shared<Sharing>(
      Sharing{Call->Range, dottedName(Call->Base), spelled(Array), false});
}

/// The class whose method's own object \p Object names.
Node Flow::classOfSelf(Node Object) {
  if (!Object.is(Syntax::Identifier))
    return {};
  Resolved Found = Names.resolve(Object.text(), *Top->Names);
  FunctionInfo *Method =
      Found.Home && Found.Declared ? infoOf(Found.Home->Owner) : nullptr;
  if (!Method || !Method->Class)
    return {};
  Node First = Method->Function.field(Field::ParametersOf).first();
  return First && parameterName(First).text() == Object.text() ? Method->Class
                                                               : Node();
}

/// `self.t`, where another method of the class set it.
SharingRef Flow::memberSharing(Node Attribute, const State &Now) {
  if (ClassMembers.empty())
    return {};
  Node Class = classOfSelf(Attribute.field(Field::Object));
  if (!Class)
    return {};
  auto Known = ClassMembers.find(
      {Class.id(), Attribute.field(Field::AttributeName).text()});
  if (Known == ClassMembers.end() ||
      Now.Members.count(subjectKey(read(Attribute, Now))))
    return {};
  return Known->second;
}

/// `self.t = torch.from_dlpack(x)`, `tensors[0] = …`
void Flow::noteMember(Node Target, SharingRef Shares, State &Now) {
  std::string Key = subjectKey(read(Target, Now));
  if (Key.empty())
    return;
  // What is null here hides what another method has set.
  if (Shares || !ClassMembers.empty() || Now.Members.count(Key))
    Now.Members[Key] = Shares;
  if (!Shares || !Shares->Writable || !Target.is(Syntax::Attribute))
    return;
  if (Node Class = classOfSelf(Target.field(Field::Object)))
    ClassMembers.try_emplace(
        {Class.id(), Target.field(Field::AttributeName).text()}, Shares);
}

/// Calls that write: `t.add_(1)`, `torch.add(a, b, out=t)`,
/// `torch.nn.init.zeros_(t)`, `relu(t, inplace=True)`.
void Flow::writingCall(Node At, PyRef Call, State &Now) {
  if (!AnySharing)
    return;
  Node Function = At.field(Field::FunctionOf);
  std::vector<Node> Arguments = At.field(Field::Arguments).children();
  std::string Dotted = dottedName(Call->Base);
  if (Dotted.empty() && Function.is(Syntax::Attribute)) {
    std::string_view Method = Function.field(Field::AttributeName).text();
    PyRef Write = Call->keyword("write");
    if (Method == "setflags" && Write && !isFalseOrNone(Write))
      madeWritable(At, Function.field(Field::Object), Now);
    // NumPy sorts in place, PyTorch does not.
    if (rules::isWritingMethod(Method) ||
        (Method == "sort" &&
         originOf(Call->Base->Base) == ObjectOrigin::HostArray))
      recordWrite(At, Function.field(Field::Object), Now);
  }
  bool WritesFirst = !Dotted.empty() && rules::isWritingFunction(Dotted);
  if (PyRef InPlace = Call->keyword("inplace"))
    WritesFirst |= !isFalseOrNone(InPlace);
  if (WritesFirst && !Arguments.empty() &&
      !Arguments.front().is(Syntax::KeywordArgument))
    recordWrite(At, Arguments.front(), Now);
  for (Node Each : Arguments)
    if (Each.is(Syntax::KeywordArgument) &&
        Each.field(Field::Name).text() == "out")
      recordWrite(At, Each.field(Field::Value), Now);
}

/// Whether a tensor that shares memory is among the arguments of \p Call.
bool Flow::handsShared(PyRef Call, const State &Now) {
  if (!AnySharing)
    return false;
  auto Shares = [&](PyRef Each) {
    SharingRef Found = sharing(Each, Now);
    return Found && Found->Writable;
  };
  return std::any_of(Call->Elements.begin(), Call->Elements.end(), Shares) ||
         std::any_of(Call->Keywords.begin(), Call->Keywords.end(),
                     [&](const PyKeyword &Each) { return Shares(Each.Value); });
}

void Flow::recordWrite(Node At, Node Tensor, const State &Now) {
  if (!AnySharing || !Top->RecordingWrites)
    return;
  SharingRef Found = sharingOf(Tensor, Now);
  if (!Found)
    return;
  // NumPy keeps its views of a JAX array read-only.
  if (!Found->Writable && receivesValueError())
    return;
  if (Reported.insert(At.id()).second)
    Into.SharedWrites.push_back({At.span(), std::string(Tensor.text()),
                                 Found->Made, Found->Consumer, Found->Array,
                                 !Found->Writable, functionName()});
}

bool Flow::receivesValueError() const {
  for (const Handler &Each : handlers())
    if (rules::uncaught({rules::PyException::ValueError}, Each.Receives)
            .empty())
      return true;
  return false;
}

/// `a.flags.writeable = True`: NumPy refuses that as well.
void Flow::madeWritable(Node At, Node Array, State &Now) {
  if (!AnySharing)
    return;
  SharingRef Found = sharingOf(Array, Now);
  if (!Found || Found->Writable)
    return;
  recordWrite(At, Array, Now);
  // One finding is enough.
  if (Array.is(Syntax::Identifier))
    Now.Variables[Names.resolve(Array.text(), *Top->Names).Identity].Shares =
        nullptr;
}

} // namespace dlpack_tidy::python
