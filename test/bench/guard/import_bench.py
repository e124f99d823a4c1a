#!/usr/bin/env python3
"""Times guarded imports against nanobind's and the bare C exchange, in one run.

Prints nanoseconds and ratios; the fastest of five interleaved repetitions each.
Needs Google Benchmark (Debian: libbenchmark-dev), nanobind, NumPy, and whatever
of JAX, PyTorch, tvm-ffi and MLX is to be timed.
"""

import argparse
import importlib
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "guard"))

import extensions  # noqa: E402

MAKERS = {
    "numpy": lambda numpy: numpy.zeros((2, 3, 4, 5), "float32"),
    "jax.numpy": lambda jnp: jnp.zeros((2, 3, 4, 5), "float32"),
    "torch": lambda torch: torch.zeros(2, 3, 4, 5),
    "tvm_ffi": lambda ffi: ffi.from_dlpack(importlib.import_module("numpy").zeros((2, 3, 4, 5), "float32")),
    "mlx.core": lambda mx: mx.zeros((2, 3, 4, 5)),
}


def arrays() -> list[tuple[str, object]]:
    found = []
    for library, make in MAKERS.items():
        try:
            found.append((library, make(importlib.import_module(library))))
        except ImportError:
            print(f"{library}: not installed")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build-dir", type=Path, default=HERE.parents[2] / "build")
    parser.add_argument("--min-time", default="0.2", help="seconds a repetition")
    options = parser.parse_args()
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    flags = ("-DNDEBUG", "-Wno-pedantic", "-lbenchmark", "-lpthread")
    path = extensions.build(HERE / "import_bench.cpp", options.build_dir / "guard", flags)
    timed = arrays()
    times = extensions.load(path).run(timed, options.min_time)
    print(f"check of a 4-d tensor: {times['check']:.1f} ns (bar: 20)")
    for library, _ in timed:
        guard, peer = times[f"{library} guard"], times[f"{library} nanobind"]
        line = f"{library}: guard {guard:.0f} ns, nanobind and device query {peer:.0f} ns: {guard / peer:.2f} (bar: 1)"
        if (bare := times.get(f"{library} bare")) is not None:
            line += f"; bare exchange {bare:.0f} ns: {guard / bare:.2f} (bar: 1.2)"
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
