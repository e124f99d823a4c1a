// RUN: %check_dlpack_tidy %s dlpack-writable-parameter %t -- -- -std=c++20 %nanobind
// RUN: %check_dlpack_tidy %s dlpack-writable-parameter %t -- -- -std=c++20 %nanobind2

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/complex.h>
#include <nanobind/stl/optional.h>
#include <algorithm>
#include <complex>
#include <cstring>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <ranges>
#include <span>
#include <thread>
#include <vector>
namespace nb = nanobind;
using Vec = nb::ndarray<double, nb::ndim<1>, nb::c_contig>;

void library_fill(double *out, size_t n); // elsewhere; may write
void library_span(std::span<double> out);
void library_array(Vec v);
void library_tables(float *const *out, int n);
void library_address(long address);
void overloaded(const void *p);
void overloaded(void *p);

// What asks for no more than it needs.
double reads(nb::ndarray<const double, nb::ndim<1>> a) { return a(0); }
size_t anything(nb::ndarray<nb::c_contig, nb::ro> a) { return a.ndim(); }
template <typename T> T instantiated_const(nb::ndarray<T, nb::ndim<1>> a) { return a(0); }
// Nothing binds it: it is for C++ callers.
double unbound(Vec v) { return v(0); }
// Arrays made in C++ are no inputs.
Vec made(size_t n) { return Vec(new double[n], {n}); }
size_t of_made() {
  Vec v = made(3);
  return v.size();
}

// Written, one way or another.
void element(Vec v) { v(0) = 1; }
void compound(Vec v) { v(0) *= 2; }
void counted(Vec v) { ++v(0); }
void complex_assigned(nb::ndarray<std::complex<float>, nb::ndim<1>> a, float x) {
  std::complex<float> *p = a.data();
  for (size_t i = 0; i < a.size(); ++i)
    p[i] = std::complex<float>(x, 0);
}
void complex_member(nb::ndarray<std::complex<float>, nb::ndim<1>> a) { a(0).real(1); }
void complex_compound(nb::ndarray<std::complex<float>, nb::ndim<1>> a) { a(0) *= 2.f; }
void view(Vec v) {
  auto w = v.view();
  w(0) = 1;
}
void by_reference(const Vec &v) { v(0) = 1; } // only the handle is const
void pointer(Vec v) {
  double *p = v.data();
  *p++ = 1;
}
void pointer_later(Vec v) {
  double *p = nullptr, **q = &p;
  *q = v.data();
  p[0] = 1;
}
void reference(Vec v) {
  double &first = v(0);
  first = 1;
}
void range(Vec v) {
  for (double &x : std::span(v.data(), v.size()))
    x = 0;
}
void cast_away(Vec v) {
  const double *p = v.data();
  *const_cast<double *>(p) = 1;
}
void through_bytes(Vec v) { reinterpret_cast<char *>(v.data())[0] = 0; }
void filled(Vec v) { std::fill(v.data(), v.data() + v.size(), 0.0); }
void sorted(Vec v) {
  std::span<double> s(v.data(), v.size());
  std::ranges::sort(s);
}
void copied_into(Vec v, nb::ndarray<const double> from) {
  std::copy(from.data(), from.data() + from.size(), v.data());
}
void memory(Vec v) { std::memset(v.data(), 0, v.nbytes()); }
void each(Vec v) {
  std::for_each(v.data(), v.data() + v.size(), [](double &x) { x = 0; });
}
void captured(Vec v) {
  auto write = [&] { v(0) = 1; };
  write();
}
void structured(Vec v) {
  struct View {
    double *p;
    size_t n;
  } view{v.data(), v.size()};
  view.p[0] = 1;
}
static void helper(double *p) { *p = 1; }
static double *pass(double *p) { return p; }
void through_helper(Vec v) { helper(v.data()); }
void through_two(Vec v) { *pass(v.data()) = 1; }
void threaded(Vec v) {
  std::thread t(helper, v.data());
  t.join();
}
void optional(std::optional<Vec> v) {
  if (v)
    (*v)(0) = 1;
}

// Handed to code that may write.
void hand_on(Vec v) { library_fill(v.data(), v.size()); }
void hand_on_span(Vec v) { library_span({v.data(), v.size()}); }
void hand_on_array(Vec v) { library_array(v); }
void hand_on_table(nb::ndarray<float, nb::ndim<2>> a) {
  std::vector<float *> rows{a.data()};
  library_tables(rows.data(), 1);
}
void hand_on_address(Vec v) { library_address(reinterpret_cast<long>(v.data())); }
void overload(Vec v) { overloaded(v.data()); }
void call_python(Vec v, nb::object f) { f(v); }
void callback(Vec v, void (*f)(double *)) { f(v.data()); }

// Kept or returned.
Vec give_back(Vec v) { return v; }
nb::ndarray<nb::numpy, double> other_view(Vec v) {
  return nb::ndarray<nb::numpy, double>(v.data(), {v.size()}, nb::cast(v));
}
struct Filter {
  Vec state;
  double *raw = nullptr;
  std::function<double()> later;
  std::shared_ptr<Vec> shared;
  explicit Filter(Vec initial) : state(initial) {}
  void set(Vec v) { state = v; }
  void set_raw(Vec v) { raw = v.data(); }
  void set_later(Vec v) {
    later = [v] { return v(0); };
  }
  void set_shared(Vec v) { shared = std::make_shared<Vec>(v); }
};
static double *global;
void keep(Vec v) { global = v.data(); }
double *keep_static(Vec v) {
  static double *p = v.data();
  return nullptr;
}
struct Handles {
  virtual ~Handles() = default;
  virtual void take(Vec v);
};
void dynamic(Handles &h, Vec v) { h.take(v); }

#define WRITES(name, type)                                                     \
  m.def(name, [](nb::ndarray<type, nb::ndim<1>> a) { a(0) = 0; })

NB_MODULE(accepts, m) {
  m.def("reads", &reads);
  m.def("anything", &anything);
  m.def("instantiated_const", &instantiated_const<const float>);
  m.def("made", &made);
  m.def("of_made", &of_made);
  m.def("element", &element);
  m.def("compound", &compound);
  m.def("counted", &counted);
  m.def("complex_assigned", &complex_assigned);
  m.def("complex_member", &complex_member);
  m.def("complex_compound", &complex_compound);
  m.def("view", &view);
  m.def("by_reference", &by_reference);
  m.def("pointer", &pointer);
  m.def("pointer_later", &pointer_later);
  m.def("reference", &reference);
  m.def("range", &range);
  m.def("cast_away", &cast_away);
  m.def("through_bytes", &through_bytes);
  m.def("filled", &filled);
  m.def("sorted", &sorted);
  m.def("copied_into", &copied_into);
  m.def("memory", &memory);
  m.def("each", &each);
  m.def("captured", &captured);
  m.def("structured", &structured);
  m.def("through_helper", &through_helper);
  m.def("through_two", &through_two);
  m.def("threaded", &threaded);
  m.def("optional", &optional);
  m.def("hand_on", &hand_on);
  m.def("hand_on_span", &hand_on_span);
  m.def("hand_on_array", &hand_on_array);
  m.def("hand_on_table", &hand_on_table);
  m.def("hand_on_address", &hand_on_address);
  m.def("overload", &overload);
  m.def("call_python", &call_python);
  m.def("callback", [](Vec v) { callback(v, helper); });
  m.def("give_back", &give_back);
  m.def("other_view", &other_view);
  m.def("keep", &keep);
  m.def("keep_static", &keep_static);
  m.def("dynamic", [](Vec v) {
    Handles h;
    Handles &reference = h;
    dynamic(reference, v);
  });
  nb::class_<Filter>(m, "Filter")
      .def(nb::init<Vec>())
      .def("set", &Filter::set)
      .def("set_raw", &Filter::set_raw)
      .def("set_later", &Filter::set_later)
      .def("set_shared", &Filter::set_shared);
  WRITES("float", float);
  WRITES("int", int);
}
