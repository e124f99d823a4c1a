//===--- Lowering.h - from Python's syntax to the model's expressions -----===//
#ifndef DLPACK_TIDY_PYTHON_LOWERING_H
#define DLPACK_TIDY_PYTHON_LOWERING_H

#include "python/State.h"

#include <set>

namespace dlpack_tidy::python {

/// The objects that are instances of the class \p Type.
model::ObjectOrigin typeOrigin(model::PyRef Type);

/// The Python value of a string literal or of several side by side; nothing
/// where it is not constant (an f-string with a hole in it).
std::optional<std::string> stringValue(Node Literal);

class Lowering {
public:
  Lowering(model::PyArena &Arena, Scopes &Names) : Arena(Arena), Names(Names) {}

  /// What \p Expression is, read with the variables as they are in \p Now.
  /// Never null.
  model::PyRef lower(Node Expression, const Scope &Inside, const State &Now) {
    return lower(Expression, Inside, Now, 0);
  }

  /// The object an annotation promises: `jax.Array`, `Float[Array, "n"]`,
  /// `Optional["jax.Array"]`.
  model::ObjectOrigin annotated(Node Annotation, const Scope &Inside);
  /// The same for the elements of what it promises: `list[jax.Array]`.
  model::ObjectOrigin annotatedElements(Node Annotation, const Scope &Inside);

  /// The dotted name of what the import statement \p Import binds to \p Name.
  std::string importedName(Node Import, std::string_view Name);

  /// The value a call of a function of this text came back with: takes the
  /// place of the call where it is lowered.
  void setResult(Node Call, model::PyRef Value) { Results[Call.id()] = Value; }

  /// Nesting that was cut off because it was too deep.
  bool cutOff() const { return CutOff; }

  model::PyArena &arena() { return Arena; }
  Scopes &names() { return Names; }

private:
  using Ref = model::PyRef;
  model::PyExpr &make(model::PyKind Kind, Node At);
  Ref lower(Node At, const Scope &Inside, const State &Now, unsigned Depth);
  Ref name(Node At, const Scope &Inside, const State &Now, unsigned Depth);
  Ref defined(const Resolved &Name, Node At, unsigned Depth);
  Ref imported(Node Import, Node Name);
  std::pair<std::string, std::vector<Node>> generic(Node Annotation,
                                                    const Scope &Inside);
  Ref modulePath(std::string Dotted, Node At);
  Ref attribute(Node At, const Scope &Inside, const State &Now, unsigned Depth);
  Ref item(Node At, const Scope &Inside, const State &Now, unsigned Depth);
  Ref call(Node At, const Scope &Inside, const State &Now, unsigned Depth);
  Ref binary(Node At, const Scope &Inside, const State &Now, unsigned Depth);
  Ref sequence(Node At, const Scope &Inside, const State &Now, unsigned Depth);
  Ref unary(Node At, const Scope &Inside, const State &Now, unsigned Depth);
  Ref choice(Node At, const Scope &Inside, const State &Now, unsigned Depth);
  void arguments(Node List, model::PyExpr &Into, const Scope &Inside,
                 const State &Now, unsigned Depth);
  std::optional<int64_t> memberValue(Node Attribute, Ref Base,
                                     const Scope &Inside);

  model::PyArena &Arena;
  Scopes &Names;
  std::map<const void *, Ref> Results;
  std::map<uint64_t, Ref> Constants; ///< variables set once, outside functions
  std::set<uint64_t> Pending;        ///< being looked up: `a = b; b = a`
  bool CutOff = false;
};

} // namespace dlpack_tidy::python

#endif // DLPACK_TIDY_PYTHON_LOWERING_H
