// What a helper frees is what it is given: two calls are two objects.
// RUN: %check_dlpack_tidy %s dlpack-tensor-lifetime %t -- -- %dlpack
#include <dlpack/dlpack.h>

template <typename T> void delete_array(T *p) { delete[] p; }
template <typename T> void delete_object(T *p) { delete p; }

struct Context {
  int kept;
};

static void right(DLManagedTensor *self) {
  delete_array(self->dl_tensor.shape);
  delete_array(self->dl_tensor.strides);
  delete_object(static_cast<Context *>(self->manager_ctx));
  delete_object(self);
}

static void twice(DLManagedTensor *self) {
  delete_object(self);
  // CHECK-MESSAGES: :6:{{[0-9]+}}: warning: the deleter frees 'self' a second time
  delete_object(self);
}

DLManagedTensor *make(bool which) {
  auto *made = new DLManagedTensor();
  made->dl_tensor.shape = new int64_t[1]{1};
  made->dl_tensor.strides = new int64_t[1]{1};
  made->dl_tensor.ndim = 1;
  made->manager_ctx = new Context();
  if (which)
    made->deleter = right;
  else
    made->deleter = twice;
  return made;
}
