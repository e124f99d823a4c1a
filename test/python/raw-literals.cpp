// Python text in raw literals, as it is usually embedded: findings stand at
// their own line and column, edits keep the indentation of the literal.
// RUN: %check_dlpack_tidy %s dlpack-unsupported-backend %t -- -- %pybind11
// RUN: cp %s %t.fixed.cpp
// RUN: %dlpack_tidy scan --fix --unsafe-fixes %t.fixed.cpp
// RUN: FileCheck %s --check-prefix=FIXED --input-file=%t.fixed.cpp

#include <pybind11/embed.h>
#include <pybind11/eval.h>
namespace py = pybind11;

static const char *const Script = R"py(
    import torch, jax
    import numpy as np

    def convert(x: jax.Array):
        return torch.from_dlpack(x)

    def checked(x: jax.Array):
        if x.platform() != "cpu":
            raise BufferError("cpu array expected")
        return torch.from_dlpack(x)
)py";
// CHECK-MESSAGES: :[[@LINE-7]]:16: warning: 'torch.from_dlpack' raises BufferError when 'x' is a jax.Array on a backend without DLPack {{.*}} [dlpack-unsupported-backend]
// FIXED: {{^}}        return torch.from_dlpack(np.array(x)){{$}}

void run() { py::exec(Script); }

void runInline(py::dict scope) {
  py::exec(R"(
import torch
kept = torch.from_dlpack(array)
)",
           scope);
  // CHECK-MESSAGES: :[[@LINE-3]]:8: warning: 'torch.from_dlpack' raises BufferError when 'array' {{.*}}
  // FIXED: {{^}}import numpy{{$}}
  // FIXED-NEXT: {{^}}kept = torch.from_dlpack(numpy.array(array)){{$}}
}

void guarded(py::dict scope) {
  py::exec(R"(
import torch, numpy
try:
    kept = torch.from_dlpack(array)
except BufferError:
    kept = torch.as_tensor(numpy.array(array))
)",
           scope);
}

// Nobody runs this text.
static const char *const Documentation = R"(
import torch
torch.from_dlpack(array)
)";
const char *documentation() { return Documentation; }
