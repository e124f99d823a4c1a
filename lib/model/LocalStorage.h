//===--- LocalStorage.h - pointers into objects that are about to die -----===//
#ifndef DLPACK_TIDY_MODEL_LOCALSTORAGE_H
#define DLPACK_TIDY_MODEL_LOCALSTORAGE_H

#include "model/Definitions.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <string>

namespace dlpack_tidy::model {

/// The object that owns the memory a pointer points into, where that object
/// goes with its function, its block or its full expression.
struct LocalStorage {
  /// The variable; null for a temporary.
  const clang::VarDecl *Variable = nullptr;
  bool Temporary = false;
  explicit operator bool() const { return Variable || Temporary; }
  /// "the local 'shape'", "a temporary".
  std::string spelled() const;
};

/// Whether \p Pointer, evaluated in \p In, points into such an object:
/// `shape.data()`, `&n`, `array`, `make_shape().data()`. A variable that is
/// moved from or swapped in \p In may leave its memory to somebody else and
/// does not count. \p Locals may be null.
LocalStorage localStorage(const clang::Expr *Pointer,
                          const clang::FunctionDecl *In,
                          const Definitions *Locals);

/// The member of another object (`this`, or what a reference or pointer
/// parameter refers to) whose memory \p Pointer points into:
/// `values_.data()`, `t.buffer.get()`, `table_`. Null for anything else.
const clang::Expr *memberStorage(const clang::Expr *Pointer);

/// `const_cast<float *>(p)` of memory that is const for everybody: behind a
/// `const float *` that was stored or passed, a `shared_ptr<const T>`, a
/// `span<const T>`; not what merely a const method cannot change. Null else.
const clang::Expr *constMemory(const clang::Expr *Pointer);

/// Whether an object of \p Type could keep another alive: through a pointer, a
/// handle, a callback. Numbers and containers of numbers cannot.
bool canKeepAlive(clang::QualType Type, unsigned Depth = 0);

/// Containers that free their elements when they die: vector, array, string,
/// SmallVector, InlinedVector, unique_ptr<T[]> and what is called like them.
bool ownsElements(clang::QualType Type);

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_LOCALSTORAGE_H
