/* A C consumer of DLPack tensors that looks at three fields out of seven. */
#include <dlpack/dlpack.h>

/* byte_offset is ignored: a slice made by MLX on the CPU starts there, and this
   reads the elements before it. The device is not looked at either. */
float first_element(const DLTensor *tensor) {
  return ((const float *)tensor->data)[0];
}

/* strides may be NULL, for a compact tensor made before DLPack 1.2. */
int64_t row_stride(const DLTensor *tensor) { return tensor->strides[0]; }
