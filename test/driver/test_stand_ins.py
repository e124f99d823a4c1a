"""Headers that are not installed: ours stand in for them, and a note says so."""

import os
import shutil
import subprocess
from pathlib import Path

import json
import pytest

from conftest import Tool

EXPORT = """\
#include <{0}/{0}.h>
namespace py = {0};
py::object bare(py::object x) {{ return x.attr("__dlpack__")(); }}
py::object asked(py::object x) {{
  auto device = py::cast<std::pair<int, int>>(x.attr("__dlpack_device__")());
  if (device.first != 1)
    throw py::buffer_error("no");
  return x.attr("__dlpack__")();
}}
"""
ARRAYS = """\
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
namespace nb = nanobind;
NB_MODULE(m, m) {
  m.def("read", [](nb::ndarray<float, nb::ndim<1>, nb::c_contig> a) { return a(0) + a.data()[1]; });
  m.def("constant", [](nb::ndarray<const float> a) { return a(0); });
  m.def("tagged", [](nb::ndarray<float, nb::ro> a) { return a.data()[0]; });
  m.def("written", [](nb::ndarray<float> a) { a(0) = 1; });
}
"""
CAPSULE = """\
#include <Python.h>
#include <dlpack/dlpack.h>
int misspelt(PyObject *o) { return PyCapsule_IsValid(o, "dltensor_version"); }
int right(PyObject *o) { return PyCapsule_IsValid(o, "dltensor"); }
"""
TORCH = """\
#include <torch/extension.h>
py::object bare(py::object x) { return x.attr("__dlpack__")(); }
at::Tensor take(at::Tensor t, py::capsule c) {
  TORCH_CHECK(t.is_cuda() && t.some_new_member(3), "no");
  return at::fromDLPack(static_cast<DLManagedTensor *>(c));
}
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("take", &take); }
"""


@pytest.fixture
def bare_tool(tool: Tool, tmp_path_factory: pytest.TempPathFactory) -> Tool:
    """The executable where no environment lies beside it."""
    folder = tmp_path_factory.mktemp("bare") / "build/bin"
    folder.mkdir(parents=True)
    shutil.copy(tool.executable, folder)
    return Tool(folder / tool.executable.name, tool.folder)


def scan(tool: Tool, *arguments: str) -> tuple[dict, str]:
    """With no Python on the way."""
    run = subprocess.run(
        [tool.executable, "scan", "--format=json", *arguments], cwd=tool.folder, capture_output=True, text=True,
        env=os.environ | {"PATH": "/nowhere"},
    )  # fmt: skip
    assert run.returncode in (0, 1), run.stderr
    return json.loads(run.stdout), run.stderr


@pytest.mark.parametrize("library", ["pybind11", "nanobind"])
def test_exports_are_found(bare_tool: Tool, library: str) -> None:
    bare_tool.write("a.cpp", EXPORT.format(library))
    report, said = scan(bare_tool, "a.cpp", "--checks=dlpack-unsupported-backend")
    assert [each["line"] for each in report["findings"]] == [3]
    assert report["notAnalysed"] == []
    # Debian has a package of pybind11, for one.
    if not Path(f"/usr/include/{library}/{library}.h").exists():
        assert f"{library} is not installed" in said


def test_needless_write_accesses_are_found(bare_tool: Tool) -> None:
    bare_tool.write("a.cpp", ARRAYS)
    report, _ = scan(bare_tool, "a.cpp", "--checks=dlpack-writable-parameter")
    assert [each["line"] for each in report["findings"]] == [5]
    assert report["notAnalysed"] == []


@pytest.mark.parametrize("name", ["a.c", "a.cpp"])
def test_python_s_stand_in_is_enough_for_a_capsule(bare_tool: Tool, name: str) -> None:
    stand_in = Path(__file__).resolve().parents[2] / "lib/driver/fallback/include/Python.h.in"
    # Found before what is installed.
    bare_tool.write("own/Python.h", stand_in.read_text())
    bare_tool.write(name, CAPSULE)
    report, _ = scan(bare_tool, name)
    assert [each["line"] for each in report["findings"]] == [3]
    assert report["notAnalysed"] == []


def test_torch_brings_pybind11_along(bare_tool: Tool) -> None:
    bare_tool.write("a.cpp", TORCH)
    report, _ = scan(bare_tool, "a.cpp", "--checks=dlpack-unsupported-backend")
    assert [each["line"] for each in report["findings"]] == [2]
    assert report["notAnalysed"] == []
    assert report["parsed"][0]["recovered"] == []
