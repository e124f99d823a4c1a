//===--- CallFrame.h - a function in the context it was called in ---------===//
#ifndef DLPACK_TIDY_MODEL_CALLFRAME_H
#define DLPACK_TIDY_MODEL_CALLFRAME_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"

namespace dlpack_tidy::model {

/// One function on the chain of calls that is being looked at. A parameter of
/// the callee stands for what its caller passed, so a fact a helper learns
/// about its parameter is a fact about the caller's array.
struct CallFrame {
  const clang::FunctionDecl *Function = nullptr;
  const CallFrame *Caller = nullptr; ///< null for the function looked at
  const clang::Expr *CallSite = nullptr;
  /// What a method was called for, to be read in the caller's frame.
  const clang::Expr *Object = nullptr;
  unsigned Depth = 0;

  struct Argument {
    const clang::Expr *Value = nullptr; ///< to be read in the caller's frame
  };
  llvm::DenseMap<const clang::VarDecl *, Argument> Arguments;

  /// What the caller passed for \p Parameter, or null.
  const clang::Expr *argument(const clang::VarDecl *Parameter) const {
    return Arguments.lookup(Parameter).Value;
  }
  /// True where \p Candidate is already on the chain: recursion.
  bool isRunning(const clang::FunctionDecl *Candidate) const {
    for (const CallFrame *Each = this; Each; Each = Each->Caller)
      if (Each->Function->getCanonicalDecl() == Candidate->getCanonicalDecl())
        return true;
    return false;
  }
};

/// Something of dlpack_guard's headers, as a file that includes them sees it:
/// known by what it promises, and not the author's to mend.
bool isOfGuardLibrary(const clang::Decl *Declared);

/// The function that \p Call runs, where its body is in this translation unit:
/// functions, methods that are not overridden, constructors, local lambdas.
/// Bodies in system headers do not count.
const clang::FunctionDecl *calleeWithBody(const clang::Expr *Call);

/// The frame of \p Callee as \p Call enters it from \p Caller.
CallFrame frameOfCall(const clang::Expr *Call,
                      const clang::FunctionDecl *Callee,
                      const CallFrame &Caller);

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_CALLFRAME_H
