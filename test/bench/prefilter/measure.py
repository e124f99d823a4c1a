"""What the files cost that a scan never parses.

    measure.py EXECUTABLE [--files N]

Writes a project of N files without a DLPack word (default 10,000; includes among them, of the standard library and of
libraries that are not there), scans it, and then scans one file that has to be parsed. Prints both and the ratio per
file; exits with 1 where a skipped file costs more than 1/50 of a parsed one."""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BAR = 50
FUNCTION = "int function_{0}(int x) {{\n  // a comment about nothing in particular\n  return x * {0} + 1;\n}}\n"
PARSED = '#include <vector>\n#include <string>\nvoid name(std::vector<std::string> &all) { all.push_back("dltensor"); }\n'


def seconds(executable: Path, folder: Path) -> tuple[float, dict]:
    started = time.monotonic()
    run = subprocess.run([executable, "scan", ".", "--format=json"], cwd=folder, capture_output=True, text=True)
    return time.monotonic() - started, json.loads(run.stdout)["stats"]


def write_project(folder: Path, files: int) -> None:
    for number in range(files):
        path = folder / f"part{number % 100:02}/file{number}.{'cpp' if number % 2 else 'h'}"
        path.parent.mkdir(exist_ok=True)
        other = number * 7 % files // 2 * 2
        includes = f'#include "part{other % 100:02}/file{other}.h"\n#include <vector>\n#include <elsewhere/x{number % 50}.h>\n'
        path.write_text(includes + "".join(FUNCTION.format(each) for each in range(100)))


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("executable", type=Path)
    arguments.add_argument("--files", type=int, default=10_000)
    wanted = arguments.parse_args()
    executable = wanted.executable.resolve()
    with tempfile.TemporaryDirectory() as name:
        skipped, parsed, empty = (Path(name) / each for each in ("skipped", "parsed", "empty"))
        for folder in (skipped, parsed, empty):
            folder.mkdir()
        write_project(skipped, wanted.files)
        (parsed / "a.cpp").write_text(PARSED)
        (empty / "a.cpp").write_text("int x;\n")
        start_up = min(seconds(executable, empty)[0] for _ in range(3))
        all_skipped, stats = min((seconds(executable, skipped) for _ in range(3)), key=lambda each: each[0])
        one_parsed, parsed_stats = min((seconds(executable, parsed) for _ in range(3)), key=lambda each: each[0])
    assert stats["analysed"] == 0 and stats["skipped"] == wanted.files and parsed_stats["analysed"] == 1
    each_skipped = max(all_skipped - start_up, 0.0) / wanted.files
    each_parsed = one_parsed - start_up
    print(f"start-up                     {start_up * 1e3:9.1f} ms")
    print(f"{wanted.files} files, none parsed   {all_skipped:9.2f} s")
    print(f"a file that is not parsed    {each_skipped * 1e3:9.3f} ms")
    print(f"a file that is parsed        {each_parsed * 1e3:9.1f} ms  ({each_parsed / each_skipped:.0f} times)")
    return 0 if each_parsed >= BAR * each_skipped else 1


if __name__ == "__main__":
    sys.exit(main())
