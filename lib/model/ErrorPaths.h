//===--- ErrorPaths.h - which errors a piece of handling code takes -------===//
#ifndef DLPACK_TIDY_MODEL_ERRORPATHS_H
#define DLPACK_TIDY_MODEL_ERRORPATHS_H

#include "rules/PyExceptions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ParentMap.h"
#include "clang/AST/Stmt.h"

#include <utility>

namespace dlpack_tidy::model {

/// Follows the classes of errors through handling code: tests of the class
/// (`e.matches(PyExc_BufferError)`, `PyErr_ExceptionMatches`), rethrows,
/// returns, PyErr_Clear.
class ErrorPaths {
public:
  /// A C++ handler takes an error by ending in any way but a rethrow; the NULL
  /// branch of a C API call by clearing it.
  enum class Code { CatchClause, NullBranch };

  /// \p Parents: of the function around, to follow `goto`; may be null.
  ErrorPaths(Code Kind, const clang::ParentMap *Parents)
      : Kind(Kind), Parents(Parents) {}

  /// Where \p Test is about the error's class: those for which it is true, and
  /// those for which it is false. Any other test can go both ways.
  std::pair<rules::ExceptionSet, rules::ExceptionSet>
  split(const clang::Expr *Test, rules::ExceptionSet Arriving,
        unsigned Depth = 0);

  /// Runs \p Body with the errors that arrive at it; returns those that are
  /// still on their way when it ends.
  rules::ExceptionSet walk(const clang::Stmt *Body,
                           rules::ExceptionSet Arriving);

  /// The broadest classes that are taken whole: what the code receives.
  rules::ExceptionSet taken() const;
  void take(rules::ExceptionSet Errors) { Taken = Taken | Errors; }

  /// The calls that ask for the error's class.
  llvm::ArrayRef<const clang::CallExpr *> classTests() const { return Tests; }

private:
  rules::ExceptionSet walkCall(const clang::CallExpr *Call,
                               rules::ExceptionSet Arriving);
  rules::ExceptionSet walkGoto(const clang::GotoStmt *Goto,
                               rules::ExceptionSet Arriving);

  Code Kind;
  const clang::ParentMap *Parents;
  rules::ExceptionSet Taken;
  llvm::SmallVector<const clang::CallExpr *, 2> Tests;
  unsigned Jumps = 0;
};

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_ERRORPATHS_H
