//===--- Handlers.h - who takes an error in Python text -------------------===//
#ifndef DLPACK_TIDY_PYTHON_HANDLERS_H
#define DLPACK_TIDY_PYTHON_HANDLERS_H

#include "model/Handler.h"
#include "python/Lowering.h"

namespace dlpack_tidy::python {

/// What an `except` clause of \p Try receives. Clauses that only raise again
/// are left out.
std::vector<model::Handler> handlersOf(Node Try, Lowering &Lower,
                                       const Scope &Inside, const State &Now);

/// `with jax.default_device(device):` says where the arrays made inside live.
bool choosesDevice(Node With, Lowering &Lower, const Scope &Inside,
                   const State &Now);

/// `with pytest.raises(BufferError):`, `with self.assertRaises(…):`
bool expectsFailure(Node With);

/// `with suppress(BufferError):`
std::vector<model::Handler> contextHandlersOf(Node With, Lowering &Lower,
                                              const Scope &Inside,
                                              const State &Now);

} // namespace dlpack_tidy::python

#endif // DLPACK_TIDY_PYTHON_HANDLERS_H
