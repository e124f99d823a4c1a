//===--- CallMeaning.h - what a call does, known by its name only ---------===//
//
// Most helpers' bodies are in another file. Their names say enough: `memcpy`
// reads on the host, `cudaMemcpy` does not, `check_contiguous(t)` tests, and
// `fail("...")` does not come back.
//
//===----------------------------------------------------------------------===//
#ifndef DLPACK_TIDY_MODEL_CALLMEANING_H
#define DLPACK_TIDY_MODEL_CALLMEANING_H

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace dlpack_tidy::model {

/// Names that a user adds to what is known here, without qualifiers.
struct KnownFunctions {
  /// Functions that test a tensor they are given and refuse bad ones.
  std::vector<std::string> Guards;
  /// Functions that read an address they are given on the host.
  std::vector<std::string> HostReads;

  friend bool operator<(const KnownFunctions &L, const KnownFunctions &R) {
    return std::tie(L.Guards, L.HostReads) < std::tie(R.Guards, R.HostReads);
  }
};

/// The unqualified name of what \p Call runs: function, method, the class of a
/// constructor. Empty for calls through pointers and for operators.
llvm::StringRef calledName(const clang::Expr *Call);

/// What happens to the memory at an address that is passed.
struct MemoryAccess {
  bool Reads = false;  ///< by the host
  bool Writes = false; ///< by the host
  bool Block = false;  ///< many elements, taken as contiguous
  /// The callee deals with the address by the rules of the device it is on.
  bool OnDevice = false;
};
MemoryAccess accessOf(const clang::Expr *Call, unsigned Argument,
                      const KnownFunctions &Extra);

/// What a function that is given a whole tensor tests.
enum class GuardScope { None, Strides, Device, Dtype, Everything };
GuardScope guardScope(llvm::StringRef Name, const KnownFunctions &Extra);

/// `need(ok, "why")`: comes back only where its first argument is true.
bool needsFirstArgument(llvm::StringRef Name);
/// `throw_if(bad, "why")`: comes back only where it is false.
bool refusesFirstArgument(llvm::StringRef Name);
/// `fail("why")`: does not come back.
bool neverReturns(llvm::StringRef Name);
/// `Logger(Level::Fatal)`: the end of the message ends the program, or throws,
/// by the level it was given.
bool isFatalMessage(const clang::CXXBindTemporaryExpr *Message);
/// `cudaDeviceSynchronize()`.
bool synchronises(llvm::StringRef Name);
/// `numel(t)`: the number of elements of the tensor it is given.
bool countsElements(llvm::StringRef Name);
/// Gives memory back: `free`, `cudaFree`.
bool frees(llvm::StringRef Name);
/// Prints or formats its arguments and tests nothing.
bool onlyFormats(llvm::StringRef Name);

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_CALLMEANING_H
