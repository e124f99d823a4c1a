// RUN: %check_dlpack_tidy %s dlpack-incomplete-export %t -- -- %dlpack

#include <dlpack/dlpack.h>
#include <stdexcept>

struct Buffer {
  void *data;
  int device;
  bool pinned, managed;
};
DLDevice label(const Buffer &b) {
  if (b.managed)
    return {kDLCUDAManaged, b.device};
  return {b.pinned ? kDLCUDAHost : kDLCUDA, b.device};
}
void uses(DLTensor &t, const Buffer &b) { t.device = label(b); }
struct ByKind {
  int device;
  int memory_kind;
};
DLDevice byKind(const ByKind &b) {
  if (b.memory_kind == 1)
    return {kDLCUDAHost, b.device};
  return {kDLCUDA, b.device};
}
struct Manager {
  void *manager;
  int device;
};
DLDevice managerIsNoKind(const Manager &m) { return {kDLCUDA, m.device}; }

enum class Memory { Host, Pinned, Device, Managed };
DLDeviceType bySwitch(Memory m) {
  switch (m) {
  case Memory::Host:
    return kDLCPU;
  case Memory::Pinned:
    return kDLCUDAHost;
  case Memory::Device:
    return kDLCUDA;
  case Memory::Managed:
    return kDLCUDAManaged;
  }
  throw std::runtime_error("memory");
}

struct Array {
  float *data;
  int ordinal;
};
DLDevice host(const Array &) { return {kDLCPU, 0}; }
DLDevice numbered(const Array &a) { return {kDLCUDA, a.ordinal}; }
struct Place {
  bool gpu;
  int index;
};
Place place(const DLTensor &t) {
  switch (t.device.device_type) {
  case kDLCPU:
    return {false, 0};
  case kDLCUDA:
    return {true, t.device.device_id};
  default:
    throw std::runtime_error("device");
  }
}
int ordinalOf(const DLDevice &d);
Place byHelper(const DLTensor &t) {
  Place p{true, 0};
  if (t.device.device_type == kDLCUDA)
    p = {true, ordinalOf(t.device)};
  return p;
}
bool onGpu(const DLTensor &t) { return t.device.device_type == kDLCUDA; }
