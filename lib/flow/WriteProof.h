//===--- WriteProof.h - is an array parameter only read? ------------------===//
#ifndef DLPACK_TIDY_FLOW_WRITEPROOF_H
#define DLPACK_TIDY_FLOW_WRITEPROOF_H

#include "flow/Reach.h"
#include "flow/WriteAccess.h"
#include "model/NdarrayInputs.h"

#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"

#include <memory>
#include <vector>

namespace dlpack_tidy::flow {

/// A place that spells a type through which the array's memory could be
/// written. Where the array becomes const it has to become const too.
struct WritableSpelling {
  enum class Kind {
    Variable, ///< a variable with a declaration of its own: `float *p`
    Cast,     ///< an explicit cast: `static_cast<float *>(...)`
    Fixed     ///< something an edit here cannot reach: a callee's parameter
  };
  Kind What;
  const clang::VarDecl *Variable = nullptr;
  const clang::Expr *At = nullptr;
};

/// What is known about one array that Python hands to a function.
struct ArrayUse {
  /// One of the two is set.
  const clang::ParmVarDecl *Parameter = nullptr;
  std::optional<model::ArraySource> Source;
  /// The function whose body was looked at.
  const clang::FunctionDecl *Where = nullptr;
  /// None: the function only reads the elements. Every other kind says what
  /// else may happen, and where.
  Effect Worst;
  std::vector<WritableSpelling> Spellings;
};

/// What a call of a function does to the memory its arguments lead to.
/// Node 2i is what argument i leads to directly, node 2i+1 what can be reached
/// from there; argument 0 is the object of a method.
struct CallSummary {
  std::vector<Effect> Effects;
  std::vector<Reach> Contents;
  Reach Returned;

  bool saysTheSame(const CallSummary &Other) const;
};

/// Decides by an escape analysis, insensitive to the order of statements,
/// whether functions write, keep, return or hand on the arrays they are given.
/// Calls of functions whose body is in the unit are looked through.
class WriteProof {
public:
  WriteProof(const model::NdarrayInputs &Inputs, clang::ASTContext &Context);
  ~WriteProof();

  std::vector<ArrayUse> prove(const model::NdarrayInputs::Root &Root);

private:
  friend class FunctionReach;
  /// Null where there is no body to look into.
  const CallSummary *summaryOf(const clang::FunctionDecl *Callee);
  CallSummary summarize(const clang::FunctionDecl *Definition);

  const model::NdarrayInputs &Inputs;
  clang::ASTContext &Context;
  WriteAccess Access;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<CallSummary>>
      Summaries;
  /// The functions being walked, and what is assumed of the innermost one
  /// where it calls itself.
  llvm::SmallVector<const clang::FunctionDecl *, 8> Walking;
  CallSummary Assumed;
  bool UsedAssumption = false;
  unsigned Steps = 0;
};

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_WRITEPROOF_H
