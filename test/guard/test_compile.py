"""The headers with every compiler that is installed and every dlpack.h."""

import importlib.util
import shutil
import subprocess
import sysconfig
from pathlib import Path

import extensions
import pytest

pytestmark = pytest.mark.any_llvm

COMPILERS = ["g++-12", "clang++-14", "clang++-16", "clang++-19", "clang++-22"]
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
OLD = extensions.INPUTS / "old-dlpack"

CORE = """
#include <dlpack_guard/core.h>
{after}
using namespace dlpack_guard;
Status ask(const DLTensor &T) {{ return check(T, Requirements::of<const float>().order(Layout::C)); }}
Status take(DLManagedTensorVersioned *M, Tensor &Out) {{ return Tensor::adopt(M, {{}}, Out); }}
Status take(DLManagedTensor *M, Tensor &Out) {{ return Tensor::adopt(M, {{}}, Out); }}
const float *first(const Tensor &T) {{ return T.data<const float>(); }}
std::uint64_t flags() {{
  return DLPACK_FLAG_BITMASK_READ_ONLY | DLPACK_FLAG_BITMASK_IS_COPIED |
         DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED;
}}
"""
BINDINGS = {
    "python": """
#include <dlpack_guard/python.h>
dlpack_guard::Tensor take(PyObject *X) { return dlpack_guard::import_tensor(X); }
""",
    "pybind11": """
#include <dlpack_guard/pybind11.h>
namespace py = pybind11;
py::object pass(py::object x) {
  return dlpack_guard::from_dlpack(py::module_::import("torch").attr("from_dlpack"), x);
}
""",
    "nanobind": """
#include <dlpack_guard/nanobind.h>
namespace nb = nanobind;
nb::object pass(nb::object x) {
  return dlpack_guard::from_dlpack(nb::module_::import_("torch").attr("from_dlpack"), x,
                                   dlpack_guard::Sharing::Copy);
}
""",
    "both": """
#include <dlpack_guard/nanobind.h>
#include <dlpack_guard/pybind11.h>
std::string of(nanobind::handle x) { return dlpack_guard::describe(x); }
std::string of(pybind11::handle x) { return dlpack_guard::describe(x); }
std::string of(PyObject *x) { return dlpack_guard::describe(x); }
""",
}


def newest_dlpack() -> Path:
    found = importlib.util.find_spec("tvm_ffi")
    if found is None:
        pytest.skip("needs apache-tvm-ffi, which carries dlpack.h 1.3")
    return Path(found.origin).parent / "include"


def folder_of(version: str) -> Path | None:
    if version == "none":
        return None
    return newest_dlpack() if version == "1.3" else OLD / version


def compiles(compiler: str, text: str, *flags: str) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    command = [compiler, "-std=c++17", *WARNINGS, f"-I{extensions.HEADERS}", *flags]
    done = subprocess.run(
        [*command, "-fsyntax-only", "-x", "c++", "-"], input=text, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("exceptions", ["-fexceptions", "-fno-exceptions"])
@pytest.mark.parametrize("version", ["none", "0.6", "1.0", "1.3"])
@pytest.mark.parametrize("compiler", COMPILERS)
def test_core(compiler, version, exceptions):
    """dlpack.h before the guard, after it, or found by it."""
    folder = folder_of(version)
    if folder is None:
        compiles(compiler, CORE.format(after=""), exceptions)
        return
    header = folder / "dlpack/dlpack.h"
    compiles(compiler, f'#include "{header}"\n' + CORE.format(after=""), exceptions)
    compiles(compiler, CORE.format(after=f'#include "{header}"'), exceptions)
    compiles(compiler, CORE.format(after=""), exceptions, "-isystem", str(folder))


@pytest.mark.parametrize("binding", BINDINGS)
@pytest.mark.parametrize("compiler", COMPILERS)
def test_bindings(compiler, binding):
    flags = extensions.binding_flags("pybind11 nanobind")
    compiles(compiler, BINDINGS[binding], *flags)


@pytest.mark.parametrize("standard", ["c++20", "c++23"])
def test_newer_standards(standard):
    include = sysconfig.get_paths()["include"]
    compiles("g++-12", BINDINGS["python"], f"-std={standard}", "-isystem", include)


def test_too_old_a_header():
    """0.5 and older had other names for the fields."""
    text = "#define DLPACK_DLPACK_H_\n#define DLPACK_VERSION 50\n#include <dlpack_guard/core.h>\n"
    compiler = shutil.which("g++-12") or extensions.compiler()
    done = subprocess.run(
        [compiler, "-std=c++17", f"-I{extensions.HEADERS}", "-fsyntax-only", "-x", "c++", "-"],
        input=text,
        capture_output=True,
        text=True,
    )
    assert "dlpack_guard needs a dlpack.h of 0.6 or newer" in done.stderr
