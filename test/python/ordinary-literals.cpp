// Escapes, concatenation, line continuation and constants: places are those of
// the C++ source, edits are escaped as the literal is.
// RUN: %check_dlpack_tidy %s dlpack-unsupported-backend,dlpack-tpu-memory-kind %t -- -- %pybind11
// RUN: cp %s %t.fixed.cpp
// RUN: not %dlpack_tidy scan --fix --unsafe-fixes %t.fixed.cpp
// RUN: FileCheck %s --check-prefix=FIXED --input-file=%t.fixed.cpp

#include <pybind11/embed.h>
#include <pybind11/eval.h>
#include <string>
namespace py = pybind11;

constexpr char Plain[] = "import jax, torch\nimport numpy\n"
                         "\tx = \"\\n\"\n"
                         "array = jax.numpy.ones(3)\n"
                         "t = torch.from_dlpack(array)\n";
// CHECK-MESSAGES: :[[@LINE-1]]:31: warning: 'torch.from_dlpack' raises BufferError {{.*}} [dlpack-unsupported-backend]
// FIXED: {{^}}                         "t = torch.from_dlpack(numpy.array(array))\n";{{$}}

void runPlain() { PyRun_SimpleString(Plain); }

void runContinued() {
  PyRun_SimpleString("import jax, torch\n\
import numpy\n\
t = torch.from_dlpack(jax.numpy.ones(3))\n");
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'torch.from_dlpack' raises {{.*}}
  // FIXED: {{^}}t = torch.from_dlpack(numpy.array(jax.numpy.ones(3)))\n");{{$}}
}

void runTest() {
  py::exec("import torch\n"
           "if array.platform() in ('cpu', 'tpu'):\n"
           "  t = torch.from_dlpack(array)\n");
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'torch.from_dlpack' fails for an array in TPU memory{{.*}} [dlpack-tpu-memory-kind]
  // CHECK-FIXES: {{^}}           "  if array.platform() == \"tpu\" and array.sharding.memory_kind != \"pinned_host\":\n      raise BufferError(\"TPU arrays are exported from pinned_host memory only\")\n  t = torch.from_dlpack(array)\n");{{$}}
}

void runString(const std::string &name) {
  std::string Unknown = "import torch\n";
  py::exec(Unknown);
  py::exec("import numpy, torch\nt = torch.from_dlpack(" + name + ")");
  // CHECK-MESSAGES: :[[@LINE-1]]:38: warning: 'torch.from_dlpack' raises BufferError when the array is a jax.Array {{.*}}
}

static void runCode(const char *code) { PyRun_SimpleString(code); }
void viaHelper() {
  runCode("import torch, numpy; t = torch.from_dlpack(array)");
  // CHECK-MESSAGES: :[[@LINE-1]]:37: warning: 'torch.from_dlpack' raises {{.*}}
  // FIXED: {{^}}  runCode("import torch, numpy; t = torch.from_dlpack(numpy.array(array))");{{$}}
}

void evaluate() {
  // No statement can be put into an expression, and numpy is not imported.
  py::eval("torch.from_dlpack(array)");
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'torch.from_dlpack' raises {{.*}}
}
