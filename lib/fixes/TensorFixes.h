//===--- TensorFixes.h - edits of code that reads DLPack structs ----------===//
#ifndef DLPACK_TIDY_FIXES_TENSORFIXES_H
#define DLPACK_TIDY_FIXES_TENSORFIXES_H

#include "fixes/Finding.h"
#include "flow/ShapeArithmetic.h"
#include "flow/TensorUse.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include <optional>

namespace dlpack_tidy::fixes {

/// `t.data` as `static_cast<char *>(t.data) + t.byte_offset`, with the cast
/// around it where there is one. Nothing where the address is not spelled as a
/// member access or its type would not fit.
std::optional<Fix> addByteOffset(const clang::Expr *Data,
                                 clang::ASTContext &Context);

/// `t.strides[0]` as `(t.strides ? t.strides[0] : t.shape[1])`, where the
/// number of dimensions and the index are known.
std::optional<Fix> compactStride(const flow::TensorUse &Use,
                                 clang::ASTContext &Context);

/// `m->deleter(m);` as `if (m->deleter) m->deleter(m);`, where it is a
/// statement of a block.
std::optional<Fix> testDeleter(const clang::Expr *Call,
                               clang::ASTContext &Context);

/// `rows * columns` as `static_cast<int64_t>(rows) * columns` where the result
/// is wanted in 64 bits, or the variable that is too narrow as int64_t.
std::optional<Fix> widen(const flow::NarrowedSize &Site,
                         clang::ASTContext &Context);

} // namespace dlpack_tidy::fixes

#endif // DLPACK_TIDY_FIXES_TENSORFIXES_H
