//===--- DLPackTypes.cpp - which records are DLPack's, whoever declared them =//

#include "model/DLPackTypes.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace dlpack_tidy::model {
namespace {

const FieldDecl *fieldNamed(const RecordDecl *Record, StringRef Name) {
  for (const FieldDecl *Field : Record->fields())
    if (Field->getDeclName().isIdentifier() && Field->getName() == Name)
      return Field;
  return nullptr;
}

bool hasFields(const RecordDecl *Record,
               std::initializer_list<StringRef> Names) {
  for (StringRef Name : Names)
    if (!fieldNamed(Record, Name))
      return false;
  return true;
}

/// Cut-down copies leave the dtype out where all tensors have the same.
bool isTensorRecord(const RecordDecl *Record) {
  return hasFields(Record,
                   {"data", "ndim", "shape", "strides", "byte_offset"}) &&
         (fieldNamed(Record, "device") || fieldNamed(Record, "ctx"));
}

/// The embedded DLTensor; it goes by `dl_tensor`, `dltensor` or `tensor`.
const FieldDecl *embeddedTensor(const RecordDecl *Record) {
  for (const FieldDecl *Field : Record->fields())
    if (const RecordDecl *Type = Field->getType()->getAsRecordDecl())
      if (const RecordDecl *Definition = Type->getDefinition())
        if (isTensorRecord(Definition))
          return Field;
  return nullptr;
}

StructKind ownKind(const RecordDecl *Record) {
  if (isTensorRecord(Record))
    return StructKind::Tensor;
  if (!hasFields(Record, {"manager_ctx", "deleter"}) || !embeddedTensor(Record))
    return StructKind::None;
  return hasFields(Record, {"version", "flags"}) ? StructKind::Versioned
                                                 : StructKind::Managed;
}

bool isVersionRecord(const RecordDecl *Record) {
  return hasFields(Record, {"major", "minor"});
}

/// What a name can mean in one of the structs, before the record is looked at.
std::optional<TensorField> meaningOf(StringRef Name) {
  return llvm::StringSwitch<std::optional<TensorField>>(Name)
      .Case("data", TensorField::Data)
      .Case("device", TensorField::Device)
      .Case("ctx", TensorField::Device)
      .Case("ndim", TensorField::Ndim)
      .Case("dtype", TensorField::Dtype)
      .Case("shape", TensorField::Shape)
      .Case("strides", TensorField::Strides)
      .Case("byte_offset", TensorField::ByteOffset)
      .Case("manager_ctx", TensorField::ManagerContext)
      .Case("deleter", TensorField::Deleter)
      .Case("version", TensorField::Version)
      .Case("flags", TensorField::Flags)
      .Case("device_type", TensorField::DeviceType)
      .Case("device_id", TensorField::DeviceId)
      .Case("code", TensorField::Code)
      .Case("bits", TensorField::Bits)
      .Case("lanes", TensorField::Lanes)
      .Case("major", TensorField::Major)
      .Case("minor", TensorField::Minor)
      .Default(std::nullopt);
}

bool belongsTo(TensorField Field, const RecordDecl *Record) {
  switch (Field) {
  case TensorField::Data:
  case TensorField::Device:
  case TensorField::Ndim:
  case TensorField::Dtype:
  case TensorField::Shape:
  case TensorField::Strides:
  case TensorField::ByteOffset:
    return isTensorRecord(Record);
  case TensorField::Tensor:
  case TensorField::ManagerContext:
  case TensorField::Deleter:
    return isManaged(ownKind(Record));
  case TensorField::Version:
  case TensorField::Flags:
    return ownKind(Record) == StructKind::Versioned;
  case TensorField::DeviceType:
  case TensorField::DeviceId:
    return isDeviceRecord(Record);
  case TensorField::Code:
  case TensorField::Bits:
  case TensorField::Lanes:
    return isDtypeRecord(Record);
  case TensorField::Major:
  case TensorField::Minor:
    return isVersionRecord(Record);
  }
  return false;
}

QualType smartPointee(QualType Type) {
  const auto *Record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Type->getAsCXXRecordDecl());
  if (!Record || Record->getTemplateArgs().size() == 0)
    return {};
  const TemplateArgument &First = Record->getTemplateArgs()[0];
  return First.getKind() == TemplateArgument::Type ? First.getAsType()
                                                   : QualType();
}

} // namespace

StructKind structKind(const RecordDecl *Record) {
  Record = Record ? Record->getDefinition() : nullptr;
  if (!Record)
    return StructKind::None;
  StructKind Own = ownKind(Record);
  if (Own != StructKind::None)
    return Own;
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
    for (const CXXBaseSpecifier &Base : Class->bases())
      if (const RecordDecl *Parent = Base.getType()->getAsRecordDecl()) {
        StructKind Inherited = structKind(Parent);
        if (Inherited != StructKind::None)
          return Inherited;
      }
  return StructKind::None;
}

StructKind structKind(QualType Type) {
  if (Type.isNull())
    return StructKind::None;
  return structKind(Type.getNonReferenceType()->getAsRecordDecl());
}

StructKind pointeeKind(QualType Type) {
  if (Type.isNull())
    return StructKind::None;
  Type = Type.getNonReferenceType();
  if (Type->isPointerType())
    return structKind(Type->getPointeeType());
  QualType Pointee = smartPointee(Type);
  return Pointee.isNull() ? StructKind::None : structKind(Pointee);
}

bool isDeviceRecord(const RecordDecl *Record) {
  Record = Record ? Record->getDefinition() : nullptr;
  // Contexts of other kinds have these two among others.
  return Record && hasFields(Record, {"device_type", "device_id"}) &&
         std::distance(Record->field_begin(), Record->field_end()) == 2;
}

bool isDtypeRecord(const RecordDecl *Record) {
  Record = Record ? Record->getDefinition() : nullptr;
  return Record && hasFields(Record, {"code", "bits", "lanes"});
}

std::optional<TensorField> tensorField(const ValueDecl *Declared) {
  const auto *Field = dyn_cast_or_null<FieldDecl>(Declared);
  if (!Field || !Field->getDeclName().isIdentifier())
    return std::nullopt;
  const RecordDecl *Record = Field->getParent();
  if (std::optional<TensorField> Meaning = meaningOf(Field->getName()))
    if (belongsTo(*Meaning, Record))
      return Meaning;
  // The embedded tensor has no name of its own that all headers agree on.
  if (structKind(Field->getType()) == StructKind::Tensor &&
      isManaged(ownKind(Record)))
    return TensorField::Tensor;
  return std::nullopt;
}

std::optional<TensorField> tensorField(const Expr *Access) {
  if (!Access)
    return std::nullopt;
  const auto *Member = dyn_cast<MemberExpr>(Access->IgnoreParenImpCasts());
  return Member ? tensorField(Member->getMemberDecl()) : std::nullopt;
}

StructKind embeddedKind(const RecordDecl *Record) {
  Record = Record ? Record->getDefinition() : nullptr;
  if (!Record)
    return StructKind::None;
  for (const FieldDecl *Field : Record->fields()) {
    StructKind Kind = structKind(Field->getType());
    if (isManaged(Kind))
      return Kind;
  }
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
    for (const CXXBaseSpecifier &Base : Class->bases()) {
      StructKind Kind = embeddedKind(Base.getType()->getAsRecordDecl());
      if (Kind != StructKind::None)
        return Kind;
    }
  return StructKind::None;
}

} // namespace dlpack_tidy::model
