//===--- Callable.h - the function behind an expression -------------------===//
#ifndef DLPACK_TIDY_MODEL_CALLABLE_H
#define DLPACK_TIDY_MODEL_CALLABLE_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

namespace dlpack_tidy::model {

/// The function that \p Value stands for: `f`, `&f`, `&Class::f`, a lambda, one
/// of these in a cast, in `std::function` or in a variable that is initialised
/// with it and never set again. The definition where the translation unit has
/// one, else the declaration. Null where it is not known, also for NULL.
const clang::FunctionDecl *functionOf(const clang::Expr *Value);

/// True for a function that does nothing: no body statement has an effect.
bool hasEmptyBody(const clang::FunctionDecl *Function);

/// The variable that \p Value names, whatever implicit casts stand around it;
/// null for anything else, and for null.
const clang::VarDecl *variableIn(const clang::Expr *Value);

/// The name of a plain function or method, empty for operators and the like.
llvm::StringRef plainName(const clang::NamedDecl *Declared);

bool isOneOf(llvm::StringRef Name,
             std::initializer_list<llvm::StringRef> Names);

/// True where \p Callee can set what it is given as its argument number
/// \p Index: a reference that is not const. That leaves out what takes its
/// argument as it comes (`emplace_back(T &&...)`), and those of the standard
/// library that only hand it on (std::get, std::as_const).
bool writesThrough(const clang::FunctionDecl *Callee, unsigned Index);

/// \p Value with nothing around it that only passes it on: parentheses, casts
/// of any kind, temporaries, copies.
const clang::Expr *stripped(const clang::Expr *Value);

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_CALLABLE_H
