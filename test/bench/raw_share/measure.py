"""How much of raw checkouts the parse understands.

    measure.py EXECUTABLE CHECKOUT...

Scans each checkout as it lies there, without a build and without its submodules, and counts the functions and
lambdas that take a DLPack struct or an array, or whose text names DLPack: how many there are, and in how many clang
had to recover from an error in an expression that mentions the array. Prints a table and the functions it counts as
lost; exits with 1 where less than MINIMUM of all together is understood."""

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

MINIMUM = 0.8


def scan(executable: Path, checkout: Path) -> tuple[dict, float]:
    started = time.monotonic()
    run = subprocess.run(
        [str(executable), "scan", ".", "--format=json"], cwd=checkout, capture_output=True, text=True
    )
    if run.returncode == 2:
        sys.exit(f"{checkout}: {run.stderr}")
    return json.loads(run.stdout), time.monotonic() - started


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("executable", type=Path)
    arguments.add_argument("checkouts", type=Path, nargs="+")
    arguments.add_argument("--lost", action="store_true", help="name the functions that were not understood")
    wanted = arguments.parse_args()

    print(f"{'checkout':<42}{'functions':>10}{'understood':>12}{'share':>8}{'findings':>10}{'seconds':>9}")
    functions = understood = 0
    for checkout in wanted.checkouts:
        report, seconds = scan(wanted.executable.resolve(), checkout)
        lost = [(file["file"], each["line"], each["function"]) for file in report["parsed"] for each in file["recovered"]]
        seen = sum(file["functions"] for file in report["parsed"])
        functions += seen
        understood += seen - len(lost)
        share = f"{(seen - len(lost)) / seen:8.0%}" if seen else f"{'-':>8}"
        print(
            f"{checkout.name:<42}{seen:>10}{seen - len(lost):>12}{share}{len(report['findings']):>10}{seconds:>9.1f}",
            flush=True,
        )
        if wanted.lost:
            for file, line, name in lost:
                print(f"    {file}:{line}: {name}")
    share = understood / max(functions, 1)
    print(f"{'all together':<42}{functions:>10}{understood:>12}{share:8.0%}")
    return 0 if share >= MINIMUM else 1


if __name__ == "__main__":
    sys.exit(main())
