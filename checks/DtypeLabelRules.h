//===--- DtypeLabelRules.h - a DLDataType beside what it stands for -------===//
#ifndef DLPACK_TIDY_CHECKS_DTYPELABELRULES_H
#define DLPACK_TIDY_CHECKS_DTYPELABELRULES_H

#include "fixes/Finding.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <vector>

namespace dlpack_tidy::checks {

/// `case Dtype::i64: return {kDLInt, 32, 1};`: the name of the case, or the
/// type a template was made for, says another element type than the constants.
std::vector<fixes::Finding>
judgeDtypeLabels(const clang::FunctionDecl *Function,
                 clang::ASTContext &Context);

} // namespace dlpack_tidy::checks

#endif // DLPACK_TIDY_CHECKS_DTYPELABELRULES_H
