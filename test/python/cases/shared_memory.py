"""Tensors that share memory with a JAX array: which writes change it, which change a copy.

"want:" names the checks that are expected on its line; every other line is silent.
"""

import copy
import jax
import jax.numpy as jnp
import numpy as np
import torch
import torch as th
import tvm_ffi
import cupy as cp
from numpy import asarray, from_dlpack as np_from


# --- read-only -------------------------------------------------------------
def ellipsis_write():
    x = jnp.arange(4.0)
    t = torch.as_tensor(np.asarray(x))
    t[...] = 0  # want: dlpack-read-only
    return t


def method_write(x: jax.Array):
    t = torch.from_dlpack(np.asarray(x))
    t.add_(1)  # want: dlpack-read-only


def augmented(x: jax.Array):
    t = torch.as_tensor(np.asarray(x))
    t += 1  # want: dlpack-read-only
    return t


def out_argument(x: jax.Array, y):
    t = torch.as_tensor(np.asarray(x))
    torch.add(y, 1, out=t)  # want: dlpack-read-only


def slices(x: jax.Array):
    t = torch.as_tensor(np.asarray(x))
    s = t[1:]
    s.zero_()  # want: dlpack-read-only
    v = t.view(-1)
    v[0] = 3  # want: dlpack-read-only
    w = t.reshape(2, 2)
    w *= 2  # want: dlpack-read-only
    t[0].fill_(2)  # want: dlpack-read-only
    t.T[0] = 1  # want: dlpack-read-only


def cloned(x: jax.Array):
    t = torch.as_tensor(np.asarray(x)).clone()
    t[...] = 0
    u = torch.tensor(np.asarray(x))
    u.add_(1)
    v = torch.from_dlpack(np.array(x))
    v += 1
    w = torch.as_tensor(np.asarray(x).copy())
    w.zero_()
    a = np.array(x)
    a[0] = 1
    return t, u, v, w, a


def numpy_source():
    t = torch.from_dlpack(np.zeros(3))
    t[0] = 1
    u = torch.as_tensor(torch.ones(3))
    u.mul_(2)


def torch_source(t: torch.Tensor):
    u = torch.from_dlpack(t)
    u.zero_()


# NumPy keeps its views read-only: ValueError
def writeable_flag(x: jax.Array):
    a = np.asarray(x)
    a.flags.writeable = True  # want: dlpack-read-only
    a[0] = 1


def writeable_setflags(x: jax.Array):
    a = np_from(x)  # want: dlpack-unsupported-backend
    a.setflags(write=True)  # want: dlpack-read-only
    a[:] = 1


def refused(x: jax.Array):
    a = jax.device_get(x)
    a[0] = 1  # want: dlpack-read-only
    np.asarray(x).sort()  # want: dlpack-read-only
    b = np.asarray(x)
    b += 1  # want: dlpack-read-only


def made_read_only(x: jax.Array):
    a = np.array(x)
    a.flags.writeable = False
    a.setflags(write=False)
    a.setflags(write=True)
    a[0] = 1


def numpy_refuses(x: jax.Array):
    a = np.asarray(x)
    b = a + 1
    b[0] = 1


def numpy_write_refused(x: jax.Array):
    a = np.asarray(x)
    try:
        a[0] = 1
    except ValueError:
        a = a.copy()


def numpy_copy_flag(x: jax.Array):
    a = np.array(x, copy=True)
    a[0] = 1
    t = torch.from_dlpack(np.asarray(x), copy=True)
    t[0] = 1


def one_helper_away(x: jax.Array):
    t = torch.as_tensor(np.asarray(x))
    _write(t)


def _write(t):
    t[0] = 1  # want: dlpack-read-only


def _make(x):
    return torch.as_tensor(np.asarray(x))


def from_helper(x: jax.Array):
    t = _make(x)
    t.zero_()  # want: dlpack-read-only


def _make_copy(x):
    return torch.as_tensor(np.array(x))


def from_copy_helper(x: jax.Array):
    t = _make_copy(x)
    t.zero_()


def in_loop(x: jax.Array):
    t = torch.as_tensor(np.asarray(x))
    for i in range(3):
        t[i] = i  # want: dlpack-read-only


def in_branch(x: jax.Array, flag):
    t = torch.as_tensor(np.asarray(x))
    if flag:
        t = t.clone()
    t[0] = 1  # want: dlpack-read-only


def clone_in_both(x: jax.Array, flag):
    t = torch.as_tensor(np.asarray(x))
    t = t.clone() if flag else t.detach().clone()
    t[0] = 1


def chained(x: jax.Array):
    torch.as_tensor(np.asarray(x)).add_(1)  # want: dlpack-read-only


def chained_clone(x: jax.Array):
    torch.as_tensor(np.asarray(x)).clone().add_(1)


def numpy_of_tensor(x: jax.Array):
    a = torch.as_tensor(np.asarray(x)).numpy()
    a[0] = 5  # want: dlpack-read-only


def tvm(x: jax.Array):
    a = np.from_dlpack(tvm_ffi.from_dlpack(np.asarray(x)))
    return a


def copied_by_torch(x: jax.Array):
    t = torch.as_tensor(np.asarray(x))
    u = t.to(torch.float64, copy=True)
    u[0] = 1
    z = torch.zeros(4)
    z.copy_(t)
    z[:] = t
    q = t + 1
    q += 1
    r = torch.cat([t, t])
    r[0] = 1
    e = torch.empty_like(t)
    e.copy_(t)


def to_is_a_view(x: jax.Array):
    t = torch.as_tensor(np.asarray(x)).to("cpu")
    t[0] = 1  # want: dlpack-read-only


def float_is_a_view():
    t = torch.as_tensor(np.asarray(jnp.ones(3, dtype=jnp.float32)))
    t.detach().add_(1)


def deep(x: jax.Array):
    t = copy.deepcopy(torch.as_tensor(np.asarray(x)))
    t[0] = 1


def to_gpu(x: jax.Array):
    t = torch.as_tensor(np.asarray(x), device="cuda")
    t[0] = 1
    u = torch.as_tensor(np.asarray(x)).cuda()
    u[0] = 1


def zipped(xs: list[jax.Array]):
    for t in [torch.as_tensor(np.asarray(x)) for x in xs]:
        t.zero_()


class Buffer:
    def __init__(self, x: jax.Array):
        self.t = torch.as_tensor(np.asarray(x))

    def update(self):
        self.t.zero_()  # want: dlpack-read-only


class CopyBuffer:
    def __init__(self, x: jax.Array):
        self.t = torch.as_tensor(np.array(x))

    def update(self):
        self.t.zero_()


def attribute(obj, x: jax.Array):
    obj.t = torch.as_tensor(np.asarray(x))
    obj.t[0] = 1  # want: dlpack-read-only


def functional(x: jax.Array):
    t = torch.as_tensor(np.asarray(x))
    torch.nn.functional.relu_(t)  # want: dlpack-read-only
    torch.nn.functional.relu(t, inplace=True)  # want: dlpack-read-only
    torch.nn.init.zeros_(t)  # want: dlpack-read-only


def copyto(x: jax.Array):
    a = torch.as_tensor(np.asarray(x)).numpy()
    np.copyto(a, 1)  # want: dlpack-read-only
    np.add(a, 1, out=a)  # want: dlpack-read-only
    a.sort()  # want: dlpack-read-only
    a.fill(0)  # want: dlpack-read-only


def sort_returns(x: jax.Array):
    t = torch.as_tensor(np.asarray(x))
    s, _ = t.sort()
    np.sort(np.asarray(x))


def deleted(x: jax.Array):
    t = torch.as_tensor(np.asarray(x))
    t = torch.zeros(3)
    t[0] = 1
