"""`scan` of a checkout that nobody configured: headers found by the end of their
path, missing ones done without."""

import pytest

from conftest import CHECK, CLEAN, FAULT, FAULTY, Tool, places

# In a member function of a class that only a missing header declares a base of.
USES_MISSING = """\
#include <Python.h>
#include <elsewhere/base.hpp>
#include "elsewhere/log.h"
ELSEWHERE_API int exported(PyObject *capsule);
elsewhere::Status report(elsewhere::Context &context, PyObject *capsule) {
  elsewhere::Buffer<float> buffer(context, 3);
  auto result = buffer.fill(1.0f) + elsewhere::offset;
  if (!result.ok() || buffer.size() < 7)
    return elsewhere::failed(result);
  for (auto &each : context.parts())
    each->run(capsule);
  return {};
}
"""


def test_headers_are_found_by_the_end_of_their_path(tool: Tool) -> None:
    tool.write("lib/include/part/names.h", '#pragma once\n#define NAME "dltensor_version"\n')
    tool.write(
        "bindings/src/a.cpp",
        "#include <Python.h>\n#include <part/names.h>\n"
        "bool f(PyObject *o) { return PyCapsule_IsValid(o, NAME); }\n",
    )
    report = tool.scan(".", status=1)
    assert places(report) == [("bindings/src/a.cpp", 3, CHECK)]
    assert report["notAnalysed"] == []


def test_the_nearest_of_several_headers_is_taken(tool: Tool) -> None:
    for folder, name in (("one", "dltensor"), ("two", "dltensor_version")):
        tool.write(f"{folder}/include/part/names.h", f'#define NAME "{name}"\n')
        tool.write(
            f"{folder}/src/a.cpp",
            "#include <Python.h>\n#include <part/names.h>\n"
            "bool f(PyObject *o) { return PyCapsule_IsValid(o, NAME); }\n",
        )
    assert [each[0] for each in places(tool.scan(".", status=1))] == ["two/src/a.cpp"]


def test_the_system_s_headers_are_not_replaced(tool: Tool) -> None:
    tool.write("odd/string.h", "#error not this one\n")
    tool.write("odd/part/used.h", "#pragma once\n")
    tool.write("a.cpp", FAULTY + "#include <string.h>\n#include <part/used.h>\n")
    assert tool.scan(".", status=1)["notAnalysed"] == []


@pytest.mark.usefixtures("declares_qualified_names")
def test_functions_that_use_missing_names_are_analysed(tool: Tool) -> None:
    tool.write("a.cpp", USES_MISSING + FAULT)
    report = tool.scan("a.cpp", status=1)
    assert [each["check"] for each in report["findings"]] == [CHECK]
    assert report["notAnalysed"] == []


def test_missing_check_macros_stop_and_take_messages(tool: Tool) -> None:
    tool.write(
        "a.cpp",
        CLEAN
        + "#include <elsewhere/check.h>\n"
        + "int f(PyObject *capsule, int n) {\n"
        + '  ELSEWHERE_EXPECTS(n > 0, "n is %d", n);\n'
        + '  ELSEWHERE_CHECK_EQ(n, 3) << "not " << n;\n'
        + "  if (capsule)\n    ELSEWHERE_CHECK(n);\n  else\n"
        + '    ELSEWHERE_FAIL("no capsule");\n'
        + "  return n;\n}\n",
    )
    assert tool.scan("a.cpp", status=0)["notAnalysed"] == []


def test_a_check_macro_that_is_defined_is_left_alone(tool: Tool) -> None:
    tool.write("mine.h", "#define MY_CHECK(a) int a = 0\n")
    tool.write(
        "a.cpp",
        '#include "mine.h"\n#include <elsewhere/check.h>\n'
        "int f() { MY_CHECK(capsule); return capsule; }\n",
    )
    assert tool.scan("a.cpp", status=0)["notAnalysed"] == []


def test_cuda_is_read_without_its_toolkit(tool: Tool) -> None:
    tool.write(
        "a.cu",
        FAULTY
        + "__global__ void fill(float *data) { data[0] = 1; }\n"
        + "void run(PyObject *capsule, float *data, cudaStream_t stream) {\n"
        + "  fill<<<1, 32, 0, stream>>>(data);\n"
        + "  if (cudaStreamSynchronize(stream) != cudaSuccess)\n    return;\n}\n",
    )
    report = tool.scan("a.cu", status=1)
    assert places(report) == [("a.cu", 2, CHECK)]
    assert report["notAnalysed"] == []


def test_a_missing_header_changes_nothing_where_none_is_missing(tool: Tool) -> None:
    tool.write("a.cpp", CLEAN + "Unknown f(PyObject *capsule) { return {}; }\n")
    (missed,) = tool.scan("a.cpp", status=3)["notAnalysed"]
    assert "Unknown" in missed["reason"]


# What a function of a missing header does with the array is anybody's guess.
GUESSED = """\
#include <pybind11/pybind11.h>
#include "elsewhere/arrays.h"
namespace py = pybind11;
py::object bare(py::object x) { return x.attr("__dlpack__")(); }
py::object prepared(py::object x) {
  const auto ready = elsewhere::prepare(x);
  return x.attr("__dlpack__")();
}
py::object made() {
  py::object x = elsewhere::make();
  return x.attr("__dlpack__")();
}
py::object tested(py::object x) {
  if (!elsewhere::is_exportable(x))
    throw py::buffer_error("no");
  return x.attr("__dlpack__")();
}
"""


@pytest.mark.usefixtures("declares_qualified_names")
def test_what_rests_on_a_guess_is_one_level_less_certain(tool: Tool) -> None:
    tool.write("a.cpp", GUESSED)
    arguments = ("a.cpp", "--checks=dlpack-unsupported-backend")
    report = tool.scan(*arguments, status=1)
    assert {each["line"]: each["level"] for each in report["findings"]} == {4: 0, 7: 1, 11: 1}
    assert [each["line"] for each in tool.scan(*arguments, "--level=0", status=1)["findings"]] == [4]


def test_the_guard_s_headers_need_not_be_installed(tool: Tool) -> None:
    tool.write(
        "a.cpp",
        '#include "dlpack_guard/pybind11.h"\n#include <pybind11/pybind11.h>\n'
        "namespace py = pybind11;\npy::object f(py::object x) {\n"
        '  return dlpack_guard::exportable(x).attr("__dlpack__")();\n}\n',
    )
    assert tool.scan("a.cpp", status=0)["notAnalysed"] == []


def test_code_about_dlpack_is_switched_on(tool: Tool) -> None:
    tool.write(
        "a.cpp",
        '#include <Python.h>\n#include "elsewhere/build.h"\n'
        "#ifdef PROJECT_WITH_PYTHON // in the stub only\n"
        'bool f(PyObject *o) { return PyCapsule_IsValid(o, "dltensor_version"); }\n'
        "#endif\n"
        "#if defined(PROJECT_OTHERWISE)\n#error not for DLPack\n#endif\n"
        "#ifdef _WIN32\n#error dlpack on another platform\n#endif\n",
    )
    tool.write(
        "b.cpp",
        '#include <Python.h>\n#include "elsewhere/build.h"\n'
        "#ifdef PROJECT_VERSIONED_DLTENSOR\n#error not this one\n"
        'bool f(PyObject *o) { return PyCapsule_IsValid(o, "dltensor_versioned"); }\n'
        "#else\n"
        'bool f(PyObject *o) { return PyCapsule_IsValid(o, "dltensor_version"); }\n'
        "#endif\n",
    )
    report = tool.scan(".", status=1)
    assert places(report) == [("a.cpp", 4, CHECK), ("b.cpp", 7, CHECK)]
    assert report["notAnalysed"] == []
