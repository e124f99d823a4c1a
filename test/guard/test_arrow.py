"""pyarrow 26: read-only versioned capsules, and a legacy path that warns.

pyarrow is not among the packages the tests install: these are skipped without it.
"""

import warnings

import pytest
from test_handshake import refusal, rule_of

pytestmark = [pytest.mark.any_llvm, pytest.mark.needs("pyarrow>=26")]


@pytest.fixture(scope="module")
def guard(extension):
    return extension("consumer")


@pytest.fixture
def array():
    pyarrow = pytest.importorskip("pyarrow")
    return pyarrow.array([1.0, 2.0, 3.0], pyarrow.float32())


def test_arrays_are_read_only(guard, array):
    taken = guard.take(array)
    assert taken["read_only"] and taken["versioned"] and taken["size"] == 3
    assert rule_of(refusal(guard.write, array)) == "dlpack-read-only"


def test_no_deprecated_request(guard, array):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        guard.take(array)
