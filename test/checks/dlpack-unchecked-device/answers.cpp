// Converters and predicates that put devices on the wrong side.
// RUN: %check_dlpack_tidy %s dlpack-unchecked-device %t -- -- %dlpack
#include <dlpack/dlpack.h>
#include <stdexcept>

enum class Dev { cpu, gpu };

Dev accepting_default(const DLDevice &d) {
  switch (d.device_type) {
  case kDLCUDA:
    return Dev::gpu;
  default:
    return Dev::cpu;
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: a tensor on {{.*}} or an unknown device type is taken for one in host memory here{{.*}} [dlpack-unchecked-device]
  }
}
Dev by_condition(const DLTensor &t) {
  return t.device.device_type == kDLCPU ? Dev::cpu : Dev::gpu;
  // CHECK-MESSAGES: :[[@LINE-1]]:54: warning: a tensor on any device type except kDLCPU is taken for one in GPU memory here{{.*}} [dlpack-unchecked-device]
}
const char *by_assignment(const DLTensor *t) {
  const char *where;
  if (t->device.device_type == kDLCUDA)
    where = "cuda";
  else
    where = "cpu";
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: a tensor on {{.*}} is taken for one in host memory here{{.*}} [dlpack-unchecked-device]
  return where;
}
bool on_host(const DLTensor &t) { return t.device.device_type == kDLCPU; }
// CHECK-MESSAGES: :[[@LINE-1]]:42: warning: 'on_host' says no for pinned host memory (kDLCUDAHost, kDLROCMHost){{.*}} [dlpack-unchecked-device]
bool in_host_memory(const DLManagedTensor *m) {
  switch (m->dl_tensor.device.device_type) {
  case kDLCPU:
    return true;
  case kDLCUDA:
    return false;
  default:
    return false;
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'in_host_memory' says no for pinned host memory{{.*}} [dlpack-unchecked-device]
  }
}
bool isGpu(DLDevice d) { return d.device_type != kDLCPU; }
// CHECK-MESSAGES: :[[@LINE-1]]:33: warning: 'isGpu' says yes for pinned host memory{{.*}} [dlpack-unchecked-device]
