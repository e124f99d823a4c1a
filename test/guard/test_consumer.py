"""The guard's consumer side against the libraries people have."""

import os
import subprocess
import sys

import pytest
from test_handshake import refusal, rule_of

np = pytest.importorskip("numpy")
pytestmark = pytest.mark.any_llvm

HOST_COPY, NATIVE_DEVICE = 1, 2
SHARE, COPY, REFUSE = 0, 1, 2
NEW_JAX = pytest.mark.needs("jax>=0.12", "numpy>=2.1")
TORCH = pytest.mark.needs("torch>=2.13")


@pytest.fixture(scope="module")
def guard(extension):
    return extension("consumer")


@pytest.fixture
def jnp():
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    return pytest.importorskip("jax.numpy")


LAYOUTS = {
    "contiguous": lambda x: x,
    "transposed": lambda x: x.T,
    "sliced": lambda x: x[1:, ::2],
    "reversed": lambda x: x[::-1, ::-1],
    "empty": lambda x: x[:0],
    "scalar": lambda x: x[1, 2],
    "unit": lambda x: x[:1, :1],
    "broadcast": lambda x: np.broadcast_to(x[0], (3, 4, 6)),
}
DTYPES = "bool int8 uint16 int32 uint64 float16 float32 float64 complex64 complex128".split()


@pytest.mark.needs("numpy>=2.1")
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_numpy(guard, layout, dtype):
    x = np.asarray(LAYOUTS[layout](np.arange(24).reshape(4, 6).astype(dtype)))
    taken = guard.take(x)
    assert taken["shape"] == list(x.shape)
    assert taken["bytes"] == x.tobytes()
    assert taken["read_only"] is not x.flags.writeable
    if x.size:
        strides = [step // x.itemsize for step in x.strides]
        assert taken["strides"] == strides


@pytest.mark.needs("numpy>=2.1")
def test_numpy_misaligned(guard):
    x = np.frombuffer(bytes(41), "float32", offset=1)
    assert rule_of(refusal(guard.take, x)) == "dlpack-byte-offset"


def test_numpy_refuses(guard):
    for x in (np.zeros(3, ">f4"), np.zeros(3, "U3"), np.zeros(3, [("a", "f4")])):
        refusal(guard.take, x)


def test_numpy_writes_through(guard):
    x = np.zeros(3, "float32")
    guard.write(x)
    assert x[0] == 42
    x.flags.writeable = False
    assert rule_of(refusal(guard.write, x)) == "dlpack-read-only"


@pytest.mark.needs("numpy>=2.1")
@pytest.mark.parametrize("order, fits", [(1, "contiguous"), (2, "transposed"), (3, "transposed")])
def test_orders(guard, order, fits):
    x = np.arange(24.0).reshape(4, 6)
    guard.take(LAYOUTS[fits](x), order=order)
    assert rule_of(refusal(guard.take, LAYOUTS["sliced"](x), order=order)) == "dlpack-strides"


@pytest.mark.needs("mlx")
def test_mlx_offsets(guard):
    """MLX 0.32 exports slices with a byte_offset, in legacy capsules."""
    mx = pytest.importorskip("mlx.core")
    taken = guard.take(mx.arange(6.0)[2:])
    assert taken["bytes"] == np.arange(2, 6, dtype="float32").tobytes()
    assert taken["read_only"] and not taken["versioned"]
    assert guard.take(mx.arange(3).astype(mx.bfloat16))["dtype"] == (4, 16, 1)


@pytest.mark.needs("apache-tvm-ffi")
def test_tvm_ffi(guard):
    tvm_ffi = pytest.importorskip("tvm_ffi")
    x = np.arange(6.0)[2:]
    assert guard.take(tvm_ffi.from_dlpack(x))["bytes"] == x.tobytes()


@pytest.mark.needs("array-api-strict")
def test_array_api_strict(guard):
    strict = pytest.importorskip("array_api_strict")
    x = strict.asarray([[1.0, 2.0], [3.0, 4.0]])
    assert guard.take(x.T)["bytes"] == np.array([[1.0, 3.0], [2.0, 4.0]]).tobytes()


@NEW_JAX
@pytest.mark.parametrize("dtype", ["bool", "int8", "uint32", "float16", "bfloat16", "float8_e4m3fn"])
def test_jax(guard, jnp, dtype):
    x = jnp.arange(6).reshape(2, 3).astype(dtype)
    taken = guard.take(x)
    assert taken["bytes"] == np.asarray(x).tobytes()
    assert taken["read_only"] and taken["versioned"]
    assert rule_of(refusal(guard.write, x)) in ("dlpack-read-only", "dlpack-dtype")


@NEW_JAX
def test_jax_copies_stay_read_only(guard, jnp):
    taken = guard.take(jnp.arange(3.0), copy=1)
    assert taken["copied"] and taken["read_only"]
    assert rule_of(refusal(guard.write, jnp.arange(3.0), copy=1)) == "dlpack-read-only"


@NEW_JAX
def test_jax_tracers(guard, jnp):
    import jax

    error = refusal(jax.jit(lambda x: guard.take(x)), jnp.arange(3.0))
    assert "outside of jit" in str(error)


@NEW_JAX
def test_jax_deleted_arrays(guard, jnp):
    x = jnp.arange(3.0) + 1
    x.delete()
    refusal(guard.take, x)
    refusal(guard.take, x, ways=HOST_COPY)


# The records: what JAX says on platforms nobody here has.


@pytest.fixture
def on_platform(jnp, monkeypatch):
    """on_platform("tpu", "device"): a jax.Array that says it lives there."""

    def make(platform, kind="device", dtype="float32"):
        x = jnp.arange(3.0).astype(dtype)
        monkeypatch.setattr(type(x), "platform", lambda self: platform)
        kinds = property(lambda self: kind)
        monkeypatch.setattr(type(x.sharding), "memory_kind", kinds, raising=False)
        return x

    return make


TPU_TEXT = "__dlpack__ device only supported for TPU pinned host memory"
METAL_TEXT = "__dlpack__ device only supported for CPU, GPU and TPU pinned host, got platform: METAL"
DEVICE_TEXT = "The device specification passed to to_dlpack contains an unsupported device type"


@NEW_JAX
@pytest.mark.parametrize(
    "platform, kind, text, rule, advice",
    [
        ("tpu", kind, TPU_TEXT, "dlpack-tpu-memory-kind", "with_memory_kind('pinned_host')")
        for kind in ("device", "unpinned_host", None)
    ]
    + [("METAL", "device", METAL_TEXT, "dlpack-unsupported-backend", "copy the array through the host")],
)
def test_records_of_the_platform(guard, on_platform, platform, kind, text, rule, advice):
    x = on_platform(platform, kind)
    with pytest.raises(BufferError, match=text):  # unguarded
        x.__dlpack_device__()
    error = refusal(guard.take, x)
    assert str(error).startswith(text) and rule_of(error) == rule and advice in str(error)
    assert isinstance(error.__cause__, BufferError)
    assert text in guard.describe(x)
    refusal(guard.exportable, x)
    taken = guard.take(x, ways=HOST_COPY, writable=1)
    assert taken["bytes"] == np.arange(3, dtype="float32").tobytes()


@NEW_JAX
def test_pinned_tpu_memory_is_taken(guard, on_platform):
    x = on_platform("tpu", "pinned_host")
    assert x.__dlpack_device__()[0] == 20
    assert guard.take(x)["size"] == 3


@NEW_JAX
def test_host_copy_of_types_numpy_lacks(guard, on_platform):
    x = on_platform("METAL", dtype="bfloat16")
    assert guard.take(x, ways=HOST_COPY)["dtype"] == (4, 16, 1)


@NEW_JAX
@TORCH
@pytest.mark.parametrize("platform, text", [("tpu", TPU_TEXT), ("METAL", METAL_TEXT)])
def test_records_through_torch(guard, on_platform, platform, text):
    torch = pytest.importorskip("torch")
    x = on_platform(platform)
    with pytest.raises(BufferError, match=text):  # unguarded
        torch.from_dlpack(x)
    assert "[dlpack-" in str(refusal(guard.from_dlpack, torch.from_dlpack, x))


@NEW_JAX
@pytest.mark.parametrize("requested, error", [(8, BufferError), (13, BufferError), (20, RuntimeError)])
def test_record_of_the_requested_device(guard, jnp, requested, error):
    x = jnp.arange(3.0)
    with pytest.raises(error) as unguarded:
        x.__dlpack__(dl_device=(requested, 0))
    if error is BufferError:
        assert str(unguarded.value) == f"{DEVICE_TEXT} (DLDeviceType: {requested})"
    guarded = refusal(guard.take, x, request=requested)
    assert type(guarded.__cause__) is type(unguarded.value)
    if error is BufferError:
        assert rule_of(guarded) == "dlpack-unsupported-device-type"
        assert "leave dl_device out" in str(guarded)
    taken = guard.take(x, request=requested, ways=NATIVE_DEVICE)
    assert taken["size"] == 3


@NEW_JAX
def test_requests_that_are_served(guard, jnp):
    assert guard.take(jnp.arange(3.0), request=1)["device"] == 1


# Read-only data and consumers that write.


@NEW_JAX
@TORCH
def test_sharing_with_torch(guard, jnp):
    torch = pytest.importorskip("torch")
    x = jnp.arange(3.0)
    shared = guard.from_dlpack(torch.from_dlpack, x, SHARE)
    copied = guard.from_dlpack(torch.from_dlpack, x, COPY)
    copied[0] = 7
    assert x[0] == 0
    shared[0] = 9
    assert np.asarray(x)[0] == 9  # the documented danger
    assert rule_of(refusal(guard.from_dlpack, torch.from_dlpack, x, REFUSE)) == "dlpack-read-only"


@NEW_JAX
@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_copies_are_separate(guard, jnp, dtype):
    x = jnp.arange(3).astype(dtype)
    copy = guard.exportable(x, COPY)
    assert copy is not x
    assert guard.address(copy) != guard.address(x)


def test_writable_arrays_are_handed_over_themselves(guard):
    x = np.zeros(3)
    for how in (SHARE, COPY, REFUSE):
        assert guard.exportable(x, how) is x


# PyTorch, through the C exchange API.


@pytest.fixture
def torch():
    return pytest.importorskip("torch")


@TORCH
@pytest.mark.parametrize("dtype", "bool int64 float16 bfloat16 float32 float8_e4m3fn complex64".split())
def test_torch(guard, torch, dtype):
    x = torch.arange(24).reshape(4, 6).to(getattr(torch, dtype))[1:, ::2]
    taken = guard.take(x)
    bits = {1: "uint8", 2: "int16", 4: "int32", 8: "int64"}[x.element_size()]
    assert taken["bytes"] == x.contiguous().view(getattr(torch, bits)).numpy().tobytes()
    assert not taken["read_only"] and taken["versioned"]


@TORCH
def test_torch_layouts(guard, torch):
    assert guard.take(torch.zeros(0, 4))["bytes"] == b""
    assert guard.take(torch.tensor(2.0))["bytes"] == np.float32(2).tobytes()
    assert guard.take(torch.ones(3).expand(2, 3))["strides"] == [0, 1]


@TORCH
def test_torch_lazy_views(guard, torch):
    """The struct has no place for the conjugate and the negative bit."""
    x = torch.tensor([1 + 2j, 3 - 4j])
    assert "conjugate" in str(refusal(guard.take, x.conj()))
    assert guard.take(x)["bytes"] == x.numpy().tobytes()
    assert "resolve_neg" in str(refusal(guard.take, x.conj().imag))
    assert "resolve_neg" in str(refusal(guard.take, x.conj().imag[0]))
    assert guard.take(x.imag)["bytes"] == np.float32([2, -4]).tobytes()
    assert guard.take(x.conj().imag.resolve_neg())["bytes"] == np.float32([-2, 4]).tobytes()


@TORCH
def test_torch_refuses(guard, torch):
    for x in (torch.zeros(3).to_sparse(), torch.zeros(3, device="meta")):
        error = refusal(guard.take, x)
        assert "frame #" not in str(error)  # the cause keeps the back trace
    x = torch.zeros(3, requires_grad=True)
    guard.take(x)
    assert "gradient" in str(refusal(guard.write, x))


@TORCH
def test_torch_read_only(guard, torch):
    wrapper = getattr(pytest.importorskip("torch.utils.dlpack"), "ReadOnlyTensorWrapper", None)
    if wrapper is None:
        pytest.skip("needs PyTorch 2.14")
    assert guard.take(wrapper(torch.arange(3.0)))["read_only"] is True


@TORCH
def test_torch_parameters(guard, torch):
    assert guard.take(torch.nn.Parameter(torch.ones(3)))["size"] == 3


# The environment variable.


@pytest.mark.parametrize("mode", ["enforce", "warn", "off", "nonsense"])
def test_modes(extension_path, mode):
    """Policy is what the variable changes; memory safety is not."""
    script = """
import sys, warnings
sys.path[:0] = sys.argv[2:]
import extensions
from pathlib import Path
from capsules import Producer
guard = extensions.load(Path(sys.argv[1]))

class Refusing(Producer):
    def __dlpack_device__(self):
        raise BufferError("__dlpack__ device only supported for TPU pinned host memory")

def outcome(call, *arguments, **keywords):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            call(*arguments, **keywords)
            result = "passed"
        except BufferError as error:
            result = str(error).split("[")[-1].split("]")[0]
    return result + (" and warned" if seen else "")

print(outcome(guard.take, Refusing()))
print(outcome(guard.exportable, Refusing()))
print(outcome(guard.take, Producer(device_type=2)))
print(outcome(guard.write, Producer(flags=1)))
"""
    here = os.path.dirname(__file__)
    done = subprocess.run(
        [sys.executable, "-c", script, str(extension_path("consumer")), here],
        env={**os.environ, "DLPACK_GUARD": mode},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    tpu, device, read_only = "dlpack-tpu-memory-kind", "dlpack-unchecked-device", "dlpack-read-only"
    assert done.stdout.splitlines() == {
        "enforce": [tpu, tpu, device, read_only],
        "nonsense": [tpu, tpu, device, read_only],
        "warn": ["passed and warned", "passed and warned", device + " and warned", read_only],
        "off": ["passed", "passed", device, read_only],
    }[mode]
