// RUN: %check_dlpack_tidy %s 'dlpack-*' %t -- -- %dlpack
#include <cstdint>
#include <dlpack/dlpack.h>
// DGL's own array struct. Its field is named ctx and always will be: no DLPack header changes it.
typedef struct { int32_t device_type, device_id; } DGLContext;
typedef struct { uint8_t code, bits; uint16_t lanes; } DGLDataType;
typedef struct {
  void *data; DGLContext ctx; int32_t ndim; DGLDataType dtype;
  int64_t *shape; int64_t *strides; uint64_t byte_offset;
} DGLArray;
void from(DGLArray *a, DLManagedTensor *m) {
  a->ctx.device_type = m->dl_tensor.device.device_type;
  a->ctx.device_id = m->dl_tensor.device.device_id;
}
