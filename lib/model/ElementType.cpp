//===--- ElementType.cpp - which dtype a C++ type stands for --------------===//

#include "model/ElementType.h"

#include "model/Callable.h"

#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace dlpack_tidy::model {
namespace {

using Codes = std::initializer_list<int64_t>;
const Codes Integers = {0, 1};
const Codes Floats = {2};
const Codes Brains = {4};
const Codes Complexes = {5};
const Codes Booleans = {6, 1};

std::optional<ElementType> ofClass(const RecordDecl *Record, unsigned Bits) {
  StringRef Name = plainName(Record);
  if (Record->isInStdNamespace() && Name == "complex")
    return ElementType{&Complexes, Bits};
  if (Name.contains_insensitive("bfloat16") ||
      Name.contains_insensitive("bf16"))
    return ElementType{&Brains, Bits};
  if (Name.contains_insensitive("half") ||
      Name.contains_insensitive("float16") || Name.contains_insensitive("fp16"))
    return ElementType{&Floats, Bits};
  return std::nullopt;
}

} // namespace

std::optional<ElementType> elementType(QualType Type,
                                       const ASTContext &Context) {
  Type = Type.getCanonicalType().getUnqualifiedType();
  if (Type->isIncompleteType() || Type->isDependentType())
    return std::nullopt;
  unsigned Bits = static_cast<unsigned>(Context.getTypeSize(Type));
  if (const RecordDecl *Record = Type->getAsRecordDecl())
    return ofClass(Record, Bits);
  // Characters and bytes of any sign move memory about.
  if (Type->isCharType() || Type->isStdByteType() || Type->isEnumeralType())
    return std::nullopt;
  if (Type->isBooleanType())
    return ElementType{&Booleans, Bits};
  if (Type->isBFloat16Type())
    return ElementType{&Brains, Bits};
  if (Type->isAnyComplexType())
    return ElementType{&Complexes, Bits};
  if (Type->isFloatingType())
    return ElementType{&Floats, Bits};
  if (!Type->isIntegerType())
    return std::nullopt;
  // Unsigned numbers of 16 and 32 bits carry the bits of other types as well.
  if (Type->isUnsignedIntegerType())
    return ElementType{nullptr, Bits};
  return ElementType{&Integers, Bits};
}

} // namespace dlpack_tidy::model
