"""Checkouts that mean harm: nothing of them is run, nothing ends the scan, nothing is lost."""

import json
import os
import shutil
import subprocess

import pytest

from conftest import CHECK, CLEAN, FAULTY, Tool, complaint, places

# A shared object that says so when it is loaded.
LOADED = """\
#include <stdio.h>
__attribute__((constructor)) static void loaded(void) {
  FILE *file = fopen("%s", "w");
  if (file)
    fclose(file);
}
"""


@pytest.fixture
def trap(tool: Tool) -> tuple[str, "os.PathLike[str]"]:
    """A library in the tree, and the file that its being loaded would leave."""
    compiler = next(filter(shutil.which, ("cc", "gcc", "clang-22", "clang-19", "clang-16")), None)
    if not compiler:
        pytest.skip("no C compiler to make a plugin with")
    ran = tool.folder / "ran"
    source = tool.write("trap.c.txt", LOADED % ran)
    library = tool.folder / "trap.so"
    subprocess.run([compiler, "-x", "c", "-shared", "-fPIC", "-o", library, source], check=True)
    return str(library), ran


def write_database(tool: Tool, flags: str) -> None:
    command = f"clang++ {flags} -c {tool.folder}/a.cpp"
    entry = {"directory": str(tool.folder), "file": "a.cpp", "command": command}
    tool.write("compile_commands.json", json.dumps([entry]))


PLUGINS = [
    "-fplugin={0}",
    "-fpass-plugin={0}",
    "-Xclang -load -Xclang {0}",
    "-Xarch_host -fplugin={0}",
    "-Wp,-load,{0}",
    "-Xpreprocessor -load -Xpreprocessor {0}",
    "-mllvm -load={0}",
    "-load {0}",
]


@pytest.mark.parametrize("flags", PLUGINS)
def test_no_plugin_of_a_database_is_loaded(tool: Tool, trap, flags: str) -> None:
    library, ran = trap
    tool.write("a.cpp", FAULTY)
    write_database(tool, flags.format(library))
    assert places(tool.scan(".", status=1)) == [("a.cpp", 2, CHECK)]
    assert not ran.exists()


@pytest.mark.parametrize("flags", PLUGINS)
def test_no_plugin_of_a_response_file_is_loaded(tool: Tool, trap, flags: str) -> None:
    library, ran = trap
    tool.write("a.cpp", FAULTY)
    tool.write("flags.rsp", flags.format(library) + " @flags.rsp")
    write_database(tool, "@flags.rsp")
    assert places(tool.scan(".", status=1)) == [("a.cpp", 2, CHECK)]
    assert not ran.exists()


@pytest.mark.parametrize("flags", PLUGINS)
@pytest.mark.parametrize("key", ["ExtraArgs", "ExtraArgsBefore"])
def test_no_plugin_of_a_configuration_file_is_loaded(tool: Tool, trap, key: str, flags: str) -> None:
    library, ran = trap
    tool.write("a.cpp", FAULTY)
    tool.write(".clang-tidy", f"{key}: {json.dumps(flags.format(library).split())}\n")
    assert places(tool.scan(".", status=1)) == [("a.cpp", 2, CHECK)]
    assert not ran.exists()


def test_harmless_flags_of_a_configuration_file_count(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY.replace("bool", "#ifdef FAULTY\nbool") + "#endif\n")
    tool.write(".clang-tidy", "ExtraArgs: ['-DFAULTY', '-Wall']\n")
    assert len(tool.scan(".", status=1)["findings"]) == 1


def test_a_response_file_with_flags_is_read(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY.replace("bool", "#ifdef FAULTY\nbool") + "#endif\n")
    tool.write("flags.rsp", "-DFAULTY\n")
    write_database(tool, "@flags.rsp")
    assert len(tool.scan(".", status=1)["findings"]) == 1


@pytest.mark.parametrize("name", ["/dev/zero", "pipe", ".", "missing"])
def test_a_response_file_that_never_ends_is_not_read(tool: Tool, name: str) -> None:
    os.mkfifo(tool.folder / "pipe")
    tool.write("a.cpp", FAULTY)
    write_database(tool, f"@{name}")
    assert places(tool.scan(".", status=1)) == [("a.cpp", 2, CHECK)]


def test_no_python_package_of_the_tree_is_imported(tool: Tool) -> None:
    ran = tool.folder / "ran"
    for package in ("pybind11", "nanobind", "numpy", "torch", "sysconfig", "site", "encodings"):
        tool.write(f"{package}/__init__.py", f"open({str(ran)!r}, 'w')\n")
        tool.write(f"{package}/__main__.py", f"open({str(ran)!r}, 'w')\n")
    tool.write("a.cpp", FAULTY)
    assert places(tool.scan(".", status=1)) == [("a.cpp", 2, CHECK)]
    assert not ran.exists()


def test_git_runs_nothing(tool: Tool) -> None:
    ran = tool.folder / "ran"
    program = tool.write("program", f"#!/bin/sh\ntouch {ran}\n")
    program.chmod(0o755)
    tool.write("own/a.cpp", FAULTY)
    tool.write(".gitattributes", "* filter=trap diff=trap\n")

    def git(*words: str) -> None:
        subprocess.run(["git", *words], cwd=tool.folder, check=True, capture_output=True)

    git("init", "-q")
    for key in (
        "core.fsmonitor", "core.pager", "core.sshCommand", "core.editor", "filter.trap.clean", "filter.trap.smudge",
        "filter.trap.process", "diff.trap.textconv", "diff.external", "alias.ls-files", "core.gitProxy",
    ):  # fmt: skip
        git("config", key, ("!" if key.startswith("alias") else "") + str(program))
    for hook in ("post-index-change", "pre-auto-gc", "reference-transaction", "post-checkout"):
        path = tool.write(f".git/hooks/{hook}", f"#!/bin/sh\ntouch {ran}\n")
        path.chmod(0o755)
    assert places(tool.scan("own", status=1)) == [("own/a.cpp", 2, CHECK)]
    assert not ran.exists()


def test_links_do_not_lead_out_of_the_tree(tool: Tool, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (outside / "b.cpp").write_text(FAULTY)
    (outside / "names.h").write_text(FAULTY.replace("bool", "inline bool"))
    tool.write("src/a.cpp", FAULTY.replace("misspelt", "own") + "#include <part/names.h>\n")
    (tool.folder / "src/link.cpp").symlink_to(outside / "b.cpp")
    (tool.folder / "folder").symlink_to(outside)
    (tool.folder / "part").mkdir()
    (tool.folder / "part/names.h").symlink_to(outside / "names.h")
    assert places(tool.scan(".", status=1)) == [("src/a.cpp", 2, CHECK)]


def test_links_and_includes_in_a_circle_end(tool: Tool) -> None:
    (tool.folder / "loop").mkdir()
    (tool.folder / "loop/again").symlink_to(tool.folder / "loop")
    (tool.folder / "one.cpp").symlink_to(tool.folder / "two.cpp")
    (tool.folder / "two.cpp").symlink_to(tool.folder / "one.cpp")
    tool.write("part/a.h", "#pragma once\n#include <part/b.h>\n")
    tool.write("part/b.h", "#pragma once\n#include <part/a.h>\n#include <part/b.h>\n")
    tool.write("main.cpp", FAULTY + "#include <part/a.h>\n")
    assert places(tool.scan(".", status=1)) == [("main.cpp", 2, CHECK)]


def test_a_header_that_includes_itself_for_ever_ends(tool: Tool) -> None:
    tool.write("part/a.h", "#include <part/a.h>\n")
    tool.write("main.cpp", FAULTY + "#include <part/a.h>\n")
    report = tool.scan(".", status=1)
    assert places(report) == [("main.cpp", 2, CHECK)]


def test_a_huge_file_is_named_and_the_others_are_scanned(tool: Tool) -> None:
    with tool.write("huge.cpp", FAULTY).open("a") as huge:
        line = "int filler(int x) { return x + 1; } // dltensor\n" * 1000
        for _ in range(100_000_000 // len(line)):
            huge.write(line)
    tool.write("user.cpp", FAULTY + '#include "huge.cpp"\n')
    tool.write("b.cpp", FAULTY)
    report = tool.scan(".", status=1)
    assert places(report) == [("b.cpp", 2, CHECK), ("user.cpp", 2, CHECK)]
    assert {"file": "huge.cpp", "function": "", "reason": "larger than 16 MB"} in report["notAnalysed"]


@pytest.mark.parametrize("name", ["/dev/zero", "pipe.h", "/dev/tty"])
def test_what_is_no_ordinary_file_is_not_included(tool: Tool, name: str) -> None:
    os.mkfifo(tool.folder / "pipe.h")
    os.mkfifo(tool.folder / "pipe.cpp")
    tool.write("a.cpp", FAULTY + f'#include "{name}"\n')
    assert places(tool.scan(".", status=1)) == [("a.cpp", 2, CHECK)]


def test_a_named_pipe_is_wrong_use(tool: Tool) -> None:
    os.mkfifo(tool.folder / "pipe.cpp")
    assert "pipe.cpp: not an ordinary file" in complaint(tool.run("scan", "pipe.cpp"))


def test_bytes_that_are_no_text_are_reported_as_text(tool: Tool) -> None:
    (tool.folder / "a.cpp").write_bytes(FAULTY.encode() + b'// \xff\xfe\x80\nchar const *x = "\xc3\x28";\n')
    (tool.folder / "b.py").write_bytes(b"x = '\xff'\nimport jax.dlpack\n")
    report = tool.scan(".", status=1)
    assert ("a.cpp", 2, CHECK) in places(report)


@pytest.mark.parametrize("name", ["<b>&amp;.cpp", "new\nline.cpp", "quote\"'.cpp", "-fplugin=x.cpp", "@file.cpp"])
def test_a_file_s_name_is_only_a_name(tool: Tool, name: str) -> None:
    tool.write(name, FAULTY)
    tool.write("other.cpp", CLEAN)
    assert places(tool.scan(".", status=1)) == [(name, 2, CHECK)]


def test_an_unreadable_folder_hides_nothing_else(tool: Tool) -> None:
    tool.write("closed/b.cpp", FAULTY)
    tool.write("z/a.cpp", FAULTY)
    (tool.folder / "closed").chmod(0)
    try:
        assert ("z/a.cpp", 2, CHECK) in places(tool.scan(".", status=1))
    finally:
        (tool.folder / "closed").chmod(0o755)
