// The same in C.
// RUN: %check_dlpack_tidy %s 'dlpack-*' %t -- -- %dlpack
#include <dlpack/dlpack.h>
#include <stddef.h>

static const DLDataType types[] = {[2] = {.code = kDLFloat, .bits = 32, .lanes = 1}, [0] = {kDLInt, 8, 1}};

int rank(DLManagedTensor *m, int n) {
  __typeof__(m->dl_tensor.ndim) r = m->dl_tensor.ndim;
  int table[n > 0 ? n : 1];
  table[0] = _Generic(r, int: 1, default: 2);
  void *where = n ? &&out : &&in;
  goto *where;
in:
  r += table[0];
out:
  return ({ r ?: n; });
}
struct flexible {
  DLTensor t;
  int64_t tail[];
};
size_t tail(struct flexible *f) { return (size_t)((char *)f->tail - (char *)f) + sizeof types; }
int old(t) DLTensor *t;
{ return t ? t->ndim : 0; }
