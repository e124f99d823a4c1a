//===--- TensorScope.h - which functions deal with tensors, and who calls
//---===//
#ifndef DLPACK_TIDY_FLOW_TENSORSCOPE_H
#define DLPACK_TIDY_FLOW_TENSORSCOPE_H

#include "model/Producers.h"

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/DenseSet.h"

namespace dlpack_tidy::flow {

/// True where no source of the unit spells a field that only a DLTensor has:
/// then there is nothing to look at, and finding out is one hash look-up.
bool cannotMentionTensors(clang::ASTContext &Context);

/// For the functions of a translation unit: does one touch a DLPack struct or
/// call one that does, and are all its callers in the unit.
class TensorScope {
public:
  TensorScope(const model::Producers &Made);

  /// The function, or one that it calls here, deals with a DLPack struct.
  bool touches(const clang::FunctionDecl *Function) const {
    return Touching.count(Function->getCanonicalDecl());
  }
  /// Somebody inside the unit calls the function and nobody outside can: its
  /// entry facts are those of its callers.
  bool isInternal(const clang::FunctionDecl *Function) const {
    return hasCallers(Function) && !Made.isReachableFromOutside(Function);
  }
  bool hasCallers(const clang::FunctionDecl *Function) const {
    return Made.isCalledHere(Function);
  }
  /// A function that releases what this code exports: the deleter, or the
  /// destructor of the capsule.
  bool releasesOwn(const clang::FunctionDecl *Function) const {
    return Releasing.count(Function->getCanonicalDecl());
  }
  /// The unit says what deleters are for: it makes tensors.
  bool makesTensors() const { return !Made.deleters().empty(); }

private:
  bool looksLikeDestructor(const clang::FunctionDecl *Function) const;

  const model::Producers &Made;
  llvm::DenseSet<const clang::FunctionDecl *> Touching, Releasing;
};

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_TENSORSCOPE_H
