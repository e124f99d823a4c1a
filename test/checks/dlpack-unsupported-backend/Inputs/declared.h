#pragma once
#include <pybind11/pybind11.h>

pybind11::object declared(pybind11::object x);
struct Declared {
  pybind11::object array;
  pybind11::object capsule();
};
