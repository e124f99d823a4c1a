#!/usr/bin/env python3
"""exchanges.py COUNT MODULE…: COUNT hand-overs in each direction; what is left behind?

MODULE… are the compiled guard_consumer and Sample modules. By hand:

    .venv/bin/python -m pytest -q test/guard/test_export_lifetime.py -k exchanges --exchanges 1000000
"""

import gc
import os
import sys
from pathlib import Path
from typing import Any, Callable

import extensions

FLOATS, FLOAT = bytes(4 * 24), (2, 32, 1)
PAGES = 256  # 1 MiB: what an allocator may take without anything being lost


def resident_pages() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1])


def touched(consumer: Any, array: Any) -> Callable[[int], None]:
    return lambda count: consumer.touch(array, count)


def exported(array: Any, **asked: Any) -> Callable[[int], None]:
    def run(count: int) -> None:
        for _ in range(count):
            array.__dlpack__(**asked)

    return run


def refused(array: Any) -> Callable[[int], None]:
    def run(count: int) -> None:
        for _ in range(count):
            try:
                array.__dlpack__(dl_device=(2, 0))
            except BufferError:
                continue
            raise AssertionError("was not refused")

    return run


def check(name: str, array: Any, run: Callable[[int], None], count: int) -> None:
    run(2000)
    gc.collect()
    references, pages = sys.getrefcount(array), resident_pages()
    run(count)
    gc.collect()
    lost = sys.getrefcount(array) - references
    grown = resident_pages() - pages
    print(f"{name}: {count} exchanges, {lost} references and {grown} pages more", flush=True)
    if lost or grown > PAGES:
        sys.exit(f"{name} leaks")


def main() -> None:
    count = int(sys.argv[1])
    modules = [extensions.load(Path(path)) for path in sys.argv[2:]]
    (consumer,) = (each for each in modules if hasattr(each, "touch"))
    for module in modules:
        if module is consumer:
            continue
        array = module.Sample(FLOATS, FLOAT, [4, 6])
        name = module.__name__
        check(f"{name} to dlpack_guard", array, touched(consumer, array), count)
        check(f"{name}, legacy capsule dropped", array, exported(array), count)
        check(f"{name}, versioned capsule dropped", array, exported(array, max_version=(1, 0)), count)
        check(f"{name}, copied", array, exported(array, copy=True), count)
        check(f"{name}, refused", array, refused(array), count)
        assert module.alive() == 1
    try:
        import numpy
    except ImportError:
        return
    array = numpy.zeros((4, 6), "f4")
    check("NumPy to dlpack_guard", array, touched(consumer, array), count)


if __name__ == "__main__":
    main()
    # Nothing that ends with Python is to be put down to the exchanges.
    sys.stdout.flush()
    os._exit(0)
