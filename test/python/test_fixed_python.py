"""Python that fails with JAX's own message, fixed by dlpack-tidy, works or says what to do.

The arrays are real jax.Arrays whose class is made to report another platform:
JAX then raises, from its own code, what it raises on such a device.
"""

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from python.scanning import findings, scan

pytestmark = [pytest.mark.any_llvm, pytest.mark.needs("jax>=0.12", "numpy")]

# Calls the module with an array that says where it lives; prints what came back.
CALLER = """
import jax.numpy as jnp
import fixture

x = jnp.arange(4.0)
platform = {platform!r}
if platform:
    type(x).platform = lambda self: platform
try:
    result = fixture.exchange(x)
    print(result if type(result).__name__ == "PyCapsule" else [float(each) for each in result])
except Exception as error:
    print(f"{{type(error).__name__}}: {{error}}")
"""
ON_TPU = "__dlpack__ device only supported for TPU pinned host memory"
ON_METAL = "__dlpack__ device only supported for CPU, GPU and TPU pinned host, got platform: METAL"
VALUES = "[0.0, 1.0, 2.0, 3.0]"


class Case(NamedTuple):
    name: str
    platform: str
    text: str
    message: str
    result: str
    checks: list[str]


HEAD = '"""Hands arrays over."""\nimport jax\nimport jax.numpy as jnp\n\n\n'
CASES = [
    Case(
        "metal",
        "METAL",
        HEAD + "def exchange(x: jax.Array):\n    return jnp.from_dlpack(x)\n",
        ON_METAL,
        VALUES,
        ["dlpack-unsupported-backend"],
    ),
    Case(
        "tpu",
        "tpu",
        HEAD + "def exchange(x: jax.Array):\n    return jnp.from_dlpack(x)\n",
        ON_TPU,
        VALUES,
        ["dlpack-unsupported-backend"],
    ),
    Case(
        "memory kind",
        "tpu",
        HEAD
        + "def exchange(x: jax.Array):\n"
        + '    if x.platform() not in ("cpu", "tpu"):\n'
        + '        raise BufferError("an array on the CPU or a TPU is expected")\n'
        + "    return jnp.from_dlpack(x)\n",
        ON_TPU,
        "BufferError: TPU arrays are exported from pinned_host memory only",
        ["dlpack-tpu-memory-kind"],
    ),
    Case(
        "device type",
        "",
        HEAD
        + "def exchange(x: jax.Array):\n"
        + "    x.__dlpack_device__()\n"
        + "    return x.__dlpack__(dl_device=(8, 0), copy=None)\n",
        "contains an unsupported device type (DLDeviceType: 8)",
        "<capsule object",
        ["dlpack-unsupported-device-type"],
    ),
    Case(
        "handler",
        "",
        HEAD
        + "def exchange(x: jax.Array):\n"
        + "    try:\n"
        + "        x.__dlpack__(dl_device=(2, 0))\n"
        + "        return [1.0]\n"
        + "    except BufferError:\n"
        + "        return [2.0]\n",
        "RuntimeError: Unknown backend",
        "[2.0]",
        ["dlpack-unhandled-export-error"],
    ),
    Case(
        "capsule",
        "",
        HEAD + "def exchange(x: jax.Array):\n    return jnp.from_dlpack(jax.dlpack.to_dlpack(x))\n",
        "AttributeError",
        VALUES,
        ["dlpack-legacy-api", "dlpack-legacy-api"],
    ),
    Case(
        "device method",
        "",
        HEAD + "def exchange(x: jax.Array):\n    return [float(x.device().id)]\n",
        "TypeError",
        "[0.0]",
        ["dlpack-legacy-api"],
    ),
]


TORCH_HEAD = '"""Hands arrays over."""\nimport jax\nimport numpy as np\nimport torch\n\n\n'
WRITES = """def exchange(x: jax.Array):
    t = torch.as_tensor(np.asarray(x))
    t[1:].add_(1)
    return x
"""
TORCH_CASES = [
    Case(
        f"{function} {platform}",
        platform,
        TORCH_HEAD + f"def exchange(x: jax.Array):\n    return torch.{function}(x)\n",
        message,
        VALUES,
        ["dlpack-unsupported-backend"],
    )
    # torch.asarray takes the buffer of an array that is really on the CPU first.
    for function in ("from_dlpack", "utils.dlpack.from_dlpack", "as_tensor", "tensor")
    for platform, message in (("METAL", ON_METAL), ("tpu", ON_TPU))
] + [
    Case("write", "", TORCH_HEAD + WRITES, "[0.0, 2.0, 3.0, 4.0]", VALUES, ["dlpack-read-only"]),
]
ALL_CASES = [pytest.param(case, id=case.name) for case in CASES] + [
    pytest.param(case, id=case.name, marks=pytest.mark.needs("torch")) for case in TORCH_CASES
]


def run(folder: Path, platform: str) -> str:
    command = [sys.executable, "-c", CALLER.format(platform=platform)]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, check=True).stdout


@pytest.mark.parametrize("case", ALL_CASES)
def test_fix(case: Case, build_dir: Path, tmp_path: Path) -> None:
    module = tmp_path / "fixture.py"
    module.write_text(case.text)
    assert case.message in run(tmp_path, case.platform)
    assert [each.check for each in findings(build_dir, module)] == case.checks

    report = scan(build_dir, module, "--fix", "--unsafe-fixes")
    assert report["findings"] == []
    fixed = module.read_text()
    assert fixed != case.text
    assert case.result in run(tmp_path, case.platform)

    scan(build_dir, module, "--fix", "--unsafe-fixes")
    assert module.read_text() == fixed
