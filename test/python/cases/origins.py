"""What annotations, classes and functions of the text say about an array.

"want:" names the checks that are expected on its line; every other line is silent.
"""

from __future__ import annotations

import contextlib
import typing as tp
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy
import numpy as np
import torch
from jax.experimental import checkify
from jaxtyping import Array, Float
from numpy.typing import NDArray


def typed(x: Float[Array, "b n"]):
    return torch.from_dlpack(x)  # want: dlpack-unsupported-backend


def nd(x: NDArray[np.float32]):
    return torch.from_dlpack(x)


def nd2(x: npt.NDArray):
    return torch.utils.dlpack.from_dlpack(numpy.asarray(x))


@dataclass
class Batch:
    obs: jax.Array
    table: np.ndarray

    def torch_obs(self):
        return torch.from_dlpack(self.obs)  # want: dlpack-unsupported-backend

    def torch_table(self):
        return torch.from_dlpack(self.table)


class Holder:
    weights: jax.Array

    def __init__(self):
        self.weights = jnp.zeros(3)
        self.host = np.zeros(3)

    def get(self):
        return torch.from_dlpack(self.weights)  # want: dlpack-unsupported-backend

    def get_host(self):
        return torch.from_dlpack(self.host)


def tree(xs):
    return jax.tree.map(torch.from_dlpack, xs)


def tree_np(xs):
    return jax.tree_util.tree_map(lambda a: torch.from_dlpack(np.array(a)), xs)


def result_of_jit(x):
    y = jax.jit(lambda a: a + 1)(x)
    return torch.from_dlpack(y)  # want: dlpack-unsupported-backend


@jax.jit
def step(x):
    return x + 1


def result_of_decorated(x):
    y = step(x)
    return torch.from_dlpack(y)  # want: dlpack-unsupported-backend


def result_of_local(x) -> torch.Tensor:
    def inner(a: jax.Array) -> jax.Array:
        return a * 2

    return torch.from_dlpack(inner(x))  # want: dlpack-unsupported-backend


def ensure_host(x: jax.Array) -> np.ndarray:
    if x.device.platform != "cpu":
        return np.asarray(x)
    return np.asarray(x)


def with_helper(x: jax.Array):
    return torch.from_dlpack(ensure_host(x))


def helper_returns(x: jax.Array) -> jax.Array:
    return jax.device_put(x, jax.devices("cpu")[0])


def with_helper_returns(x: jax.Array):
    return torch.from_dlpack(helper_returns(x))


def is_supported(x) -> bool:
    return x.platform() in ("cpu", "cuda", "rocm")


def with_predicate(x: jax.Array):
    if not is_supported(x):
        raise BufferError("unsupported")
    return torch.from_dlpack(x)


def with_predicate_inverse(x: jax.Array):
    if is_supported(x):
        return np.asarray(x)
    return torch.from_dlpack(x)  # want: dlpack-tpu-memory-kind


def require(x):
    if not is_supported(x):
        raise BufferError("unsupported")


def with_require(x: jax.Array):
    require(x)
    return torch.from_dlpack(x)


def nested_function(x: jax.Array):
    if x.platform() != "cpu":
        x = np.asarray(x)

    def run():
        return torch.from_dlpack(x)

    return run()


def decorator(f: Callable):
    def wrapper(x: jax.Array):
        t = torch.from_dlpack(x)  # want: dlpack-unsupported-backend
        return f(t)

    return wrapper


def memory_kind_in(x: jax.Array):
    if x.platform() == "tpu":
        if x.sharding.memory_kind not in ("pinned_host",):
            raise BufferError("pinned_host expected")
    elif x.platform() not in ("cpu", "cuda", "rocm"):
        raise BufferError("no")
    return torch.from_dlpack(x)


def memory_kind_wrong(x: jax.Array):
    if x.platform() not in ("cpu", "tpu"):
        raise BufferError("no")
    if x.sharding.memory_kind == "device":
        return torch.from_dlpack(x)  # want: dlpack-tpu-memory-kind
    return None


def memory_kind_put(x: jax.Array):
    s = x.sharding.with_memory_kind("pinned_host")
    y = jax.device_put(x, s)
    return torch.from_dlpack(y)


def device_api(x: jax.Array):
    kind, index = x.__dlpack_device__()
    if kind not in (1, 2):
        raise BufferError(f"device {kind}")
    return torch.from_dlpack(x)


def device_api_try(x: jax.Array):
    try:
        x.__dlpack_device__()
    except BufferError:
        x = np.array(x)
    return torch.from_dlpack(x)


def device_api_swallowed(x: jax.Array):
    try:
        x.__dlpack_device__()
    except BufferError:
        pass
    return torch.from_dlpack(x)  # want: dlpack-unsupported-backend


def else_branch(x: jax.Array):
    try:
        x.__dlpack_device__()
    except BufferError:
        return None
    else:
        return torch.from_dlpack(x)


class Module(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(3)(x)


def checked(x: jax.Array):
    ok = x.platform() == "cpu"
    big = x.size > 10
    if ok and big:
        return torch.from_dlpack(x)
    return torch.from_dlpack(np.array(x))


def checked_or(x: jax.Array):
    ok = x.platform() == "cpu"
    if ok or x.size > 10:
        return torch.from_dlpack(x)  # want: dlpack-unsupported-backend
    return None


def dict_dispatch(x: jax.Array):
    makers = {"cpu": torch.from_dlpack, "tpu": lambda a: torch.from_dlpack(np.array(a))}
    return makers[x.platform()](x)


def block_until_ready(x: jax.Array):
    x.block_until_ready()
    return torch.from_dlpack(x.block_until_ready())  # want: dlpack-unsupported-backend


def protocol(x: tp.Any):
    cap = x.__dlpack__(max_version=(1, 0))  # want: dlpack-call-arguments dlpack-unsupported-backend
    return cap


def protocol_fallback(x: np.ndarray):
    try:
        return x.__dlpack__(max_version=(1, 0))
    except TypeError:
        return x.__dlpack__()


def stream_positional(t: torch.Tensor):
    return t.__dlpack__(1)  # want: dlpack-call-arguments


def stream_zero(t: torch.Tensor):
    return t.__dlpack__(stream=0)  # want: dlpack-call-arguments


def copy_false(x: jax.Array):
    x.__dlpack_device__()
    try:
        return x.__dlpack__(copy=False)  # want: dlpack-unhandled-export-error
    except BufferError:
        return x.__dlpack__()
