//===--- Precompiled.h - the headers every Clang-facing file pays for -----===//
#ifndef DLPACK_TIDY_COMPAT_PRECOMPILED_H
#define DLPACK_TIDY_COMPAT_PRECOMPILED_H

#include "clang-tidy/ClangTidy.h"
#include "clang-tidy/ClangTidyCheck.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Analysis/CFG.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#endif // DLPACK_TIDY_COMPAT_PRECOMPILED_H
