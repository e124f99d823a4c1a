"""The page: whole, readable without network and script, and deaf to what stands in sources."""

import re
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest

from conftest import CHECK, CLEAN, FAULT, FAULTY, Tool
from test_text import UNSAFE

VOID = {"meta", "input", "br", "hr", "img", "link"}
LIBRARIES = """\
import cupy
import jax
import numpy as np
import torch


def hand_over(x: jax.Array, y):
    torch.from_dlpack(x)
    if y.__dlpack_device__()[0] == 1:
        torch.from_dlpack(y)
    return np.from_dlpack(cupy.ones(3))
"""


class Page(HTMLParser):
    """Every element with its attributes and its text; fails where tags do not match."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None], list[str]]] = []
        self.open: list[int] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs), []))
        if tag not in VOID:
            self.open.append(len(self.elements) - 1)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs), []))

    def handle_endtag(self, tag: str) -> None:
        assert self.elements[self.open.pop()][0] == tag

    def handle_data(self, data: str) -> None:
        for index in self.open:
            self.elements[index][2].append(data)

    def texts(self, tag: str, style: str = "") -> list[str]:
        return [
            "".join(text)
            for name, attributes, text in self.elements
            if name == tag and (not style or style in (attributes.get("class") or "").split())
        ]


def page(tool: Tool, *arguments: str) -> Page:
    run = tool.run("scan", "--format=html", *arguments)
    assert run.returncode in (0, 1), run.stderr
    return Page(run.stdout)


def test_findings_with_source_and_fix(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY)
    found = page(tool, "a.cpp")
    (message,) = found.texts("p", "message")
    assert message == tool.scan("a.cpp", status=1)["findings"][0]["message"]
    assert found.texts("mark") == ['"dltensor_version"']
    (removed,), (added,) = found.texts("span", "removed"), found.texts("span", "added")
    assert removed.endswith(FAULT.rstrip())
    assert added.endswith(FAULT.rstrip().replace("dltensor_version", "dltensor_versioned"))


def test_nothing_is_loaded_or_run(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY)
    tool.write("b.py", UNSAFE)
    text = tool.run("scan", "--format=html", ".").stdout
    found = Page(text)
    assert not {"script", "link", "img", "iframe", "object"} & {tag for tag, _, _ in found.elements}
    assert "@import" not in text and "url(" not in text
    for tag, attributes, _ in found.elements:
        assert not [name for name in attributes if name.startswith("on") or name in ("src", "srcset", "style")]
        if "href" in attributes:
            address = urlsplit(attributes["href"])
            assert address.scheme == "https" or address.fragment and not address.scheme


def test_links_on_the_page_lead_somewhere(tool: Tool) -> None:
    tool.write("a.py", LIBRARIES)
    found = page(tool, ".")
    places = {attributes.get("id") for _, attributes, _ in found.elements}
    links = {attributes["href"][1:] for _, attributes, _ in found.elements if (attributes.get("href") or "").startswith("#")}
    assert links and links <= places


def edges(found: Page) -> set[tuple[str, str]]:
    """("JAX → PyTorch: 1", its state)"""
    titles = {"".join(text) for tag, _, text in found.elements if tag == "title" and "→" in "".join(text)}
    states = {}
    for tag, attributes, text in found.elements:
        style = (attributes.get("class") or "").split()
        if tag == "a" and "edge" in style:
            (title,) = (each for each in titles if "".join(text).startswith(each))
            states[title] = style[-1]
    assert len(states) == len(titles)
    return set(states.items())


def test_the_picture_shows_who_hands_over_to_whom(tool: Tool) -> None:
    tool.write("a.py", LIBRARIES)
    assert edges(page(tool, ".")) == {
        ("JAX → PyTorch: 1", "bad"),
        ("any array → PyTorch: 1", "good"),
        ("CuPy → NumPy: 1", "good"),
    }


def test_the_picture_knows_cpp(tool: Tool) -> None:
    tool.write(
        "a.cpp",
        "#include <Python.h>\n#include <pybind11/pybind11.h>\n#include <nanobind/ndarray.h>\n#include <dlpack/dlpack.h>\n"
        'pybind11::object f(pybind11::object x) { return x.attr("__dlpack__")(); }\n'
        "float g(nanobind::ndarray<const float, nanobind::ndim<1>> x) { return x(0); }\n"
        "int h(PyObject *o) {\n"
        '  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(o, "dltensor"));\n'
        "  if (!m || m->dl_tensor.device.device_type != kDLCPU) return -1;\n"
        "  return m->dl_tensor.ndim;\n}\n"
        "PyObject *made(DLManagedTensor *m, PyCapsule_Destructor d) { return PyCapsule_New(m, \"dltensor\", d); }\n",
    )  # fmt: skip
    shown = {title.split(":")[0] for title, _ in edges(page(tool, "a.cpp"))}
    assert shown == {
        "any array → this code",
        "any array → nanobind ndarray",
        "any array → DLTensor code",
        "this code → any consumer",
    }


def test_every_place_is_listed_beside_the_picture(tool: Tool) -> None:
    tool.write("a.py", LIBRARIES)
    found = page(tool, ".")
    places = [text for text in found.texts("td", "place") if text.startswith("a.py:")]
    assert places == ["a.py:8", "a.py:10", "a.py:11"]


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "&lt;b&gt;", "\"' onmouseover=x", "\x1b[2J\u202egnp", "]]>-->{{title}}"])
def test_source_text_is_no_markup(tool: Tool, text: str) -> None:
    name = text.replace("/", "_") + ".cpp"
    tool.write(name, f"#include <Python.h>\n/* {text} */ " + FAULT)
    run = tool.run("scan", "--format=html", ".")
    found = Page(run.stdout)
    shown = re.sub("[\x00-\x1f\u202e]", "?", text)
    assert any(shown in line for line in found.texts("span", "here"))
    assert [each for each in found.texts("details", "file") if each.startswith(shown.replace("/", "_"))]
    assert "script" not in {tag for tag, _, _ in found.elements}
    assert "\x1b" not in run.stdout and "\u202e" not in run.stdout


def test_bytes_that_are_no_text(tool: Tool) -> None:
    path = tool.write("a.cpp", "")
    path.write_bytes(b"#include <Python.h>\n/* \xff\xfe */ " + FAULT.encode())
    assert page(tool, "a.cpp").texts("mark") == ['"dltensor_version"']


def test_filters_need_no_script(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY)
    tool.write("b.py", UNSAFE)
    text = tool.run("scan", "--format=html", ".").stdout
    found = Page(text)
    buttons = {attributes["id"] for tag, attributes, _ in found.elements if tag == "input"}
    rules = set(re.findall(r"body:has\(#(only-[\w-]+):checked\)", text))
    assert {each for each in buttons if not each.startswith("only-any-")} == rules
    classes = {word for tag, attributes, _ in found.elements if tag == "article" for word in attributes["class"].split()}
    assert {rule.removeprefix("only-") for rule in rules} <= classes


def test_what_was_not_analysed_is_listed(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY + "void g(PyObject *capsule) { capsule = ; }\n")
    run = tool.run("scan", "--format=html", "a.cpp")
    assert any("does not parse" in text for text in Page(run.stdout).texts("td"))


def test_an_empty_report_is_a_page_too(tool: Tool) -> None:
    tool.write("a.cpp", CLEAN)
    found = page(tool, "a.cpp")
    assert found.texts("h1")[0].startswith("Nothing found in ")
    assert len(found.texts("p", "nothing")) == 3


def test_merged_reports_have_the_same_page(tool: Tool) -> None:
    tool.write("a.py", LIBRARIES)
    tool.write("b.cpp", FAULTY)
    for number in (1, 2):
        tool.run("scan", ".", "--format=sarif", f"--shard={number}/2", f"--output={number}.sarif")
    merged = tool.run("scan", "--format=html", "--merge", "1.sarif", "2.sarif").stdout
    assert merged == tool.run("scan", "--format=html", ".").stdout
    assert CHECK in merged
