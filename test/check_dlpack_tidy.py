#!/usr/bin/env python3
"""Runs checks over one test file and compares the outcome with its comments.

    // RUN: %check_dlpack_tidy %s dlpack-foo %t [-check-suffixes=A,B] [-any-fixes] \
    // RUN:   [-- clang-tidy options [-- compiler options]]

    x = 1; // CHECK-MESSAGES: :[[@LINE]]:5: warning: a sentence [dlpack-foo]
           // CHECK-NOTES: the same; once used, every note has to be expected
           // CHECK-FIXES: x = 2;

A warning, an error or an edit that no comment expects fails the test, so a file
without CHECK comments asserts silence. With -check-suffixes=A only the comments
CHECK-MESSAGES-A and so on count; the empty suffix stands for the plain ones.

The comments are blanked before clang-tidy sees the file. Fixes are applied (for
those on notes give -fix-notes to clang-tidy); clang-tidy then has to parse the
edited file without errors and must find nothing more to edit. No .clang-tidy
file is read. The driver, if it is there, has to say of our own checks what the
plugin says.
"""

import argparse
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

KINDS = ("MESSAGES", "NOTES", "FIXES")
COMMENT = re.compile(r"// *CHECK-([A-Z]+)((?:-[A-Z0-9_]+)*)(?:\{[A-Z]+\})?:[^\n]*")
DIRECTIVE = re.compile(r"-(?:NEXT|NOT|SAME|DAG|EMPTY|COUNT-\d+)$")
DIAGNOSTIC = re.compile(r"^(?:.+:\d+:\d+: )?(?:fatal )?(warning|error|note): ")
STANDARD = {".c": "-std=c11", ".cpp": "-std=c++17", ".cu": "-std=c++17"}


class TestFailure(Exception):
    pass


def split_at_dashes(arguments: list[str]) -> list[list[str]]:
    """The test's own, clang-tidy's and the compiler's arguments."""
    parts: list[list[str]] = [[]]
    for argument in arguments:
        if argument == "--" and len(parts) < 3:
            parts.append([])
        else:
            parts[-1].append(argument)
    return parts + [[]] * (3 - len(parts))


def diagnostics(output: str) -> list[str]:
    """The diagnostics' own lines: quoted source could look like one of them."""
    return [
        line
        for line in output.splitlines()
        if DIAGNOSTIC.match(line) and "note: FIX-IT applied" not in line
    ]


def compile_errors(output: str) -> list[str]:
    return re.findall(r"^.+:\d+:\d+: (?:fatal )?error: .*", output, re.M)


class CheckTest:
    def __init__(self, arguments: list[str]) -> None:
        own, self.tidy_options, self.compiler_options = split_at_dashes(arguments)
        parser = argparse.ArgumentParser(
            description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        parser.add_argument("source", type=Path)
        parser.add_argument("checks", help="comma-separated names, as for --checks")
        parser.add_argument("temporary", help="prefix of the files to write")
        parser.add_argument("-check-suffixes", default="", help="comma-separated")
        parser.add_argument(
            "-any-fixes",
            action="store_true",
            help="edits need no CHECK-FIXES; what they make has to compile all the same",
        )
        parser.add_argument("--clang-tidy", required=True)
        parser.add_argument("--plugin", type=Path, required=True)
        parser.add_argument("--driver", type=Path)
        parser.add_argument("--file-check", required=True)
        self.options = parser.parse_args(own)

        self.source: Path = self.options.source
        self.copy = Path(self.options.temporary + self.source.suffix)
        suffixes = self.options.check_suffixes.split(",")
        self.suffixes = ["-" + suffix if suffix else "" for suffix in suffixes]
        text = self.source.read_text()
        self.comments = self.read_comments(text)
        self.input = COMMENT.sub("//", text)

    def read_comments(self, text: str) -> set[tuple[str, str]]:
        """(kind, suffix) of every CHECK comment; refuses those nothing reads."""
        found = {(m[1], DIRECTIVE.sub("", m[2])) for m in COMMENT.finditer(text)}
        named = {""}
        for line in re.findall(r"-check-suffixes=(\S+)", text):
            named |= {"-" + suffix for suffix in line.split(",") if suffix}
        for kind, suffix in sorted(found):
            if kind not in KINDS or suffix not in named:
                raise TestFailure(f"no RUN line reads the comments CHECK-{kind}{suffix}")
        return found

    def prefixes(self, *kinds: str) -> list[str]:
        return [
            f"CHECK-{kind}{suffix}"
            for kind in kinds
            for suffix in self.suffixes
            if (kind, suffix) in self.comments
        ]

    def run_tidy(self, tool: list[str], *extra: str) -> str:
        command = [*tool, str(self.copy), f"--checks=-*,{self.options.checks}", *extra]
        if not any(re.match("--?config", option) for option in self.tidy_options):
            command.append("--config={}")
        # -fix-notes alone would edit as well.
        options = self.tidy_options if "--fix" in extra else self.options_without_fixes()
        command += [*options, "--"]
        if not any(option.startswith("-std=") for option in self.compiler_options):
            command.append(STANDARD[self.source.suffix])
        command += self.compiler_options
        if "-std=c++20" in self.compiler_options:
            # For the sake of modules clang-tidy 16 reads C++20 a second time,
            # with a preprocessor that knows no builtins.
            command += ["-Xclang", "-fno-cxx-modules"]
        print("$", shlex.join(command), flush=True)
        run = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
        )
        print(run.stdout, flush=True)
        if run.returncode != 0 and not compile_errors(run.stdout):
            raise TestFailure(f"{tool[0]} ended with status {run.returncode}")
        return run.stdout

    def options_without_fixes(self) -> list[str]:
        return [each for each in self.tidy_options if each.lstrip("-") != "fix-notes"]

    def file_check(self, prefixes: list[str], text: str, *extra: str) -> None:
        compared = Path(self.options.temporary + ".compared")
        compared.write_text(text)
        command = [self.options.file_check, f"--input-file={compared}", str(self.source)]
        command += ["--check-prefixes=" + ",".join(prefixes), "--allow-empty", *extra]
        if subprocess.run(command).returncode:
            raise TestFailure("the comments " + ", ".join(prefixes) + " do not hold")

    def compare_messages(self, output: str) -> None:
        kinds = ["warning", "error"] + ["note"] * bool(self.prefixes("NOTES"))
        prefixes = self.prefixes("MESSAGES", "NOTES")
        if prefixes:
            kind = "|".join(kinds)
            located = f"--implicit-check-not={{{{:[0-9]+:[0-9]+: (fatal )?({kind})}}}}: "
            bare = f"--implicit-check-not={{{{^({kind})}}}}: "
            text = "".join(line + "\n" for line in diagnostics(output))
            self.file_check(prefixes, text, located, bare)
            return
        said = [line for line in diagnostics(output) if DIAGNOSTIC.match(line)[1] in kinds]
        if said:
            raise TestFailure("no comment expects\n" + "\n".join(said))

    def compare_fixes(self, tool: list[str]) -> None:
        fixed = self.copy.read_text()
        if self.prefixes("FIXES"):
            self.file_check(self.prefixes("FIXES"), fixed, "--strict-whitespace")
        elif fixed != self.input and not self.options.any_fixes:
            raise TestFailure(f"no CHECK-FIXES comment expects the edits in {self.copy}")
        if fixed == self.input:
            return
        if compile_errors(self.run_tidy(tool, "--fix")):
            raise TestFailure("the edited file does not compile")
        if self.copy.read_text() != fixed:
            raise TestFailure("a second run edits the file again")

    def run(self) -> None:
        self.copy.parent.mkdir(parents=True, exist_ok=True)
        self.copy.write_text(self.input)
        from_driver = None
        if self.options.driver and "dlpack-" in self.options.checks:
            from_driver = diagnostics(self.run_tidy([str(self.options.driver)]))
        plugin = [self.options.clang_tidy, f"--load={self.options.plugin}"]
        output = self.run_tidy(plugin, "--fix")
        if from_driver is not None and from_driver != diagnostics(output):
            raise TestFailure("the driver and the plugin do not say the same")
        self.compare_messages(output)
        self.compare_fixes(plugin)


def main() -> int:
    # clang-tidy would colour its output and lit's comparison would see the codes.
    os.environ.pop("CLICOLOR_FORCE", None)
    try:
        CheckTest(sys.argv[1:]).run()
    except TestFailure as failure:
        print(f"FAILED: {failure}", flush=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
