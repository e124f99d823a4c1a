"""Requests for a device, guards in every form, and writes through helpers.

"want:" names the checks that are expected on its line; every other line is silent.
"""

import jax
import jax.numpy as jnp
import numpy as np
import torch
from jax._src.dlpack import _DL_DEVICE_TO_PLATFORM
from jax._src.typing import DLDeviceType
from torch.utils.dlpack import DLDeviceType as TorchType


def metal(x: jax.Array):
    x.__dlpack_device__()
    return x.__dlpack__(dl_device=(DLDeviceType.kDLMetal, 0))  # want: dlpack-unsupported-device-type


def vulkan(x: jax.Array):
    x.__dlpack_device__()
    return x.__dlpack__(dl_device=(TorchType.kDLVulkan, 0))  # want: dlpack-unsupported-device-type


def default_value(x: jax.Array, dl_device=(8, 0)):
    x.__dlpack_device__()
    return x.__dlpack__(dl_device=dl_device)  # want: dlpack-unsupported-device-type


def cuda(x: jax.Array):
    x.__dlpack_device__()
    try:
        return x.__dlpack__(dl_device=(DLDeviceType.kDLCUDA, 0))
    except (BufferError, RuntimeError):
        return x.__dlpack__()


def handler_type_error(x: jax.Array):
    try:
        return x.__dlpack__()  # want: dlpack-unhandled-export-error
    except (BufferError, TypeError):
        return None


def handler_value_error(x: jax.Array):
    try:
        return torch.from_dlpack(x)  # want: dlpack-unhandled-export-error
    except ValueError:
        return None


def handler_runtime(x: jax.Array):
    try:
        return x.__dlpack__()
    except RuntimeError:
        return None


def validation(x: jax.Array, dl_device=None):
    x.__dlpack_device__()
    if dl_device and dl_device[0] not in _DL_DEVICE_TO_PLATFORM:
        dl_device = None
    return x.__dlpack__(dl_device=dl_device)


def validation_walrus(x: jax.Array, dl_device=None):
    x.__dlpack_device__()
    if dl_device is not None and (kind := dl_device[0]) not in _DL_DEVICE_TO_PLATFORM:
        raise BufferError(kind)
    return x.__dlpack__(dl_device=dl_device)


def validation_ternary(x: jax.Array, dl_device=None):
    x.__dlpack_device__()
    where = dl_device if dl_device and dl_device[0] in (1, 2) else None
    return x.__dlpack__(dl_device=where)


def memory_kind_method(x: jax.Array):
    kind = x.sharding.memory_kind
    if x.device.platform == "tpu" and kind != "pinned_host":
        x = jax.device_get(x)
    elif x.device.platform not in ("cpu", "gpu", "tpu"):
        x = jax.device_get(x)
    return torch.from_dlpack(x)


def memory_kind_wrong_kind(x: jax.Array):
    platform = next(iter(x.devices())).platform
    if platform == "tpu" and x.sharding.memory_kind == "unpinned_host":
        return torch.from_dlpack(x)  # want: dlpack-tpu-memory-kind
    return torch.from_dlpack(np.array(x))


def put(x: jax.Array, dev):
    s = jax.sharding.SingleDeviceSharding(dev, memory_kind="pinned_host")
    return torch.from_dlpack(jax.device_put(x, s))


def put_device(x: jax.Array, dev):
    s = jax.sharding.SingleDeviceSharding(dev)
    return torch.from_dlpack(jax.device_put(x, s))  # want: dlpack-unsupported-backend


def named(x: jax.Array, mesh, spec):
    s = jax.sharding.NamedSharding(mesh, spec, memory_kind="pinned_host")
    y = jax.device_put(x, device=s)
    return torch.from_dlpack(y)


def supports_dlpack(x) -> bool:
    return hasattr(x, "__dlpack__") and x.platform() in {"cpu", "cuda", "rocm", "oneapi"}


def uses_guard(x: jax.Array):
    if supports_dlpack(x):
        return torch.from_dlpack(x)
    return torch.as_tensor(np.asarray(x))


def uses_guard_early(x: jax.Array):
    if not supports_dlpack(x):
        return torch.as_tensor(np.asarray(x))
    return torch.from_dlpack(x)


def uses_guard_assert(x: jax.Array):
    assert supports_dlpack(x)
    return torch.from_dlpack(x)


def uses_guard_stored(x: jax.Array):
    ok = supports_dlpack(x)
    return torch.from_dlpack(x) if ok else torch.as_tensor(np.asarray(x))


def uses_guard_comprehension(xs: list[jax.Array]):
    return [torch.from_dlpack(x) if supports_dlpack(x) else torch.tensor(np.asarray(x)) for x in xs]


def uses_guard_wrong_way(x: jax.Array):
    if supports_dlpack(x):
        return None
    return torch.from_dlpack(x)  # want: dlpack-unsupported-backend


def tolist(x: jax.Array):
    return torch.tensor(x.tolist())


def loop_write(x: jax.Array):
    t = torch.from_dlpack(np.asarray(x))
    for row in t:
        row.zero_()  # want: dlpack-read-only


def helper_write(x: jax.Array):
    t = torch.as_tensor(np.asarray(x))
    fill(t, 0)
    return t


def fill(t, value):
    t.fill_(value)  # want: dlpack-read-only


def helper_write_copy(x: jax.Array):
    t = torch.as_tensor(np.array(x))
    fill(t, 0)
    return t


class Env:
    def step(self, action: torch.Tensor):
        a = jnp.from_dlpack(action.detach())
        state = self._step(a)
        return self._to_torch(state)

    @staticmethod
    def _to_torch(x):
        return torch.from_dlpack(x)  # want: dlpack-unsupported-backend


def kwargs_call(x: jax.Array):
    t = torch.as_tensor(data=np.asarray(x))
    t[0] = 1  # want: dlpack-read-only


def iadd_on_view(x: jax.Array):
    t = torch.as_tensor(np.asarray(x))
    t[0] += 1  # want: dlpack-read-only
    t.data[1] = 2  # want: dlpack-read-only
    u, v = t.split(2)
    u.mul_(2)  # want: dlpack-read-only
    a, b = t.clone().split(2)
    a.mul_(2)


def index_put(x: jax.Array, i):
    t = torch.from_dlpack(np.asarray(x))
    t.index_fill_(0, i, 0)  # want: dlpack-read-only
    t.scatter_(0, i, 1.0)  # want: dlpack-read-only
    t.copy_(torch.zeros(4))  # want: dlpack-read-only
    u = t.index_fill(0, i, 0)
    u.zero_()


def reassigned_alias(x: jax.Array):
    t = torch.as_tensor(np.asarray(x))
    u = t
    t = t.clone()
    t[0] = 1
    u[0] = 1  # want: dlpack-read-only


def under_no_grad(x: jax.Array, p: torch.nn.Parameter):
    t = torch.as_tensor(np.asarray(x))
    with torch.no_grad():
        p.add_(t)
        t.sub_(1)  # want: dlpack-read-only


def load_jax():
    import jax

    return jax


def from_helper_module():
    jx = load_jax()
    return torch.from_dlpack(jx.numpy.ones(3))  # want: dlpack-unsupported-backend


def from_helper_module_on_cpu(device):
    jx = load_jax()
    with jx.default_device(device):
        return torch.from_dlpack(jx.numpy.ones(3))
