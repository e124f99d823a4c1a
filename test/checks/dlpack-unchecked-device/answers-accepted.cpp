// Converters and predicates that refuse what they do not know.
// RUN: %check_dlpack_tidy %s dlpack-unchecked-device %t -- -- %dlpack
#include <dlpack/dlpack.h>
#include <stdexcept>

enum class Dev { cpu, gpu, pinned, unknown };

Dev refusing(const DLDevice &d) {
  switch (static_cast<int>(d.device_type)) {
  case kDLCUDA:
  case kDLCUDAManaged:
    return Dev::gpu;
  case kDLCPU:
  case kDLCUDAHost:
  case kDLROCMHost:
  case 20:
    return Dev::cpu;
  default:
    throw std::invalid_argument("device");
  }
}
Dev saying_so(const DLTensor &t) {
  if (t.device.device_type == kDLCPU)
    return Dev::cpu;
  if (t.device.device_type == kDLCUDA)
    return Dev::gpu;
  if (t.device.device_type == kDLCUDAHost)
    return Dev::pinned;
  return Dev::unknown;
}
Dev not_asked(const DLTensor *t) {
  if (!t)
    return Dev::cpu;
  return refusing(t->device);
}
// Asks for kDLCPU and says so; whoever uses it to refuse refuses too much only.
bool is_cpu(const DLTensor &t) { return t.device.device_type == kDLCPU; }
bool is_supported_host(const DLTensor &t) { return t.device.device_type == kDLCPU; }
bool is_host(const DLTensor &t) {
  return t.device.device_type == kDLCPU || t.device.device_type == kDLCUDAHost ||
         t.device.device_type == kDLROCMHost;
}
bool is_cuda(const DLDevice &d) { return d.device_type == kDLCUDA || d.device_type == kDLCUDAManaged; }
bool same_host(const DLTensor &a, const DLTensor &b) { return a.device.device_type == b.device.device_type; }
