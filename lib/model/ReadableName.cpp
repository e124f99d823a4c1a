//===--- ReadableName.cpp - what a function is called in reports ----------===//

#include "model/ReadableName.h"

#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace dlpack_tidy::model {

std::string readableName(const FunctionDecl *Function) {
  while (const auto *Method = dyn_cast<CXXMethodDecl>(Function)) {
    const CXXRecordDecl *Class = Method->getParent();
    if (!Class->isLambda())
      break;
    const DeclContext *Around = Class->getParent();
    while (Around && !isa<FunctionDecl>(Around))
      Around = Around->getParent();
    if (!Around)
      return "lambda";
    Function = cast<FunctionDecl>(Around);
  }
  return Function->getQualifiedNameAsString();
}

} // namespace dlpack_tidy::model
