// Stands in for PyTorch's header where it is not installed.
#pragma once
#include <ATen/ATen.h>
#include <Python.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
namespace py = pybind11;
