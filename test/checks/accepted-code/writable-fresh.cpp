// RUN: %check_dlpack_tidy %s 'dlpack-*' %t -- -- %nanobind
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
namespace nb = nanobind;
void upload(const void *, size_t);
// np.pad (zeros, empty, array, ascontiguousarray of a new one ...) has just made this array: it is always writable.
void pad_and_upload(nb::handle data) {
  nb::object np = nb::module_::import_("numpy");
  nb::object padded = np.attr("pad")(data, 1);
  nb::ndarray<nb::numpy> out = nb::cast<nb::ndarray<nb::numpy>>(padded);
  upload(out.data(), out.nbytes());
}
