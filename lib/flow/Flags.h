//===--- Flags.h - variables that remember how a test went ----------------===//
#ifndef DLPACK_TIDY_FLOW_FLAGS_H
#define DLPACK_TIDY_FLOW_FLAGS_H

#include "flow/Constant.h"
#include "model/Definitions.h"

#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseSet.h"

#include <map>

namespace dlpack_tidy::flow {

/// What the flags of a function hold at one point, as far as it is a constant.
/// Ways on which they differ are kept apart: `bool ok = false; if (test) ok =
/// true; … if (!ok) return;` then knows the test again.
using FlagValues = std::map<const clang::VarDecl *, Constant>;

/// The local variables of a function worth watching so: something tests or
/// returns them, and nothing but plain assignments in the function itself
/// changes them.
class Flags {
public:
  Flags() = default;
  Flags(const clang::FunctionDecl *Function, const model::Definitions &Defined);

  bool contains(const clang::VarDecl *Variable) const {
    return Watched.count(Variable) != 0;
  }
  bool empty() const { return Watched.empty(); }
  /// The flag that \p E names, or null.
  const clang::VarDecl *in(const clang::Expr *E) const;

private:
  llvm::DenseSet<const clang::VarDecl *> Watched;
};

/// `flag = value` or `Type flag = value;`: calls \p Visit for each flag set.
void forEachFlagSet(
    const Flags &Watched, const clang::Stmt *At,
    llvm::function_ref<void(const clang::VarDecl *, const clang::Expr *)>
        Visit);

/// What stands behind the wrappers a flag is read through: `static_cast<bool>`,
/// `flag.has_value()`, the conversion of an optional to bool.
const clang::Expr *testedObject(const clang::Expr *Test);

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_FLAGS_H
