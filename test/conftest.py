"""What the Python tests share: where the build is."""

from pathlib import Path

import pytest

SOURCE_ROOT = Path(__file__).resolve().parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--build-dir", type=Path, default=SOURCE_ROOT / "build")


@pytest.fixture(scope="session")
def source_root() -> Path:
    return SOURCE_ROOT


@pytest.fixture(scope="session")
def build_dir(request: pytest.FixtureRequest) -> Path:
    return request.config.getoption("--build-dir")
