//===--- Scopes.cpp - which variable a name means -------------------------===//

#include "python/Scopes.h"

#include <algorithm>
#include <set>

namespace dlpack_tidy::python {
namespace {

/// Collects the names that the statements of one scope bind. Nested functions
/// and classes bind only their own name here; what they bind inside is theirs.
class BindingCollector {
public:
  BindingCollector(Scope &Into, uint64_t &Next) : Into(Into), Next(Next) {}

  void bind(Node Name, Node Binding, bool IsImport = false) {
    std::string_view Text = Name.text();
    if (NotLocal.count(Text))
      return;
    Variable &Slot = Into.Locals[Text];
    if (Slot.Identity == 0)
      Slot.Identity = Next++;
    ++Slot.Bindings;
    Slot.Binding = Binding;
    if (IsImport && !Slot.Import)
      Slot.Import = Binding;
  }

  void parameters(Node List) {
    for (Node Each : List.children())
      if (Node Name = parameterName(Each))
        bind(Name, Each);
  }

  void statements(Node At) {
    // Deep nesting is walked with a stack of its own, not the machine's.
    std::vector<Node> Pending{At};
    while (!Pending.empty()) {
      Node Each = Pending.back();
      Pending.pop_back();
      if (visit(Each)) {
        std::vector<Node> Children = Each.children();
        Pending.insert(Pending.end(), Children.rbegin(), Children.rend());
      }
    }
  }

private:
  /// Binds what \p At binds; true if there may be more inside.
  bool visit(Node At) {
    auto Bind = [&](Node Name) { bind(Name, At); };
    switch (At.kind()) {
    case Syntax::Function:
    case Syntax::Class:
      bind(At.field(Field::Name), At);
      return false;
    case Syntax::Lambda:
    case Syntax::Comment:
    case Syntax::String:
      return false;
    case Syntax::ListComprehension:
    case Syntax::SetComprehension:
    case Syntax::DictionaryComprehension:
    case Syntax::Generator:
      walrusesOf(At);
      return false;
    case Syntax::Import:
    case Syntax::ImportFrom:
      imports(At);
      return false;
    case Syntax::Global:
    case Syntax::Nonlocal:
      for (Node Name : At.children())
        NotLocal.insert(Name.text());
      return false;
    case Syntax::Assignment:
    case Syntax::AugmentedAssignment:
    case Syntax::For:
      forEachTarget(At.field(Field::Left), Bind);
      return At.is(Syntax::For) ||
             At.field(Field::Right).is(Syntax::Assignment) ||
             At.text().find(":=") != std::string_view::npos;
    case Syntax::NamedExpression:
      Bind(At.field(Field::Name));
      return true;
    case Syntax::AsPattern:
      for (Node Each : At.children())
        if (Each.is(Syntax::AsPatternTarget))
          forEachTarget(Each, Bind);
      return false;
    case Syntax::CasePattern:
      captures(At);
      return false;
    default:
      // In an expression only a walrus binds.
      return mayHoldStatements(At) ||
             At.text().find(":=") != std::string_view::npos;
    }
  }

  /// A walrus inside a comprehension binds in the scope around it.
  void walrusesOf(Node At) {
    forEachInside(At, [&](Node Each) {
      if (Each.is(Syntax::NamedExpression))
        bind(Each.field(Field::Name), Each);
    });
  }

  void imports(Node At) {
    Node Module = At.field(Field::ModuleName);
    for (Node Each : At.children()) {
      if (Module && Each.id() == Module.id())
        continue;
      if (Each.is(Syntax::AliasedImport))
        bind(Each.field(Field::Alias), At, true);
      else if (Each.is(Syntax::DottedName))
        bind(Each.first(), At, true); // `import a.b` binds `a`
    }
  }

  void captures(Node Pattern) {
    forEachInside(Pattern, [&](Node Each) {
      // `case name:` captures, `case module.name:` compares.
      if (Each.is(Syntax::DottedName) && Each.tokens() == 1)
        bind(Each.first(), Pattern);
    });
  }

  template <typename Visitor>
  static void forEachInside(Node At, Visitor Visit) {
    std::vector<Node> Pending{At};
    while (!Pending.empty()) {
      Node Each = Pending.back();
      Pending.pop_back();
      Visit(Each);
      for (Node Child : Each.children())
        Pending.push_back(Child);
    }
  }

  Scope &Into;
  uint64_t &Next;
  std::set<std::string_view> NotLocal;
};

} // namespace

bool Scope::owns(uint64_t Identity) const {
  return std::any_of(Locals.begin(), Locals.end(), [&](const auto &Each) {
    return Each.second.Identity == Identity;
  });
}

bool mayHoldStatements(Node At) {
  switch (At ? At.kind() : Syntax::Other) {
  case Syntax::Module:
  case Syntax::Block:
  case Syntax::If:
  case Syntax::Elif:
  case Syntax::Else:
  case Syntax::For:
  case Syntax::While:
  case Syntax::Try:
  case Syntax::Except:
  case Syntax::ExceptGroup:
  case Syntax::Finally:
  case Syntax::With:
  case Syntax::WithClause:
  case Syntax::WithItem:
  case Syntax::Match:
  case Syntax::Case:
  case Syntax::ExpressionStatement:
  case Syntax::Decorated:
  case Syntax::Error:
    return true;
  default:
    return false;
  }
}

Node parameterName(Node Parameter) {
  switch (Parameter.kind()) {
  case Syntax::Identifier:
    return Parameter;
  case Syntax::DefaultParameter:
  case Syntax::TypedDefaultParameter:
    return parameterName(Parameter.field(Field::Name));
  case Syntax::TypedParameter:
  case Syntax::ListSplatPattern:
  case Syntax::DictionarySplatPattern:
    return Parameter.first() ? parameterName(Parameter.first()) : Node();
  default:
    return {};
  }
}

const Scope &Scopes::of(Node Owner, const Scope *Parent) {
  std::unique_ptr<Scope> &Slot = Made[Owner.id()];
  if (Slot)
    return *Slot;
  Slot = std::make_unique<Scope>();
  Slot->Owner = Owner;
  Slot->Parent = Parent;
  BindingCollector Collector(*Slot, Next);
  switch (Owner.kind()) {
  case Syntax::Function:
  case Syntax::Lambda:
    Collector.parameters(Owner.field(Field::ParametersOf));
    if (Owner.is(Syntax::Function))
      Collector.statements(Owner.field(Field::Body));
    break;
  case Syntax::Class:
    Slot->IsClass = true;
    Collector.statements(Owner.field(Field::Body));
    break;
  case Syntax::ListComprehension:
  case Syntax::SetComprehension:
  case Syntax::DictionaryComprehension:
  case Syntax::Generator:
    for (Node Each : Owner.children())
      if (Each.is(Syntax::ForIn))
        forEachTarget(Each.field(Field::Left),
                      [&](Node Name) { Collector.bind(Name, Each); });
    break;
  default:
    Collector.statements(Owner);
    break;
  }
  return *Slot;
}

Resolved Scopes::resolve(std::string_view Name, const Scope &Inside) {
  for (const Scope *Each = &Inside; Each; Each = Each->Parent) {
    // A class's names are not seen from its methods.
    if (Each->IsClass && Each != &Inside)
      continue;
    if (const Variable *Found = Each->local(Name))
      return {Found->Identity, Each, Found};
  }
  uint64_t &Identity = Builtins[Name];
  if (Identity == 0)
    Identity = Next++;
  return {Identity, nullptr, nullptr};
}

} // namespace dlpack_tidy::python
