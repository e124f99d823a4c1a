"""`scan --include` and `--exclude`."""

import pytest

from conftest import FAULTY, Tool, complaint

FILES = ("src/a.cpp", "src/deep/b.cpp", "src/gpu/c.cu", "tests/d.cpp", "src/tests/e.cpp")


@pytest.mark.parametrize(
    "arguments, kept",
    [
        ((), FILES),
        (("--exclude=tests",), ("src/a.cpp", "src/deep/b.cpp", "src/gpu/c.cu")),
        (("--exclude=tests/*",), ("src/a.cpp", "src/deep/b.cpp", "src/gpu/c.cu", "src/tests/e.cpp")),
        (("--exclude=src/deep/",), ("src/a.cpp", "src/gpu/c.cu", "tests/d.cpp", "src/tests/e.cpp")),
        (("--exclude=./src/deep,*.cu",), ("src/a.cpp", "tests/d.cpp", "src/tests/e.cpp")),
        (("--include=src",), ("src/a.cpp", "src/deep/b.cpp", "src/gpu/c.cu", "src/tests/e.cpp")),
        (("--include=src", "--exclude=tests"), ("src/a.cpp", "src/deep/b.cpp", "src/gpu/c.cu")),
        (("--include=*.cu", "--include=d.cpp"), ("src/gpu/c.cu", "tests/d.cpp")),
        (("--include=no-such",), ()),
    ],
)
def test_globs_choose_files(tool: Tool, arguments: tuple[str, ...], kept: tuple[str, ...]) -> None:
    for name in FILES:
        tool.write(name, FAULTY)
    report = tool.scan(".", *arguments, status=1 if kept else 0)
    assert {each["file"] for each in report["findings"]} == set(kept)
    assert report["stats"]["files"] == len(kept)


def test_nothing_is_said_about_an_excluded_header(tool: Tool) -> None:
    tool.write("part/names.h", FAULTY.replace("bool", "inline bool"))
    tool.write("a.cpp", '#include "part/names.h"\n' + FAULTY.replace("misspelt", "other"))
    report = tool.scan(".", "--exclude=part", status=1)
    assert [each["file"] for each in report["findings"]] == ["a.cpp"]


def test_what_is_no_glob_is_wrong_use(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY)
    assert "'[a' is no glob" in complaint(tool.run("scan", ".", "--exclude=[a"))
