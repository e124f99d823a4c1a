//===--- DeviceLabelRules.h - labels that drop what is known --------------===//
#ifndef DLPACK_TIDY_CHECKS_DEVICELABELRULES_H
#define DLPACK_TIDY_CHECKS_DEVICELABELRULES_H

#include "fixes/Finding.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <vector>

namespace dlpack_tidy::checks {

/// Device labels in \p Function that ignore a memory kind or a device number
/// which the function could have asked for.
std::vector<fixes::Finding>
judgeDeviceLabels(const clang::FunctionDecl *Function,
                  clang::ASTContext &Context);

} // namespace dlpack_tidy::checks

#endif // DLPACK_TIDY_CHECKS_DEVICELABELRULES_H
