"""A lit format: each C and C++ block of the documentation is one test.

A block in a check's section "Example" must be flagged by that check, one in the
README by some check of ours, and one in a section "Instead" by none. Every
block has to compile by itself.
"""

import re
import shlex
import subprocess
from pathlib import Path
from typing import Iterator

import lit.formats
import lit.Test

import pages

SUFFIXES = {"cpp": ".cpp", "c": ".c"}
FINDING = re.compile(r": warning: .*\[(dlpack-[\w-]+)\]$", re.M)


class BlockFormat(lit.formats.TestFormat):
    def __init__(self, root: str, clang_tidy: str, plugin: str, flags: list[str]) -> None:
        self.root = Path(root)
        self.tidy = [clang_tidy, f"--load={plugin}"]
        self.flags = flags

    def getTestsInDirectory(self, suite, path_in_suite, lit_config, local_config) -> Iterator:
        for page in pages.all_pages(self.root):
            for block in pages.blocks((self.root / page).read_text()):
                if block.language in SUFFIXES:
                    name = f"{page}:{block.line}"
                    test = lit.Test.Test(suite, (*path_in_suite, name), local_config, str(self.root / page))
                    test.page, test.block = page, block
                    yield test

    def execute(self, test: lit.Test.Test, lit_config):
        folder = Path(test.config.test_exec_root, "docs")
        folder.mkdir(parents=True, exist_ok=True)
        name = f"{test.page.stem}-{test.block.line}{SUFFIXES[test.block.language]}"
        source = folder / name
        source.write_text(test.block.text)
        example = test.block.section == "Example"
        command = [*self.tidy, "--checks=-*,dlpack-*", str(source)]
        # An example may be of a finding that has to be asked for.
        command.append(f"--config={{CheckOptions: {{Level: {2 if example else 1}}}}}")
        command += ["--", *([] if source.suffix == ".c" else ["-std=c++17"]), *self.flags]
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        output = f"$ {shlex.join(command)}\n{run.stdout}"
        reason = self.complaint(test, run)
        return (lit.Test.FAIL, f"{reason}\n{output}") if reason else (lit.Test.PASS, output)

    @staticmethod
    def complaint(test: lit.Test.Test, run: subprocess.CompletedProcess) -> str:
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
