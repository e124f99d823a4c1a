//===--- WriteAccess.cpp - which types let their holder write elsewhere ---===//

#include "flow/WriteAccess.h"
#include "model/NdarrayType.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSet.h"

// No tables of LLVM's at namespace scope: they would run LLVM code while the
// plugin is loaded, before it can refuse a foreign version.
#include <map>
#include <set>

using namespace clang;
using dlpack_tidy::model::libraryTemplate;
using dlpack_tidy::model::LibraryTemplate;

namespace dlpack_tidy::flow {
namespace {

const std::set<llvm::StringRef> OwningTemplates = {"vector",
                                                   "array",
                                                   "optional",
                                                   "variant",
                                                   "tuple",
                                                   "pair",
                                                   "map",
                                                   "unordered_map",
                                                   "multimap",
                                                   "set",
                                                   "unordered_set",
                                                   "multiset",
                                                   "deque",
                                                   "list",
                                                   "forward_list",
                                                   "initializer_list",
                                                   "basic_string",
                                                   "valarray",
                                                   "stack",
                                                   "queue",
                                                   "priority_queue",
                                                   "expected",
                                                   "complex",
                                                   "atomic",
                                                   "unordered_multimap",
                                                   "unordered_multiset"};

const std::set<llvm::StringRef> PointerTemplates = {"span",
                                                    "mdspan",
                                                    "reference_wrapper",
                                                    "unique_ptr",
                                                    "shared_ptr",
                                                    "weak_ptr",
                                                    "reverse_iterator",
                                                    "move_iterator",
                                                    "subrange",
                                                    "ref_view",
                                                    "counted_iterator",
                                                    "__shared_ptr",
                                                    "basic_string_view"};

bool isIteratorName(StringRef Name) {
  return Name.contains("iterator") || Name.contains("Iterator");
}

bool holdsWritable(WriteAccess &Access, const TemplateArgument &Argument) {
  return Argument.getKind() == TemplateArgument::Type &&
         Access.granted(Argument.getAsType());
}

/// `span<float>` is as good as `float*`.
bool pointsToWritable(WriteAccess &Access, const TemplateArgument &Argument) {
  if (Argument.getKind() != TemplateArgument::Type)
    return false;
  QualType To = Argument.getAsType();
  return !To.isConstQualified() || Access.granted(To);
}

} // namespace

Holding holdingOf(QualType Type) {
  std::optional<LibraryTemplate> Found = libraryTemplate(Type, "std");
  if (!Found)
    if (std::optional<LibraryTemplate> Gnu = libraryTemplate(Type, "__gnu_cxx"))
      Found = Gnu;
  if (!Found)
    return Holding::Unknown;
  if (OwningTemplates.count(Found->Name))
    return Holding::Elements;
  if (PointerTemplates.count(Found->Name) || isIteratorName(Found->Name))
    return Holding::Pointer;
  return Holding::Unknown;
}

ArrayRef<TemplateArgument> elementsOf(const LibraryTemplate &Container) {
  ArrayRef<TemplateArgument> All = Container.Arguments;
  StringRef Name = Container.Name;
  if (Name == "tuple" || Name == "variant")
    return All;
  bool Two = Name.ends_with("map") || Name == "pair" || Name == "expected";
  return All.take_front(Two ? 2 : 1);
}

bool ownsItsMemory(QualType Type) {
  static const llvm::StringSet<> EigenValues = {
      "Matrix",           "Array",        "SparseMatrix", "Tensor",
      "Quaternion",       "Transform",    "AngleAxis",    "DiagonalMatrix",
      "Translation",      "SparseVector", "AlignedBox",   "Hyperplane",
      "PermutationMatrix"};
  std::optional<LibraryTemplate> Found = libraryTemplate(Type, "Eigen");
  return Found && EigenValues.contains(Found->Name);
}

bool mayHoldPointers(QualType Type) {
  if (Type.isNull() || Type->isDependentType())
    return true;
  Type = Type.getCanonicalType();
  if (Type->isIntegerType())
    return !Type->isBooleanType() && !Type->isAnyCharacterType();
  return !Type->isBuiltinType() && !Type->isAnyComplexType() &&
         !Type->isEnumeralType() && !Type->isVectorType();
}

/// In a template: `const T *` and `span<const T>` lead to elements that are
/// only read; of everything else nothing is known.
bool WriteAccess::grantedInTemplate(QualType Type) {
  auto Elements = [](QualType To) {
    return To.isConstQualified() &&
           (To->isTemplateTypeParmType() || !To->isDependentType());
  };
  if (Type->isPointerType())
    return !Elements(Type->getPointeeType());
  if (std::optional<model::NdarrayRequest> Array = model::ndarrayRequest(Type))
    return Array->Writable;
  if (holdingOf(Type) != Holding::Pointer)
    return true;
  const TemplateArgument First =
      libraryTemplate(Type, "std")->Arguments.front();
  return First.getKind() != TemplateArgument::Type ||
         !Elements(First.getAsType());
}

bool WriteAccess::granted(QualType Type) {
  if (Type.isNull())
    return true;
  if (Type->isDependentType())
    return grantedInTemplate(Type);
  class Type const *Key = Type.getCanonicalType().getTypePtr();
  auto [At, New] = Known.try_emplace(Key, false); // recursive types end here
  if (!New)
    return At->second;
  bool Result = compute(QualType(Key, 0));
  Known[Key] = Result;
  return Result;
}

bool WriteAccess::compute(QualType Type) {
  if (Type->isPointerType() || Type->isReferenceType()) {
    QualType To = Type->getPointeeType();
    if (To->isFunctionType())
      return false;
    return !To.isConstQualified() || granted(To);
  }
  if (Type->isArrayType())
    return granted(QualType(Type->getArrayElementTypeNoTypeQual(), 0));
  if (Type->isAtomicType())
    return granted(Type.getAtomicUnqualifiedType());
  if (Type->isRecordType())
    return grantedByClass(Type);
  // Numbers, enumerators, member pointers, null pointers.
  return Type->isBlockPointerType() || Type->isObjCObjectPointerType();
}

bool WriteAccess::grantedByClass(QualType Type) {
  const auto *Record = Type->getAsCXXRecordDecl();
  if (!Record) // a C struct
    if (const RecordDecl *Plain = Type->getAsRecordDecl())
      return !Plain->getDefinition() ||
             llvm::any_of(Plain->getDefinition()->fields(),
                          [&](const FieldDecl *Each) {
                            return granted(Each->getType());
                          });
  if (std::optional<model::NdarrayRequest> Array = model::ndarrayRequest(Type))
    return Array->Writable;
  if (ownsItsMemory(Type))
    return false;
  if (std::optional<LibraryTemplate> Std = libraryTemplate(Type, "std")) {
    Holding How = holdingOf(Type);
    if (How == Holding::Elements)
      return llvm::any_of(elementsOf(*Std), [&](const TemplateArgument &Each) {
        return holdsWritable(*this, Each);
      });
    if (How == Holding::Pointer && !Std->Arguments.empty() &&
        !isIteratorName(Std->Name))
      return pointsToWritable(*this, Std->Arguments.front());
    if (Std->Name == "function")
      return true;
  }
  if (!Record || !Record->hasDefinition())
    return true;
  Record = Record->getDefinition();
  if (Record->hasAnyDependentBases())
    return true;
  for (const CXXBaseSpecifier &Base : Record->bases())
    if (granted(Base.getType()))
      return true;
  return llvm::any_of(Record->fields(), [&](const FieldDecl *Each) {
    return granted(Each->getType());
  });
}

} // namespace dlpack_tidy::flow
