//===--- CallMeaning.cpp - what a call does, known by its name only -------===//

#include "model/CallMeaning.h"

#include "model/Callable.h"
#include "model/TypeLabels.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace dlpack_tidy::model {
namespace {

constexpr unsigned EveryArgument = ~0u;

struct HostFunction {
  const char *Name;
  unsigned Written; ///< the argument that is written; ~0u for none
  unsigned FirstRead, LastRead;
};

// Arguments are counted from 0; of iterator pairs both are read.
constexpr HostFunction HostFunctions[] = {
    {"memcpy", 0, 1, 1},
    {"__builtin_memcpy", 0, 1, 1},
    {"memmove", 0, 1, 1},
    {"__builtin_memmove", 0, 1, 1},
    {"memcpy_s", 0, 2, 2},
    {"memset", 0, EveryArgument, 0},
    {"__builtin_memset", 0, EveryArgument, 0},
    {"memcmp", EveryArgument, 0, 1},
    {"__builtin_memcmp", EveryArgument, 0, 1},
    {"bcopy", 1, 0, 0},
    {"strlen", EveryArgument, 0, 0},
    {"fwrite", EveryArgument, 0, 0},
    {"fread", 0, EveryArgument, 0},
    {"write", EveryArgument, 0, 1},
    {"copy", 2, 0, 1},
    {"copy_n", 2, 0, 0},
    {"move_backward", 2, 0, 1},
    {"copy_backward", 2, 0, 1},
    {"transform", 2, 0, 1},
    {"uninitialized_copy", 2, 0, 1},
    {"accumulate", EveryArgument, 0, 1},
    {"reduce", EveryArgument, 0, 1},
    {"inner_product", EveryArgument, 0, 2},
    {"for_each", EveryArgument, 0, 1},
    {"equal", EveryArgument, 0, 2},
    {"max_element", EveryArgument, 0, 1},
    {"min_element", EveryArgument, 0, 1},
    {"all_of", EveryArgument, 0, 1},
    {"any_of", EveryArgument, 0, 1},
    {"count", EveryArgument, 0, 1},
    {"find", EveryArgument, 0, 1},
    {"sort", 0, 0, 1},
    {"fill", 0, EveryArgument, 0},
    {"fill_n", 0, EveryArgument, 0},
    {"iota", 0, EveryArgument, 0},
    {"PyBytes_FromStringAndSize", EveryArgument, 0, 0},
};

bool startsWithAny(StringRef Name, llvm::ArrayRef<StringRef> Prefixes) {
  return llvm::any_of(Prefixes,
                      [&](StringRef Each) { return Name.starts_with(Each); });
}

bool containsAny(StringRef Name, llvm::ArrayRef<StringRef> Parts) {
  return llvm::any_of(
      Parts, [&](StringRef Each) { return Name.contains_insensitive(Each); });
}

bool isDeviceFunction(StringRef Name) {
  return startsWithAny(Name, {"cuda", "hip", "nccl", "cublas", "cudnn",
                              "thrust", "sycl", "clEnqueue"}) ||
         (Name.size() > 2 && Name.starts_with("cu") && Name[2] >= 'A' &&
          Name[2] <= 'Z');
}

/// Containers that copy a range: `std::vector<T>(p, p + n)`.
bool copiesRange(const CXXConstructExpr *Construct) {
  const CXXRecordDecl *Class = Construct->getConstructor()->getParent();
  if (!Class->getDeclName().isIdentifier() || !Class->isInStdNamespace() ||
      Construct->getNumArgs() < 2)
    return false;
  return isOneOf(Class->getName(), {"vector", "basic_string", "deque", "list",
                                    "set", "valarray"});
}

bool isIn(llvm::ArrayRef<std::string> Names, StringRef Name) {
  return llvm::any_of(Names,
                      [&](const std::string &Each) { return Name == Each; });
}

} // namespace

StringRef calledName(const Expr *Call) {
  const NamedDecl *Callee = nullptr;
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Call))
    Callee = Construct->getConstructor()->getParent();
  else if (const auto *Plain = dyn_cast<CallExpr>(Call))
    Callee = Plain->getDirectCallee();
  return Callee && Callee->getDeclName().isIdentifier() ? Callee->getName()
                                                        : StringRef();
}

MemoryAccess accessOf(const Expr *Call, unsigned Argument,
                      const KnownFunctions &Extra) {
  MemoryAccess Access;
  StringRef Name = calledName(Call);
  if (isIn(Extra.HostReads, Name)) {
    Access.Reads = Access.Block = true;
    return Access;
  }
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Call)) {
    Access.Reads = Access.Block = Argument < 2 && copiesRange(Construct);
    return Access;
  }
  if (isa<CUDAKernelCallExpr>(Call) || isDeviceFunction(Name)) {
    Access.OnDevice = true;
    return Access;
  }
  for (const HostFunction &Each : HostFunctions)
    if (Name == Each.Name) {
      // `write(fd, p, n)` has a method of the same name with the address first.
      Access.Writes = Each.Written == Argument;
      Access.Reads = Argument >= Each.FirstRead && Argument <= Each.LastRead;
      Access.Block = Access.Reads || Access.Writes;
    }
  return Access;
}

GuardScope guardScope(StringRef Name, const KnownFunctions &Extra) {
  if (isIn(Extra.Guards, Name))
    return GuardScope::Everything;
  if (containsAny(Name, {"contig", "compact", "packed", "dense", "strid",
                         "layout", "c_order", "row_major"}))
    return GuardScope::Strides;
  if (containsAny(Name, {"check", "valid", "verif", "expect", "require",
                         "assert", "ensure", "enforce", "compatible",
                         "supported", "guard", "inspect"})) {
    if (containsAny(Name, {"device", "cuda", "gpu", "cpu", "host"}))
      return GuardScope::Device;
    if (containsAny(Name, {"dtype", "data_type", "datatype"}))
      return GuardScope::Dtype;
    return GuardScope::Everything;
  }
  if (containsAny(Name, {"is_cpu", "iscpu", "is_host", "ishost", "on_host",
                         "is_cuda", "iscuda", "accessible", "is_gpu"}))
    return GuardScope::Device;
  return GuardScope::None;
}

bool needsFirstArgument(StringRef Name) {
  return isOneOf(Name.lower(),
                 {"need", "needs", "require", "requires", "ensure", "expect",
                  "check", "verify", "enforce", "assert_that", "check_arg",
                  "throw_unless", "throw_if_not", "fail_unless", "raise_unless",
                  "assert_true"});
}

bool refusesFirstArgument(StringRef Name) {
  return isOneOf(Name.lower(),
                 {"throw_if", "throwif", "fail_if", "failif", "raise_if",
                  "raiseif", "refuse_if", "reject_if", "error_if", "abort_if"});
}

bool neverReturns(StringRef Name) {
  std::string Lower = Name.lower();
  if (refusesFirstArgument(Name) || needsFirstArgument(Name))
    return false;
  return startsWithAny(Lower,
                       {"throw_", "throwerror", "raise_", "panic", "logerror",
                        "logfatal", "fatal", "unreachable"}) ||
         isOneOf(Lower, {"fail", "die", "abort", "raise", "throw_error"});
}

bool isFatalMessage(const CXXBindTemporaryExpr *Message) {
  const auto *Made =
      Message ? dyn_cast<CXXConstructExpr>(Message->getSubExpr()) : nullptr;
  return Made && llvm::any_of(Made->arguments(), [](const Expr *Each) {
           return StringRef(constantName(Each)).contains_insensitive("fatal");
         });
}

bool synchronises(StringRef Name) {
  return Name.contains_insensitive("synchronize") ||
         Name.contains_insensitive("synchronise") || Name == "cuEventQuery";
}

bool countsElements(StringRef Name) {
  return containsAny(Name, {"size", "count", "numel", "element", "prod",
                            "length", "volume", "total", "nbytes"});
}

bool frees(StringRef Name) {
  return containsAny(Name, {"free", "dealloc", "release", "destroy", "unmap"});
}

bool onlyFormats(StringRef Name) {
  return isOneOf(Name, {"to_string", "format", "append", "str", "printf",
                        "fprintf", "snprintf", "sprintf", "PyErr_Format",
                        "basic_string", "StrFormat", "StrCat", "Substitute"}) ||
         containsAny(Name, {"print", "log", "format", "message"});
}

} // namespace dlpack_tidy::model
