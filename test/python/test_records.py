"""The records' own code: triggers are flagged, each documented guard silences its error."""

import json
from pathlib import Path
from textwrap import indent
from typing import NamedTuple

import pytest

from python.scanning import checks_of

SEEDS = Path(__file__).resolve().parents[3] / "shared" / "seeds"
pytestmark = pytest.mark.any_llvm

IMPORTS = "import jax\nimport torch\nimport numpy as np\n\n\n"
BACKEND = "dlpack-unsupported-backend"
MEMORY_KIND = "dlpack-tpu-memory-kind"
DEVICE_TYPE = "dlpack-unsupported-device-type"


def function(body: str, parameters: str = "x: jax.Array") -> str:
    return IMPORTS + f"def exchange({parameters}):\n" + indent(body, "    ")


class Guard(NamedTuple):
    name: str
    silences: str
    text: str


HAND_OVER = "t = torch.from_dlpack(x)\nreturn t\n"
ADMITS_TPU = "if x.platform() not in {'cpu', 'gpu', 'tpu'}:\n    x = np.asarray(x)\n"

# Each error by what its record says: where it comes from and what to write instead.
TRIGGERS = [
    (BACKEND, function(HAND_OVER)),
    (MEMORY_KIND, function(ADMITS_TPU + HAND_OVER)),
    (DEVICE_TYPE, function("x.__dlpack_device__()\nreturn x.__dlpack__(dl_device=(4, 0))\n")),
    (
        DEVICE_TYPE,
        function(
            "x.__dlpack_device__()\nreturn x.__dlpack__(dl_device=dl_device)\n",
            "x: jax.Array, dl_device=None",
        ),
    ),
]
GUARDS = [
    Guard(
        "memory kind before the export",
        MEMORY_KIND,
        function(
            ADMITS_TPU
            + "if x.platform() == 'tpu' and x.sharding.memory_kind != 'pinned_host':\n"
            "    x = jax.device_get(x)\n" + HAND_OVER
        ),
    ),
    Guard(
        "put into pinned memory",
        MEMORY_KIND,
        function(
            "host = jax.sharding.SingleDeviceSharding(jax.devices()[0], memory_kind='pinned_host')\n"
            "x = jax.device_put(x, host)\n" + HAND_OVER
        ),
    ),
    Guard(
        "set of platforms",
        BACKEND,
        function(
            "platforms = {'cpu', 'cuda', 'rocm', 'oneapi', 'tpu'}\n"
            "if x.platform() not in platforms:\n    x = np.asarray(x)\n" + HAND_OVER
        ),
    ),
    Guard(
        "handler with the way out",
        BACKEND,
        function(
            "try:\n    t = torch.from_dlpack(x)\n"
            "except BufferError:\n    t = torch.as_tensor(np.array(x))\nreturn t\n"
        ),
    ),
    Guard(
        "predicate",
        BACKEND,
        IMPORTS
        + "def supports(x) -> bool:\n"
        "    return hasattr(x, '__dlpack__') and x.platform() in {'cpu', 'cuda', 'rocm'}\n\n\n"
        "def exchange(x: jax.Array):\n"
        "    if supports(x):\n        return torch.from_dlpack(x)\n"
        "    return torch.as_tensor(np.array(x))\n",
    ),
    Guard("host round trip", BACKEND, function("return torch.as_tensor(np.asarray(x))\n")),
    Guard("lists of numbers", BACKEND, function("return torch.tensor(x.tolist())\n")),
    Guard(
        "device type is looked up",
        DEVICE_TYPE,
        function(
            "from jax._src.dlpack import _DL_DEVICE_TO_PLATFORM\n"
            "x.__dlpack_device__()\n"
            "if dl_device and dl_device[0] not in _DL_DEVICE_TO_PLATFORM:\n    dl_device = None\n"
            "return x.__dlpack__(dl_device=dl_device)\n",
            "x: jax.Array, dl_device=None",
        ),
    ),
    Guard(
        "device type refused",
        DEVICE_TYPE,
        function(
            "x.__dlpack_device__()\n"
            "try:\n    return x.__dlpack__(dl_device=dl_device)\n"
            "except BufferError:\n    return x.__dlpack__()\n",
            "x: jax.Array, dl_device=None",
        ),
    ),
    Guard("native device", DEVICE_TYPE, function("x.__dlpack_device__()\nreturn x.__dlpack__()\n")),
]


@pytest.mark.parametrize(("check", "text"), TRIGGERS)
def test_trigger(check: str, text: str, build_dir: Path, tmp_path: Path) -> None:
    assert checks_of(build_dir, tmp_path, text) == [check]


@pytest.mark.parametrize("guard", GUARDS, ids=[each.name for each in GUARDS])
def test_guard(guard: Guard, build_dir: Path, tmp_path: Path) -> None:
    assert guard.silences not in checks_of(build_dir, tmp_path, guard.text)


def test_hasattr_is_no_guard(build_dir: Path, tmp_path: Path) -> None:
    text = function("if hasattr(x, '__dlpack__'):\n    return torch.from_dlpack(x)\n")
    assert checks_of(build_dir, tmp_path, text) == [BACKEND]


# The records as they were published, where they lie beside the checkout.

CHECK_OF_RECORD = {
    "dlpack-tpu-memory-kind": MEMORY_KIND,
    "dlpack-unsupported-backend": BACKEND,
    "unsupported-device-type": DEVICE_TYPE,
}


def records() -> list[dict]:
    return [json.loads(path.read_text())["record"] for path in sorted(SEEDS.glob("*.json"))]


def each_record():
    found = records()
    if not found:
        found = [pytest.param({}, marks=pytest.mark.skip("no ../shared/seeds beside this checkout"))]
    return pytest.mark.parametrize("record", found, ids=[each.get("backgroundTag") for each in records()] or None)


def split_example(record: dict) -> tuple[str, str]:
    """The code before and after, as functions of a JAX array."""
    text = record["exampleFix"].replace("//", "#")
    before, after = text.split("# after\n")
    name = "jax_arr" if "jax_arr" in text else "tpu_x" if "tpu_x" in text else "x"
    head = "from jax._src.typing import DLDeviceType\n" + IMPORTS + f"def exchange({name}: jax.Array):\n"
    return head + indent(before, "    "), head + indent(after, "    ")


@each_record()
def test_published_example(record: dict, build_dir: Path, tmp_path: Path) -> None:
    before, after = split_example(record)
    # The memory kind is known to be wrong only behind a test that lets TPUs through.
    flagged = {DEVICE_TYPE: [DEVICE_TYPE]}.get(CHECK_OF_RECORD[record["backgroundTag"]], [BACKEND])
    assert checks_of(build_dir, tmp_path, before) == flagged
    assert DEVICE_TYPE not in checks_of(build_dir, tmp_path, after)
    if flagged != [DEVICE_TYPE]:
        assert checks_of(build_dir, tmp_path, after) == []


@each_record()
def test_published_validation(record: dict, build_dir: Path, tmp_path: Path) -> None:
    check = CHECK_OF_RECORD[record["backgroundTag"]]
    export = "x.__dlpack__(dl_device=dl_device)\n" if check == DEVICE_TYPE else HAND_OVER
    text = function(record["validationCode"] + "\n" + export, "x: jax.Array, dl_device=None")
    assert check not in checks_of(build_dir, tmp_path, text)


@each_record()
def test_published_handler(record: dict, build_dir: Path, tmp_path: Path) -> None:
    text = function(record["tryCatchPattern"] + "\n", "x: jax.Array, dl_device=None")
    assert CHECK_OF_RECORD[record["backgroundTag"]] not in checks_of(build_dir, tmp_path, text)


@each_record()
def test_published_type_guard(record: dict, build_dir: Path, tmp_path: Path) -> None:
    if not record["typeGuard"]:
        pytest.skip("the record has none")
    text = (
        IMPORTS
        + record["typeGuard"]
        + "\n\n\ndef exchange(x: jax.Array):\n"
        + "    if supports_dlpack(x):\n        return torch.from_dlpack(x)\n"
    )
    assert CHECK_OF_RECORD[record["backgroundTag"]] not in checks_of(build_dir, tmp_path, text)
