//===--- Producers.h - who makes and releases tensors in a unit -----------===//
#ifndef DLPACK_TIDY_MODEL_PRODUCERS_H
#define DLPACK_TIDY_MODEL_PRODUCERS_H

#include "model/Capsule.h"
#include "model/DLPackTypes.h"

#include "clang/AST/Decl.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <vector>

namespace dlpack_tidy::model {

/// A place that says what the deleter of a managed tensor is:
/// `m->deleter = f`, `DLManagedTensor{t, ctx, f}`, `make_tensor(p, f)`.
struct DeleterSite {
  const clang::Expr *Value = nullptr;
  /// The function, its definition where there is one; null for NULL and for
  /// values nobody can see through.
  const clang::FunctionDecl *Deleter = nullptr;
  /// `m->deleter`, null where there is no assignment.
  const clang::Expr *Target = nullptr;
  const clang::FunctionDecl *In = nullptr;
};

struct CapsuleSite {
  CapsuleEvent Event;
  const clang::FunctionDecl *In = nullptr;
};

/// A function that runs when a DLPack capsule dies.
struct CapsuleDestructor {
  const clang::FunctionDecl *Function = nullptr;
  CapsuleEvent Event; ///< the creation, or the PyCapsule_SetDestructor
  const clang::FunctionDecl *In = nullptr;
};

/// Everything about the making of tensors that a translation unit's functions
/// say, found in one walk.
class Producers {
public:
  explicit Producers(llvm::ArrayRef<const clang::FunctionDecl *> Functions);

  llvm::ArrayRef<DeleterSite> deleters() const { return Deleters; }
  llvm::ArrayRef<CapsuleSite> capsules() const { return Capsules; }
  llvm::ArrayRef<CapsuleDestructor> destructors() const { return Destructors; }
  /// The functions that mention a field of a DLPack struct, a pointer to one or
  /// a capsule: nobody else can break a rule about them.
  llvm::ArrayRef<const clang::FunctionDecl *> concerned() const {
    return Concerned;
  }

  /// Deleters, each function once.
  std::vector<const clang::FunctionDecl *> deleterFunctions() const;
  /// Every deleter in sight is NULL or does nothing: tensors that nobody has to
  /// release. False where there is none in sight.
  bool needNoRelease() const;

  /// Whether a function of the unit calls \p Function, and whether somebody
  /// else may: through a pointer, or from another unit.
  bool isCalledHere(const clang::FunctionDecl *Function) const;
  bool isReachableFromOutside(const clang::FunctionDecl *Function) const;
  /// Something other than a call names the function.
  bool isAddressTaken(const clang::FunctionDecl *Function) const;
  /// \p Functions and all that call them, directly or through others.
  std::vector<const clang::FunctionDecl *>
  callersOf(const llvm::DenseSet<const clang::FunctionDecl *> &Functions) const;
  /// \p Root and all it calls, directly or through others, as far as the unit
  /// defines them.
  std::vector<const clang::FunctionDecl *>
  reachedFrom(const clang::FunctionDecl *Root) const;
  bool isCapsuleDestructor(const clang::FunctionDecl *Function) const;

private:
  void visit(const clang::FunctionDecl *Function);
  void visitExpression(const clang::Expr *Value, const clang::FunctionDecl *In);
  void addDeleter(const clang::Expr *Value, const clang::Expr *Target,
                  const clang::FunctionDecl *In);
  void findDestructors();

  std::vector<DeleterSite> Deleters;
  std::vector<CapsuleSite> Capsules;
  std::vector<CapsuleDestructor> Destructors;
  std::vector<const clang::FunctionDecl *> Concerned;
  /// Who calls whom, callees by their first declaration.
  std::vector<
      std::pair<const clang::FunctionDecl *, const clang::FunctionDecl *>>
      Calls;
  llvm::DenseSet<const clang::FunctionDecl *> Called;
  /// References that are no calls: whoever has the address may call.
  llvm::DenseMap<const clang::FunctionDecl *, int> AddressTaken;
};

/// True for a capsule that holds a DLPack tensor nobody has consumed: by its
/// name, or where that is not known by what it is made of.
bool makesTensorCapsule(const CapsuleEvent &Creation);

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_PRODUCERS_H
