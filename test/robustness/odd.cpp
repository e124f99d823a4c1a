// Odd but valid code around the structs: every check walks over it without a
// word and without an end of its own.
// RUN: %check_dlpack_tidy %s 'dlpack-*' %t -- -- %dlpack
#include <dlpack/dlpack.h>
#include <cstdint>
#include <type_traits>
#include <utility>

// Statement expressions, computed goto, VLAs, case ranges.
int gnu(DLTensor *t, int n) {
  int width = ({
    int w = t->ndim;
    w + n;
  });
  int scratch[width > 0 ? width : 1];
  scratch[0] = 0;
  static void *const steps[] = {&&first, &&second, &&last};
  goto *steps[n % 3];
first:
  scratch[0] += 1;
second:
  scratch[0] += 2;
last:
  switch (n) {
  case 1 ... 5:
    return scratch[0];
  default:
    return __builtin_choose_expr(1, 2, "no");
  }
}
int jumps(int n) {
  asm goto("" : : : : out);
  return n;
out:
  return -n;
}
// A case in the middle of a loop.
int device(DLTensor *t, int n) {
  switch (n & 3)
  case 0:
    do {
      --n;
    case 1:
      --n;
    case 2:
      --n;
    } while (n > 0);
  return t ? n : -1;
}
// Deep templates, packs, folds, constexpr branches.
template <int N> struct Deep : Deep<N - 1> {
  using Before = Deep<N - 1>;
  int sum() const { return N + Before::sum(); }
};
template <> struct Deep<0> {
  int sum() const { return 0; }
};
template <typename... T> constexpr int total(T... t) { return (0 + ... + int(t)); }
template <typename M> int rank(M *m) {
  if constexpr (std::is_same_v<M, DLManagedTensor>)
    return m->dl_tensor.ndim;
  else
    return total(1, 2, 3);
}
int use(DLManagedTensor *m) { return Deep<200>().sum() + rank(m) + rank(static_cast<int *>(nullptr)); }
// Structs in unions, bit fields, arrays of arrays, members through pointers.
union Either {
  DLManagedTensor old;
  DLManagedTensorVersioned versioned;
  int64_t raw[24];
};
int64_t through(Either &e, DLTensor DLManagedTensor::*part, int32_t DLTensor::*field) {
  return (e.old.*part).*field;
}
auto recursive = [](auto self, DLTensor *t, int n) -> int {
  return n ? self(self, t, n - 1) : t->ndim;
};
int start(DLTensor *t) { return recursive(recursive, t, 3); }
// Mutual recursion.
int odd(DLTensor *t, int n);
int even(DLTensor *t, int n) { return n ? odd(t, n - 1) : t->ndim; }
int odd(DLTensor *t, int n) { return n ? even(t, n - 1) : -t->ndim; }
// Try blocks around a constructor's initialisers, and in a condition.
struct Guarded {
  Guarded(DLTensor *t) try : rank(t ? t->ndim : throw 1) {
  } catch (...) {
  }
  int rank;
};
int branches(DLTensor *t) {
  if (int n = t->ndim; n > 0)
    for (; n-- > 0;)
      if (n == 3)
        break;
      else
        continue;
  return 0;
}
