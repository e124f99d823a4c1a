//===--- AccessPath.h - one object, however the source gets to it ---------===//
#ifndef DLPACK_TIDY_FLOW_ACCESSPATH_H
#define DLPACK_TIDY_FLOW_ACCESSPATH_H

#include "flow/FunctionGraph.h"
#include "model/CallFrame.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallVector.h"

#include <string>

namespace dlpack_tidy::flow {

/// A variable (or `this`) and the fields that lead from it to an object.
/// `m->dl_tensor.shape`, `(*m).dl_tensor.shape`, `t.shape` after
/// `auto &t = m->dl_tensor`, and the same in a helper that was given `m` or
/// `&m->dl_tensor` are one path. A pointer and what it points to share a path:
/// assigning to the pointer ends what was known of both.
struct AccessPath {
  /// The VarDecl the path starts at; for `this` the class. Null: no such path.
  const clang::Decl *Root = nullptr;
  llvm::SmallVector<const clang::ValueDecl *, 3> Fields;

  explicit operator bool() const { return Root != nullptr; }
  const clang::VarDecl *variable() const {
    return llvm::dyn_cast_or_null<clang::VarDecl>(Root);
  }
  bool startsWith(const AccessPath &Prefix) const;
  AccessPath plus(const clang::ValueDecl *Field) const;
  /// Without the last field.
  AccessPath parent() const;
  const clang::ValueDecl *last() const {
    return Fields.empty() ? nullptr : Fields.back();
  }
  /// How it reads in a message: "m->dl_tensor" is "m.dl_tensor".
  std::string spelled() const;

  friend bool operator==(const AccessPath &L, const AccessPath &R) {
    return L.Root == R.Root && L.Fields == R.Fields;
  }
  friend bool operator<(const AccessPath &L, const AccessPath &R) {
    return L.Root != R.Root ? L.Root < R.Root : L.Fields < R.Fields;
  }
};

/// The path of \p Object as read in \p Frame. Casts, `&`, `*`, `std::move`,
/// `get()`, `->` of smart pointers and `ptr()` of Python handles do not make
/// another object. References, and pointers that are set once, stand for what
/// they were set to; parameters of a followed call for what was passed. Empty
/// for call results, literals and elements of arrays.
AccessPath pathOf(const clang::Expr *Object, const model::CallFrame &Frame,
                  GraphCache &Graphs);

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_ACCESSPATH_H
