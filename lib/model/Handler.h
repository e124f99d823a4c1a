//===--- Handler.h - who takes the failure of a call ----------------------===//
#ifndef DLPACK_TIDY_MODEL_HANDLER_H
#define DLPACK_TIDY_MODEL_HANDLER_H

#include "model/Span.h"
#include "rules/PyExceptions.h"

#include <string>

namespace dlpack_tidy::model {

/// A catch clause, an except clause, or the NULL branch of a C API call that
/// goes on without the error.
struct Handler {
  /// The Python exceptions whose bearer runs the handler's own code: for
  /// `catch (py::error_already_set &e)` that rethrows unless
  /// `e.matches(PyExc_BufferError)`, BufferError alone.
  rules::ExceptionSet Receives;
  /// `catch (py::buffer_error &)`: never runs for an error raised by Python.
  bool NeverRuns = false;
  /// Drops the error and does nothing in its place.
  bool Swallows = false;
  /// What it catches in the source's words: "py::buffer_error".
  std::string Spelling;
  /// The class's own name, without namespaces: "buffer_error".
  std::string Name;
  Span Range;     ///< the whole clause
  Span Exception; ///< what names the caught type, for a fix
  /// `e.matches(PyExc_BufferError)`, where that alone decides; for a fix.
  Span Match;
};

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_HANDLER_H
