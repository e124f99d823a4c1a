//===--- GlobalStores.h - what global Python objects are set to -----------===//
#ifndef DLPACK_TIDY_MODEL_GLOBALSTORES_H
#define DLPACK_TIDY_MODEL_GLOBALSTORES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"

namespace dlpack_tidy::model {

/// Names are interned once and kept: `static PyObject *s_name;` is set in the
/// module's initialisation, `static PyObject *name = NULL;` where it is first
/// used.
class GlobalStores {
public:
  explicit GlobalStores(clang::ASTContext &Context) : Context(Context) {}

  /// The one expression that a global or static local Python object is set to,
  /// in whichever function; null where it is none or one of several. The unit
  /// is read when this is first asked.
  const clang::Expr *valueOf(const clang::VarDecl *Variable);

private:
  void readUnit();

  clang::ASTContext &Context;
  bool IsRead = false;
  /// Null where two stores differ.
  llvm::DenseMap<const clang::VarDecl *, const clang::Expr *> Stores;
};

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_GLOBALSTORES_H
