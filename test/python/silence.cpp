// What the checks say nothing about in embedded text.
// RUN: %check_dlpack_tidy %s dlpack-* %t -- -- %pybind11

#include <pybind11/embed.h>
#include <pybind11/eval.h>
namespace py = pybind11;

void suppressed() {
  py::exec("import torch\nt = torch.from_dlpack(x)"); // NOLINT(dlpack-unsupported-backend)
  // NOLINTNEXTLINE
  py::exec("import torch\nt = torch.from_dlpack(x)");
  py::exec(R"(
import torch
t = torch.from_dlpack(x)  # NOLINT(dlpack-unsupported-backend)
)");
}

void asked() {
  py::exec(R"(
import torch
x.__dlpack_device__()
t = torch.from_dlpack(x)
)");
  py::exec(R"(
import torch, numpy as np
t = torch.from_dlpack(np.zeros(3))
u = torch.as_tensor(y)
)");
}

// A function of the project's own that happens to be called exec.
namespace tasks {
void exec(const char *);
}
void otherExec() { tasks::exec("torch.from_dlpack(x)"); }

// No Python at all.
void notPython() {
  py::exec("from_dlpack ((( \" ");
}
