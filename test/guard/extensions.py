"""Compiles extension modules that include dlpack_guard, for the tests' Python."""

import fcntl
import functools
import hashlib
import importlib.util
import os
import subprocess
import sys
import sysconfig
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Iterator

ROOT = Path(__file__).resolve().parents[2]
HEADERS = ROOT / "lib/guard/include"
INPUTS = Path(__file__).resolve().parent / "Inputs"
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
COMMON = ["-std=c++17", "-fPIC", "-fvisibility=hidden"]


def compiler() -> str:
    return os.environ.get("CXX", "c++")


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """One builder at a time: two test runs may share the build folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stderr}"


def binding_flags(source: str) -> list[str]:
    """The include folders of the bindings a source names."""
    flags = ["-isystem", sysconfig.get_paths()["include"]]
    if "pybind11" in source:
        import pybind11

        flags += ["-isystem", pybind11.get_include()]
    if "nanobind" in source:
        import nanobind

        flags += ["-isystem", nanobind.include_dir()]
    return flags


@functools.cache
def headers_text() -> bytes:
    headers = [*sorted(HEADERS.rglob("*.h")), *sorted(INPUTS.glob("*.h"))]
    return b"".join(path.read_bytes() for path in headers)


def digest(*parts: object) -> str:
    text = repr((parts, sys.version, compiler())).encode()
    return hashlib.sha256(text + headers_text()).hexdigest()[:16]


def nanobind_library(folder: Path) -> Path:
    """nanobind's own code as an object file; the slow part, so it is kept."""
    import nanobind

    name = f"nanobind-{nanobind.__version__}-{sys.implementation.cache_tag}-O2.o"
    made = folder / name
    with locked(folder):
        if not made.exists():
            root = Path(nanobind.include_dir()).parent
            part = made.with_suffix(".part.o")
            run([compiler(), *COMMON, "-O2", "-DNDEBUG", "-DNB_COMPACT_ASSERTIONS",
                 "-isystem", sysconfig.get_paths()["include"],
                 "-isystem", str(root / "include"),
                 "-isystem", str(root / "ext/robin_map/include"),
                 "-c", str(root / "src/nb_combined.cpp"), "-o", str(part)])
            part.rename(made)
    return made


def build(source: Path, folder: Path, flags: tuple[str, ...] = ()) -> Path:
    """Compiles \a source into a module named like the file; returns its path.

    The result is kept in \a folder under a hash of the source, the headers, the
    flags, the compiler and the Python.
    """
    text = source.read_text()
    made = folder / digest(text, flags) / (source.stem + SUFFIX)
    objects = [str(nanobind_library(folder))] if "nanobind" in text else []
    libraries = [flag for flag in flags if flag.startswith("-l")]
    options = [flag for flag in flags if flag not in libraries]
    with locked(made.parent):
        if not made.exists():
            part = made.with_suffix(".part")
            run([compiler(), *COMMON, *WARNINGS, "-O2", *options, "-shared",
                 f"-I{HEADERS}", *binding_flags(text), str(source), *objects, *libraries,
                 "-o", str(part)])
            part.rename(made)
    return made


def load(path: Path) -> ModuleType:
    name = path.name.split(".")[0]
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
