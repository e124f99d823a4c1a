//===--- Cython.h - Cython read as Python ---------------------------------===//
#ifndef DLPACK_TIDY_PYTHON_CYTHON_H
#define DLPACK_TIDY_PYTHON_CYTHON_H

#include <string>
#include <string_view>

namespace dlpack_tidy::python {

/// \p Text with all that is Cython's own blanked or replaced by Python of the
/// same length, so that every offset still means the same place: types of
/// variables, parameters and results, casts, `cimport`, `cdef class`, C
/// declarations. What Cython's C side does with a tensor is not Python and is
/// not looked at.
std::string maskCython(std::string_view Text);

} // namespace dlpack_tidy::python

#endif // DLPACK_TIDY_PYTHON_CYTHON_H
