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


def recovered(report: dict) -> list[str]:
    """The functions about DLPack that the parse did not understand."""
    return [each["function"] for file in report["parsed"] for each in file["recovered"]]


# Each takes a tensor and hands it to a library that is not there.
MISSING_LIBRARY = {
    "a template with a value": "void f(DLTensor *t) { elsewhere::view<float, 2, true> v(t); v.go(); }",
    "a template with an unknown type": "void f(DLTensor *t) { elsewhere::view<float, elsewhere::row_major> v(t); v.go(); }",
    "a constant's name": "constexpr int Rank = 2;\nvoid f(DLTensor *t) { elsewhere::view<float, Rank> v(t); v.go(); }",
    "a parameter of a template": "template <int N> void g(DLTensor *t) { elsewhere::view<float, N> v(t); v.go(); }\n"
    "void f(DLTensor *t) { g<3>(t); }",
    "an element of a standard template": "void f(DLTensor *t) { std::vector<elsewhere::item> v; v.emplace_back(t); }",
    "a member template": "void f(DLTensor *t, elsewhere::holder &h) { auto x = h.get<float>(t); h.set<2>(x); }",
    "a namespace with a capital": "void f(DLTensor *t) { Elsewhere::Map<float> m(t->data); Elsewhere::Index i = m.size(); (void)i; }",
    "a class with static functions": "void f(DLTensor *t) { Factory x = Factory::create(t); x.go(); }",
    "a name brought in": "using elsewhere::view;\nvoid f(DLTensor *t) { view<float, elsewhere::row_major> v(t); v.go(); }",
    "nested namespaces": "void f(DLTensor *t) { elsewhere::inner::go(t); auto x = elsewhere::inner::deep::make<float>(t); x(); }",
}


@pytest.mark.usefixtures("declares_qualified_names")
@pytest.mark.parametrize("kind", MISSING_LIBRARY)
def test_uses_of_a_missing_library_are_understood(tool: Tool, kind: str) -> None:
    tool.write("a.cpp", "#include <dlpack/dlpack.h>\n#include <elsewhere/all.hpp>\n" + MISSING_LIBRARY[kind] + "\n")
    report = tool.scan("a.cpp", status=0)
    assert report["notAnalysed"] == []
    assert sum(file["functions"] for file in report["parsed"]) >= 1
    assert recovered(report) == []


def test_what_is_not_understood_is_counted(tool: Tool) -> None:
    tool.write(
        "a.cpp",
        "#include <dlpack/dlpack.h>\nint f(DLTensor *t) { return t->no_such_field; }\n"
        "int g(DLTensor *t) { return t->ndim; }\nint h(int n) { return undeclared(n); }\n",
    )
    report = tool.scan("a.cpp", status=3)
    (parsed,) = report["parsed"]
    assert parsed == {"file": "a.cpp", "functions": 2, "recovered": [{"function": "f", "line": 2}]}


# A call without a result reads like the declaration of its argument.
CALLED_GUARD = """\
#include <dlpack/dlpack.h>
#include <elsewhere/check.h>
float first(DLTensor *t) {
  elsewhere::check(t);
  elsewhere::part::require(t);
  return static_cast<float *>(t->data)[0];
}
"""


@pytest.mark.usefixtures("declares_qualified_names")
def test_a_called_guard_of_a_missing_library_is_no_declaration(tool: Tool) -> None:
    tool.write("a.cpp", CALLED_GUARD)
    report = tool.scan("a.cpp", "--level=2", status=1)
    assert report["notAnalysed"] == [] and recovered(report) == []
    # It is still the parameter that is read.
    assert {each["line"] for each in report["findings"]} == {6}


def test_numpy_s_word_for_arrays_is_not_enough_to_parse(tool: Tool) -> None:
    tool.write("a.c", "/* takes an ndarray */ this is no C\n")
    tool.write("b.cpp", "// the byte_offset of a capsule\nthis is no C++\n")
    report = tool.scan(".", status=0)
    assert report["stats"]["analysed"] == 0 and report["stats"]["skipped"] == 2


def test_an_alias_of_another_header_is_followed(tool: Tool) -> None:
    tool.write("part/types.h", "#include <nanobind/ndarray.h>\nusing Vector = nanobind::ndarray<float>;\n")
    tool.write(
        "a.cpp",
        "#include <nanobind/nanobind.h>\n#include <part/types.h>\nNB_MODULE(m, m) {\n"
        '  m.def("f", [](Vector v) { return v(0); });\n}\n',
    )
    tool.write("b.cpp", "#include <part/types.h>\nint Vectors();\n")
    report = tool.scan(".", "--checks=dlpack-writable-parameter", status=1)
    assert [each["file"] for each in report["findings"]] == ["a.cpp"]
    assert report["stats"]["analysed"] == 1


def test_a_constant_is_no_decoration(tool: Tool) -> None:
    tool.write(
        "a.cpp",
        CLEAN + "#include <elsewhere/api.h>\nELSEWHERE_API int f(PyObject *capsule);\n"
        "enum Usage { USAGE_NONE, USAGE_EXPORT = 2, USAGE_LOCAL };\n"
        "int g(PyObject *capsule) { return capsule ? USAGE_EXPORT | USAGE_LOCAL : f(capsule); }\n",
    )
    assert tool.scan("a.cpp", status=0)["notAnalysed"] == []


def test_arrays_that_a_build_switches_on_are_read(tool: Tool) -> None:
    tool.write(
        "a.cpp",
        "#ifdef WITH_BINDINGS\n#include <nanobind/ndarray.h>\nNB_MODULE(m, m) {\n"
        '  m.def("f", [](nanobind::ndarray<float> v) { return v.size(); });\n}\n#endif\n',
    )
    assert len(tool.scan("a.cpp", "--checks=dlpack-writable-parameter", status=1)["findings"]) == 1


def test_a_scalar_of_a_missing_library_may_be_const(tool: Tool) -> None:
    tool.write(
        "a.cpp",
        "#include <nanobind/nanobind.h>\n#include <nanobind/ndarray.h>\n#include <elsewhere/spline.h>\n"
        "template <class T> using Vector = nanobind::ndarray<T, nanobind::c_contig>;\n"
        "template <class Class> void bind(nanobind::module_ &m) {\n  using Value = typename Class::value_type;\n"
        '  m.def("f", [](const Vector<const Value> &v) { return v.size(); });\n}\n'
        "NB_MODULE(m, m) { bind<elsewhere::Spline>(m); }\n",
    )
    assert tool.scan("a.cpp", "--checks=dlpack-writable-parameter", status=0)["findings"] == []
