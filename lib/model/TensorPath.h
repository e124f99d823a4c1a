//===--- TensorPath.h - which tensor an expression speaks of --------------===//
//
// A DLTensor is read through pointers, references, by-value copies, smart
// pointers, accessors and helpers' parameters. All of them are one tensor here:
// `m->dl_tensor.strides`, `t.strides` after `auto &t = m->dl_tensor`, and
// `s` after `const int64_t *s = t.strides` are the field Strides of one path.
//
//===----------------------------------------------------------------------===//
#ifndef DLPACK_TIDY_MODEL_TENSORPATH_H
#define DLPACK_TIDY_MODEL_TENSORPATH_H

#include "model/CallFrame.h"
#include "model/DLPackTypes.h"
#include "model/Definitions.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dlpack_tidy::model {

/// Who made a tensor, and so what may be expected of it.
enum class TensorOrigin {
  Capsule,   ///< taken out of a capsule in this translation unit
  Managed,   ///< a parameter of one of the managed struct types
  Bare,      ///< a DLTensor parameter
  Kept,      ///< a member, a global, an element of a container
  Framework, ///< behind a handle class or an unknown call
  Local      ///< made by this code
};

/// One tensor (managed or not), capsule, pointer or holder.
using PathId = unsigned;

struct PathInfo {
  StructKind Kind = StructKind::None;
  TensorOrigin Origin = TensorOrigin::Framework;
  /// How the source calls it: "m", "this->tensor_".
  std::string Name;
  const clang::VarDecl *Variable = nullptr; ///< the root, where it is one
  /// Capsule: the call that took the pointer out.
  const clang::Expr *TakenBy = nullptr;
  bool IsMember = false; ///< reached through a field of a class
};

/// A path and which of the DLPack fields of it; none for the tensor itself.
struct Place {
  PathId Path = 0;
  std::optional<TensorField> Field;

  bool is(TensorField Wanted) const { return Field && *Field == Wanted; }
};

/// The definitions of a function's variables, computed on first use.
class DefinitionCache {
public:
  const VariableDefinitions &of(const clang::VarDecl *Variable);

private:
  std::map<const clang::FunctionDecl *, Definitions> Known;
};

class TensorPaths {
public:
  /// The place \p E names when it is read in \p Frame; for elements of arrays,
  /// arithmetic and literals nothing.
  std::optional<Place> place(const clang::Expr *E, const CallFrame &Frame);
  /// The place of a variable, as if it were named in \p Frame.
  std::optional<Place> variable(const clang::VarDecl *Variable,
                                const CallFrame &Frame);
  /// The paths of elements that \p Variable is the index of: another value of
  /// it, other elements.
  llvm::ArrayRef<PathId> indexedBy(const clang::VarDecl *Variable) const;
  /// The place \p E names where that is \p Field of some tensor.
  std::optional<PathId> fieldOf(const clang::Expr *E, TensorField Field,
                                const CallFrame &Frame);
  /// The tensor whose shape or strides array \p E is an element of, and the
  /// index.
  struct Element {
    PathId Path;
    TensorField Array;
    const clang::Expr *Index; ///< null for `*t.shape`
  };
  std::optional<Element> element(const clang::Expr *E, const CallFrame &Frame);

  const PathInfo &info(PathId Path) const { return Infos[Path]; }
  void learnKind(PathId Path, StructKind Kind);

  DefinitionCache &definitions() { return Defined; }

private:
  friend class PlaceFinder;
  using Key = std::vector<const void *>;
  PathId intern(const Key &Steps, const PathInfo &Info);

  std::map<Key, PathId> Ids;
  std::vector<PathInfo> Infos;
  std::vector<Key> Keys;
  llvm::DenseMap<const clang::ValueDecl *, std::vector<PathId>> Indexed;
  DefinitionCache Defined;
};

/// \p E without what does not change which object it names: parentheses, casts,
/// temporaries, copies, `std::move`, `get()`, `*` and `->` of smart pointers.
const clang::Expr *sameObject(const clang::Expr *E);

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_TENSORPATH_H
