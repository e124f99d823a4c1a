//===--- DeviceLabels.h - where code says which device memory is on -------===//
#ifndef DLPACK_TIDY_MODEL_DEVICELABELS_H
#define DLPACK_TIDY_MODEL_DEVICELABELS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <string>
#include <vector>

namespace dlpack_tidy::model {

/// `{kDLCUDA, 0}`, `t.device.device_type = kDLCPU`, `return kDLCUDA;`
struct DeviceLabel {
  const clang::Expr *At = nullptr;
  /// The constants it can be: two for `gpu ? kDLCUDA : kDLCPU`.
  std::vector<int64_t> Types;
  /// The device id beside it; null where it is set elsewhere or not at all.
  const clang::Expr *Id = nullptr;
};

/// The labels in \p Function whose device type is constant.
std::vector<DeviceLabel> deviceLabels(const clang::FunctionDecl *Function,
                                      const clang::ASTContext &Context);

/// What tells memory kinds apart that share a platform.
enum class MemoryKind { Pinned, Managed, Any };

/// A member that tells the memory kind: `b.pinned_host`, `b.is_managed()`.
struct MemoryKindMember {
  const clang::NamedDecl *Member = nullptr;
  MemoryKind Tells = MemoryKind::Any;
};

/// The members that tell a memory kind, of the class of \p Function and of what
/// its parameters are.
std::vector<MemoryKindMember>
memoryKindsInSight(const clang::FunctionDecl *Function);
/// The kind a name speaks of, if any: "cudaMemoryTypeManaged", "pinned_host".
std::optional<MemoryKind> memoryKindNamed(llvm::StringRef Name);

/// A member or parameter in sight that tells which of several devices it is:
/// "ordinal", "device_id".
std::vector<const clang::ValueDecl *>
deviceIdsInSight(const clang::FunctionDecl *Function);
bool namesDeviceId(llvm::StringRef Name);

/// True where \p Function mentions \p Member anywhere.
bool mentions(const clang::FunctionDecl *Function,
              const clang::NamedDecl *Member);

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_DEVICELABELS_H
