// How pybind11 code asks for a capsule or hands an array over, and what is no export.
//
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -fix-notes -- -std=c++17 %pybind11_2
// RUN: %check_dlpack_tidy %s \
// RUN:   %exports %t -any-fixes -- -fix-notes -- -std=c++20 %pybind11

#include <pybind11/pybind11.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>
namespace py = pybind11;
using namespace py::literals;

py::object bare(py::object x) { return x.attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::capsule cast_to_capsule(py::object x) {
  return x.attr("__dlpack__")().cast<py::capsule>();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
py::capsule converted(const py::object &x) {
  py::capsule c = x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  return c;
}
py::object positional(py::handle x) { return x.attr("__dlpack__")(1); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object literal_stream(py::handle x, std::intptr_t s) {
  return x.attr("__dlpack__")("stream"_a = s);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
py::object arg_stream(py::handle x) {
  return x.attr("__dlpack__")(py::arg("stream") = py::none());
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
py::object max_version(py::handle x) {
  return x.attr("__dlpack__")("stream"_a = py::none(), "max_version"_a = py::make_tuple(1, 0));
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
struct Holder {
  py::capsule capsule;
  py::object array;
  explicit Holder(py::object x) : capsule(x.attr("__dlpack__")()), array(x) {}
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  Holder(py::object x, int) : Holder(std::move(x)) {}
  py::object again() { return array.attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  py::object again_this() { return this->array.attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
};
struct FromHelper {
  static py::capsule make(const py::object &o) { return o.attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  py::capsule capsule;
  explicit FromHelper(const py::object &o) : capsule(make(o)) {}
};
void assigned(py::object x, py::capsule &out) {
  out = x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
py::object assigned_later(py::object x) {
  py::capsule c;
  if (py::isinstance<py::capsule>(x))
    c = py::reinterpret_borrow<py::capsule>(x);
  else
    c = x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  return c;
}
py::object stored_method(py::object x) {
  auto f = x.attr("__dlpack__");
  return f();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
py::object stored_object(py::object x) {
  py::object f = x.attr("__dlpack__");
  return f("stream"_a = 1);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
py::object const_stored(py::object x) {
  const py::object export_to = py::getattr(x, "__dlpack__");
  return export_to();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
py::object get_attribute(py::object x) { return py::getattr(x, "__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object get_attribute_default(py::object x) {
  py::object f = py::getattr(x, "__dlpack__", py::none());
  if (f.is_none()) throw py::type_error("no __dlpack__");
  return f();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
py::object kwargs_dict(py::object x) {
  py::dict kwargs("stream"_a = py::none());
  return x.attr("__dlpack__")(**kwargs);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
py::object kwargs_filled(py::object x) {
  py::dict kwargs;
  kwargs["stream"] = py::none();
  kwargs["max_version"] = py::make_tuple(1, 0);
  return x.attr("__dlpack__")(**kwargs);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
static constexpr const char *kExport = "__dlpack__";
#define DLPACK_METHOD "__dlpack__"
static const char kArray[] = "__dlpack__";
py::object constant_name(py::object x) { return x.attr(kExport)(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object macro_name(py::object x) { return x.attr(DLPACK_METHOD)(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object array_name(py::object x) { return x.attr(kArray)(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object str_name(py::object x) { return x.attr(py::str("__dlpack__"))(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object item_subject(py::args args) { return args[0].attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object tuple_subject(py::tuple t) { return t[1].attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object dict_subject(py::dict d) { return d["x"].attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object kwargs_subject(py::kwargs kw) { return kw["x"].attr("__dlpack__")(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
std::vector<py::object> ranges(py::iterable xs) {
  std::vector<py::object> out;
  for (auto x : xs) out.push_back(x.attr("__dlpack__")());
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  return out;
}
std::vector<py::object> ranges_vector(const std::vector<py::object> &xs) {
  std::vector<py::object> out;
  for (const auto &x : xs) out.emplace_back(x.attr("__dlpack__")());
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  return out;
}
py::object call_method(py::object x) { return x.attr("__dlpack__").operator()(); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
template <typename T> T templated(py::object x) {
  return x.attr("__dlpack__")().template cast<T>();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
template py::capsule templated<py::capsule>(py::object);
template <typename Object> py::object of_type(Object x) {
  return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
py::object instantiate(py::object x) { return of_type(x); }
// Never instantiated: nobody runs it here, but it is what the header ships.
auto in_lambda = [](py::object x) { return x.attr("__dlpack__")(); };
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
auto generic_lambda = [](auto x) -> py::object { return x.attr("__dlpack__")(); };
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object run_generic(py::object x) { return generic_lambda(x); }
PYBIND11_MODULE(m, mod) {
  mod.def("f", [](py::object x) {
    return x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  });
  mod.def("g", [](py::object torch, py::object x) {
    return torch.attr("from_dlpack")(x);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  });
}

// Hand-over.
py::object torch_utils(py::object x) {
  return py::module_::import("torch.utils.dlpack").attr("from_dlpack")(x);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
py::object torch_chain(py::object x) {
  return py::module_::import("torch").attr("utils").attr("dlpack").attr("from_dlpack")(x);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
py::object jax_dlpack(py::object x) {
  return py::module_::import("jax.dlpack").attr("from_dlpack")(x);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
py::object jax_chain(py::object x) {
  auto from = py::module_::import("jax").attr("dlpack").attr("from_dlpack");
  return from(x);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
py::object jnp(py::object x) {
  return py::module_::import("jax.numpy").attr("from_dlpack")(x);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
py::object cupy(py::object x) { return py::module_::import("cupy").attr("from_dlpack")(x); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object numpy(py::object x) { return py::module_::import("numpy").attr("from_dlpack")(x); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object stored_module(py::object x) {
  py::module_ torch = py::module_::import("torch");
  py::object from_dlpack = torch.attr("from_dlpack");
  return from_dlpack(x);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
py::object member_consumer(py::object tensor_class, py::object x) {
  return tensor_class.attr("from_dlpack")(x);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
py::object static_consumer(py::object x) {
  static py::object from_dlpack = py::module_::import("torch").attr("from_dlpack");
  return from_dlpack(x);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
py::object parameter_consumer(py::function from_dlpack, py::object x) { return from_dlpack(x.attr("__dlpack__")()); }
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
py::object through_capsule(py::object x) {
  py::object capsule = x.attr("__dlpack__")();
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
  return py::module_::import("torch.utils.dlpack").attr("from_dlpack")(capsule);
}
py::object as_tensor_of_jax() {
  auto x = py::module_::import("jax.numpy").attr("ones")(3);
  return py::module_::import("torch").attr("as_tensor")(x);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}
py::object jax_result_handed_over() {
  py::object x = py::module_::import("jax.numpy").attr("arange")(8);
  return py::module_::import("torch").attr("from_dlpack")(x);
// CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: {{.*}} [dlpack-unsupported-backend]
}

// No exports.
void alias(py::object t) { t.attr("to_dlpack") = t.attr("__dlpack__"); }
void alias_set(py::object t) { py::setattr(t, "to_dlpack", t.attr("__dlpack__")); }
py::object forwarding(py::object aa, py::kwargs kwargs) { return aa.attr("__dlpack__")(**kwargs); }
py::object forwarding_all(py::object aa, py::args args, py::kwargs kwargs) { return aa.attr("__dlpack__")(*args, **kwargs); }
bool probe(py::object x) { return py::hasattr(x, "__dlpack__") && py::hasattr(x, "__dlpack_device__"); }
py::object bound_method(py::object x) { return x.attr("__dlpack__"); }
py::object metadata(py::object x) { return py::make_tuple(x.attr("shape"), x.attr("dtype")); }
py::object device_only(py::object x) { return x.attr("__dlpack_device__")(); }
py::object capsule_in(py::capsule c) { return py::module_::import("torch").attr("from_dlpack")(c); }
py::object way_out(py::object x) {
  return py::module_::import("torch").attr("from_dlpack")(py::module_::import("numpy").attr("asarray")(x));
}
py::object way_out_variable(py::object x) {
  auto np = py::module_::import("numpy");
  py::object host = np.attr("array")(x);
  return py::module_::import("torch").attr("from_dlpack")(host);
}
py::object way_out_device_get(py::object x) {
  py::object host = py::module_::import("jax").attr("device_get")(x);
  return py::module_::import("torch").attr("from_dlpack")(host);
}
py::object as_tensor_unknown(py::object x) { return py::module_::import("torch").attr("as_tensor")(x); }
py::object numpy_array(py::array a) { return py::module_::import("torch").attr("from_dlpack")(a); }
py::object own_zeros() {
  py::object x = py::module_::import("numpy").attr("zeros")(3);
  return x.attr("__dlpack__")();
}
py::object torch_tensor() {
  py::object t = py::module_::import("torch").attr("ones")(3);
  return py::module_::import("jax.dlpack").attr("from_dlpack")(t);
}
py::object to_list(py::object x) { return py::module_::import("torch").attr("tensor")(x.attr("tolist")()); }
const char *doc() { return "call x.__dlpack__() to export"; }
