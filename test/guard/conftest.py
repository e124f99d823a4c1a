"""Fixtures of the guard's tests."""

from pathlib import Path
from types import ModuleType
from typing import Callable

import extensions
import pytest


@pytest.fixture(scope="session")
def extension_path(build_dir: Path) -> Callable[..., Path]:
    """extension_path("name", *flags): Inputs/name.cpp as a compiled module."""

    def build(name: str, *flags: str) -> Path:
        return extensions.build(extensions.INPUTS / f"{name}.cpp", build_dir / "guard", flags)

    return build


@pytest.fixture(scope="session")
def extension(extension_path: Callable[..., Path]) -> Callable[..., ModuleType]:
    """extension("name", *flags): the same, imported.

    A binding is chosen by what the source includes: CPython's C API, pybind11
    or nanobind.
    """
    loaded: dict[Path, ModuleType] = {}

    def load(name: str, *flags: str) -> ModuleType:
        path = extension_path(name, *flags)
        if path not in loaded:
            loaded[path] = extensions.load(path)
        return loaded[path]

    return load
