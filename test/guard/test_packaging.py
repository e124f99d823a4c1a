"""The three ways to use the headers from a project of one's own."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAIN = Path(__file__).resolve().parent / "packaging/main.cpp"
SAYS = "ok, strides 3 1, 2 owners\n"
pytestmark = pytest.mark.any_llvm

PROJECT = """\
cmake_minimum_required(VERSION 3.18)
project(consumer LANGUAGES CXX)
{find}
add_executable(consumer main.cpp)
target_link_libraries(consumer PRIVATE dlpack_guard::dlpack_guard)
"""
FETCH = """\
include(FetchContent)
FetchContent_Declare(dlpack_guard GIT_REPOSITORY https://example.invalid/dlpack-tidy.git
                     SOURCE_SUBDIR lib/guard)
FetchContent_MakeAvailable(dlpack_guard)
"""


def run(*command: object) -> str:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def consumer(folder: Path, find: str, *definitions: str) -> str:
    source = folder / "consumer"
    source.mkdir()
    (source / "CMakeLists.txt").write_text(PROJECT.format(find=find))
    shutil.copy(MAIN, source)
    build = folder / "build"
    run("cmake", "-G", "Ninja", "-S", source, "-B", build, *definitions)
    run("cmake", "--build", build)
    return run(build / "consumer")


def test_find_package(tmp_path: Path) -> None:
    alone = tmp_path / "alone"
    # The folder by itself: it cannot lean on the project around it.
    shutil.copytree(ROOT / "lib/guard", tmp_path / "guard")
    run("cmake", "-G", "Ninja", "-S", tmp_path / "guard", "-B", alone)
    run("cmake", "--install", alone, "--prefix", tmp_path / "prefix")
    shutil.rmtree(tmp_path / "guard")
    find = "find_package(dlpack_guard 0.1 REQUIRED)"
    assert consumer(tmp_path, find, f"-DCMAKE_PREFIX_PATH={tmp_path / 'prefix'}") == SAYS


def test_find_package_of_a_version_to_come(tmp_path: Path) -> None:
    run("cmake", "-G", "Ninja", "-S", ROOT / "lib/guard", "-B", tmp_path / "alone")
    run("cmake", "--install", tmp_path / "alone", "--prefix", tmp_path / "prefix")
    with pytest.raises(AssertionError, match="dlpack_guard-config.cmake, version: 0.1"):
        consumer(
            tmp_path,
            "find_package(dlpack_guard 7.0 REQUIRED)",
            f"-DCMAKE_PREFIX_PATH={tmp_path / 'prefix'}",
        )


def test_fetch_content(tmp_path: Path) -> None:
    assert consumer(tmp_path, FETCH, f"-DFETCHCONTENT_SOURCE_DIR_DLPACK_GUARD={ROOT}") == SAYS
    assert not list((tmp_path / "build").rglob("*Config*LLVM*"))


@pytest.mark.parametrize("compiler", ["g++", "clang++-14", "clang++-16", "clang++-19", "clang++-22"])
@pytest.mark.parametrize("flags", [[], ["-fno-exceptions", "-fno-rtti"]])
def test_plain_include_folder(tmp_path: Path, compiler: str, flags: list[str]) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler} here")
    warnings = ["-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", *flags]
    include = f"-I{ROOT / 'lib/guard/include'}"
    run(compiler, *warnings, include, MAIN, "-o", tmp_path / "consumer")
    assert run(tmp_path / "consumer") == SAYS
