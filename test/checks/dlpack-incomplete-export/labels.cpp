// RUN: %check_dlpack_tidy %s dlpack-incomplete-export %t -- -- %dlpack

#include <dlpack/dlpack.h>
#include <stdexcept>

struct Buffer {
  void *data;
  int device;
  bool pinned;
  bool is_managed() const;
};
DLDevice ignoresKind(const Buffer &b) { return {kDLCUDA, b.device}; }
// CHECK-MESSAGES: :[[@LINE-1]]:48: warning: the label is kDLCUDA whatever 'pinned' says
DLDevice ignoresManaged(const Buffer &b) {
  if (b.pinned)
    return {kDLCUDAHost, b.device};
  return {kDLCUDA, b.device};
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: the label is kDLCUDA whatever 'is_managed' says
}
enum class Memory { Host, Pinned, Device, Managed };
DLDeviceType bySwitch(Memory m) {
  switch (m) {
  case Memory::Host:
    return kDLCPU;
  case Memory::Pinned:
    return kDLCUDAHost;
  case Memory::Device:
  case Memory::Managed:
    return kDLCUDA;
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: memory of kind 'Managed' is labelled kDLCUDA like any other
  }
  throw std::runtime_error("memory");
}
struct Tensor {
  void fill(DLTensor &t) const {
    t.device.device_type = gpu_ ? kDLCUDA : kDLCPU;
    // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: the label is kDLCUDA or kDLCPU whatever 'pinned_' says
    t.device.device_id = ordinal_;
  }
  bool gpu_, pinned_;
  int ordinal_;
};

// Device numbers.

struct Array {
  float *data;
  int ordinal;
};
void exportsZero(DLTensor &t, const Array &a) {
  t.data = a.data;
  t.device = {kDLCUDA, 0};
  // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: every tensor is labelled device 0 whatever 'ordinal' says
}
void setsZero(DLTensor &t, const Array &a) {
  t.device.device_type = kDLROCM;
  t.device.device_id = 0;
  // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: every tensor is labelled device 0 whatever 'ordinal' says
}
struct Place {
  bool gpu;
  int index;
};
struct Device {
  Device(int kind, int index);
};
Device importsZero(const DLTensor *t) {
  if (t->device.device_type == kDLCUDA)
    return Device(1, 0);
  // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: the tensor's device_id is never read and device 0 stands in its place
  return Device(0, 0);
}
Place byCase(const DLTensor &t) {
  Place p{};
  switch (t.device.device_type) {
  case kDLROCM:
    p.index = 0;
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: the tensor's device_id is never read and device 0 stands in its place
    p.gpu = true;
    return p;
  default:
    return p;
  }
}
