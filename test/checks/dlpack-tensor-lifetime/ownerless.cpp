// RUN: %check_dlpack_tidy %s dlpack-tensor-lifetime %t -- -- %nanobind

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
namespace nb = nanobind;

struct Table {
  float values[4];
};

NB_MODULE(ext, m) {
  nb::class_<Table>(m, "Table")
      .def("view", [](Table &t) { return nb::ndarray<float, nb::shape<4>>(t.values); })
      // CHECK-MESSAGES: :[[@LINE-1]]:42: warning: nothing keeps this array's memory alive and no framework is named that could copy it: nanobind from 2.13 on refuses to return it with a RuntimeError
      .def("memview", [](Table &t) { return nb::ndarray<nb::memview, float, nb::shape<4>>(t.values); })
      // CHECK-MESSAGES: :[[@LINE-1]]:45: warning: nothing keeps this array's memory alive
      .def("copied", [](Table &t) { return nb::ndarray<nb::numpy, float, nb::shape<4>>(t.values); })
      .def("owned", [](nb::handle_t<Table> t) {
        return nb::ndarray<nb::array_api, float, nb::shape<4>>(nb::cast<Table &>(t).values, {4}, t);
      })
      .def("internal", [](Table &t) { return nb::ndarray<float, nb::shape<4>>(t.values); },
           nb::rv_policy::reference_internal);
}
