"""The documentation's Python runs: what it advises works with a jax.Array of the CPU."""

import subprocess
import sys
from pathlib import Path

import pytest

import pages
from conftest import missing
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.any_llvm, pytest.mark.needs("jax>=0.11", "numpy")]

# Runs the block and hands an array to each function that takes one argument.
CALLS = """

import inspect
import jax.numpy

array = jax.numpy.arange(4.0)
for function in [each for each in list(globals().values()) if inspect.isfunction(each)]:
    if len(inspect.signature(function).parameters) == 1:
        print(function.__name__, type(function(array)).__name__)
"""


def blocks() -> list[tuple[str, pages.Block]]:
    return [
        (f"{page.stem}:{block.line}", block)
        for page in pages.all_pages(ROOT)
        for block in pages.blocks((ROOT / page).read_text())
        if block.language == "python" and block.section in ("Example", "Instead")
    ]


@pytest.mark.parametrize("block", [block for _, block in blocks()], ids=[name for name, _ in blocks()])
def test_block_runs(block: pages.Block, tmp_path: Path) -> None:
    if "import torch" in block.text and (reason := missing(Requirement("torch"))):
        pytest.skip(reason)
    script = tmp_path / "block.py"
    script.write_text(block.text + (CALLS if block.section == "Instead" else ""))
    run = subprocess.run([sys.executable, str(script)], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    # Advice without a function that can be called would test nothing.
    assert block.section == "Example" or run.stdout
