"""Functions too long for the analysis: it ends in time, and says what it left out."""

import json

import pytest

from conftest import Tool

LINES = 3000
HEAD = """#include <Python.h>
#include <dlpack/dlpack.h>
float generated(PyObject **c, DLManagedTensor **m, const int *k) {
  float all = 0;
"""
# The fault of the last lines, which only an analysis of the whole function finds.
TAIL = """  DLManagedTensor *last = (DLManagedTensor *)PyCapsule_GetPointer(c[0], "dltensor");
  return all + last->dl_tensor.ndim;
}
"""


def branches(i: int) -> str:
    return f"  if (k[{i}] > 0 && m[0]->dl_tensor.ndim > {i % 7}) all += k[{i}]; else if (m[0]->dl_tensor.strides) all -= 1;\n"


def tensors(i: int) -> str:
    return f"  if (m[{i}]->dl_tensor.device.device_type == kDLCPU || k[{i}]) all += m[{i}]->dl_tensor.ndim;\n"


def capsules(i: int) -> str:
    return (
        f'  DLManagedTensor *m{i} = (DLManagedTensor *)PyCapsule_GetPointer(c[{i}], "dltensor");\n'
        f"  if (m{i} && k[{i}]) all += m{i}->dl_tensor.ndim;\n"
    )


@pytest.mark.parametrize("form", [branches, tensors, capsules])
def test_a_long_function_ends_and_says_so(tool: Tool, form) -> None:
    body = ""
    while body.count("\n") < LINES:
        body += form(body.count("\n"))
    tool.write("long.cpp", HEAD + body + TAIL)
    run = tool.run("scan", "--format=json", "long.cpp")  # the tool's own time limit is the test's
    assert run.returncode in (1, 3), run.stderr
    report = json.loads(run.stdout)
    at = HEAD.count("\n") + body.count("\n") + 2
    found = any(each["line"] == at and each["check"] == "dlpack-capsule-name" for each in report["findings"])
    left_out = any("generated" in each["function"] and "too many" in each["reason"] for each in report["notAnalysed"])
    assert found or left_out, report["notAnalysed"]


def test_deep_nesting_is_no_recursion(tool: Tool) -> None:
    # Each label is the statement of the one before.
    labels = "".join(f"  case {i}:\n" for i in range(20_000))
    tool.write("deep.cpp", HEAD + "  switch (k[0]) {\n" + labels + "    return 1;\n  }\n" + TAIL)
    run = tool.run("scan", "--format=json", "deep.cpp")
    assert run.returncode in (1, 3), run.stderr
    reasons = [each["reason"] for each in json.loads(run.stdout)["notAnalysed"]]
    assert not any("crashed" in each for each in reasons), reasons
