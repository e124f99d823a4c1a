"""What the examples, which `bootstrap scan` shows first, are said to have."""

import json
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# (file, line, check); the line by its text, which moves less than its number.
EXPECTED = {
    (
        "norms.cpp",
        "float norm(nb::ndarray<float, nb::ndim<1>, nb::c_contig, nb::device::cpu> x) {",
        "dlpack-writable-parameter",
    ),
    (
        "torch_bridge.cpp",
        'return py::module_::import("torch").attr("from_dlpack")(array);',
        "dlpack-unsupported-backend",
    ),
    (
        "torch_bridge.cpp",
        'return array.attr("__dlpack__")();',
        "dlpack-unhandled-export-error",
    ),
}


@pytest.mark.any_llvm
def test_scan_of_the_examples(build_dir: Path) -> None:
    command = [str(build_dir / "bin/dlpack-tidy"), "scan", "--format=json", "docs/examples"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 1, run.stderr
    report = json.loads(run.stdout)
    assert report["notAnalysed"] == []
    found = set()
    for finding in report["findings"]:
        path = ROOT / finding["file"]
        line = path.read_text().splitlines()[finding["line"] - 1].strip()
        found.add((path.name, line, finding["check"]))
    assert found == EXPECTED
