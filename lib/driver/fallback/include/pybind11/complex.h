// Stands in for pybind11 where it is not installed.
#pragma once
#include <pybind11/pybind11.h>
