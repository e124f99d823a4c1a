// RUN: %check_dlpack_tidy %s dlpack-unchecked-device %t -- -- %dlpack %python_inc
#include <Python.h>
#include <dlpack/dlpack.h>
#include <cstdint>
#include <cstring>
#include <stdexcept>

static void need(bool ok) {
  if (!ok)
    throw std::runtime_error("refused");
}
static const float *start(const DLTensor &t) {
  return reinterpret_cast<const float *>(static_cast<const char *>(t.data) + t.byte_offset);
}
void gpu_copy(void *to, const void *from, std::size_t bytes);

// Nothing tests the device; the tensor comes from outside.
float from_capsule(PyObject *capsule) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  return *start(m->dl_tensor);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: host code reads{{.*}}whatever device the tensor is on{{.*}} [dlpack-unchecked-device]
}

float other_fields(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.dtype.code == kDLFloat && t.ndim == 1);
  return start(t)[0];
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: host code reads
}

// Everything that is not CUDA.
void two_ways(const DLManagedTensor *m, void *to, std::size_t bytes) {
  if (m->dl_tensor.device.device_type == kDLCUDA)
    gpu_copy(to, start(m->dl_tensor), bytes);
  else
    std::memcpy(to, start(m->dl_tensor), bytes);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: host code reads {{.*}} where the tensor may be on {{.*}} [dlpack-unchecked-device]
}

// A default that accepts.
void switched(const DLManagedTensor *m, void *to, std::size_t bytes) {
  switch (m->dl_tensor.device.device_type) {
  case kDLCUDA:
  case kDLROCM:
    gpu_copy(to, start(m->dl_tensor), bytes);
    return;
  default:
    std::memcpy(to, start(m->dl_tensor), bytes);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: host code reads
  }
}

// The test does not hold the way up.
float forgotten_return(const DLManagedTensor *m) {
  if (m->dl_tensor.device.device_type != kDLCPU)
    PyErr_SetString(PyExc_BufferError, "host only");
  return *start(m->dl_tensor);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: host code reads
}

// Managed memory without a synchronisation.
float managed(const DLManagedTensor *m) {
  need(m->dl_tensor.device.device_type == kDLCPU || m->dl_tensor.device.device_type == kDLCUDAManaged);
  return *start(m->dl_tensor);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: host code reads the managed memory
}

// A list that names a device the host cannot read.
void store(DLManagedTensor *m, float value) {
  auto type = m->dl_tensor.device.device_type;
  if (type != kDLCPU && type != kDLCUDA)
    throw std::runtime_error("device");
  *const_cast<float *>(start(m->dl_tensor)) = value;
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: host code writes
}

// In a helper of this file, one of whose callers forgot.
static float get(const DLTensor &t) {
  return *start(t);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: host code reads
}
float careful(const DLManagedTensor *m) {
  need(m->dl_tensor.device.device_type == kDLCPU);
  return get(m->dl_tensor);
}
float careless(const DLManagedTensor *m) {
  need(m->dl_tensor.ndim == 0);
  return get(m->dl_tensor);
}

// Compared with itself.
#define CHECK_DEVICE(A, B) need((A).device.device_type == (B).device.device_type)
void same(const DLTensor &a, const DLTensor &b) {
  CHECK_DEVICE(a, a);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: the device of this tensor is compared with itself
  CHECK_DEVICE(a, b);
}
