"""Each header by itself, and exporters with each release of the bindings."""

import shutil
import subprocess

import extensions
import header_folders
import pytest

FOLDERS = header_folders.installed()
HEADERS = sorted(path.name for path in (extensions.HEADERS / "dlpack_guard").glob("*.h"))
# (header, which of header_folders' libraries; the older release of each, too)
BINDINGS = [("pybind11", "pybind11"), ("pybind11", "pybind11_2"), ("nanobind", "nanobind"), ("nanobind", "nanobind2")]
pytestmark = pytest.mark.any_llvm


def compiles(compiler: str, text: str, *flags: str) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler} here")
    command = [compiler, "-std=c++17", "-fsyntax-only", *extensions.WARNINGS, f"-I{extensions.HEADERS}"]
    done = subprocess.run([*command, *flags, "-xc++", "-"], input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


PLAIN = [name for name in HEADERS if "bind" not in name]


@pytest.mark.parametrize("header", PLAIN)
def test_header_alone(header: str) -> None:
    compiles("g++", f"#include <dlpack_guard/{header}>\n", f"-isystem{FOLDERS['python_inc'][0]}")


@pytest.mark.parametrize("header", ["core.h", "managed.h", "exported.h", "plan.h"])
def test_without_python_and_exceptions(header: str) -> None:
    compiles("g++", f"#include <dlpack_guard/{header}>\n", "-fno-exceptions", "-fno-rtti")


EXPORTER = """
struct Array { float Data[6]; };
static dlpack_guard::Exported describe(Array &Self) { return dlpack_guard::Exported(Self.Data, {2, 3}); }
void bind(%(binding)s::module_ &Module) {
  %(binding)s::class_<Array> Class(Module, "Array");
  dlpack_guard::def_dlpack(Class, describe);
  dlpack_guard::def_dlpack(Class, [](const Array &Self) { return dlpack_guard::Exported(Self.Data, {6}); });
}
"""


@pytest.mark.parametrize("binding, release", BINDINGS)
@pytest.mark.parametrize("compiler", ["g++", "clang++-22"])
def test_binding(compiler: str, binding: str, release: str) -> None:
    text = f"#include <dlpack_guard/{binding}.h>\n" + EXPORTER % {"binding": binding}
    compiles(compiler, text, *(f"-isystem{folder}" for folder in FOLDERS[release]))
