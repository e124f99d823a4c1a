//===--- Callables.h - functions and closures among arguments -------------===//
#ifndef DLPACK_TIDY_FLOW_CALLABLES_H
#define DLPACK_TIDY_FLOW_CALLABLES_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace dlpack_tidy::flow {

/// The function or the lambda's operator() that an argument names, also through
/// a variable or a `std::function` made of it; null for everything else.
const clang::FunctionDecl *callableIn(const clang::Expr *Argument);

/// Visits \p Callable, or its instances where it is a template.
void forEachInstance(const clang::FunctionDecl *Callable,
                     llvm::function_ref<void(const clang::FunctionDecl *)>);

bool isLambdaType(clang::QualType Type);

/// Numbers and enumerators, also by reference.
bool isNumberType(clang::QualType Type);

/// The name an algorithm or an operator is known by; empty for conversions.
std::string plainName(const clang::FunctionDecl *Function);

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_CALLABLES_H
