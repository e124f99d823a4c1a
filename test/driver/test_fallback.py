"""The header that stands in for dlpack.h declares what the real one does."""

import re
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[2]
STAND_IN = HERE / "lib/driver/fallback/include/dlpack/dlpack.h.in"


@pytest.fixture(scope="module")
def real() -> str:
    tvm_ffi = pytest.importorskip("tvm_ffi")
    return (Path(tvm_ffi.__file__).parent / "include/dlpack/dlpack.h").read_text()


def without_comments(text: str) -> str:
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)


def enumerators(header: str) -> dict[str, int]:
    return {name: int(value) for name, value in re.findall(r"\b(kDL\w+) = (\d+)", without_comments(header))}


def fields(header: str) -> dict[str, list[str]]:
    """The names of each structure's fields, in order."""
    found = {}
    for body, name in re.findall(r"typedef struct\s*\w*\s*\{([^}]*)\}\s*(\w+);", without_comments(header)):
        members = [re.search(r"(\w+)\)\(|(\w+)$", each.strip()) for each in body.split(";") if each.strip()]
        found[name] = [each[1] or each[2] for each in members if each]
    return found


def test_every_enumerator_has_the_real_value(real: str) -> None:
    assert enumerators(real).items() <= enumerators(STAND_IN.read_text()).items()


def test_every_structure_has_the_real_fields_in_order(real: str) -> None:
    assert "dltensor_from_py_object_no_sync" in fields(real)["DLPackExchangeAPI"]
    assert fields(STAND_IN.read_text()) == fields(real)


def test_every_function_type_and_flag_is_there(real: str) -> None:
    def names(text: str) -> set[str]:
        return set(re.findall(r"typedef int \(\*(\w+)\)|#define (DLPACK_FLAG\w+)", without_comments(text)))

    assert names(STAND_IN.read_text()) == names(real)
