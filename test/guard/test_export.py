"""What __dlpack__ of a guarded producer answers, in each binding style."""

import ctypes
import gc
import struct
from types import ModuleType
from typing import Any, Callable

import pytest

from capsules import Tensor, Versioned

pytestmark = [pytest.mark.any_llvm]

FLOAT = (2, 32, 1)
READ_ONLY, IS_COPIED = 1, 2


@pytest.fixture(params=["cpython_sample", "pybind11_sample", "nanobind_sample"])
def style(request: pytest.FixtureRequest, extension: Callable[..., ModuleType]) -> ModuleType:
    return extension(request.param)


def floats(count: int) -> bytes:
    return struct.pack(f"{count}f", *range(count))


def matrix(style: ModuleType, **more: Any) -> Any:
    return style.Sample(floats(12), FLOAT, [3, 4], **more)


def name_of(capsule: Any) -> bytes:
    ctypes.pythonapi.PyCapsule_GetName.restype = ctypes.c_char_p
    return ctypes.pythonapi.PyCapsule_GetName(ctypes.py_object(capsule))


def pointer_of(capsule: Any) -> int:
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype = ctypes.c_void_p
    get.argtypes = [ctypes.py_object, ctypes.c_char_p]
    return get(capsule, name_of(capsule))


def versioned(capsule: Any) -> Versioned:
    assert name_of(capsule) == b"dltensor_versioned"
    return Versioned.from_address(pointer_of(capsule))


def legacy(capsule: Any) -> Tensor:
    assert name_of(capsule) == b"dltensor"
    return Tensor.from_address(pointer_of(capsule))


def layout(tensor: Tensor) -> tuple[list[int], list[int]]:
    assert tensor.shape and tensor.strides, "NULL"
    return tensor.shape[: tensor.ndim], tensor.strides[: tensor.ndim]


@pytest.mark.parametrize("asked", [None, (0, 0), (0, 8)])
def test_legacy_unless_asked(style: ModuleType, asked: Any) -> None:
    array = matrix(style)
    capsule = array.__dlpack__(max_version=asked)
    tensor = legacy(capsule)
    assert layout(tensor) == ([3, 4], [4, 1])
    assert (tensor.code, tensor.bits, tensor.lanes) == FLOAT
    assert (tensor.device_type, tensor.device_id, tensor.byte_offset) == (1, 0, 0)
    assert ctypes.string_at(tensor.data, 48) == floats(12)


@pytest.mark.parametrize("asked", [(1, 0), (1, 3), (1, 9), (2, 0)])
def test_versioned_when_asked(style: ModuleType, asked: Any) -> None:
    array = matrix(style)
    capsule = array.__dlpack__(max_version=asked)
    made = versioned(capsule)
    assert (made.major, made.minor, made.flags) == (1, 3, 0)
    assert layout(made.tensor) == ([3, 4], [4, 1])


def test_arguments_are_read_before_anything_happens(style: ModuleType) -> None:
    array = matrix(style)
    before = style.described()
    for wrong in (
        {"other": 1},
        {"max_version": 1},
        {"max_version": (1, "0")},
        {"max_version": (-1, 0)},
        {"max_version": (1,)},
        {"copy": 1},
        {"copy": "yes"},
    ):
        with pytest.raises(TypeError):
            array.__dlpack__(**wrong)
    with pytest.raises(TypeError, match="keyword only"):
        array.__dlpack__(None)
    for wrong in (
        {"stream": "0"},
        {"stream": -2},
        {"stream": 2**70},
        {"stream": 1.0},
    ):
        with pytest.raises(BufferError, match=r"\[dlpack-call-arguments\]"):
            array.__dlpack__(**wrong)
    for wrong in ({"dl_device": 1}, {"dl_device": (1,)}, {"dl_device": (1, 2**40)}):
        with pytest.raises(BufferError, match=r"\[dlpack-unsupported-device-type\]"):
            array.__dlpack__(**wrong)
    assert style.described() == before


@pytest.mark.parametrize("device", [(2, 0), (1, 1), (8, 0), (13, 0), (20, 0), (-1, 0)])
def test_foreign_device_is_refused(style: ModuleType, device: tuple[int, int]) -> None:
    with pytest.raises(BufferError, match=r"\[dlpack-unsupported-device-type\]"):
        matrix(style).__dlpack__(dl_device=device)


@pytest.mark.parametrize("device", [3, 11, 20])
def test_pinned_memory_is_given_to_the_host_as_it_is(style: ModuleType, device: int) -> None:
    array = matrix(style, device=(device, 2))
    assert array.__dlpack_device__() == (device, 2)
    own = array.__dlpack__()
    assert legacy(own).device_type == device
    host = array.__dlpack__(dl_device=(1, 0), copy=False)
    assert (legacy(host).device_type, legacy(host).device_id) == (1, 0)
    assert legacy(host).data == legacy(own).data
    with pytest.raises(BufferError, match=r"\[dlpack-unsupported-device-type\]"):
        array.__dlpack__(copy=True)


@pytest.mark.parametrize("kind, default", [(2, 1), (10, 0), (13, 1)])
def test_streams(style: ModuleType, kind: int, default: int) -> None:
    array = matrix(style, device=(kind, 1), fault="stream")
    array.__dlpack__()
    assert style.last_stream() == default
    array.__dlpack__(stream=4711)
    assert style.last_stream() == 4711
    array.__dlpack__(stream=-1)
    assert style.last_stream() == 4711
    for wrong in (1, 2) if kind == 10 else (0,):
        with pytest.raises(BufferError, match=r"\[dlpack-call-arguments\]"):
            array.__dlpack__(stream=wrong)
    for right in (0,) if kind == 10 else (1, 2):
        array.__dlpack__(stream=right)
        assert style.last_stream() == right


def test_device_without_a_way_to_wait(style: ModuleType) -> None:
    array = matrix(style, device=(2, 0))
    with pytest.raises(BufferError, match=r"\[dlpack-exporter-signature\]"):
        array.__dlpack__()
    assert legacy(array.__dlpack__(stream=-1)).device_type == 2
    failing = matrix(style, device=(2, 0), fault="stream fails")
    with pytest.raises(BufferError, match="could not be synchronised"):
        failing.__dlpack__()


def test_device_memory_to_the_host(style: ModuleType) -> None:
    array = matrix(style, device=(2, 0), fault="to host")
    capsule = array.__dlpack__(dl_device=(1, 0), max_version=(1, 0))
    made = versioned(capsule)
    assert made.flags == IS_COPIED
    assert made.tensor.device_type == 1
    assert ctypes.string_at(made.tensor.data, 48) == floats(12)
    with pytest.raises(BufferError, match="copy=False"):
        array.__dlpack__(dl_device=(1, 0), copy=False)


@pytest.mark.parametrize("stream", [0, 1, 5])
def test_host_memory_has_no_stream(style: ModuleType, stream: int) -> None:
    with pytest.raises(BufferError, match=r"\[dlpack-call-arguments\]"):
        matrix(style).__dlpack__(stream=stream)


def test_read_only(style: ModuleType) -> None:
    array = matrix(style, read_only=True)
    assert versioned(array.__dlpack__(max_version=(1, 0))).flags == READ_ONLY
    with pytest.raises(BufferError, match=r"\[dlpack-read-only\].*max_version=\(1, 0\)"):
        array.__dlpack__()
    copied = array.__dlpack__(copy=True, max_version=(1, 0))
    assert versioned(copied).flags == IS_COPIED
    assert ctypes.string_at(legacy(array.__dlpack__(copy=True)).data, 48) == floats(12)


def test_copy(style: ModuleType) -> None:
    array = matrix(style, strides=[1, 3])
    shared, copied = array.__dlpack__(copy=False), array.__dlpack__(copy=True)
    assert layout(legacy(shared)) == ([3, 4], [1, 3])
    assert layout(legacy(copied)) == ([3, 4], [4, 1])
    assert legacy(shared).data != legacy(copied).data
    assert legacy(copied).data % 64 == 0
    read = struct.unpack("12f", ctypes.string_at(legacy(copied).data, 48))
    assert read == (0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11)


def test_copies_of_every_layout(style: ModuleType) -> None:
    def copied(count: int, shape: list[int], strides: list[int], offset: int = 0) -> list[float]:
        array = style.Sample(floats(count), FLOAT, shape, strides=strides, offset=offset * 4)
        capsule = array.__dlpack__(copy=True)
        size = len(eval("*".join(map(str, shape))) * [0]) if shape else 1
        return list(struct.unpack(f"{size}f", ctypes.string_at(legacy(capsule).data or 0, 4 * size)))

    assert copied(6, [6], [-1], 5) == [5, 4, 3, 2, 1, 0]
    assert copied(6, [2, 2], [-3, 2], 3) == [3, 5, 0, 2]
    assert copied(2, [3, 2], [0, 1]) == [0, 1, 0, 1, 0, 1]
    assert copied(4, [], [], 3) == [3]
    assert copied(4, [0, 3], [3, 1]) == []
    assert copied(8, [2, 1, 2], [4, 77, 2]) == [0, 2, 4, 6]


def test_negative_strides_only_where_allowed(style: ModuleType) -> None:
    backwards = {"strides": [-1], "offset": 44}
    array = style.Sample(floats(12), FLOAT, [12], **backwards)
    with pytest.raises(BufferError, match=r"\[dlpack-strides\].*copy=True"):
        array.__dlpack__()
    allowed = style.Sample(floats(12), FLOAT, [12], negative=True, **backwards)
    capsule = allowed.__dlpack__()
    assert layout(legacy(capsule)) == ([12], [-1])
    # A dimension of size 1 is stepped through by nobody.
    style.Sample(floats(1), FLOAT, [1], strides=[-1]).__dlpack__()


def test_offset_is_folded_into_the_pointer(style: ModuleType) -> None:
    whole = style.Sample(floats(12), FLOAT, [12])
    part = style.Sample(floats(12), FLOAT, [4], offset=8)
    capsule = part.__dlpack__()
    assert legacy(capsule).byte_offset == 0
    assert struct.unpack("4f", ctypes.string_at(legacy(capsule).data, 16)) == (2, 3, 4, 5)
    del whole


def test_zero_sized_and_scalar(style: ModuleType) -> None:
    empty = style.Sample(b"", FLOAT, [0, 3])
    capsule = empty.__dlpack__()
    assert legacy(capsule).data is None
    assert layout(legacy(capsule)) == ([0, 3], [3, 1])
    scalar = style.Sample(floats(1), FLOAT, [])
    capsule = scalar.__dlpack__()
    assert legacy(capsule).ndim == 0
    assert bool(legacy(capsule).strides)


@pytest.mark.parametrize(
    "data, dtype, shape, more, rule",
    [
        (4, (2, 7, 1), [1], {}, "dtype"),
        (4, (99, 32, 1), [1], {}, "dtype"),
        (4, (3, 64, 1), [1], {}, "dtype"),
        (4, FLOAT, [-1], {}, "incomplete-export"),
        (4, FLOAT, [2], {"strides": [1, 1]}, "incomplete-export"),
        (4, FLOAT, [1] * 65, {}, "incomplete-export"),
        (4, FLOAT, [2**40, 2**40], {}, "narrowing"),
        (4, FLOAT, [2], {"strides": [2**62]}, "narrowing"),
        (8, FLOAT, [1], {"offset": 2}, "byte-offset"),
    ],
)
def test_what_cannot_be_described_is_refused(
    style: ModuleType, data: int, dtype: Any, shape: Any, more: Any, rule: str
) -> None:
    array = style.Sample(bytes(data), dtype, shape, **more)
    for call in (array.__dlpack__, array.__dlpack_device__):
        with pytest.raises(BufferError, match=rf"\[dlpack-{rule}\]"):
            call()


def test_elements_smaller_than_a_byte(style: ModuleType) -> None:
    packed = style.Sample(b"\x12\x34", (0, 4, 1), [4])
    assert ctypes.string_at(legacy(packed.__dlpack__(copy=True)).data, 2) == b"\x12\x34"
    strided = style.Sample(b"\x12\x34", (0, 4, 1), [2], strides=[2])
    with pytest.raises(BufferError, match=r"\[dlpack-dtype\]"):
        strided.__dlpack__(copy=True)
    lanes = style.Sample(floats(8), (2, 32, 4), [2])
    assert legacy(lanes.__dlpack__()).lanes == 4


def test_refusals_of_the_description(style: ModuleType) -> None:
    with pytest.raises(BufferError, match="not for export"):
        matrix(style, fault="throw").__dlpack__()
    with pytest.raises(BufferError, match="not initialised"):
        style.Sample.__new__(style.Sample).__dlpack__()
    with pytest.raises(TypeError):
        style.Sample.__dlpack__(3)
    if style.__name__ != "cpython_sample":
        with pytest.raises(TypeError, match="of no type"):
            matrix(style, fault="throw type").__dlpack__()


def test_the_capsule_keeps_the_array(style: ModuleType) -> None:
    gc.collect()
    before = style.alive()
    capsule = matrix(style).__dlpack__()
    gc.collect()
    assert style.alive() == before + 1
    assert ctypes.string_at(legacy(capsule).data, 48) == floats(12)
    del capsule
    assert style.alive() == before
    copy = matrix(style).__dlpack__(copy=True)
    assert style.alive() == before, "a copy needs no owner"
    assert ctypes.string_at(legacy(copy).data, 48) == floats(12)


def test_a_consumed_capsule_leaves_the_tensor_alone(style: ModuleType) -> None:
    before = style.alive()
    capsule = matrix(style).__dlpack__()
    set_name = ctypes.pythonapi.PyCapsule_SetName
    set_name.argtypes = [ctypes.py_object, ctypes.c_char_p]
    used = ctypes.create_string_buffer(b"used_dltensor")
    address = pointer_of(capsule)
    set_name(capsule, ctypes.cast(used, ctypes.c_char_p))
    del capsule
    assert style.alive() == before + 1
    # The consumer's own call of the deleter, behind data (DLTensor, context).
    deleter = ctypes.c_void_p.from_address(address + ctypes.sizeof(Tensor) + 8).value
    ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(deleter)(address)
    assert style.alive() == before


def test_an_exception_in_flight_survives_the_capsule(style: ModuleType) -> None:
    def fail() -> None:
        held = matrix(style).__dlpack__()
        assert held
        raise KeyError("the one in flight")

    before = style.alive()
    with pytest.raises(KeyError, match="the one in flight"):
        fail()
    gc.collect()
    assert style.alive() == before


def test_methods_of_a_type_made_earlier(extension: Callable[..., ModuleType]) -> None:
    module = extension("cpython_sample")
    array = module.Later(floats(12), FLOAT, [3, 4])
    assert layout(legacy(array.__dlpack__())) == ([3, 4], [4, 1])
    assert array.__dlpack_device__() == (1, 0)

    class Derived(module.Later):
        pass

    assert Derived(floats(1), FLOAT, [1]).__dlpack_device__() == (1, 0)
