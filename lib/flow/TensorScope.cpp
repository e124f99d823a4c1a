//===--- TensorScope.cpp - which functions deal with tensors, and who calls
//-===//

#include "flow/TensorScope.h"

#include "model/Callable.h"
#include "model/PythonApi.h"

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
  for (const model::CapsuleSite &Site : Made.capsules())
    if (Site.Event.Action == model::CapsuleAction::TakePointer &&
        looksLikeDestructor(Site.In))
      Releasing.insert(Site.In->getCanonicalDecl());
}

/// `void f(PyObject *)` that nobody here calls: what takes pointers out of its
/// capsule is called by the capsule, whatever that is named and wherever the
/// address goes (tables, casts, another file).
bool TensorScope::looksLikeDestructor(const FunctionDecl *Function) const {
  if (Function->getNumParams() != 1 ||
      !Function->getReturnType()->isVoidType() ||
      !model::isPyObjectPointer(Function->getParamDecl(0)->getType()) ||
      Made.isCalledHere(Function))
    return false;
  std::string Name = model::plainName(Function).lower();
  for (StringRef Word :
       {"delete", "destr", "dtor", "free", "release", "dealloc", "clean"})
    if (StringRef(Name).contains(Word))
      return true;
  // Nobody outside can call it, nobody here does: its address is in a table.
  return !Function->isExternallyVisible() || Made.isAddressTaken(Function);
}

} // namespace dlpack_tidy::flow
