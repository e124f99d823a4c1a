//===--- Scopes.h - which variable a name means ---------------------------===//
#ifndef DLPACK_TIDY_PYTHON_SCOPES_H
#define DLPACK_TIDY_PYTHON_SCOPES_H

#include "python/Syntax.h"

#include <map>
#include <memory>
#include <string_view>
#include <unordered_map>

namespace dlpack_tidy::python {

/// One variable of a scope.
struct Variable {
  uint64_t Identity = 0;
  /// Statements that bind the name in its scope; parameters count as one.
  unsigned Bindings = 0;
  /// The last of them: an import, a definition, an assignment.
  Node Binding;
  /// The import that binds it, where any of them is one.
  Node Import;
};

/// A module, class, function, lambda or comprehension, and the names it binds.
struct Scope {
  Node Owner;
  const Scope *Parent = nullptr;
  bool IsClass = false;
  std::unordered_map<std::string_view, Variable> Locals;

  const Variable *local(std::string_view Name) const {
    auto Found = Locals.find(Name);
    return Found == Locals.end() ? nullptr : &Found->second;
  }
  bool owns(uint64_t Identity) const;
};

/// What a name means where it stands.
struct Resolved {
  uint64_t Identity = 0;
  const Scope *Home = nullptr; ///< null for a builtin or unknown name
  const Variable *Declared = nullptr;
};

/// The scopes of one text, made when first asked for.
class Scopes {
public:
  const Scope &of(Node Owner, const Scope *Parent);
  Resolved resolve(std::string_view Name, const Scope &Inside);

private:
  std::unordered_map<const void *, std::unique_ptr<Scope>> Made;
  std::unordered_map<std::string_view, uint64_t> Builtins;
  uint64_t Next = 1;
};

/// Whether statements stand inside of a node of this kind that belong to the
/// same scope.
bool mayHoldStatements(Node At);

/// The identifier a parameter binds ("x" of `x: jax.Array = None`, `*x`).
Node parameterName(Node Parameter);

/// Calls \p Visit with every identifier that the target \p Target binds:
/// `a`, `(a, b)`, `[a, *b]`. Attributes and items bind no name.
template <typename Visitor> void forEachTarget(Node Target, Visitor Visit) {
  switch (Target ? Target.kind() : Syntax::Other) {
  case Syntax::Identifier:
    Visit(Target);
    return;
  case Syntax::PatternList:
  case Syntax::TuplePattern:
  case Syntax::ListPattern:
  case Syntax::ListSplatPattern:
  case Syntax::ExpressionList:
  case Syntax::Tuple:
  case Syntax::List:
  case Syntax::ListSplat:
  case Syntax::AsPatternTarget:
  case Syntax::Parenthesized:
    for (Node Each : Target.children())
      forEachTarget(Each, Visit);
    return;
  default:
    return;
  }
}

} // namespace dlpack_tidy::python

#endif // DLPACK_TIDY_PYTHON_SCOPES_H
