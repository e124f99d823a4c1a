"""Exchanges under AddressSanitizer, UBSan and LeakSanitizer.

The modules are built with the sanitizers; Python itself is not, so the runtime
is loaded before it and Python's allocator is malloc's.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Callable

import extensions
import pytest

pytestmark = pytest.mark.any_llvm
FLAGS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-g", "-O1")
MODULES = ("cpython_sample", "guard_consumer", "raw_consumer")

START = """
import ctypes, os, sys
import extensions
from pathlib import Path
sample, consumer, raw = (extensions.load(Path(path)) for path in sys.argv[1:])
FLOAT, DATA = (2, 32, 1), bytes(range(48))

def leaks():
    sys.stderr.flush()
    return ctypes.CDLL(None).__lsan_do_recoverable_leak_check()
"""
END = """
import gc
gc.collect()
print("end", flush=True)
os._exit(3 if leaks() else 0)  # No leak check of a Python that has ended.
"""
EXCHANGES = """
def tried(call, *arguments, **keywords):
    try:
        return call(*arguments, **keywords)
    except (BufferError, TypeError):
        return None

def arrays():
    yield sample.Sample(DATA, FLOAT, [3, 4])
    yield sample.Sample(DATA, FLOAT, [3, 2], strides=[4, 2], offset=4)
    yield sample.Sample(DATA, FLOAT, [12], strides=[-1], offset=44)
    yield sample.Sample(DATA, FLOAT, [12], strides=[-1], offset=44, negative=True)
    yield sample.Sample(DATA, FLOAT, [2] * 5 + [0], strides=[0] * 6)
    yield sample.Sample(DATA, FLOAT, [])
    yield sample.Sample(DATA, FLOAT, [1] * 64)
    yield sample.Sample(DATA, FLOAT, [1] * 65)
    yield sample.Sample(DATA, FLOAT, [3], strides=[1, 2])
    yield sample.Sample(DATA, FLOAT, [2**62, 2**62])
    yield sample.Sample(DATA, FLOAT, [-3])
    yield sample.Sample(DATA, (0, 4, 1), [24])
    yield sample.Sample(DATA, (0, 4, 1), [12], strides=[2])
    yield sample.Sample(DATA, (99, 3, 7), [4])
    yield sample.Sample(DATA, FLOAT, [3, 4], read_only=True)
    yield sample.Sample(DATA, FLOAT, [3, 4], keep=True)
    for fault in ("", "stream", "stream fails", "to host"):
        yield sample.Sample(DATA, FLOAT, [3, 4], device=(2, 1), fault=fault)
    yield sample.Sample(DATA, FLOAT, [3, 4], device=(8, 0))
    yield sample.Sample(DATA, FLOAT, [3, 4], device=(20, 0))
    yield sample.Sample(DATA, FLOAT, [3, 4], fault="throw")
    yield sample.Sample.__new__(sample.Sample)

for array in arrays():
    tried(array.__dlpack_device__)
    for version in (None, (0, 8), (1, 0), (-1, 0), 3):
        for copy in (None, True, False, 2):
            for device in (None, (1, 0), (2, 1), (-5, 2**31 - 1), (2**40, 0), ()):
                for stream in (None, -1, 0, 1, 2**64, "x"):
                    tried(array.__dlpack__, max_version=version, copy=copy, dl_device=device, stream=stream)
    tried(consumer.take, array)
    tried(consumer.take, array.__dlpack__)
    capsule = tried(array.__dlpack__, max_version=(1, 0), stream=-1)
    if capsule is not None:
        raw.take(capsule)
        tried(consumer.take, capsule)  # a second time
    del capsule
raw.drop_on_threads(3)
assert sample.alive() == 0, sample.alive()  # the last one holds nothing
del array
"""


@pytest.fixture
def sanitized(extension_path: Callable[..., Path]) -> Callable[[str], subprocess.CompletedProcess[str]]:
    paths = [extension_path(name, *FLAGS) for name in MODULES]
    runtime = subprocess.check_output([extensions.compiler(), "-print-file-name=libasan.so"], text=True).strip()
    if not Path(runtime).is_absolute():
        pytest.skip(f"{extensions.compiler()} has no shared AddressSanitizer runtime here")
    environment = {
        **os.environ,
        "LD_PRELOAD": runtime,
        "PYTHONMALLOC": "malloc",
        "PYTHONPATH": str(Path(__file__).parent),
        "ASAN_OPTIONS": "detect_leaks=1",
    }

    def run(script: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", START + script + END, *paths]
        return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300)

    return run


def test_exchanges_are_clean(sanitized: Callable[[str], subprocess.CompletedProcess[str]]) -> None:
    done = sanitized(EXCHANGES)
    assert (done.returncode, done.stdout) == (0, "end\n"), done.stderr[:4000]
    assert "Sanitizer" not in done.stderr


def test_a_leak_is_found(sanitized: Callable[[str], subprocess.CompletedProcess[str]]) -> None:
    script = "allocate = ctypes.CDLL(None).malloc\nallocate.restype = None\nfor size in range(1000, 1100): allocate(size)\n"
    done = sanitized(script)
    assert done.returncode == 3
    assert "LeakSanitizer: detected memory leaks" in done.stderr


def test_a_use_after_free_is_found(sanitized: Callable[[str], subprocess.CompletedProcess[str]]) -> None:
    # The deleter, called a second time by a consumer that must not.
    script = "array = sample.Sample(DATA, FLOAT, [3, 4])\ncapsule = array.__dlpack__(max_version=(1, 0), copy=True)\n"
    script += "raw.take(capsule)\nctypes.pythonapi.PyCapsule_SetName(ctypes.py_object(capsule), b'dltensor_versioned')\n"
    script += "raw.drop_without_gil()\ndel capsule\n"
    done = sanitized(script)
    assert done.returncode != 0
    assert "AddressSanitizer" in done.stderr


def test_producer_without_python(tmp_path: Path) -> None:
    program = tmp_path / "program"
    source = extensions.INPUTS / "producer_without_python.cpp"
    extensions.run(
        [extensions.compiler(), "-std=c++17", *extensions.WARNINGS, *FLAGS, f"-I{extensions.HEADERS}"]
        + [str(source), "-o", str(program)]
    )
    done = subprocess.run([program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
