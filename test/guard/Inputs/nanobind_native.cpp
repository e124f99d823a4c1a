// nanobind's own exporter and importer, to exchange arrays with.
#include <cstdint>
#include <cstring>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>
#include <vector>

namespace nb = nanobind;
using Array = nb::ndarray<nb::array_api>;

static Array exportBytes(nb::bytes Data, std::tuple<int, int, int> Type,
                         std::vector<std::size_t> Shape,
                         std::vector<std::int64_t> Strides,
                         std::size_t Offset) {
  auto *Memory =
      new std::vector<char>(Data.c_str(), Data.c_str() + Data.size());
  nb::capsule Owner(Memory, [](void *Owned) noexcept {
    delete static_cast<std::vector<char> *>(Owned);
  });
  nb::dlpack::dtype Dtype;
  Dtype.code = static_cast<std::uint8_t>(std::get<0>(Type));
  Dtype.bits = static_cast<std::uint8_t>(std::get<1>(Type));
  Dtype.lanes = static_cast<std::uint16_t>(std::get<2>(Type));
  return Array(Memory->data() + Offset, Shape.size(), Shape.data(), Owner,
               Strides.data(), Dtype);
}

static void read(const nb::ndarray<nb::ro> &From, std::size_t Dim,
                 const char *At, std::vector<char> &To) {
  if (Dim == From.ndim()) {
    To.insert(To.end(), At, At + From.itemsize());
    return;
  }
  for (std::size_t Index = 0; Index < From.shape(Dim); ++Index)
    read(From, Dim + 1,
         At + static_cast<std::int64_t>(Index) * From.stride(Dim) *
                  static_cast<std::int64_t>(From.itemsize()),
         To);
}

static std::tuple<std::vector<std::size_t>, nb::bytes>
take(nb::ndarray<nb::ro> From) {
  std::vector<std::size_t> Shape;
  for (std::size_t Dim = 0; Dim < From.ndim(); ++Dim)
    Shape.push_back(From.shape(Dim));
  std::vector<char> Elements;
  read(From, 0, static_cast<const char *>(From.data()), Elements);
  return {Shape, nb::bytes(Elements.data(), Elements.size())};
}

NB_MODULE(nanobind_native, Module) {
  Module.def("export", &exportBytes);
  Module.def("take", &take);
}
