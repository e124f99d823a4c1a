"""How each library makes an array, takes one, and gives its elements back.

Each class is made in a process of its own, with that library's Python.
"""

import ctypes
import importlib
from typing import Any

from cells import Dtype, Layout, view


class Missing(Exception):
    """The library has no such element type or layout."""


class Library:
    """One library in both roles. bytes_of gives elements in C order."""

    def array(self, dtype: Dtype, layout: Layout) -> Any:
        raise NotImplementedError

    def take(self, array: Any) -> Any:
        raise NotImplementedError

    def bytes_of(self, taken: Any, dtype: Dtype) -> tuple[tuple[int, ...], bytes]:
        raise NotImplementedError


class NumPy(Library):
    def __init__(self) -> None:
        import numpy

        self.np = numpy

    def dtype(self, dtype: Dtype) -> Any:
        if dtype.name in ("bfloat16", "float8_e4m3fn"):
            try:
                return getattr(importlib.import_module("ml_dtypes"), dtype.name)
            except ImportError as missing:
                raise Missing(str(missing)) from None
        return self.np.dtype(dtype.name)

    def base(self, dtype: Dtype) -> Any:
        return self.np.frombuffer(dtype.base, self.dtype(dtype)).reshape(6, 8).copy()

    def array(self, dtype: Dtype, layout: Layout) -> Any:
        made = view(self.base(dtype), layout, self.np.broadcast_to)
        # An element is a scalar, not an array: take it as a view.
        return self.base(dtype)[2:3, 3:4].reshape(()) if layout.name == "0-d" else made

    def take(self, array: Any) -> Any:
        return self.np.from_dlpack(array)

    def bytes_of(self, taken: Any, dtype: Dtype) -> tuple[tuple[int, ...], bytes]:
        array = self.np.asarray(taken)
        return array.shape, array.tobytes()


class ArrayApiStrict(NumPy):
    def __init__(self) -> None:
        super().__init__()
        import array_api_strict

        self.strict = array_api_strict

    def array(self, dtype: Dtype, layout: Layout) -> Any:
        if dtype.name in ("bfloat16", "float8_e4m3fn"):
            raise Missing(dtype.name)
        base = self.strict.asarray(self.base(dtype))
        if layout.name == "broadcast":
            return self.strict.broadcast_to(base[0, :], (5, 8))
        if layout.name == "zero-size":
            return base[:0, :]
        return view(base, layout, None)

    def take(self, array: Any) -> Any:
        return self.strict.from_dlpack(array)


class Jax(NumPy):
    def __init__(self) -> None:
        super().__init__()
        import jax

        self.jnp = jax.numpy

    def array(self, dtype: Dtype, layout: Layout) -> Any:
        return view(self.jnp.asarray(self.base(dtype)), layout, self.jnp.broadcast_to)

    def take(self, array: Any) -> Any:
        return self.jnp.from_dlpack(array)


class Torch(Library):
    def __init__(self) -> None:
        import torch

        self.torch = torch

    def array(self, dtype: Dtype, layout: Layout) -> Any:
        flat = self.torch.frombuffer(bytearray(dtype.base), dtype=getattr(self.torch, dtype.name))
        base = flat.reshape(6, 8).clone()
        if layout.name == "negative":
            raise Missing("PyTorch has no negative strides")
        return view(base, layout, lambda row, shape: row.expand(*shape))

    def take(self, array: Any) -> Any:
        return self.torch.from_dlpack(array)

    def bytes_of(self, taken: Any, dtype: Dtype) -> tuple[tuple[int, ...], bytes]:
        flat = taken.detach().contiguous().reshape(-1)
        if taken.is_complex():
            flat = self.torch.view_as_real(flat).reshape(-1)
        return tuple(taken.shape), flat.view(self.torch.uint8).numpy().tobytes()


class Mlx(NumPy):
    def __init__(self) -> None:
        super().__init__()
        import mlx.core

        self.mx = mlx.core
        self.mx.set_default_device(self.mx.cpu)

    def array(self, dtype: Dtype, layout: Layout) -> Any:
        if dtype.name == "float8_e4m3fn":
            raise Missing(dtype.name)
        if dtype.name == "bfloat16":
            raw = self.np.frombuffer(dtype.base, "u2").reshape(6, 8).copy()
            base = self.mx.array(raw).view(self.mx.bfloat16)
        else:
            base = self.mx.array(self.base(dtype))
        self.mx.eval(base)
        return view(base, layout, self.mx.broadcast_to)

    def take(self, array: Any) -> Any:
        return self.mx.from_dlpack(array)

    def bytes_of(self, taken: Any, dtype: Dtype) -> tuple[tuple[int, ...], bytes]:
        shape = tuple(taken.shape)
        if taken.dtype == self.mx.bfloat16:
            taken = self.mx.contiguous(taken).view(self.mx.uint16)
        return shape, self.np.array(taken).tobytes()


class TvmFfi(NumPy):
    """Has no arrays of its own: each is one of NumPy that was taken before."""

    def __init__(self) -> None:
        super().__init__()
        import tvm_ffi

        self.tvm_ffi = tvm_ffi

    def array(self, dtype: Dtype, layout: Layout) -> Any:
        if dtype.name in ("bfloat16", "float8_e4m3fn"):
            raise Missing(dtype.name)
        made = super().array(dtype, layout)
        if layout.name == "broadcast":
            # NumPy's is read-only, which the legacy capsule cannot say.
            made = self.np.lib.stride_tricks.as_strided(self.base(dtype), (5, 8), (0, made.itemsize))
        return self.tvm_ffi.from_dlpack(made)

    def take(self, array: Any) -> Any:
        return self.tvm_ffi.from_dlpack(array)

    def bytes_of(self, taken: Any, dtype: Dtype) -> tuple[tuple[int, ...], bytes]:
        return elements_of_capsule(taken.__dlpack__(), dtype)


class NativeNanobind(Library):
    """nanobind's own nb::ndarray, in both roles."""

    def __init__(self, module: Any) -> None:
        self.module = module

    def array(self, dtype: Dtype, layout: Layout) -> Any:
        made = self.module.export(
            dtype.base, dtype.triple, layout.shape, layout.strides, layout.offset * dtype.bits // 8
        )
        return made

    def take(self, array: Any) -> Any:
        return self.module.take(array)

    def bytes_of(self, taken: Any, dtype: Dtype) -> tuple[tuple[int, ...], bytes]:
        return tuple(taken[0]), taken[1]


class Guarded(Library):
    """Sample of test/guard/Inputs, exported by dlpack_guard."""

    def __init__(self, module: Any) -> None:
        self.module = module

    def array(self, dtype: Dtype, layout: Layout) -> Any:
        return self.module.Sample(
            dtype.base,
            dtype.triple,
            list(layout.shape),
            strides=list(layout.strides),
            offset=layout.offset * dtype.bits // 8,
        )


class Guard(Library):
    """dlpack_guard as the consumer."""

    def __init__(self, module: Any) -> None:
        self.module = module

    def take(self, array: Any) -> Any:
        return self.module.take(array)

    def bytes_of(self, taken: Any, dtype: Dtype) -> tuple[tuple[int, ...], bytes]:
        assert taken[2] == dtype.triple, f"elements are {taken[2]}"
        return tuple(taken[0]), taken[1]


class _Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device", ctypes.c_int32 * 2),
        ("ndim", ctypes.c_int32),
        ("dtype", ctypes.c_uint32),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


def elements_of_capsule(capsule: Any, dtype: Dtype) -> tuple[tuple[int, ...], bytes]:
    """Reads a legacy capsule, for libraries that have no other way to look."""
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    tensor = _Tensor.from_address(get(capsule, b"dltensor"))
    shape = tuple(tensor.shape[: tensor.ndim])
    places = [(tensor.data or 0) + tensor.byte_offset]
    size = dtype.bits // 8
    for extent, stride in zip(shape, tensor.strides[: tensor.ndim]):
        places = [place + i * stride * size for place in places for i in range(extent)]
    return shape, b"".join(ctypes.string_at(place, size) for place in places)


LIBRARIES: dict[str, type[Library]] = {
    "numpy": NumPy,
    "array-api-strict": ArrayApiStrict,
    "jax": Jax,
    "torch": Torch,
    "mlx": Mlx,
    "tvm-ffi": TvmFfi,
}
