"""Who frees an exported tensor, on which thread, and when."""

import gc
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from types import ModuleType
from typing import Any, Callable

import pytest

HERE = Path(__file__).resolve().parent
FLOAT = (2, 32, 1)
STYLES = ["cpython_sample", "pybind11_sample", "nanobind_sample"]
pytestmark = pytest.mark.any_llvm


@pytest.fixture
def raw(extension: Callable[..., ModuleType]) -> ModuleType:
    return extension("raw_consumer")


@pytest.fixture(params=STYLES)
def style(request: pytest.FixtureRequest, extension: Callable[..., ModuleType]) -> ModuleType:
    return extension(request.param)


def in_child(script: str, *paths: Path, environment: dict[str, str] | None = None) -> str:
    """Runs \a script with the modules of \a paths under their own names."""
    load = "import sys, extensions\nfrom pathlib import Path\n" + "".join(
        f"{path.name.split('.')[0]} = extensions.load(Path({str(path)!r}))\n" for path in paths
    )
    done = subprocess.run(
        [sys.executable, "-c", load + script],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "PYTHONPATH": str(HERE), **(environment or {})},
    )
    assert done.returncode == 0, f"status {done.returncode}\n{done.stdout}\n{done.stderr}"
    assert "Fatal" not in done.stderr
    return done.stdout


def test_exchanges_leave_nothing(
    extension_path: Callable[..., Path], request: pytest.FixtureRequest
) -> None:
    count = request.config.getoption("--exchanges")
    paths = [extension_path(name) for name in ("guard_consumer", *STYLES)]
    command = [sys.executable, HERE / "exchanges.py", str(count), *paths]
    done = subprocess.run(command, capture_output=True, text=True)
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr


def test_deleters_on_threads_without_the_gil(style: ModuleType, raw: ModuleType) -> None:
    before = style.alive()
    for turn in range(200):
        raw.take(style.Sample(bytes(16), FLOAT, [4]).__dlpack__(max_version=(1, 0)))
    gc.collect()
    assert style.alive() == before + 200
    raw.drop_on_threads(4)
    assert style.alive() == before


def test_deleter_without_the_gil_on_a_thread_of_python(style: ModuleType, raw: ModuleType) -> None:
    before = style.alive()
    raw.take(style.Sample(bytes(16), FLOAT, [4]).__dlpack__(max_version=(1, 0)))
    raw.drop_without_gil()
    assert style.alive() == before


def test_an_owner_that_is_not_python_s(style: ModuleType, raw: ModuleType) -> None:
    before = style.alive()
    raw.take(style.Sample(bytes(16), FLOAT, [4], keep=True).__dlpack__(max_version=(1, 0)))
    assert style.alive() == before, "the named owner keeps the memory, not the array"
    raw.drop_without_gil()


@pytest.mark.parametrize("name", STYLES)
@pytest.mark.parametrize("keep", [False, True])
def test_tensors_alive_when_python_ends(
    extension_path: Callable[..., Path], name: str, keep: bool
) -> None:
    script = f"""
sample = {name}.Sample(bytes(16), (2, 32, 1), [4], keep={keep})
raw_consumer.take(sample.__dlpack__(max_version=(1, 0)))
left = sample.__dlpack__()                      # a capsule that nobody takes
import builtins
builtins.left_behind = sample.__dlpack__(copy=True)
print("end")
"""
    paths = extension_path(name), extension_path("raw_consumer")
    assert in_child(script, *paths) == "end\n"


@pytest.mark.parametrize("name", STYLES)
def test_a_thread_that_outlives_python(extension_path: Callable[..., Path], name: str) -> None:
    script = f"""
import threading
def forever():
    while True:
        {name}.Sample(bytes(16), (2, 32, 1), [4]).__dlpack__()
for _ in range(3):
    threading.Thread(target=forever, daemon=True).start()
import time; time.sleep(0.2)
print("end")
"""
    assert in_child(script, extension_path(name)) == "end\n"


@pytest.mark.skipif(sys.version_info < (3, 13), reason="needs _interpreters of Python 3.13")
def test_a_sub_interpreter_with_its_own_gil(extension_path: Callable[..., Path]) -> None:
    paths = [extension_path(name) for name in ("cpython_sample", "guard_consumer", "raw_consumer")]
    inner = f"""
import extensions
from pathlib import Path
sample, consumer, raw = (extensions.load(Path(path)) for path in {list(map(str, paths))!r})
array = sample.Sample(bytes(range(16)), (2, 32, 1), [4])
assert consumer.take(array)[1] == bytes(range(16))
consumer.touch(array, 1000)
# On a thread of this interpreter, without its GIL.
raw.take(array.__dlpack__(max_version=(1, 0)))
raw.drop_without_gil()
# On threads that belong to no interpreter: the reference cannot be dropped
# there, so the array is leaked and nothing crashes.
raw.take(array.__dlpack__(max_version=(1, 0)))
raw.drop_on_threads(2)
"""
    script = f"""
import _interpreters as interpreters
for _ in range(3):
    made = interpreters.create("isolated")
    failure = interpreters.exec(made, {inner!r})
    assert failure is None, failure.errdisplay
    interpreters.destroy(made)
print("end")
"""
    assert in_child(script) == "end\n"


def free_threaded_python() -> str | None:
    for name in ("python3.14t", "python3.13t"):
        if found := shutil.which(name):
            return found
    return None


def test_free_threaded_python(extension_path: Callable[..., Path], build_dir: Path) -> None:
    """The CPython modules say that they need no GIL; shared use must hold."""
    python = free_threaded_python()
    if python is None and not sysconfig.get_config_var("Py_GIL_DISABLED"):
        pytest.skip("no free-threaded Python (python3.13t, python3.14t) is installed here")
    script = f"""
import sys, threading, extensions
from pathlib import Path
sample, consumer = (
    extensions.load(extensions.build(extensions.INPUTS / f"{{name}}.cpp", Path({str(build_dir / "guard")!r})))
    for name in ("cpython_sample", "guard_consumer"))
assert not sys._is_gil_enabled()
array = sample.Sample(bytes(16), (2, 32, 1), [4])
threads = [threading.Thread(target=consumer.touch, args=(array, 20000)) for _ in range(4)]
for each in threads: each.start()
for each in threads: each.join()
"""
    command = [python or sys.executable, "-c", script]
    done = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(HERE)}
    )
    assert done.returncode == 0, done.stderr
