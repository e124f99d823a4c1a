// RUN: %check_dlpack_tidy %s 'dlpack-*' %t -- -- %dlpack
#include <stdexcept>
#include <vector>
#include <dlpack/dlpack.h>
// The strides of the exported tensor are FILLED here, from byte strides of the frame: dividing is right.
struct Owner {
  DLManagedTensor m{};
  DLTensor *operator->() { return &m.dl_tensor; }
};
struct Buffer {
  Owner t;
  void load(const std::vector<size_t> &bytes, int bit_depth) {
    int itemSizeDT; if (bit_depth == 8) itemSizeDT = sizeof(unsigned char); else if (bit_depth == 10) itemSizeDT = sizeof(unsigned short);
    int n = bytes.size();
    t->strides = new int64_t[n];
    for (int i = 0; i < n; ++i) {
      t->strides[i] = bytes[i];
      if (t->strides[i] % itemSizeDT != 0) throw std::runtime_error("stride");
      t->strides[i] /= itemSizeDT;
    }
  }
};
