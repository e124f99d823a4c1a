//===--- WriteAccess.h - which types let their holder write elsewhere -----===//
#ifndef DLPACK_TIDY_FLOW_WRITEACCESS_H
#define DLPACK_TIDY_FLOW_WRITEACCESS_H

#include "model/NdarrayType.h"

#include "clang/AST/Type.h"
#include "llvm/ADT/DenseMap.h"

namespace dlpack_tidy::flow {

/// How a standard class template relates to what it was made from.
enum class Holding {
  /// Owns its elements (vector, optional, tuple): elements are a part of it.
  Elements,
  /// Points to elements that live elsewhere (span, iterators, smart pointers).
  Pointer,
  /// Not known: either.
  Unknown
};
Holding holdingOf(clang::QualType Type);

/// The arguments of a standard class template that are its elements: not the
/// allocators and comparisons after them.
llvm::ArrayRef<clang::TemplateArgument>
elementsOf(const model::LibraryTemplate &Container);

/// Value types of well-known libraries that copy what they are made from,
/// whatever pointer they keep inside (Eigen's Matrix, std::string).
bool ownsItsMemory(clang::QualType Type);

/// Answers for types: may somebody who holds a value of this type write memory
/// that the value does not own? `float*`, `span<float>`, a struct with such a
/// member: yes. `float`, `const float*`, `vector<float>`, `const float *const
/// *`: no. Unknown, incomplete and dependent types: yes.
class WriteAccess {
public:
  bool granted(clang::QualType Type);

private:
  bool grantedInTemplate(clang::QualType Type);
  bool compute(clang::QualType Type);
  bool grantedByClass(clang::QualType Type);
  llvm::DenseMap<const clang::Type *, bool> Known;
};

/// True where a value of \p Type can be traced at all: pointers, references,
/// classes, arrays, and integers wide enough to hold a pointer.
bool mayHoldPointers(clang::QualType Type);

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_WRITEACCESS_H
