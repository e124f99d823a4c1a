#!/usr/bin/env python3
"""Times guarded exports against nanobind's, in one run.

Prints nanoseconds and ratios; the fastest of five interleaved repetitions each.
Needs Google Benchmark (Debian: libbenchmark-dev) and nanobind.
"""

import argparse
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "guard"))

import extensions  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build-dir", type=Path, default=HERE.parents[2] / "build")
    parser.add_argument("--min-time", default="0.2", help="seconds a repetition")
    options = parser.parse_args()
    folder = options.build_dir / "guard"
    flags = ("-DNDEBUG", "-Wno-pedantic", "-Wl,--no-as-needed", "-lbenchmark", "-lpthread")
    bench = extensions.load(extensions.build(HERE / "export_bench.cpp", folder, flags))
    arrays = {
        "guard in nanobind": bench.Guarded(),
        "nanobind's documented class": bench.Documented(),
        "nanobind's array object": bench.native(bench.Documented()),
    }
    times = bench.run(arrays, options.min_time)
    for kind in ("versioned", "legacy"):
        guard = times[f"guard in nanobind {kind}"]
        for peer in list(arrays)[1:]:
            other = times[f"{peer} {kind}"]
            print(f"{kind}: guard {guard:.0f} ns, {peer} {other:.0f} ns: {guard / other:.2f} (bar: 1)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
