//===--- Capsule.h - what a call does with a PyCapsule --------------------===//
#ifndef DLPACK_TIDY_MODEL_CAPSULE_H
#define DLPACK_TIDY_MODEL_CAPSULE_H

#include "model/DLPackTypes.h"
#include "model/Definitions.h"

#include "clang/AST/Expr.h"
#include "clang/AST/ParentMap.h"

#include <optional>
#include <string>
#include <vector>

namespace dlpack_tidy::model {

/// The `const char *` that names a capsule.
struct CapsuleName {
  enum Source {
    Absent,      ///< no argument, or NULL
    Constant,    ///< one of `Values`
    FromCapsule, ///< the capsule's own name: accepts every capsule
    Unknown
  };
  Source From = Absent;
  std::vector<std::string> Values;
  const clang::Expr *Spelled = nullptr;

  /// Every value is one of DLPack's four names, and there is one.
  bool isProtocol() const;
  /// Every value names a tensor that nobody has consumed yet.
  bool isUnused() const;
  bool isUsed() const;
  bool isOnly(llvm::StringRef Value) const {
    return Values.size() == 1 && Values.front() == Value;
  }
};

enum class CapsuleAction {
  Create,
  TakePointer,
  TestName, ///< PyCapsule_IsValid(c, "name")
  ReadName, ///< PyCapsule_GetName(c), c.name()
  Rename,
  SetDestructor
};

/// How a capsule's clean-up function is called.
enum class CleanUp {
  None,
  Capsule, ///< with the capsule: PyCapsule_New, py::capsule(p, name, d)
  Pointer  ///< with the pointer, whatever the name has become: nb::capsule
};

struct CapsuleEvent {
  CapsuleAction Action = CapsuleAction::Create;
  const clang::Expr *Call = nullptr;
  /// The capsule; null for Create.
  const clang::Expr *Capsule = nullptr;
  /// Create: what the capsule holds.
  const clang::Expr *Pointer = nullptr;
  CapsuleName Name;
  /// Create, SetDestructor: the function, null where there is no argument.
  const clang::Expr *Destructor = nullptr;
  CleanUp CalledWith = CleanUp::Capsule;
};

/// What \p Value does with a capsule, or nothing. \p Locals tells what local
/// variables are set to and may be null.
std::optional<CapsuleEvent> capsuleEvent(const clang::Expr *Value,
                                         const Definitions *Locals = nullptr);

/// The struct that the pointer taken by \p Call is used as: what it is cast to,
/// at once or later through the variable that holds it.
StructKind takenAs(const clang::Expr *Call, const clang::ParentMap &Parents,
                   const clang::Stmt *Body);

/// The strings a `const char *` or std::string expression can have.
CapsuleName capsuleName(const clang::Expr *Value,
                        const Definitions *Locals = nullptr);

/// A class whose constructor looks at the pointer first: nanobind from 3 on
/// makes `nb::capsule(nullptr)` None, where Python's own call refuses NULL.
bool takesNull(const CapsuleEvent &Made);

/// True for py::capsule, nb::capsule and types derived from them.
bool isCapsuleClass(clang::QualType Type);

/// True where the value is the literal NULL, nullptr or 0.
bool isNullPointer(const clang::Expr *Value);

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_CAPSULE_H
