// Options count in embedded text as they do in a file.
// RUN: %check_dlpack_tidy %s dlpack-unsupported-backend,dlpack-unsupported-device-type,dlpack-legacy-api %t -- -config="{CheckOptions: {GuardFunctions: 'ours::settle;checks.ensure_exportable;make_sure', AcceptedDeviceTypes: '1;2;8'}}" -- %pybind11 %python_inc

#include <pybind11/embed.h>
#include <pybind11/eval.h>
namespace py = pybind11;
namespace ours {
void settle(py::object);
}

void guardedByText(py::dict scope) {
  py::exec(R"py(
import checks, torch
from checks import make_sure as sure
checks.ensure_exportable(first)
one = torch.from_dlpack(first)
sure(second)
two = torch.from_dlpack(second)
three = torch.from_dlpack(third)
)py",
           scope);
  // CHECK-MESSAGES: :[[@LINE-3]]:9: warning: 'torch.from_dlpack' raises BufferError when 'third' {{.*}} [dlpack-unsupported-backend]
}

void guardedInSimpleString() {
  PyRun_SimpleString("import torch\nfrom checks import make_sure\nmake_sure(x)\nt = torch.from_dlpack(x)\n");
  PyRun_SimpleString("import torch\nmake_surer(x)\nt = torch.from_dlpack(x)\n");
  // CHECK-MESSAGES: :[[@LINE-1]]:56: warning: 'torch.from_dlpack' raises {{.*}}
}

void accepted() {
  py::exec("x.__dlpack_device__()\nc = x.__dlpack__(dl_device=(8, 0))");
  py::exec("x.__dlpack_device__()\nc = x.__dlpack__(dl_device=(7, 0))");
  // CHECK-MESSAGES: :[[@LINE-1]]:40: warning: {{.*}} [dlpack-unsupported-device-type]
}

// The same name settles an array in C++.
py::object guardedInCxx(py::object x) {
  ours::settle(x);
  return py::module_::import("torch").attr("from_dlpack")(x);
}
