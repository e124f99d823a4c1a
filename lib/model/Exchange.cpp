//===--- Exchange.cpp - what a Python-level call does with an array -------===//

#include "model/Exchange.h"

#include "rules/Consumers.h"
#include "rules/HostCalls.h"

#include <algorithm>

namespace dlpack_tidy::model {
PyRef arrayOfCapsule(const Exchange &What) {
  PyRef Capsule = What.Subject;
  if (!Capsule || Capsule->Kind != PyKind::Call || !Capsule->Base)
    return nullptr;
  if (!Capsule->Elements.empty())
    return Capsule->Elements.front();
  return Capsule->Base->isAttribute("__dlpack__") ? Capsule->Base->Base
                                                  : nullptr;
}

PyRef arrayArgument(PyRef Call) {
  if (!Call->Elements.empty())
    return Call->Elements.front();
  for (const char *Name : {"x", "ext_tensor", "external_array", "dlpack", "obj",
                           "data", "object", "a"})
    if (PyRef Given = Call->keyword(Name))
      return Given;
  return nullptr;
}

namespace {

bool startsWith(const std::string &Text, std::string_view Prefix) {
  return std::string_view(Text).substr(0, Prefix.size()) == Prefix;
}

/// The name of the function that \p Call calls: its last attribute.
std::string_view calledName(PyRef Call) {
  PyRef Function = valueOf(Call->Base);
  if (!Function)
    return {};
  if (Function->Kind == PyKind::Attribute)
    return Function->Text;
  return {};
}

Exchange exchange(ExchangeRole Role, PyRef Call, PyRef Subject,
                  std::string Consumer = {}) {
  Exchange Made;
  Made.Role = Role;
  Made.Call = Call;
  Made.Subject = Subject;
  Made.Consumer = std::move(Consumer);
  return Made;
}

Exchange exportOf(PyRef Call, PyRef Subject) {
  Exchange Made = exchange(ExchangeRole::Export, Call, Subject);
  Made.Stream = Call->keyword("stream");
  Made.MaxVersion = Call->keyword("max_version");
  Made.DlDevice = Call->keyword("dl_device");
  Made.Copy = Call->keyword("copy");
  if (!Made.Stream && !Call->Elements.empty()) {
    Made.Stream = Call->Elements.front();
    Made.PositionalStream = true;
  }
  return Made;
}

/// A capsule in the hands of a consumer: the export was somebody else's call.
bool isCapsule(PyRef Argument) {
  PyRef Value = valueOf(Argument);
  if (!Value)
    return false;
  if (Argument->Origin == ObjectOrigin::Capsule ||
      Value->Origin == ObjectOrigin::Capsule)
    return true;
  if (Value->Kind == PyKind::Choice)
    return std::any_of(Value->Elements.begin(), Value->Elements.end(),
                       isCapsule);
  if (Value->Kind != PyKind::Call)
    return false;
  std::string_view Name = calledName(Value);
  return Name == "__dlpack__" || Name == "to_dlpack" || Name == "toDlpack";
}

Exchange handOver(PyRef Call, PyRef Argument, std::string Consumer) {
  Exchange Made = exchange(isCapsule(Argument) ? ExchangeRole::CapsuleHandOver
                                               : ExchangeRole::HandOver,
                           Call, Argument, std::move(Consumer));
  Made.Copy = Call->keyword("copy");
  return Made;
}

} // namespace

std::optional<Exchange> classify(PyRef Call) {
  if (!Call || Call->Kind != PyKind::Call)
    return std::nullopt;
  PyRef Function = valueOf(Call->Base);
  if (!Function)
    return std::nullopt;

  std::string Dotted = dottedName(Function);
  std::string_view Name = calledName(Call);
  if (Name == "__dlpack_device__")
    return exchange(ExchangeRole::DeviceQuery, Call, Function->Base);
  if (Name == "__dlpack__") {
    // `aa.__dlpack__(**kwargs)` inside a wrapper passes on its caller's
    // request.
    if (Call->OpenArguments && Call->Elements.empty() && Call->Keywords.empty())
      return std::nullopt;
    return exportOf(Call, Function->Base);
  }

  PyRef Argument = arrayArgument(Call);
  if (Name == "tolist" && Dotted.empty())
    return exchange(ExchangeRole::HostCopy, Call, Function->Base);
  if (!Argument)
    return std::nullopt;
  if (Name == "from_dlpack" || Name == "fromDlpack" || Name == "_from_dlpack")
    return handOver(Call, Argument,
                    Dotted.empty() ? std::string(Name) : Dotted);
  if (Name == "to_dlpack" || Name == "toDlpack")
    return exchange(ExchangeRole::LegacyExport, Call, Argument, Dotted);
  if (Dotted == "jax.device_put")
    return exchange(ExchangeRole::DevicePut, Call, Argument, Dotted);
  if (const rules::HostCall *Host = rules::hostCall(Dotted))
    if (Host->EndsOnHost)
      return exchange(ExchangeRole::HostCopy, Call, Argument, Dotted);
  if (const rules::Consumer *Known = rules::consumer(Dotted))
    if (Known->TakesAnything && Known->AsksDevice)
      return exchange(ExchangeRole::ImplicitHandOver, Call, Argument, Dotted);
  return std::nullopt;
}

PyRef arrayOfDevice(PyRef Device) {
  Device = valueOf(Device);
  if (!Device)
    return nullptr;
  switch (Device->Kind) {
  case PyKind::Item:
    return arrayOfDevice(Device->Base);
  case PyKind::Attribute:
    return Device->Text == "device" ? Device->Base : nullptr;
  case PyKind::Call: {
    PyRef Function = valueOf(Device->Base);
    if (!Function)
      return nullptr;
    if (Function->Kind == PyKind::Attribute &&
        (Function->Text == "devices" || Function->Text == "device")) {
      // jax.devices() are the process's, not one array's.
      PyRef Owner = valueOf(Function->Base);
      return Owner && Owner->Kind == PyKind::Module ? nullptr : Function->Base;
    }
    if (Function->Kind == PyKind::Attribute &&
        (Function->Text == "pop" || Function->Text == "__iter__" ||
         Function->Text == "__next__"))
      return arrayOfDevice(Function->Base);
    // next(…), iter(…), list(…), sorted(…): the builtins in between.
    return Device->Elements.empty() ? nullptr
                                    : arrayOfDevice(Device->Elements.front());
  }
  default:
    return nullptr;
  }
}

namespace {

PyRef deviceQuerySubject(PyRef Value) {
  Value = valueOf(Value);
  if (!Value || Value->Kind != PyKind::Call)
    return nullptr;
  PyRef Function = valueOf(Value->Base);
  return Function && Function->isAttribute("__dlpack_device__") ? Function->Base
                                                                : nullptr;
}

/// `str(v)`, `int(v)`, `v.lower()`: still the answer to the same question.
PyRef insideConversion(PyRef Call) {
  PyRef Function = valueOf(Call->Base);
  if (!Function)
    return nullptr;
  if (Function->Kind == PyKind::Attribute &&
      (Function->Text == "lower" || Function->Text == "upper" ||
       Function->Text == "strip" || Function->Text == "casefold"))
    return Function->Base;
  if (Function->Kind == PyKind::Variable && Call->Elements.size() == 1 &&
      (Function->Text == "str" || Function->Text == "int" ||
       Function->Text == "bool"))
    return Call->Elements.front();
  return nullptr;
}

} // namespace

std::optional<Query> query(PyRef Value) {
  Value = valueOf(Value);
  if (!Value)
    return std::nullopt;
  if (PyRef Subject = deviceQuerySubject(Value))
    return Query{Question::Devices, Subject};
  if (Value->Kind == PyKind::Item && !Value->Elements.empty()) {
    PyRef Subject = deviceQuerySubject(Value->Base);
    PyRef Index = valueOf(Value->Elements.front());
    if (Subject && Index && Index->Kind == PyKind::Integer)
      return Query{Index->Number == 0 ? Question::DeviceType
                                      : Question::DeviceId,
                   Subject};
    return std::nullopt;
  }
  if (Value->Kind == PyKind::Attribute) {
    if (Value->Text == "platform")
      if (PyRef Array = arrayOfDevice(Value->Base))
        return Query{Question::Platform, Array};
    if (Value->Text == "memory_kind") {
      PyRef Sharding = valueOf(Value->Base);
      if (Sharding && Sharding->isAttribute("sharding"))
        return Query{Question::MemoryKind, Sharding->Base};
      if (PyRef Array = arrayOfDevice(Value->Base))
        return Query{Question::MemoryKind, Array};
    }
    return std::nullopt;
  }
  if (Value->Kind == PyKind::Call) {
    PyRef Function = valueOf(Value->Base);
    if (Function && Function->isAttribute("platform") &&
        Value->Elements.empty())
      return Query{Question::Platform, Function->Base};
    if (PyRef Inside = insideConversion(Value))
      return query(Inside);
  }
  return std::nullopt;
}

ObjectOrigin originOf(PyRef Value) {
  if (!Value)
    return ObjectOrigin::Unknown;
  if (Value->Origin != ObjectOrigin::Unknown)
    return Value->Origin;
  Value = valueOf(Value);
  if (!Value)
    return ObjectOrigin::Unknown;
  if (Value->Origin != ObjectOrigin::Unknown)
    return Value->Origin;
  switch (Value->Kind) {
  case PyKind::String:
  case PyKind::Integer:
  case PyKind::Boolean:
  case PyKind::None:
  case PyKind::Tuple:
    return ObjectOrigin::HostArray;
  case PyKind::Choice: {
    ObjectOrigin Common = ObjectOrigin::Unknown;
    for (PyRef Each : Value->Elements) {
      ObjectOrigin Origin = originOf(Each);
      if (Each != Value->Elements.front() && Origin != Common)
        return ObjectOrigin::Unknown;
      Common = Origin;
    }
    return Common;
  }
  case PyKind::Call:
    break;
  default:
    return ObjectOrigin::Unknown;
  }

  if (isCapsule(Value))
    return ObjectOrigin::Capsule;
  std::string Dotted = dottedName(Value->Base);
  const rules::HostCall *Host = rules::hostCall(Dotted);
  if (Host && Host->EndsOnHost)
    return ObjectOrigin::HostArray;
  if (startsWith(Dotted, "jax.device_get") || startsWith(Dotted, "numpy."))
    return ObjectOrigin::HostArray;
  if (startsWith(Dotted, "jax.numpy.") || startsWith(Dotted, "jax.random.") ||
      startsWith(Dotted, "jax.lax.") || startsWith(Dotted, "jax.nn.") ||
      Dotted == "jax.device_put" || Dotted == "jax.dlpack.from_dlpack")
    return ObjectOrigin::Jax;
  for (const char *Module :
       {"torch.", "cupy.", "tensorflow.", "mlx.", "paddle.", "tvm_ffi.", "tvm.",
        "warp.", "cudf.", "dpctl.", "dpnp.", "mxnet.", "numba.", "oneflow.",
        "pyarrow.", "pycuda.", "taichi.", "tinygrad."})
    if (startsWith(Dotted, Module))
      return ObjectOrigin::Foreign;

  // `x.copy()`, `x.reshape(3)`, `x.detach()`: still an array of its library.
  PyRef Function = valueOf(Value->Base);
  if (Function && Function->Kind == PyKind::Attribute &&
      Function->Text != "__dlpack_device__" && dottedName(Function).empty()) {
    // Methods that a jax.Array does not have.
    for (const char *Method :
         {"contiguous", "cpu", "cuda", "detach", "pin_memory"})
      if (Function->Text == Method)
        return ObjectOrigin::Foreign;
    if (Function->Text == "tolist" || Function->Text == "item" ||
        Function->Text == "numpy" || Function->Text == "__array__")
      return ObjectOrigin::HostArray;
    ObjectOrigin Base = originOf(Function->Base);
    return Base == ObjectOrigin::Capsule ? ObjectOrigin::Unknown : Base;
  }
  return ObjectOrigin::Unknown;
}

} // namespace dlpack_tidy::model
