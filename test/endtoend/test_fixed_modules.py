"""A module that fails with JAX's own message, fixed by dlpack-tidy, works or says what to do.

The arrays are real jax.Arrays whose class is made to report another platform:
JAX then raises, from its own code, what it raises on such a device.
"""

import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import NamedTuple

import pytest

import header_folders
from run_suites import cache_entry

ON_TPU = "__dlpack__ device only supported for TPU pinned host memory"
ON_METAL = "__dlpack__ device only supported for CPU, GPU and TPU pinned host, got platform: METAL"
UNSUPPORTED_TYPE = "contains an unsupported device type (DLDeviceType: 8)"

MODULE = """#include <pybind11/eval.h>
#include <pybind11/pybind11.h>
#include <string>
namespace py = pybind11;
using namespace py::literals;

py::object exchange(py::object x) {{
  {body}
}}

PYBIND11_MODULE({name}, m) {{ m.def("exchange", &exchange); }}
"""

# Calls the module with an array that says where it lives; prints what came back.
CALLER = """
import jax.numpy as jnp
import {name}

x = jnp.arange(4.0)
platform = {platform!r}
if platform:
    type(x).platform = lambda self: platform
try:
    result = {name}.exchange(x)
    print(result if type(result).__name__ == "PyCapsule" else [float(each) for each in result])
except Exception as error:
    print(f"{{type(error).__name__}}: {{error}}")
"""


class Case(NamedTuple):
    name: str
    platform: str
    body: str
    message: str
    result: str = "[0.0, 1.0, 2.0, 3.0]"


CASES = [
    Case(
        "jax_consumer_metal",
        "METAL",
        'return py::module_::import("jax.numpy").attr("from_dlpack")(x);',
        ON_METAL,
    ),
    Case(
        "jax_consumer_tpu",
        "tpu",
        'return py::module_::import("jax.numpy").attr("from_dlpack")(x);',
        ON_TPU,
    ),
    Case(
        "memory_kind",
        "tpu",
        """std::string platform = py::str(x.attr("platform")());
  if (platform != "cpu" && platform != "tpu")
    throw py::buffer_error("an array on the CPU or a TPU is expected");
  return py::module_::import("jax.numpy").attr("from_dlpack")(x);""",
        ON_TPU,
        "BufferError: TPU arrays are exported from pinned_host memory only",
    ),
    Case(
        "device_type",
        "",
        """x.attr("__dlpack_device__")();
  return x.attr("__dlpack__")("dl_device"_a = py::make_tuple(8, 0));""",
        UNSUPPORTED_TYPE,
        "<capsule object",
    ),
]
TORCH_CASES = [
    Case(
        "torch_consumer_metal",
        "METAL",
        'return py::module_::import("torch").attr("from_dlpack")(x);',
        ON_METAL,
    ),
    Case(
        "torch_consumer_tpu",
        "tpu",
        'return py::module_::import("torch").attr("from_dlpack")(x);',
        ON_TPU,
    ),
]
# Python text that the module runs: the fix stands in the literal.
EMBEDDED_BODY = """py::dict scope;
  scope["x"] = x;
  py::exec({literal}, scope);
  return scope["result"];"""
RAW_TEXT = """R"py(
    import torch
    result = torch.from_dlpack(x)
  )py\""""
ESCAPED_TEXT = r'''"import numpy\n"
           "import torch\n"
           "result = torch.from_dlpack(x)\n"'''
TORCH_CASES += [
    Case(name, platform, EMBEDDED_BODY.format(literal=literal), message)
    for name, platform, literal, message in (
        ("embedded_metal", "METAL", RAW_TEXT, ON_METAL),
        ("embedded_tpu", "tpu", RAW_TEXT, ON_TPU),
        ("embedded_escaped", "METAL", ESCAPED_TEXT, ON_METAL),
    )
]
ALL_CASES = [pytest.param(case, id=case.name) for case in CASES] + [
    pytest.param(case, id=case.name, marks=pytest.mark.needs("torch")) for case in TORCH_CASES
]

pytestmark = [pytest.mark.any_llvm, pytest.mark.needs("jax>=0.11")]


def build_module(source: Path, compiler: str) -> None:
    target = source.with_name(source.stem + sysconfig.get_config_var("EXT_SUFFIX"))
    headers = [f"-isystem{folder}" for folder in header_folders.installed()["pybind11"]]
    command = [compiler, "-std=c++17", "-O1", "-shared", "-fPIC", *headers]
    subprocess.run([*command, str(source), "-o", str(target)], check=True)


def call(case: Case, folder: Path) -> str:
    """What the module gave or raised."""
    script = CALLER.format(name=case.name, platform=case.platform)
    command = [sys.executable, "-c", script]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    return run.stdout or run.stderr


@pytest.mark.parametrize("case", ALL_CASES)
def test_fails_unfixed_and_works_fixed(case: Case, build_dir: Path, tmp_path: Path) -> None:
    source = tmp_path / f"{case.name}.cpp"
    source.write_text(MODULE.format(body=case.body, name=case.name))
    compiler = cache_entry(build_dir, "CMAKE_CXX_COMPILER")
    build_module(source, compiler)
    unfixed = call(case, tmp_path)
    assert unfixed.startswith("BufferError: ") and case.message in unfixed

    before = source.read_text()
    driver = str(build_dir / "bin/dlpack-tidy")
    fix = [driver, "scan", "--fix", "--unsafe-fixes", str(source)]
    fixing = subprocess.run(fix, capture_output=True, text=True)
    assert source.read_text() != before, fixing.stdout + fixing.stderr
    build_module(source, compiler)
    assert call(case, tmp_path).startswith(case.result), source.read_text()
