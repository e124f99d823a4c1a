//===--- PyExpr.h - a Python-level expression, however it is spelled ------===//
//
// `x.attr("__dlpack__")()`, `PyObject_CallMethod(x, "__dlpack__", NULL)` and
// `x.__dlpack__()` are one thing to every rule. The front ends lower what they
// read to this form; nothing above lib/model knows how it was spelled.
//
//===----------------------------------------------------------------------===//
#ifndef DLPACK_TIDY_MODEL_PYEXPR_H
#define DLPACK_TIDY_MODEL_PYEXPR_H

#include "model/Span.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dlpack_tidy::model {

/// How the source talks to Python; the fix builders write the same way.
enum class BindingStyle { Pybind11, Nanobind, CPython, Python };

enum class PyKind {
  Unknown,   ///< anything; two unknowns are never the same object
  Variable,  ///< a variable of the source, `Text` its name, `Identity` its key;
             ///< with a `Base`, a member of a C++ object
  Module,    ///< an imported module, `Text` its dotted name ("torch.utils")
  Attribute, ///< `Base`.`Text`
  Call,      ///< `Base`(`Elements`..., `Keywords`...)
  Item,      ///< `Base`[`Elements`[0]]
  String,
  Integer,
  Boolean, ///< `Number` 0 or 1
  None,
  Tuple, ///< also lists and sets: `Elements`
  Choice ///< one of `Elements`: `a if c else b`, a variable set in branches
};

struct PyExpr;
using PyRef = const PyExpr *;

struct PyKeyword {
  std::string Name; ///< "**" for keywords that cannot be read
  PyRef Value = nullptr;
  Span Range; ///< the whole argument, name and value
};

/// What a variable's static type says about the object in it.
enum class ObjectOrigin {
  Unknown,   ///< any Python object
  Jax,       ///< a jax.Array: annotation, `jnp.*` result
  HostArray, ///< NumPy array, or the host copy a fix makes
  Foreign,   ///< another library's array (torch, cupy, the TU's own class)
  Capsule    ///< a DLPack capsule: already exported
};

struct PyExpr {
  PyKind Kind = PyKind::Unknown;
  BindingStyle Style = BindingStyle::Python;
  Span Range;
  std::string Text;
  int64_t Number = 0;
  /// Variable: equal for two expressions that name the same variable.
  uint64_t Identity = 0;
  ObjectOrigin Origin = ObjectOrigin::Unknown;
  /// Variable: what it was set to, where that is one known expression.
  PyRef Definition = nullptr;
  PyRef Base = nullptr;
  std::vector<PyRef> Elements;
  std::vector<PyKeyword> Keywords;
  /// Call: `*args` or `**kwargs` may add arguments nobody can see here.
  bool OpenArguments = false;
  /// Call: what stands between the parentheses of the argument list, empty
  /// where there is none to edit.
  Span Arguments;
  /// The front end's own node (clang::Expr, TSNode id), for its fix builders.
  const void *Node = nullptr;

  bool isString(std::string_view Value) const {
    return Kind == PyKind::String && Text == Value;
  }
  bool isAttribute(std::string_view Name) const {
    return Kind == PyKind::Attribute && Text == Name;
  }
  PyRef keyword(std::string_view Name) const {
    for (const PyKeyword &Each : Keywords)
      if (Each.Name == Name)
        return Each.Value;
    return nullptr;
  }
};

/// Owns expressions; references stay valid as long as it lives.
class PyArena {
public:
  PyExpr &make(PyKind Kind, Span Range = {}) {
    PyExpr &Made = Store.emplace_back();
    Made.Kind = Kind;
    Made.Range = Range;
    return Made;
  }

private:
  std::deque<PyExpr> Store;
};

/// What \p Value evaluates to: variables replaced by what they were set to.
PyRef valueOf(PyRef Value);

/// A key under which facts about an object are kept: equal keys mean the same
/// object as long as nothing is assigned in between. `v7`, `v7.tensor`,
/// `v7[0]`. Empty for what has no name (call results, literals).
std::string subjectKey(PyRef Object);

/// How the object reads in a message: `x`, `self.tensor`, `the array`.
std::string spelled(PyRef Object);

/// The dotted name of an attribute chain that starts at a module
/// ("torch.utils.dlpack.from_dlpack"), or empty. Knows the usual short names of
/// modules (`np`, `jnp`) only through the import that bound them.
std::string dottedName(PyRef Function);

/// The values an integer expression can have, or nothing where one of its
/// branches is not a constant.
std::optional<std::vector<int64_t>> integerValues(PyRef Value);

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_PYEXPR_H
