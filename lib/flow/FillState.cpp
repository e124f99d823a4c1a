//===--- FillState.cpp - what is known of tensors in the making -----------===//

#include "flow/FillState.h"

using dlpack_tidy::model::TensorField;

namespace dlpack_tidy::flow {

void FieldSet::insert(TensorField Field) {
  Bits.set(static_cast<unsigned>(Field));
  auto Add = [this](std::initializer_list<TensorField> Parts) {
    for (TensorField Each : Parts)
      insert(Each);
  };
  switch (Field) {
  case TensorField::Tensor:
    return Add({TensorField::Data, TensorField::Device, TensorField::Ndim,
                TensorField::Dtype, TensorField::Shape, TensorField::Strides,
                TensorField::ByteOffset});
  case TensorField::Device:
    return Add({TensorField::DeviceType, TensorField::DeviceId});
  case TensorField::Dtype:
    return Add({TensorField::Code, TensorField::Bits, TensorField::Lanes});
  case TensorField::Version:
    return Add({TensorField::Major, TensorField::Minor});
  default:
    return;
  }
}

unsigned FieldSet::tensorFields() const {
  unsigned Count = 0;
  for (TensorField Each :
       {TensorField::Data, TensorField::DeviceType, TensorField::Ndim,
        TensorField::Code, TensorField::Shape, TensorField::Strides,
        TensorField::ByteOffset})
    Count += contains(Each);
  return Count;
}

void MadeTensor::join(const MadeTensor &Other) {
  Written = Written & Other.Written;
  Touched = Touched | Other.Touched;
  Returned |= Other.Returned;
  Zeroed &= Other.Zeroed;
  TensorZeroed &= Other.TensorZeroed;
  Rankless &= Other.Rankless;
  HandedOut |= Other.HandedOut;
  Freed |= Other.Freed;
  Foreign |= Other.Foreign;
  if (NullStrides != Other.NullStrides)
    NullStrides = nullptr;
  if (MemberData != Other.MemberData)
    MemberData = nullptr;
  if (ConstData != Other.ConstData)
    ConstData = nullptr;
  SaysFlags |= Other.SaysFlags;
  Keeps |= Other.Keeps;
  IdleContext &= Other.IdleContext;
  if (!Deleter)
    Deleter = Other.Deleter;
}

MadeTensor *FillState::tensorAt(const AccessPath &Path, AccessPath *Root) {
  if (!Path)
    return nullptr;
  for (AccessPath Each = Path;; Each = Each.parent()) {
    auto Known = Tensors.find(Each);
    if (Known != Tensors.end()) {
      if (Root)
        *Root = Each;
      return &Known->second;
    }
    if (Each.Fields.empty())
      return nullptr;
  }
}

bool FillState::join(const FillState &Other) {
  if (!Other.Reachable)
    return false;
  if (!Reachable) {
    *this = Other;
    return true;
  }
  FillState Before = *this;
  // A tensor that does not exist on the other way keeps what is known of it.
  for (const auto &[Path, Tensor] : Other.Tensors) {
    auto [Slot, New] = Tensors.try_emplace(Path, Tensor);
    if (!New)
      Slot->second.join(Tensor);
  }
  for (const auto &Each : Other.Pointers)
    Pointers.insert(Each);
  return !(Before == *this);
}

} // namespace dlpack_tidy::flow
