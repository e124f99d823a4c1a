"""Calls that take an array, who the array is, names that are gone, tracers, handlers.

"want:" names the checks that are expected on its line; every other line is silent.
"""

import enum
import functools
import logging
from typing import Any, Optional, Union

import jax
import jax.dlpack
import jax.numpy as jnp
import numpy as np
import torch
import jax.dlpack as jdl
from jax.dlpack import to_dlpack
from torch.utils.dlpack import to_dlpack as t2d, from_dlpack as d2t

log = logging.getLogger(__name__)


# hand-over sites
def as_tensor(x: jax.Array):
    return torch.as_tensor(x)  # want: dlpack-unsupported-backend


def as_array(x: jax.Array):
    return torch.asarray(x)  # want: dlpack-unsupported-backend


def tensor(x: jax.Array):
    return torch.tensor(x)  # want: dlpack-unsupported-backend


def tensor_of_unknown(x):
    return torch.tensor(x), torch.as_tensor(x)


def tensor_of_numbers():
    return torch.tensor([1.0, 2.0]), torch.as_tensor(3)


def tensor_of_shape(x: jax.Array):
    return torch.tensor(x.shape), torch.as_tensor(x.ndim), torch.tensor(x.dtype.itemsize)


def tensor_of_result():
    return torch.as_tensor(jnp.dot(jnp.ones(3), jnp.ones(3)))  # want: dlpack-unsupported-backend


def tensor_of_list(x: jax.Array):
    return torch.tensor(x.tolist()), torch.tensor(float(x[0])), torch.tensor(x.item())


def tensor_np(x: jax.Array):
    return torch.as_tensor(np.asarray(x)), torch.tensor(jax.device_get(x))


def tensor_guarded(x: jax.Array):
    if x.device.platform == "cpu":
        return torch.as_tensor(x)
    return torch.as_tensor(np.array(x))


def isinstance_guard(x):
    if isinstance(x, np.ndarray):
        return torch.from_dlpack(x)
    if isinstance(x, torch.Tensor):
        return x
    return None


def isinstance_jax(x):
    if isinstance(x, jax.Array):
        return torch.from_dlpack(x)  # want: dlpack-unsupported-backend
    return torch.from_dlpack(x)


def isinstance_tuple(x):
    if isinstance(x, (np.ndarray, torch.Tensor)):
        return torch.from_dlpack(x)
    raise TypeError


@functools.singledispatch
def convert(x):
    raise TypeError


@convert.register
def _(x: np.ndarray):
    return torch.from_dlpack(x)


def optional(x: Optional[jax.Array] = None):
    if x is None:
        return None
    return torch.from_dlpack(x)  # want: dlpack-unsupported-backend


def union(x: Union[np.ndarray, torch.Tensor]):
    return torch.from_dlpack(x)


def union_jax(x: np.ndarray | jax.Array):
    return torch.from_dlpack(x)  # want: dlpack-unsupported-backend


def jnp_ndarray(x: jnp.ndarray):
    return torch.from_dlpack(x)  # want: dlpack-unsupported-backend


def from_torch(t: torch.Tensor) -> jax.Array:
    return jnp.from_dlpack(t)


def from_torch_contiguous(t: torch.Tensor) -> jax.Array:
    return jax.dlpack.from_dlpack(t.detach().contiguous())


def jax_from_jax(x: jax.Array):
    return jax.dlpack.from_dlpack(x)  # want: dlpack-unsupported-backend


# numpy skips the device question, and the array's __dlpack__ still copies nothing
def numpy_hand_over(x: jax.Array):
    return np.from_dlpack(x)  # want: dlpack-unsupported-backend


def numpy_hand_over_host(x: jax.Array):
    return np.from_dlpack(np.asarray(x))


# legacy
def legacy_to(x: jax.Array):
    return d2t(to_dlpack(x))  # want: dlpack-legacy-api


def legacy_to_2(x: jax.Array):
    capsule = jdl.to_dlpack(x)  # want: dlpack-legacy-api
    return torch.utils.dlpack.from_dlpack(capsule)


def legacy_from(t: torch.Tensor):
    return jax.dlpack.from_dlpack(t2d(t))  # want: dlpack-legacy-api


def legacy_from_method(t: torch.Tensor):
    capsule = t.__dlpack__()
    return jdl.from_dlpack(capsule)  # want: dlpack-legacy-api


def legacy_device(x: jax.Array):
    return x.device().platform  # want: dlpack-legacy-api


def legacy_probe(x: jax.Array):
    if hasattr(jax.dlpack, "to_dlpack"):
        return jax.dlpack.to_dlpack(x)
    x.__dlpack_device__()
    return x.__dlpack__()


def torch_to_dlpack(t: torch.Tensor):
    return t2d(t)


# device types
class DeviceType(enum.IntEnum):
    kDLCPU = 1
    kDLOpenCL = 4


def opencl(x: jax.Array):
    x.__dlpack_device__()
    return x.__dlpack__(dl_device=(DeviceType.kDLOpenCL, 0))  # want: dlpack-unsupported-device-type


def opencl_variable(x: jax.Array):
    x.__dlpack_device__()
    where = (DeviceType.kDLOpenCL, 0)
    return x.__dlpack__(dl_device=where)  # want: dlpack-unsupported-device-type


def cpu_copy(x: jax.Array):
    return x.__dlpack__(dl_device=(DeviceType.kDLCPU, 0), copy=True)


def cpu_kwargs(x: jax.Array):
    x.__dlpack_device__()
    kwargs = {"dl_device": (1, 0)}
    return x.__dlpack__(**kwargs)


def metal_in_loop(x: jax.Array):
    x.__dlpack_device__()
    for kind in (8, 7):
        x.__dlpack__(dl_device=(kind, 0))  # want: dlpack-unsupported-device-type


def chosen(x: jax.Array, gpu: bool):
    x.__dlpack_device__()
    try:
        return x.__dlpack__(dl_device=(2 if gpu else 1, 0))
    except (BufferError, RuntimeError):
        return x.__dlpack__()


# hasattr
def probe_only(x):
    return hasattr(x, "__dlpack__")


def has_attr(x: jax.Array):
    if hasattr(x, "__dlpack__") and hasattr(x, "__dlpack_device__"):
        return torch.from_dlpack(x)  # want: dlpack-unsupported-backend
    return None


# tracer
def outer(x: jax.Array):
    @jax.jit
    def inner(y):
        return y.__dlpack__()  # want: dlpack-unsupported-backend

    return inner(x)


def loss(x):
    return torch.from_dlpack(x).sum()  # want: dlpack-unsupported-backend


g = jax.grad(loss)


def scan_body(carry, x):
    t = torch.from_dlpack(x)  # want: dlpack-unsupported-backend
    return carry, t


def scan(xs):
    return jax.lax.scan(scan_body, 0, xs)


vm = jax.vmap(lambda x: torch.from_dlpack(x))  # want: dlpack-unsupported-backend


@jax.jit
def static_shape(x):
    n = torch.as_tensor(x.shape)
    return x * int(n[0])


# handlers
def logged(x: jax.Array):
    try:
        return torch.from_dlpack(x)
    except BufferError as e:
        log.warning("falling back: %s", e)
        return torch.from_dlpack(np.array(x))


def chained_handlers(x: jax.Array):
    try:
        return x.__dlpack__()
    except TypeError:
        raise
    except BufferError:
        return None
    except RuntimeError:
        return None


def exception(x: jax.Array):
    try:
        return x.__dlpack__(dl_device=(2, 0))
    except Exception:
        return None


def finally_only(x: jax.Array):
    try:
        return torch.from_dlpack(x)  # want: dlpack-unsupported-backend
    finally:
        log.info("done")


def reraise_other(x: jax.Array):
    try:
        return torch.from_dlpack(x)
    except BufferError as e:
        raise ValueError("array cannot be exported") from e


def retry(x: jax.Array):
    for make in (lambda: torch.from_dlpack(x), lambda: torch.from_dlpack(np.array(x))):  # want: dlpack-unsupported-backend
        try:
            return make()
        except BufferError:
            continue


def tuple_variable(x: jax.Array):
    errors = (BufferError, RuntimeError)
    try:
        return x.__dlpack__()
    except errors:
        return None


ERRORS = (BufferError, RuntimeError)


def tuple_constant(x: jax.Array):
    try:
        return x.__dlpack__()
    except ERRORS:
        return None


async def in_async(x: jax.Array):
    return torch.from_dlpack(x)  # want: dlpack-unsupported-backend


def generator(xs):
    for x in xs:
        if x.platform() != "cpu":
            x = np.array(x)
        yield torch.from_dlpack(x)


def conditional(x: jax.Array):
    return torch.from_dlpack(x) if x.platform() == "cpu" else torch.from_dlpack(np.array(x))


def conditional_bad(x: jax.Array, fast):
    return torch.from_dlpack(x) if fast else torch.from_dlpack(np.array(x))  # want: dlpack-unsupported-backend


def short_circuit(x: jax.Array):
    return x.platform() == "cpu" and torch.from_dlpack(x)


def negated(x: jax.Array):
    if not x.platform() == "cpu":
        raise RuntimeError("host only")
    return torch.from_dlpack(x)


def chained_compare(x: jax.Array):
    if "cpu" == x.platform():
        return torch.from_dlpack(x)


def str_device(x: jax.Array):
    if "cpu" in str(x.devices()).lower():
        return torch.from_dlpack(x)


def while_true(x: jax.Array):
    while True:
        if x.platform() == "cpu":
            break
        x = jax.device_put(x, jax.devices("cpu")[0])
    return torch.from_dlpack(x)


def reassigned(x: jax.Array):
    if x.platform() != "cpu":
        return None
    x = jnp.sin(jax.device_put(x))
    return torch.from_dlpack(x)


def other_guarded(x: jax.Array, y: jax.Array):
    if x.platform() != "cpu":
        return None
    return torch.from_dlpack(y)  # want: dlpack-unsupported-backend


def default_device(x: jax.Array):
    if jax.default_backend() == "cpu":
        return torch.from_dlpack(x)
    return torch.from_dlpack(np.array(x))


def jax_devices(x: jax.Array):
    if jax.devices()[0].platform == "tpu":
        x = np.array(x)
    return torch.from_dlpack(x)
