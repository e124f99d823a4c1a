// Every header set that tests can ask for parses, and is the release it says.
// The check stands for any: what counts is that there is no error.
//
// RUN: %check_dlpack_tidy %s modernize-use-nullptr %t -- -- -DPYBIND11=3 %pybind11
// RUN: %check_dlpack_tidy %s modernize-use-nullptr %t -- -- -DPYBIND11=2 %pybind11_2
// RUN: %check_dlpack_tidy %s modernize-use-nullptr %t -- -- -DNANOBIND=3 %nanobind
// RUN: %check_dlpack_tidy %s modernize-use-nullptr %t -- -- -DNANOBIND=2 %nanobind2
// RUN: %check_dlpack_tidy %s modernize-use-nullptr %t -- -- -DDLPACK %dlpack
// RUN: %check_dlpack_tidy %s modernize-use-nullptr %t -- -- -DCPYTHON %python_inc

#if defined(PYBIND11)
#include <pybind11/numpy.h>
static_assert(PYBIND11_VERSION_MAJOR == PYBIND11);
#elif defined(NANOBIND)
#include <nanobind/ndarray.h>
static_assert(NB_VERSION_MAJOR == NANOBIND);
#elif defined(DLPACK)
#include <dlpack/dlpack.h>
static_assert(DLPACK_MAJOR_VERSION == 1 && DLPACK_MINOR_VERSION >= 1);
#elif defined(CPYTHON)
#include <Python.h>
static_assert(PY_MAJOR_VERSION == 3);
#endif
