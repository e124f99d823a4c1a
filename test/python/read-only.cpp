// Embedded text that writes into the memory of a JAX array.
// RUN: %check_dlpack_tidy %s dlpack-read-only %t -- -- %pybind11 %python_inc
// RUN: cp %s %t.fixed.cpp
// RUN: %dlpack_tidy scan --fix --unsafe-fixes --checks=-*,dlpack-read-only %t.fixed.cpp
// RUN: FileCheck %s --check-prefix=FIXED --input-file=%t.fixed.cpp

#include <pybind11/embed.h>
#include <pybind11/eval.h>
namespace py = pybind11;

void writes(py::dict scope) {
  py::exec(R"py(
      import jax.numpy as jnp, numpy as np, torch
      x = jnp.arange(4.0)
      t = torch.as_tensor(np.asarray(x))
      t[...] = 0
      t.add_(1)
  )py",
           scope);
  // CHECK-MESSAGES: :[[@LINE-4]]:7: warning: this write through 't' changes the JAX array 'x', which JAX takes to be immutable: on the CPU 'torch.as_tensor' shares its memory; copy the tensor before writing to it [dlpack-read-only]
  // CHECK-MESSAGES: :[[@LINE-6]]:11: note: the memory is shared by this call
  // CHECK-MESSAGES: :[[@LINE-5]]:7: warning: this write through 't' {{.*}}
  // FIXED: {{^}}      t = torch.as_tensor(np.asarray(x)).clone(){{$}}
}

void writesFromC() {
  PyRun_SimpleString("import jax.numpy as jnp, torch\nx = jnp.ones(3)\nt = torch.from_dlpack(x)\nt += 1\n");
  // CHECK-MESSAGES: :[[@LINE-1]]:98: warning: this write through 't' changes {{.*}}
  // FIXED: t = torch.from_dlpack(x).clone()\nt += 1\n");
}

void copies(py::dict scope) {
  py::exec(R"py(
import jax.numpy as jnp, numpy as np, torch
x = jnp.arange(4.0)
t = torch.as_tensor(np.array(x))
t[...] = 0
u = torch.from_dlpack(np.zeros(3))
u.add_(1)
v = torch.tensor(np.asarray(x))
v += 1
)py",
           scope);
}
