//===--- Definitions.h - what the variables of a function are set to ------===//
#ifndef DLPACK_TIDY_MODEL_DEFINITIONS_H
#define DLPACK_TIDY_MODEL_DEFINITIONS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace dlpack_tidy::model {

/// Every way a local variable gets a value.
struct VariableDefinitions {
  /// The initialiser and the right-hand sides of assignments, in source order.
  llvm::SmallVector<const clang::Expr *, 2> Values;
  /// `PyArg_ParseTuple(t, "ii", &type, &id)`: calls that are given its address.
  llvm::SmallVector<const clang::CallExpr *, 1> OutputOf;
  /// What `v *= n` and its like change the variable by.
  llvm::SmallVector<const clang::Expr *, 1> Updates;
  /// Calls that are given it as a reference they can write through.
  llvm::SmallVector<const clang::CallExpr *, 1> ReferenceTo;
  /// `std::tie(a, b) = value`: the value, and which item of it this is.
  const clang::Expr *TiedTo = nullptr;
  unsigned TiedItem = 0;
  /// `v += 1`, `++v`, a non-const reference: a value nobody wrote down.
  bool OtherwiseChanged = false;

  /// The one expression the variable always holds, or null.
  const clang::Expr *single() const {
    return Values.size() == 1 && OutputOf.empty() && !OtherwiseChanged
               ? Values.front()
               : nullptr;
  }
};

/// The definitions of all variables that a function body declares or sets.
class Definitions {
public:
  explicit Definitions(const clang::Stmt *Body);

  const VariableDefinitions &of(const clang::VarDecl *Variable) const;
  /// True where the body assigns to \p Variable after its declaration.
  bool isReassigned(const clang::VarDecl *Variable) const;
  /// The same, or where the body hands it to somebody who may.
  bool isSetAnew(const clang::VarDecl *Variable) const {
    return isReassigned(Variable) || !of(Variable).ReferenceTo.empty() ||
           !of(Variable).OutputOf.empty();
  }
  /// What the range-based loop runs over that declares \p Variable, or uses it
  /// as its iterator; or null.
  const clang::Expr *rangeOf(const clang::VarDecl *Variable) const {
    return Ranges.lookup(Variable);
  }

  /// The loop variable that \p Iterator of a range-based loop is read into.
  const clang::VarDecl *elementOf(const clang::VarDecl *Iterator) const {
    return Elements.lookup(Iterator);
  }

private:
  llvm::DenseMap<const clang::VarDecl *, VariableDefinitions> Known;
  llvm::DenseMap<const clang::VarDecl *, const clang::Expr *> Ranges;
  llvm::DenseMap<const clang::VarDecl *, const clang::VarDecl *> Elements;
};

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_DEFINITIONS_H
