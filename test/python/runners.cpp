// Every way to run text: nanobind, the C API, constants of several kinds.
// RUN: %check_dlpack_tidy %s dlpack-unsupported-backend %t -- -- -std=c++17 %nanobind %python_inc

#include <nanobind/eval.h>
#include <nanobind/nanobind.h>
#include <string>
namespace binding = nanobind;

void execNanobind(binding::dict scope) {
  binding::exec(R"(
import torch
t = torch.from_dlpack(x)
)",
                scope);
  // CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch.from_dlpack' raises BufferError when 'x' {{.*}} [dlpack-unsupported-backend]
}

binding::object evalNanobind(binding::dict scope) {
  return binding::eval("torch.from_dlpack(x)", scope);
  // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'torch.from_dlpack' raises {{.*}}
}

struct Scripts {
  static constexpr const char *Load = "import torch\nt = torch.from_dlpack(x)\n";
};
// CHECK-MESSAGES: :[[@LINE-2]]:58: warning: 'torch.from_dlpack' raises {{.*}}

void runString(PyObject *globals) {
  Py_XDECREF(PyRun_String(Scripts::Load, Py_file_input, globals, globals));
}

PyObject *compile() {
  return Py_CompileString("import torch; t = torch.from_dlpack(x)", "text", Py_file_input);
  // CHECK-MESSAGES: :[[@LINE-1]]:46: warning: 'torch.from_dlpack' raises {{.*}}
}

void joined(const std::string &tail, binding::dict scope) {
  const std::string head = "import torch\n";
  std::string body = head + "t = torch.from_dlpack(x)\n" + tail;
  PyRun_SimpleString((head + "t = torch.from_dlpack(y)\n" + tail).c_str());
  // CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'torch.from_dlpack' raises BufferError when 'y' {{.*}}
}

void asked(binding::dict scope) {
  binding::exec(R"(
import torch
x.__dlpack_device__()
t = torch.from_dlpack(x)
)",
                scope);
  PyRun_SimpleString("import numpy, torch\nt = torch.from_dlpack(numpy.ones(3))\n");
}
