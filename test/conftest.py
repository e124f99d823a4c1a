"""What the Python tests share: where the build is, and which libraries they need."""

import importlib.metadata
import platform
from pathlib import Path

import pytest
from packaging.requirements import Requirement

SOURCE_ROOT = Path(__file__).resolve().parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--build-dir", type=Path, default=SOURCE_ROOT / "build")
    parser.addoption("--exchanges", type=int, default=30000, help="hand-overs of each kind in the leak test")


def missing(requirement: Requirement) -> str | None:
    """Why the environment does not meet a requirement such as "jax>=0.12"."""
    python = f"Python {platform.python_version()}"
    try:
        version = importlib.metadata.version(requirement.name)
    except importlib.metadata.PackageNotFoundError:
        return f"needs {requirement}: not installed for {python}"
    if requirement.specifier.contains(version, prereleases=True):
        return None
    return f"needs {requirement}: {python} has {version} here"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "needs(*requirements): skipped without these packages")
    config.addinivalue_line("markers", "any_llvm: the same for every LLVM, so one run is enough")


def pytest_runtest_setup(item: pytest.Item) -> None:
    for marker in item.iter_markers("needs"):
        for reason in filter(None, map(missing, map(Requirement, marker.args))):
            pytest.skip(reason)


@pytest.fixture(scope="session")
def source_root() -> Path:
    return SOURCE_ROOT


@pytest.fixture(scope="session")
def build_dir(request: pytest.FixtureRequest) -> Path:
    return request.config.getoption("--build-dir")
