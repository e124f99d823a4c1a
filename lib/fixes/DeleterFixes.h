//===--- DeleterFixes.h - the lock and the interpreter in a deleter -------===//
#ifndef DLPACK_TIDY_FIXES_DELETERFIXES_H
#define DLPACK_TIDY_FIXES_DELETERFIXES_H

#include "fixes/Finding.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <optional>

namespace dlpack_tidy::fixes {

/// Puts `if (!Py_IsInitialized()) return;` at the head of \p Deleter, and with
/// \p TakeGil the lock behind it: as an object where the file uses a binding
/// library, else with PyGILState_Ensure and PyGILState_Release. Nothing where
/// the C form would miss a way out of the function.
std::optional<Fix> guardDeleter(const clang::FunctionDecl *Deleter,
                                bool TakeGil, clang::ASTContext &Context);

/// For a deleter that has asked already: takes the lock in front of \p At,
/// which begins a line of its body.
std::optional<Fix> lockBefore(clang::SourceLocation At,
                              const clang::FunctionDecl *Deleter,
                              clang::ASTContext &Context);

} // namespace dlpack_tidy::fixes

#endif // DLPACK_TIDY_FIXES_DELETERFIXES_H
