// RUN: %check_dlpack_tidy %s dlpack-byte-offset %t -- -- %dlpack
#include <dlpack/dlpack.h>

float read_first(const DLManagedTensor *m) {
  const DLTensor *t = &m->dl_tensor;
  if (t->device.device_type != kDLCPU)
    return 0;
  return *(float *)t->data;
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: the first element is at data + byte_offset, and 't->data' is used without it{{.*}} [dlpack-byte-offset]
  // CHECK-FIXES: return *(float *)((char *)t->data + t->byte_offset);
}

float read_right(const DLManagedTensor *m) {
  const DLTensor *t = &m->dl_tensor;
  if (t->device.device_type != kDLCPU)
    return 0;
  return *(float *)((char *)t->data + t->byte_offset);
}

void view(DLTensor *to, const DLTensor *of, int64_t *shape) {
  *to = *of;
  for (int i = 0; i < of->ndim; ++i)
    shape[i] = of->shape[i];
  to->shape = shape;
  to->data = of->data;
}
