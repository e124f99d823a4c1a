"""A lit format: each C, C++ and Python block of the documentation is one test.

A block in a check's section "Example" must be flagged by that check, one in the
README by some check of ours, and one in a section "Instead" by none. Every C
and C++ block has to compile by itself.
"""

import json
import re
import shlex
import subprocess
from pathlib import Path
from typing import Iterator

import lit.formats
import lit.Test

import pages

SUFFIXES = {"cpp": ".cpp", "c": ".c", "python": ".py"}
FINDING = re.compile(r": warning: .*\[(dlpack-[\w-]+)\]$", re.M)


class BlockFormat(lit.formats.TestFormat):
    def __init__(self, root: str, tidy: list[str], scan: list[str], flags: list[str]) -> None:
        self.root = Path(root)
        self.tidy = tidy
        self.scan = scan
        self.flags = flags

    def getTestsInDirectory(self, suite, path_in_suite, lit_config, local_config) -> Iterator:
        for page in pages.all_pages(self.root):
            for block in pages.blocks((self.root / page).read_text()):
                if block.language in SUFFIXES:
                    path = (*path_in_suite, f"{page}:{block.line}")
                    test = lit.Test.Test(suite, path, local_config, str(self.root / page))
                    test.page, test.block = page, block
                    yield test

    def execute(self, test: lit.Test.Test, lit_config):
        folder = Path(test.config.test_exec_root, "docs", "Output")
        folder.mkdir(parents=True, exist_ok=True)
        suffix = SUFFIXES[test.block.language]
        source = folder / f"{test.page.stem}-{test.block.line}{suffix}"
        source.write_text(test.block.text)
        # An example may be of a finding that has to be asked for.
        level = 2 if test.block.section == "Example" else 1
        if suffix == ".py":
            command = [*self.scan, "--format=json", f"--level={level}", str(source)]
        else:
            command = [*self.tidy, "--checks=-*,dlpack-*", str(source)]
            command += [f"--config={{CheckOptions: {{Level: {level}}}}}", "--"]
            command += [*([] if suffix == ".c" else ["-std=c++17"]), *self.flags]
        run = subprocess.run(command, capture_output=True, text=True)
        reason = complaint(test, run)
        if not reason:
            return lit.Test.PASS, ""
        return lit.Test.FAIL, f"{reason}\n$ {shlex.join(command)}\n{run.stdout}{run.stderr}"


def complaint(test: lit.Test.Test, run: subprocess.CompletedProcess) -> str:
    """What is wrong with the findings in a block; empty if nothing is."""
    if test.block.language == "python":
        if run.returncode not in (0, 1):
            return "the block cannot be scanned"
        found = {each["check"] for each in json.loads(run.stdout)["findings"]}
    else:
        if run.returncode:
            return "the block does not compile"
        found = set(FINDING.findall(run.stdout))
    if test.page.name == "README.md":
        return "" if found else "no check flags the block"
    if test.block.section == "Example" and test.page.stem not in found:
        return f"{test.page.stem} does not flag the block"
    if test.block.section == "Instead" and found:
        return "the block is flagged by " + ", ".join(sorted(found))
    return ""
