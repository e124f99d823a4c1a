//===--- NdarrayType.cpp - what a nanobind array type asks of its array ---===//

#include "model/NdarrayType.h"

#include "model/Placeholder.h"

#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace dlpack_tidy::model {
namespace {

void flatten(ArrayRef<TemplateArgument> Arguments,
             SmallVectorImpl<TemplateArgument> &Out) {
  for (const TemplateArgument &Each : Arguments)
    if (Each.getKind() == TemplateArgument::Pack)
      flatten(Each.pack_elements(), Out);
    else
      Out.push_back(Each);
}

/// nanobind's own tags (shapes, devices, frameworks, orders) say nothing about
/// the element type.
bool isNanobindTag(QualType Type) {
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  if (Record && isInNamespace(Record, "nanobind"))
    return true;
  // `nb::ndim<N>` with a value-dependent N.
  const auto *Spec = Type->getAs<TemplateSpecializationType>();
  const TemplateDecl *Template =
      Spec ? Spec->getTemplateName().getAsTemplateDecl() : nullptr;
  if (Template && isInNamespace(Template, "nanobind"))
    return true;
  return Type->getAs<DependentNameType>() != nullptr;
}

bool isReadOnlyTag(QualType Type) {
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  return Record && Record->getName() == "ro" &&
         isInNamespace(Record, "nanobind");
}

/// The class template \p Type is an instance of, dependent instances included.
const TemplateDecl *templateOf(QualType Type,
                               SmallVectorImpl<TemplateArgument> &Arguments) {
  QualType Plain = Type.getNonReferenceType().getCanonicalType();
  if (const auto *Record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
          Plain->getAsCXXRecordDecl())) {
    flatten(Record->getTemplateArgs().asArray(), Arguments);
    return Record->getSpecializedTemplate();
  }
  if (const auto *Spec = Plain->getAs<TemplateSpecializationType>()) {
    flatten(Spec->template_arguments(), Arguments);
    return Spec->getTemplateName().getAsTemplateDecl();
  }
  return nullptr;
}

bool holdsItsArguments(StringRef Name) {
  static const llvm::StringSet<> Holders = {
      "optional", "vector", "array", "variant",
      "pair",     "tuple",  "map",   "unordered_map",
      "list",     "set",    "deque", "unordered_set"};
  return Holders.contains(Name);
}

} // namespace

bool isInNamespace(const Decl *Of, StringRef Root) {
  const DeclContext *Outermost = nullptr;
  for (const DeclContext *Context = Of->getDeclContext(); Context;
       Context = Context->getParent())
    if (isa<NamespaceDecl>(Context))
      Outermost = Context;
  return Outermost && cast<NamespaceDecl>(Outermost)->getName() == Root;
}

std::optional<LibraryTemplate> libraryTemplate(QualType Type, StringRef Root) {
  LibraryTemplate Found;
  const TemplateDecl *Template = templateOf(Type, Found.Arguments);
  if (!Template || !Template->getDeclName().isIdentifier() ||
      !isInNamespace(Template, Root))
    return std::nullopt;
  Found.Name = Template->getName();
  return Found;
}

std::optional<NdarrayRequest> ndarrayRequest(QualType Type) {
  if (Type.isNull())
    return std::nullopt;
  std::optional<LibraryTemplate> Found = libraryTemplate(Type, "nanobind");
  if (!Found || Found->Name != "ndarray")
    return std::nullopt;
  NdarrayRequest Request;
  bool ReadOnly = false;
  for (const TemplateArgument &Each : Found->Arguments) {
    if (Each.getKind() != TemplateArgument::Type)
      continue;
    QualType Argument = Each.getAsType();
    // Nobody knows whether that is const.
    if (isPlaceholder(Argument->getAsCXXRecordDecl()))
      return NdarrayRequest();
    // `ndarray<Args...>`: whatever the caller has.
    if (Argument->getAs<PackExpansionType>() ||
        Argument->containsUnexpandedParameterPack())
      ReadOnly = true;
    else if (isReadOnlyTag(Argument))
      ReadOnly = true;
    else if (Request.Scalar.isNull() && !isNanobindTag(Argument))
      Request.Scalar = Argument;
  }
  Request.Writable = !ReadOnly && (Request.Scalar.isNull() ||
                                   !Request.Scalar.isConstQualified());
  return Request;
}

bool isNdarrayOrView(QualType Type) {
  if (Type.isNull())
    return false;
  std::optional<LibraryTemplate> Found = libraryTemplate(Type, "nanobind");
  return Found && (Found->Name == "ndarray" || Found->Name == "ndarray_view");
}

std::optional<QualType> writableNdarrayIn(QualType Type) {
  if (Type.isNull())
    return std::nullopt;
  Type = Type.getNonReferenceType();
  if (Type->isPointerType())
    Type = Type->getPointeeType();
  if (std::optional<NdarrayRequest> Request = ndarrayRequest(Type))
    return Request->Writable ? std::optional<QualType>(Type) : std::nullopt;
  std::optional<LibraryTemplate> Holder = libraryTemplate(Type, "std");
  if (!Holder || !holdsItsArguments(Holder->Name))
    return std::nullopt;
  for (const TemplateArgument &Each : Holder->Arguments)
    if (Each.getKind() == TemplateArgument::Type)
      if (std::optional<QualType> Found = writableNdarrayIn(Each.getAsType()))
        return Found;
  return std::nullopt;
}

std::optional<QualType> writableCallbackResult(QualType Type) {
  if (Type.isNull())
    return std::nullopt;
  std::optional<LibraryTemplate> Holder = libraryTemplate(Type, "std");
  if (!Holder || Holder->Arguments.empty() ||
      Holder->Arguments.front().getKind() != TemplateArgument::Type)
    return std::nullopt;
  QualType First = Holder->Arguments.front().getAsType();
  if (Holder->Name == "optional")
    return writableCallbackResult(First);
  if (Holder->Name != "function")
    return std::nullopt;
  const auto *Signature = First->getAs<FunctionProtoType>();
  return Signature ? writableNdarrayIn(Signature->getReturnType())
                   : std::nullopt;
}

} // namespace dlpack_tidy::model
