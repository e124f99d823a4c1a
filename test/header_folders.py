"""Where this Python's environment and the system keep the headers tests include."""

import importlib.metadata
import json
import subprocess
import sys
import sysconfig
from pathlib import Path

SYSTEM_PYTHON = "/usr/bin/python3"


def inside(distribution: str, folder: str) -> str:
    """A folder of an installed distribution, without importing it."""
    return str(importlib.metadata.distribution(distribution).locate_file(folder))


def system_python() -> str:
    """Debian's pybind11 2 in /usr/include needs the Python of the same release."""
    code = "import sysconfig; print(sysconfig.get_paths()['include'])"
    return subprocess.check_output([SYSTEM_PYTHON, "-c", code], text=True).strip()


def installed() -> dict[str, list[str]]:
    """Include folders by the name tests use: %python_inc, %pybind11, ..."""
    python = sysconfig.get_paths()["include"]
    nanobind2 = str(Path(sys.prefix, "nanobind2", "nanobind", "include"))
    return {
        "python_inc": [python],
        "pybind11": [inside("pybind11", "pybind11/include"), python],
        "pybind11_2": [system_python()],
        "nanobind": [inside("nanobind", "nanobind/include"), python],
        "nanobind2": [nanobind2, python],
        "dlpack": [inside("apache-tvm-ffi", "tvm_ffi/include")],
    }


if __name__ == "__main__":
    print(json.dumps(installed(), indent=2))
