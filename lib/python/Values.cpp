//===--- Values.cpp - what is known of the value of an expression ---------===//

#include "python/Flow.h"

#include "rules/Consumers.h"
#include "rules/HostCalls.h"

#include <algorithm>

using namespace dlpack_tidy::model;
using dlpack_tidy::flow::ExportFacts;

namespace dlpack_tidy::python {
namespace {

constexpr unsigned MaxDepth = 24;

/// Answers about an array that are plain values even while JAX traces it.
bool isStatic(std::string_view Attribute) {
  for (const char *Each :
       {"shape", "ndim", "dtype", "size", "aval", "weak_type", "itemsize"})
    if (Attribute == Each)
      return true;
  return false;
}

bool startsWith(std::string_view Text, std::string_view Prefix) {
  return Text.substr(0, Prefix.size()) == Prefix;
}

/// `jax.devices("cpu")[0]`
bool isCpuDevice(PyRef Device) {
  Device = valueOf(Device);
  if (Device && Device->Kind == PyKind::Item)
    Device = valueOf(Device->Base);
  if (!Device || Device->Kind != PyKind::Call || Device->Elements.empty())
    return false;
  std::string Dotted = dottedName(Device->Base);
  PyRef Platform = valueOf(Device->Elements.front());
  return (Dotted == "jax.devices" || Dotted == "jax.local_devices") &&
         Platform && Platform->isString("cpu");
}

} // namespace

ExportFacts Flow::factsOf(PyRef Value, const State &Now, unsigned Depth) {
  ExportFacts Facts;
  if (!Value || Depth > MaxDepth)
    return Facts;
  std::string Key = subjectKey(Value);
  if (!Key.empty())
    Facts = Now.Arrays.get(Key);
  ObjectOrigin Origin = originOf(Value);
  if (Facts.Origin == ObjectOrigin::Unknown)
    Facts.Origin = Origin;
  if (Facts.settled() || Facts.Origin == ObjectOrigin::HostArray)
    return Facts;
  if (Now.BackendTested) {
    Facts.settle(flow::Exportable);
    return Facts;
  }

  PyRef Known = valueOf(Value);
  if (!Known)
    return Facts;
  switch (Known->Kind) {
  case PyKind::Choice: {
    ExportFacts Joined = factsOf(Known->Elements.front(), Now, Depth + 1);
    for (PyRef Each : Known->Elements)
      Joined.join(factsOf(Each, Now, Depth + 1));
    return Joined;
  }
  case PyKind::Attribute:
  case PyKind::Item: {
    // x.T and x[0] are where x is.
    if (Known->Origin == ObjectOrigin::Unknown && Known->Kind != PyKind::Item)
      return Facts;
    ExportFacts Whole = factsOf(Known->Base, Now, Depth + 1);
    return Whole.settled() ? Whole : Facts;
  }
  case PyKind::Call:
    break;
  default:
    return Facts;
  }

  auto Back = Followed.find(Known->Node);
  if (Back != Followed.end())
    return Back->second.Result;
  if (std::optional<Exchange> What = classify(Known)) {
    if (What->Role == ExchangeRole::HostCopy)
      Facts.Origin = ObjectOrigin::HostArray;
    if (What->Role == ExchangeRole::DevicePut &&
        std::any_of(Known->Elements.begin(), Known->Elements.end(),
                    [&](PyRef Each) { return isCpuDevice(Each); })) {
      Facts.settle(flow::Cpu);
      return Facts;
    }
    if (What->Role == ExchangeRole::DevicePut)
      return flow::placedBy(*What, factsOf(What->Subject, Now, Depth + 1));
    return Facts;
  }
  PyRef Function = valueOf(Known->Base);
  // to_device(x, "cpu"), x.to_device("cpu"): the array API's way.
  if (Function && Function->Text == "to_device" && !Known->Elements.empty()) {
    PyRef Where = valueOf(Known->Elements.back());
    if ((Where && Where->isString("cpu")) || isCpuDevice(Where)) {
      Facts.settle(flow::Cpu);
      return Facts;
    }
  }
  // x.reshape(3), jnp.ravel(x): new arrays where x is.
  if (Function && Function->Kind == PyKind::Attribute) {
    bool IsMethod = dottedName(Function).empty();
    PyRef From = IsMethod ? Function->Base
                 : Facts.Origin == ObjectOrigin::Jax && !Known->Elements.empty()
                     ? Known->Elements.front()
                     : nullptr;
    ExportFacts Source = factsOf(From, Now, Depth + 1);
    if (From && Source.settled() && Source.Origin != ObjectOrigin::HostArray) {
      Source.Origin = Facts.Origin;
      return Source;
    }
  }
  return Facts;
}

std::vector<uint64_t> Flow::mentioned(Node Expression) {
  std::vector<uint64_t> Found;
  std::vector<Node> Pending{Expression};
  while (!Pending.empty()) {
    Node Each = Pending.back();
    Pending.pop_back();
    if (Each.is(Syntax::Identifier))
      Found.push_back(Names.resolve(Each.text(), *Top->Names).Identity);
    else if (Each.is(Syntax::Attribute))
      Pending.push_back(Each.field(Field::Object));
    else if (Each.is(Syntax::KeywordArgument))
      Pending.push_back(Each.field(Field::Value));
    else
      for (Node Child : Each.children())
        Pending.push_back(Child);
  }
  return Found;
}

bool Flow::isTraced(Node Expression, const State &Now) {
  // Outside of functions that JAX compiles nothing is.
  if (std::none_of(Now.Variables.begin(), Now.Variables.end(),
                   [](const auto &Each) { return Each.second.Traced; }))
    return false;
  std::vector<Node> Pending{Expression};
  while (!Pending.empty()) {
    Node Each = Pending.back();
    Pending.pop_back();
    if (!Each)
      continue;
    switch (Each.kind()) {
    case Syntax::Identifier: {
      const Binding *Known =
          Now.find(Names.resolve(Each.text(), *Top->Names).Identity);
      if (Known && Known->Traced)
        return true;
      break;
    }
    case Syntax::Attribute:
      if (!isStatic(Each.field(Field::AttributeName).text()))
        Pending.push_back(Each.field(Field::Object));
      break;
    case Syntax::KeywordArgument:
      Pending.push_back(Each.field(Field::Value));
      break;
    case Syntax::Call: {
      auto Back = Followed.find(Each.id());
      if (Back != Followed.end()) {
        if (Back->second.Traced)
          return true;
        break;
      }
      PyRef Function = read(Each.field(Field::FunctionOf), Now);
      std::string Dotted = dottedName(Function);
      // Arrays of other libraries are never tracers: making one fails instead.
      if (startsWith(Dotted, "numpy.") || startsWith(Dotted, "torch.") ||
          Function->Text == "len")
        break;
      Pending.push_back(Each.field(Field::FunctionOf));
      Pending.push_back(Each.field(Field::Arguments));
      break;
    }
    case Syntax::Comparison:
    case Syntax::Lambda:
      break;
    default:
      for (Node Child : Each.children())
        Pending.push_back(Child);
    }
  }
  return false;
}

} // namespace dlpack_tidy::python
