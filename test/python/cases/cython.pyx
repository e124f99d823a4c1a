"""The same faults in Cython.

"want:" names the checks that are expected on its line; every other line is silent.
"""
cimport numpy as cnp
from libc.stdint cimport int64_t

import jax
import numpy as np
import torch

ctypedef cnp.float32_t real


cdef class Bridge:
    cdef public object tensor
    cdef int64_t count

    def __init__(self, x: jax.Array):
        self.tensor = torch.as_tensor(np.asarray(x))

    cpdef void reset(self):
        self.tensor.zero_()  # want: dlpack-read-only

    def keep(self, x: jax.Array):
        self.other = torch.as_tensor(np.array(x))
        self.other.zero_()


cpdef object convert(object x, int flags=0):
    if not isinstance(x, jax.Array):
        return None
    return torch.from_dlpack(x)  # want: dlpack-unsupported-backend


cdef object checked(object x) except *:
    cdef object platform = x.platform()
    if platform not in ("cpu", "gpu"):
        raise BufferError(platform)
    return torch.from_dlpack(x)


cdef inline object handled(object x):
    try:
        return torch.from_dlpack(x)
    except BufferError:
        return torch.from_dlpack(np.array(x))


def scaled(x: jax.Array, double by):
    cdef object t = torch.as_tensor(np.asarray(x))
    t *= by  # want: dlpack-read-only
    cdef object copy = t.clone()
    copy *= by
    return t, copy


def scaled_rows(float[:, ::1] rows, x: jax.Array):
    cdef Py_ssize_t i
    t = torch.as_tensor(np.array(x))
    for i in range(rows.shape[0]):
        t[i] = rows[i, 0]
    return t


def asks_wrongly(x: jax.Array):
    x.__dlpack_device__()
    return x.__dlpack__(dl_device=(<int> 4, 0))  # want: dlpack-unsupported-device-type
