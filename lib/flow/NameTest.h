//===--- NameTest.h - a test of a capsule's name --------------------------===//
#ifndef DLPACK_TIDY_FLOW_NAMETEST_H
#define DLPACK_TIDY_FLOW_NAMETEST_H

#include "flow/AccessPath.h"
#include "model/Capsule.h"

#include <optional>

namespace dlpack_tidy::flow {

/// `PyCapsule_IsValid(c, "dltensor")`, `strcmp(PyCapsule_GetName(c), name) ==
/// 0`, `std::string_view(c.name()) == "dltensor"`, and the same with the name
/// in a variable.
struct NameTest {
  AccessPath Capsule;
  /// The outcome that proves that nobody has consumed the capsule.
  bool UnusedWhen = true;
  /// The name is looked at in a way that nobody can follow: either outcome
  /// counts as tested, neither is blamed.
  bool Opaque = false;
};
std::optional<NameTest> nameTest(const clang::Expr *Test,
                                 const model::CallFrame &Frame,
                                 GraphCache &Graphs);

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_NAMETEST_H
