"""Other ways to ask, to call, to leave and to hold arrays.

"want:" names the checks that are expected on its line; every other line is silent.
"""

import contextlib
import functools
import jax
import jax.numpy as jnp
import numpy as np
import torch


def default_device():
    with jax.default_device(jax.devices("cpu")[0]):
        x = jnp.ones(3)
        return torch.from_dlpack(x)


def other_context():
    with torch.no_grad():
        x = jnp.ones(3)
        return torch.from_dlpack(x)  # want: dlpack-unsupported-backend


def outer_fallback(x: jax.Array, use=True):
    res = None
    if use:
        try:
            res = torch.from_dlpack(x)
        except Exception:
            pass
    if res is None:
        res = torch.from_numpy(np.array(x))
    return res


def no_fallback(x: jax.Array, use=True):
    res = None
    if use:
        try:
            res = torch.from_dlpack(x)  # want: dlpack-unhandled-export-error
        except Exception:
            pass
    return res


def starred_call(xs: list):
    return list(map(torch.from_dlpack, xs))


def via_partial(x: jax.Array):
    convert = functools.partial(torch.from_dlpack)
    return convert(x)


def via_alias(x: jax.Array):
    convert = torch.from_dlpack
    return convert(x)  # want: dlpack-unsupported-backend


def via_bound_method(x: jax.Array):
    export = x.__dlpack__
    return export()  # want: dlpack-unsupported-backend


def via_import_module(x: jax.Array):
    import importlib

    th = importlib.import_module("torch")
    return th.from_dlpack(x)  # want: dlpack-unsupported-backend


def pinned(x: jax.Array):
    if x.platform() == "tpu":
        assert x.sharding.memory_kind == "pinned_host"
    else:
        assert x.platform() in ("cpu", "gpu")
    return torch.from_dlpack(x)


def kind_of_variable(x: jax.Array):
    platform, kind = x.platform(), x.sharding.memory_kind
    if platform == "tpu" and kind != "pinned_host":
        raise BufferError("pinned host")
    if platform not in ("tpu", "cpu"):
        raise BufferError("plug-in")
    return torch.from_dlpack(x)


def platform_set_constant(x: jax.Array):
    if x.platform() in frozenset(["cpu", "gpu"]):
        return torch.from_dlpack(x)


SUPPORTED = {"cpu", "gpu", "cuda", "rocm"}


def platform_global(x: jax.Array):
    if x.platform() not in SUPPORTED:
        x = np.array(x)
    return torch.from_dlpack(x)


class Config:
    platforms = ("cpu", "gpu")


def platform_class(x: jax.Array):
    if x.platform() not in Config.platforms:
        x = np.array(x)
    return torch.from_dlpack(x)


def platform_dict(x: jax.Array):
    if x.platform() not in {"cpu": 1, "gpu": 2}:
        x = np.array(x)
    return torch.from_dlpack(x)


def startswith(x: jax.Array):
    if x.device.platform.startswith(("cpu", "gpu")):
        return torch.from_dlpack(x)
    return None


def device_kind(x: jax.Array):
    if x.device.device_kind == "cpu":
        return torch.from_dlpack(x)
    return None


def all_devices(x: jax.Array):
    if all(d.platform == "cpu" for d in x.devices()):
        return torch.from_dlpack(x)
    return None


def any_tpu(x: jax.Array):
    if any(d.platform == "tpu" for d in x.devices()):
        return torch.from_dlpack(x)  # want: dlpack-tpu-memory-kind
    return None


def any_not(x: jax.Array):
    if any(d.platform not in ("cpu", "gpu") for d in x.devices()):
        raise BufferError("no")
    return torch.from_dlpack(x)


def nested_try(x: jax.Array):
    try:
        try:
            return torch.from_dlpack(x)
        except ValueError:
            return None
    except BufferError:
        return torch.from_dlpack(np.array(x))


def except_star(x: jax.Array):
    try:
        return torch.from_dlpack(x)
    except* BufferError:
        pass
    return torch.from_dlpack(np.array(x))


def class_attribute_error(x: jax.Array):
    class E(BufferError):
        pass

    try:
        return torch.from_dlpack(x)  # want: dlpack-unsupported-backend
    except E:
        return None


def raise_in_helper(x: jax.Array):
    def refuse():
        raise BufferError("no")

    if x.platform() != "cpu":
        refuse()
    return torch.from_dlpack(x)


def sys_exit(x: jax.Array):
    import sys

    if x.platform() != "cpu":
        sys.exit("cpu only")
    return torch.from_dlpack(x)


def delete(x: jax.Array):
    y = x.astype(jnp.float32)
    del x
    return torch.from_dlpack(y)  # want: dlpack-unsupported-backend


def int_device(x: jax.Array):
    if int(x.__dlpack_device__()[0]) == 1:
        return torch.from_dlpack(x)
    return None


def unpack_device(x: jax.Array):
    device_type, _ = x.__dlpack_device__()
    return x.__dlpack__(dl_device=(device_type, 0))


def keyword(x: jax.Array):
    return torch.from_dlpack(ext_tensor=x)  # want: dlpack-unsupported-backend


def star_args(x: jax.Array, *args, **kwargs):
    return torch.from_dlpack(x, *args, **kwargs)  # want: dlpack-unsupported-backend


def from_list(x: jax.Array):
    arrays = [np.array(x), np.zeros(3)]
    return [torch.from_dlpack(a) for a in arrays]


def zip_loop(xs: list[jax.Array], ys: list[np.ndarray]):
    for x, y in zip(xs, ys):
        torch.from_dlpack(x)  # want: dlpack-unsupported-backend


def numpy_list(ys: list[np.ndarray]):
    return [torch.from_dlpack(y) for y in ys]


def dict_values(d: dict[str, np.ndarray]):
    return {k: torch.from_dlpack(v) for k, v in d.items()}


def subscripted(d: dict[str, np.ndarray]):
    return torch.from_dlpack(d["a"])


def jax_dict(d: dict[str, jax.Array]):
    return {k: torch.from_dlpack(v) for k, v in d.items()}  # want: dlpack-unsupported-backend
