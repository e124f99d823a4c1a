// RUN: %check_dlpack_tidy %s 'dlpack-*' %t -- -- %dlpack
#include <dlpack/dlpack.h>
#include <stdexcept>
// As above, with the checker's body in another file.
void check_cuda_buffer(const void *ptr);
struct Img { void *buffer; };
void fill(const DLTensor &t, Img *i);  // adds byte_offset
void take(DLManagedTensor *m, Img *i) {
  check_cuda_buffer(m->dl_tensor.data);
  fill(m->dl_tensor, i);
}
