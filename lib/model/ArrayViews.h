//===--- ArrayViews.h - Python arrays made over C++ memory ----------------===//
#ifndef DLPACK_TIDY_MODEL_ARRAYVIEWS_H
#define DLPACK_TIDY_MODEL_ARRAYVIEWS_H

#include "model/LocalStorage.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ParentMap.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"

#include <vector>

namespace dlpack_tidy::model {

/// `nb::ndarray<…>(data, …)`, `py::array(dtype, shape, data, base)`.
struct ArrayView {
  const clang::Expr *At = nullptr;
  const clang::Expr *Data = nullptr;
  /// Who keeps the data alive; null where nobody is named.
  const clang::Expr *Owner = nullptr;
  bool IsNanobind = false;
  /// nanobind: no framework, tensorflow, memview, array_api: nothing that can
  /// copy the contents.
  bool CannotBeCopied = false;
  /// The array is what the function returns, as it is.
  bool IsReturned = false;
};

/// The arrays that \p Function makes over memory it names. A NumPy array of
/// pybind11 without a base copies its data and is none.
std::vector<ArrayView> arrayViews(const clang::FunctionDecl *Function,
                                  const clang::ParentMap &Parents);

/// The functions that a binding makes callable from Python and for which it
/// names no return value policy.
llvm::DenseSet<const clang::FunctionDecl *> functionsBoundWithoutPolicy(
    llvm::ArrayRef<const clang::FunctionDecl *> Functions);

/// A member that is left pointing to the shape or the strides of somebody
/// else's DLTensor, in a class that keeps the data alive.
struct BorrowedShape {
  const clang::Expr *Shape = nullptr; ///< `t.shape`
  const clang::FieldDecl *Member = nullptr;
  const clang::FieldDecl *Keeper = nullptr; ///< what keeps the data
};
std::vector<BorrowedShape> borrowedShapes(const clang::FunctionDecl *Function);

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_ARRAYVIEWS_H
