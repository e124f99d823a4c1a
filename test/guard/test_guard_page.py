"""docs/guard.md: its examples are compiled, run, and scanned."""

import os
import re
import subprocess
import sys
from pathlib import Path

import extensions
import header_folders
import pages
import pytest

PAGE = extensions.ROOT / "docs/guard.md"
BLOCKS = [block for block in pages.blocks(PAGE.read_text()) if block.language in ("cpp", "python")]
FINDING = re.compile(r": warning: .*\[(dlpack-[\w-]+)\]$", re.M)
pytestmark = pytest.mark.any_llvm


def head(block: pages.Block) -> str:
    return block.text.splitlines()[0].removeprefix("// ")


EXAMPLES = [block for block in BLOCKS if block.language == "cpp" and head(block).endswith(".cpp")]
BEFORE = [block for block in BLOCKS if block.language == "cpp" and head(block).startswith("before: ")]
AFTER = [block for block in BLOCKS if block.language == "cpp" and head(block) == "after"]


def named(block: pages.Block) -> str:
    return f"line {block.line}: {head(block)}"


def findings(source: Path, build_dir: Path) -> set[str]:
    command = [str(build_dir / "bin/dlpack-tidy"), "--checks=-*,dlpack-*", str(source), "--"]
    command += ["-std=c++17", f"-isystem{extensions.HEADERS}"]
    command += [f"-isystem{folder}" for folder in header_folders.installed()["dlpack"]]
    command += extensions.binding_flags(source.read_text())
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return set(FINDING.findall(done.stdout))


def run_program(source: Path) -> str:
    program = source.with_suffix("")
    extensions.run(
        [extensions.compiler(), "-std=c++17", *extensions.WARNINGS, "-fsanitize=address,undefined"]
        + [f"-I{extensions.HEADERS}", str(source), "-o", str(program)]
    )
    done = subprocess.run([program], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def written(block: pages.Block, folder: Path, name: str) -> Path:
    source = folder / name
    source.write_text(block.text)
    return source


@pytest.mark.parametrize("block", EXAMPLES, ids=named)
def test_example(block: pages.Block, tmp_path: Path, build_dir: Path) -> None:
    source = written(block, tmp_path, head(block))
    if "int main(" in block.text:
        run_program(source)
    else:
        module = extensions.build(source, build_dir / "guard")
        script = BLOCKS[BLOCKS.index(block) + 1]
        assert script.language == "python", "an example is shown in use"
        subprocess.run(
            [sys.executable, "-c", script.text],
            check=True,
            env={**os.environ, "PYTHONPATH": str(module.parent)},
        )
    assert findings(source, build_dir) == set()


@pytest.mark.parametrize("block", BEFORE, ids=named)
def test_before(block: pages.Block, tmp_path: Path, build_dir: Path) -> None:
    source = written(block, tmp_path, "before.cpp")
    assert findings(source, build_dir) == set(head(block).removeprefix("before: ").split(", "))


@pytest.mark.parametrize("block", AFTER, ids=named)
def test_after(block: pages.Block, tmp_path: Path, build_dir: Path) -> None:
    source = written(block, tmp_path, "after.cpp")
    assert findings(source, build_dir) == set()
    if "int main(" in block.text:
        run_program(source)
    else:
        extensions.build(source, build_dir / "guard")


def test_every_block_is_one_of_these() -> None:
    known = [*EXAMPLES, *BEFORE, *AFTER]
    assert [named(b) for b in BLOCKS if b.language == "cpp" and b not in known] == []
    assert len(BEFORE) == len(AFTER) == 4
    assert len(EXAMPLES) >= 4
