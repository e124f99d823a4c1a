// Declared and used in one file: renamed together.
// RUN: %check_dlpack_tidy %s dlpack-legacy-api %t

#include <cstdint>
typedef enum { kDLCPU = 1, kDLGPU = 2, kDLCPUPinned = 3 } DLDeviceType;
// CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'kDLGPU'
// CHECK-MESSAGES: :[[@LINE-2]]:40: warning: 'kDLCPUPinned'
// CHECK-FIXES: typedef enum { kDLCPU = 1, kDLCUDA = 2, kDLCUDAHost = 3 } DLDeviceType;
struct DLContext {
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'DLContext'
  // CHECK-FIXES: struct DLDevice {
  DLDeviceType device_type;
  int device_id;
};
struct DLTensor {
  void *data;
  DLContext ctx;
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'ctx'
  // CHECK-FIXES: DLDevice device;
  int ndim;
  int64_t *shape, *strides;
  uint64_t byte_offset;
};
bool onGpu(const DLTensor &t) { return t.ctx.device_type == kDLGPU; }
// CHECK-FIXES: bool onGpu(const DLTensor &t) { return t.device.device_type == kDLCUDA; }
DLContext where(const DLTensor *t) { return t->ctx; }
// CHECK-FIXES: DLDevice where(const DLTensor *t) { return t->device; }
