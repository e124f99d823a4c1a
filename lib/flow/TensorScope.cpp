//===--- TensorScope.cpp - which functions deal with tensors, and who calls
//-===//

#include "flow/TensorScope.h"

using namespace clang;

namespace dlpack_tidy::flow {

bool cannotMentionTensors(ASTContext &Context) {
  return Context.Idents.find("byte_offset") == Context.Idents.end();
}

TensorScope::TensorScope(const model::Producers &Made) : Made(Made) {
  llvm::DenseSet<const FunctionDecl *> Concerned;
  for (const FunctionDecl *Each : Made.concerned())
    Concerned.insert(Each);
  for (const FunctionDecl *Each : Made.callersOf(Concerned))
    Touching.insert(Each->getCanonicalDecl());
  for (const FunctionDecl *Each : Made.deleterFunctions())
    Releasing.insert(Each->getCanonicalDecl());
  for (const model::CapsuleDestructor &Each : Made.destructors())
    if (Each.Function)
      Releasing.insert(Each.Function->getCanonicalDecl());
}

} // namespace dlpack_tidy::flow
