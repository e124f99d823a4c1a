//===--- Imports.cpp - what imported names and enumerators mean -----------===//

#include "python/Lowering.h"

#include "rules/DeviceTypes.h"

using namespace dlpack_tidy::model;

namespace dlpack_tidy::python {

PyRef Lowering::modulePath(std::string Dotted, Node At) {
  PyExpr &Made = make(PyKind::Module, At);
  Made.Text = std::move(Dotted);
  return &Made;
}

std::string Lowering::importedName(Node Import, std::string_view Name) {
  Node Module = Import.field(Field::ModuleName);
  for (Node Each : Import.children()) {
    if (Module && Each.id() == Module.id())
      continue;
    bool Renamed = Each.is(Syntax::AliasedImport);
    Node Path = Renamed ? Each.field(Field::Name) : Each;
    Node Bound = Renamed ? Each.field(Field::Alias) : Each.first();
    if (!Bound || Bound.text() != Name)
      continue;
    if (Module)
      return std::string(Module.text()) + "." + std::string(Path.text());
    // `import a.b` binds a; `import a.b as c` binds a.b.
    return std::string(Renamed ? Path.text() : Bound.text());
  }
  return {};
}

PyRef Lowering::imported(Node Import, Node Name) {
  std::string Dotted = importedName(Import, Name.text());
  size_t Last = Dotted.rfind('.');
  if (Import.is(Syntax::Import) || Last == std::string::npos)
    return modulePath(Dotted, Name);
  // A function and a module are imported alike: both read as an attribute.
  PyExpr &Made = make(PyKind::Attribute, Name);
  Made.Base = modulePath(Dotted.substr(0, Last), Name);
  Made.Text = Dotted.substr(Last + 1);
  return &Made;
}

/// The value of an enumerator: of a class in this text as written there, of an
/// imported enumeration by the names of the DLPack header.
std::optional<int64_t> Lowering::memberValue(Node Attribute, Ref Base,
                                             const Scope &Inside) {
  std::string_view Member = Attribute.field(Field::AttributeName).text();
  Node Object = Attribute.field(Field::Object);
  if (Object.is(Syntax::Identifier)) {
    Resolved Found = Names.resolve(Object.text(), Inside);
    if (Found.Declared && Found.Declared->Binding.is(Syntax::Class)) {
      const Scope &Members = Names.of(Found.Declared->Binding, Found.Home);
      const Variable *Value = Members.local(Member);
      if (!Value || !Value->Binding.is(Syntax::Assignment))
        return std::nullopt;
      Ref Constant =
          lower(Value->Binding.field(Field::Right), Members, State());
      if (Constant->Kind == PyKind::Integer)
        return Constant->Number;
      return std::nullopt;
    }
  }
  if (Member.substr(0, 3) != "kDL" || dottedName(Base).empty())
    return std::nullopt;
  for (const rules::DeviceType &Each : rules::DeviceTypes)
    if (Member == Each.Name || (Each.OldName && Member == Each.OldName))
      return Each.Value;
  return std::nullopt;
}

} // namespace dlpack_tidy::python
