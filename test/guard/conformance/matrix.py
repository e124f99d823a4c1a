#!/usr/bin/env python3
"""Runs the conformance matrix and writes docs/guard-conformance.md.

    .venv/bin/python test/guard/conformance/matrix.py [--build-dir DIR]

Each library runs in processes of its own, under the environment that has the
release in question; one that is not installed is left out, with the reason.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
PAGE = ROOT / "docs/guard-conformance.md"
SECONDS = 300


@dataclass(frozen=True)
class Environment:
    """A library in one release, and the Python that has it."""

    library: str
    venv: str
    module: str
    styles: tuple[str, ...] = ("cpython", "pybind11", "nanobind")

    @property
    def name(self) -> str:
        return f"{self.library} in {self.venv}"

    @property
    def python(self) -> Path:
        return ROOT / self.venv / "bin/python"

    def missing(self) -> str | None:
        if not self.python.exists():
            return f"{self.venv} was not made"
        script = f"import importlib.util, sys; sys.exit(not importlib.util.find_spec({self.module!r}))"
        done = subprocess.run([self.python, "-c", script], capture_output=True, text=True)
        return None if done.returncode == 0 else f"{self.venv} has no {self.library}"

    def modules(self) -> list[str]:
        native = ["nanobind_native"] if self.library == "nanobind" else []
        return ["guard_consumer", *(f"{style}_sample" for style in self.styles), *native]


ENVIRONMENTS = [
    Environment("numpy", ".venv", "numpy"),
    Environment("numpy", ".venv-numpy-1.23", "numpy", ("cpython",)),
    Environment("jax", ".venv", "jax"),
    Environment("jax", ".venv-jax-0.11", "jax", ("cpython",)),
    Environment("jax", ".venv-jax-0.7.2", "jax", ("cpython",)),
    Environment("torch", ".venv", "torch"),
    Environment("tvm-ffi", ".venv", "tvm_ffi"),
    Environment("mlx", ".venv", "mlx.core"),
    Environment("array-api-strict", ".venv", "array_api_strict"),
    Environment("nanobind", ".venv", "nanobind"),
    Environment("guard", ".venv", "sys"),
]


@dataclass
class Result:
    """What one library's process said; cells[producer, consumer][cell][request]."""

    version: str = ""
    cells: dict[tuple[str, str], dict[str, dict[str, str]]] = field(default_factory=dict)
    crash: str = ""

    def wrong(self) -> list[str]:
        found = [self.crash] if self.crash else []
        for (producer, consumer), cells in self.cells.items():
            for cell, outcomes in cells.items():
                found += [
                    f"{producer} to {consumer}, {cell}, {request}: {outcome}"
                    for request, outcome in outcomes.items()
                    if outcome.startswith("WRONG")
                ]
        return found


def compile_modules(environment: Environment, build: Path, folder: Path) -> None:
    """By the environment's own Python, whose headers they need."""
    script = (
        "import sys; sys.path.insert(0, sys.argv[1]); import extensions; from pathlib import Path\n"
        "for name in sys.argv[3:]:\n"
        "    print(extensions.build(extensions.INPUTS / f'{name}.cpp', Path(sys.argv[2])))\n"
    )
    command = [environment.python, "-c", script, HERE.parent, build / "guard", *environment.modules()]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for path in done.stdout.split():
        shutil.copy(path, folder)


def run(environment: Environment, build: Path) -> Result:
    with tempfile.TemporaryDirectory() as folder:
        compile_modules(environment, build, Path(folder))
        command = [environment.python, HERE / "batch.py", folder, environment.library]
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    result, last = Result(), "start"
    for line in done.stdout.splitlines():
        said = json.loads(line)
        last = said.get("at", last)
        if "version" in said:
            result.version = said["version"]
        elif "cell" in said:
            pair = result.cells.setdefault((said["producer"], said["consumer"]), {})
            pair.setdefault(said["cell"], {})[said["request"]] = said["outcome"]
    if done.returncode != 0:
        result.crash = f"ended with status {done.returncode} at {last}: {done.stderr[-2000:]}"
    return result


def shown(outcome: str) -> str:
    kind, _, what = outcome.partition(": ")
    return {"right": "✓", "missing": "–"}.get(kind) or {
        "refused": f"*{what.removeprefix('dlpack-')}*",
        "consumer": f"({what})",
    }.get(kind, "**wrong**")


def table(cells: dict[str, dict[str, str]]) -> list[str]:
    """Rows are element types, columns layouts; the consumer's own request."""
    dtypes = list(dict.fromkeys(cell.split()[0] for cell in cells))
    layouts = list(dict.fromkeys(cell.split()[1] for cell in cells))
    lines = ["| | " + " | ".join(layouts) + " |", "| --- |" + " --- |" * len(layouts)]
    for dtype in dtypes:
        row = [shown(cells[f"{dtype} {layout}"]["own"]) for layout in layouts]
        lines.append(f"| {dtype} | " + " | ".join(row) + " |")
    return lines


def requested(cells: dict[str, dict[str, str]]) -> str:
    """One line over all combinations of max_version, copy and dl_device."""
    counts = Counter(
        outcome
        for outcomes in cells.values()
        for request, outcome in outcomes.items()
        if request != "own"
    )
    total = sum(counts.values())
    parts = [f"{count} {shown(outcome)}" for outcome, count in sorted(counts.items(), key=lambda x: (-x[1], x[0]))]
    return f"{total} cells with arguments: " + ", ".join(parts) + "."


def sections(environment: Environment, result: Result) -> dict[str, str]:
    """Title to text. Binding styles that answer alike share a section."""
    label = f"{environment.library} {result.version}".strip()
    made: dict[str, list[str]] = {}
    for (producer, consumer), cells in result.cells.items():
        body = "\n".join([*table(cells), "", requested(cells), ""])
        styled = producer.startswith("guard in ")
        whom = consumer.replace(environment.library, label) if styled and consumer != "guard" else consumer
        made.setdefault(f"{whom}\0{'' if styled else producer}\0{body}", []).append(producer.removeprefix("guard in "))
    found = {}
    for key, producers in made.items():
        whom, single, body = key.split("\0")
        if single:
            found[f"{label} → dlpack_guard"] = body
        else:
            to = "dlpack_guard" if whom == "guard" else whom
            found[f"dlpack_guard ({', '.join(producers)}) → {to}"] = body
    return found


INTRODUCTION = """\
# Conformance of dlpack_guard

Real arrays, handed over in both directions on the CPU. This page is written by
`.venv/bin/python test/guard/conformance/matrix.py`, and the tests compare it with what the installed libraries do.

✓ the consumer has the right elements · *rule* a BufferError of dlpack_guard names that rule · (Error) the export was
right and the consumer does not take it · – the producer has no such array. The tables show each consumer's own call;
the line below each adds every combination of `max_version` (None, (0, 8), (1, 0)), `copy` (None, True, False) and
`dl_device` (None, (1, 0), (2, 0)) put in place of the consumer's arguments. The second device is one the arrays
are not on, so a third of these cells is refused.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build-dir", type=Path, default=ROOT / "build")
    build = parser.parse_args().build_dir
    page: dict[str, str] = {}
    for environment in ENVIRONMENTS:
        if reason := environment.missing():
            print(f"left out: {reason}", file=sys.stderr)
            continue
        result = run(environment, build)
        for wrong in result.wrong():
            print(wrong, file=sys.stderr)
        page.update(sections(environment, result))
    parts = [INTRODUCTION]
    parts += [f"## {title}\n\n{body}" for title, body in sorted(page.items(), key=lambda x: not x[0].startswith("dlpack_guard"))]
    PAGE.write_text("\n".join(parts))


if __name__ == "__main__":
    main()
