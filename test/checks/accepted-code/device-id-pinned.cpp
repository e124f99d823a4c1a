// RUN: %check_dlpack_tidy %s 'dlpack-*' %t -- -- %dlpack
#include <dlpack/dlpack.h>
// Nothing is exported: it answers where a host copy should go. Pinned and CPU memory have device_id 0 (dlpack.h).
DLDevice preferred_host(DLDevice device) {
  if (device.device_type == kDLCUDA) {
    return DLDevice{kDLCUDAHost, 0};
  } else if (device.device_type == kDLROCM) {
    return DLDevice{kDLROCMHost, 0};
  }
  return DLDevice{kDLCPU, 0};
}
