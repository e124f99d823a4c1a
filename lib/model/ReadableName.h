//===--- ReadableName.h - what a function is called in reports ------------===//
#ifndef DLPACK_TIDY_MODEL_READABLENAME_H
#define DLPACK_TIDY_MODEL_READABLENAME_H

#include "clang/AST/Decl.h"

#include <string>

namespace dlpack_tidy::model {

/// The name a reader would look for: a lambda goes by the function around it.
std::string readableName(const clang::FunctionDecl *Function);

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_READABLENAME_H
