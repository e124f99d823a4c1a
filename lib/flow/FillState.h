//===--- FillState.h - what is known of tensors in the making -------------===//
#ifndef DLPACK_TIDY_FLOW_FILLSTATE_H
#define DLPACK_TIDY_FLOW_FILLSTATE_H

#include "flow/AccessPath.h"
#include "model/Allocation.h"
#include "model/DLPackTypes.h"
#include "model/LocalStorage.h"

#include <bitset>
#include <map>

namespace dlpack_tidy::flow {

/// A set of fields; composite fields stand for all they consist of.
class FieldSet {
public:
  void insert(model::TensorField Field);
  void insertAll() { Bits.set(); }
  bool contains(model::TensorField Field) const {
    return Bits.test(static_cast<unsigned>(Field));
  }
  unsigned tensorFields() const;
  friend FieldSet operator|(FieldSet L, FieldSet R) {
    L.Bits |= R.Bits;
    return L;
  }
  friend FieldSet operator&(FieldSet L, FieldSet R) {
    L.Bits &= R.Bits;
    return L;
  }
  friend bool operator==(const FieldSet &L, const FieldSet &R) {
    return L.Bits == R.Bits;
  }

private:
  std::bitset<32> Bits;
};

/// A struct, or a holder of one, between its making and its handing out.
struct MadeTensor {
  model::Allocation Made;
  clang::SourceRange At;
  model::StructKind Kind = model::StructKind::None;
  /// The function that makes it.
  const clang::FunctionDecl *In = nullptr;
  FieldSet Written;          ///< must
  FieldSet Touched;          ///< may
  bool Zeroed = false;       ///< must: the rest is zero
  bool TensorZeroed = false; ///< must: the rest of the DLTensor inside is zero
  bool Rankless = false;     ///< must: ndim is the constant 0
  bool HandedOut = false;    ///< may
  bool Returned = false;     ///< may: by value
  bool Freed = false;        ///< may
  bool Foreign = false;      ///< may: other code was given it to fill
  const clang::Expr *NullStrides = nullptr; ///< must: the NULL last assigned
  /// Must: the member of another object whose memory the data is.
  const clang::Expr *MemberData = nullptr;
  /// Must: memory that is const, whose constness was cast away.
  const clang::Expr *ConstData = nullptr;
  bool SaysFlags = false; ///< may: a flag says that it is read-only
  bool Keeps = false;     ///< may: something that can keep the owner alive
  /// Must: manager_ctx is an object of a class that cannot keep any other
  /// alive.
  bool IdleContext = false;
  const clang::FunctionDecl *Deleter = nullptr; ///< the one last seen set

  void join(const MadeTensor &Other);
  friend bool operator==(const MadeTensor &L, const MadeTensor &R) {
    return L.At == R.At && L.Written == R.Written && L.Touched == R.Touched &&
           L.Returned == R.Returned && L.Zeroed == R.Zeroed &&
           L.TensorZeroed == R.TensorZeroed && L.Rankless == R.Rankless &&
           L.HandedOut == R.HandedOut && L.Freed == R.Freed &&
           L.Foreign == R.Foreign && L.NullStrides == R.NullStrides &&
           L.MemberData == R.MemberData && L.ConstData == R.ConstData &&
           L.SaysFlags == R.SaysFlags && L.Keeps == R.Keeps &&
           L.IdleContext == R.IdleContext && L.Deleter == R.Deleter;
  }
};

/// A field that points into an object of the function.
struct LocalPointer {
  model::LocalStorage Storage;
  clang::SourceRange SetAt;
  /// The function whose end is the storage's.
  const clang::FunctionDecl *In = nullptr;
  friend bool operator==(const LocalPointer &L, const LocalPointer &R) {
    return L.SetAt == R.SetAt;
  }
};

class FillState {
public:
  bool Reachable = true;
  std::map<AccessPath, MadeTensor> Tensors;
  std::map<AccessPath, LocalPointer> Pointers; ///< may

  /// The tensor that \p Path is, or is a part of.
  MadeTensor *tensorAt(const AccessPath &Path, AccessPath *Root = nullptr);
  bool join(const FillState &Other);
  friend bool operator==(const FillState &L, const FillState &R) {
    return L.Reachable == R.Reachable && L.Tensors == R.Tensors &&
           L.Pointers == R.Pointers;
  }
};

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_FILLSTATE_H
