"""Who asks first, and how: aliases, helpers, branches, handlers, tests of every spelling.

"want:" names the checks that are expected on its line; every other line is silent.
"""

import contextlib
import functools
from contextlib import suppress
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import torch
import torch.utils.dlpack as tdl
from jax import Array
from jax import numpy as jn
from jax.dlpack import from_dlpack as jfd
from torch.utils.dlpack import from_dlpack as f


def alias_from_jax():
    return torch.from_dlpack(jn.zeros(3))  # want: dlpack-unsupported-backend


def alias_function(x: Array):
    return f(x)  # want: dlpack-unsupported-backend


def alias_module(x: jax.Array):
    return tdl.from_dlpack(x)  # want: dlpack-unsupported-backend


def jax_import_of_torch(t: torch.Tensor):
    return jfd(t)


def local_import(x: "jax.Array"):
    import torch as th

    return th.from_dlpack(x)  # want: dlpack-unsupported-backend


def _helper(x):
    return torch.from_dlpack(x)  # want: dlpack-unsupported-backend


def calls_helper():
    return _helper(jnp.ones(3))


def _helper_guarded(x):
    return torch.from_dlpack(x)


def calls_helper_guarded(x: jax.Array):
    if x.platform() != "cpu":
        x = np.array(x)
    return _helper_guarded(x)


def one_branch(x: jax.Array, flag):
    if flag:
        x = np.array(x)
    return torch.from_dlpack(x)  # want: dlpack-unsupported-backend


def both_branches(x: jax.Array, flag):
    if flag:
        x = np.array(x)
    else:
        x = jax.device_get(x)
    return torch.from_dlpack(x)


class Bridge:
    def __init__(self, platform):
        self.platform = platform

    def method(self, x: jax.Array):
        return torch.from_dlpack(x)  # want: dlpack-unsupported-backend

    def guarded(self, x: jax.Array):
        self._check(x)
        return torch.from_dlpack(x)

    def _check(self, x):
        if x.platform() not in ("cpu", "cuda"):
            raise ValueError("no")

    @staticmethod
    def static(x: jax.Array):
        return torch.from_dlpack(x)  # want: dlpack-unsupported-backend

    @classmethod
    def cm(cls, x: jax.Array):
        x = cls._host(x)
        return torch.from_dlpack(x)

    @classmethod
    def _host(cls, x):
        return np.array(x)


def comprehension(xs: list[jax.Array]):
    return [torch.from_dlpack(x) for x in xs]  # want: dlpack-unsupported-backend


def comprehension_numpy(xs: list[jax.Array]):
    return [torch.from_dlpack(np.array(x)) for x in xs]


def comprehension_filtered(xs: list[jax.Array]):
    return [torch.from_dlpack(x) for x in xs if x.platform() == "cpu"]


to_torch = lambda x: torch.from_dlpack(x)  # want: dlpack-unsupported-backend
to_torch_host = lambda x: torch.from_dlpack(np.array(x))


@jax.jit
def traced(x):
    return torch.from_dlpack(x)  # want: dlpack-unsupported-backend


@partial(jax.jit, static_argnums=(1,))
def traced_partial(x, n):
    y = x * n
    return torch.from_dlpack(y)  # want: dlpack-unsupported-backend


@functools.partial(jax.jit, static_argnums=0)
def traced_static(n, x):
    return jax.device_get(x)


@partial(jax.jit, static_argnames=["table"])
def static_table(x, table):
    t = torch.from_dlpack(np.asarray(table))
    return x + t.shape[0]


@jax.jit
def callback(x):
    return jax.pure_callback(lambda a: np.asarray(torch.from_dlpack(np.array(a))), x, x)


def nested_with(x: jax.Array):
    with open("a"):
        try:
            return torch.from_dlpack(x)
        except BufferError:
            return torch.from_dlpack(np.array(x))


def nested_with_2(x: jax.Array):
    try:
        with torch.no_grad():
            t = torch.from_dlpack(x)
    except (BufferError, RuntimeError):
        t = torch.from_dlpack(np.array(x))
    return t


def walrus(x: jax.Array):
    if (p := x.platform()) in ("cpu", "gpu"):
        return torch.from_dlpack(x)
    raise BufferError(p)


def walrus_bad(x: jax.Array):
    if (y := x + 1) is not None:
        return torch.from_dlpack(y)  # want: dlpack-unsupported-backend


def match_good(x: jax.Array):
    match x.platform():
        case "cpu" | "gpu":
            return torch.from_dlpack(x)
        case "tpu" if x.sharding.memory_kind == "pinned_host":
            return torch.from_dlpack(x)
        case _:
            return torch.from_dlpack(np.array(x))


def match_bad(x: jax.Array):
    match x.platform():
        case "cpu":
            return torch.from_dlpack(x)
        case "tpu":
            return torch.from_dlpack(x)  # want: dlpack-tpu-memory-kind
        case _:
            return None


def match_nothing(x: jax.Array, mode):
    match mode:
        case "fast":
            return torch.from_dlpack(x)  # want: dlpack-unsupported-backend
        case _:
            return torch.from_dlpack(np.array(x))


def early_return(x: jax.Array):
    if x.platform() == "METAL":
        return None
    if x.platform() == "tpu":
        return None
    return torch.from_dlpack(x)


def asserted(x: jax.Array):
    assert x.platform() in {"cpu", "cuda"}, "host only"
    return torch.from_dlpack(x)


def asserted_other(x: jax.Array):
    assert x.ndim == 2
    return torch.from_dlpack(x)  # want: dlpack-unsupported-backend


def via_getattr(x: jax.Array):
    return getattr(x, "__dlpack__")()  # want: dlpack-unsupported-backend


def via_getattr_guarded(x: jax.Array):
    getattr(x, "__dlpack_device__")()
    return getattr(x, "__dlpack__")()


def via_variable(x: jax.Array):
    platform = x.platform()
    if platform not in ("cpu", "cuda"):
        raise BufferError(platform)
    return torch.from_dlpack(x)


def via_device_variable(x: jax.Array):
    device = x.device
    platform = device.platform
    if platform != "cpu":
        x = jax.device_put(x, jax.devices("cpu")[0])
    return torch.from_dlpack(x)


def via_devices(x: jax.Array):
    d = next(iter(x.devices()))
    if d.platform == "cpu":
        return torch.from_dlpack(x)
    return torch.from_dlpack(np.array(x))


def via_devices_pop(x: jax.Array):
    (d,) = x.devices()
    if d.platform == "cpu":
        return torch.from_dlpack(x)
    return torch.from_dlpack(np.array(x))


def via_list(x: jax.Array):
    d = list(x.devices())[0]
    if d.platform in ("tpu", "cpu"):
        return torch.from_dlpack(x)  # want: dlpack-tpu-memory-kind
    return torch.from_dlpack(np.array(x))


def bare_except(x: jax.Array):
    try:
        return torch.from_dlpack(x)
    except:
        return torch.from_dlpack(np.array(x))


def two_errors(x: jax.Array):
    try:
        return x.__dlpack__()
    except (BufferError, RuntimeError):
        return None


def one_error(x: jax.Array):
    try:
        cap = x.__dlpack__(dl_device=(2, 0))  # want: dlpack-unhandled-export-error
    except BufferError:
        cap = x.__dlpack__()  # want: dlpack-unsupported-backend
    return cap


def suppressed(x: jax.Array):
    t = None
    with suppress(BufferError):
        t = torch.from_dlpack(x)
    if t is None:
        t = torch.from_dlpack(np.array(x))
    return t


def suppressed_lost(x: jax.Array):
    with contextlib.suppress(BufferError):
        t = torch.from_dlpack(x)  # want: dlpack-unhandled-export-error
    return t


def suppressed_wrong(x: jax.Array):
    t = None
    with contextlib.suppress(ValueError):
        t = torch.from_dlpack(x)  # want: dlpack-unhandled-export-error
    return t if t is not None else torch.from_dlpack(np.array(x))
