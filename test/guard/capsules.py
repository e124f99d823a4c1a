"""DLPack capsules made field by field, for what no library exports on purpose."""

import ctypes
from typing import Any

api = ctypes.pythonapi
DESTRUCTOR = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)

api.PyCapsule_New.restype = ctypes.py_object
api.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
api.PyCapsule_GetName.restype = ctypes.c_char_p
api.PyCapsule_GetName.argtypes = [ctypes.py_object]
api.PyCapsule_SetDestructor.argtypes = [ctypes.py_object, ctypes.c_void_p]


@DESTRUCTOR
def nothing(capsule: int) -> None:
    """Marks a capsule as one that would free its tensor."""


class Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class Legacy(ctypes.Structure):
    _fields_ = [("tensor", Tensor), ("context", ctypes.c_void_p), ("deleter", DELETER)]


class Versioned(ctypes.Structure):
    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("context", ctypes.c_void_p),
        ("deleter", DELETER),
        ("flags", ctypes.c_uint64),
        ("tensor", Tensor),
    ]


class Producer:
    """Exports six float32 from memory of its own; keywords change the struct.

    `deleted` counts the deleter's calls, `asked` holds the keywords of each call
    of __dlpack__. `answers` replaces what __dlpack_device__ says.
    """

    def __init__(self, versioned: bool = True, shape: tuple[int, ...] = (6,), **fields: Any):
        self.memory = (ctypes.c_float * 64)(*range(64))
        self.shape = (ctypes.c_int64 * max(1, len(shape)))(*shape)
        self.strides = fields.pop("strides", None)
        if self.strides is not None:
            self.strides = (ctypes.c_int64 * max(1, len(shape)))(*self.strides)
        self.answers = fields.pop("answers", None)
        self.name = fields.pop("name", b"dltensor_versioned" if versioned else b"dltensor")
        self.versioned = versioned
        self.fields = fields
        self.deleted = 0
        self.asked: list[dict[str, Any]] = []
        self.kept: list[Any] = []
        self.rank = len(shape)

    def delete(self, managed: int) -> None:
        self.deleted += 1

    def capsule(self) -> Any:
        managed = Versioned(major=1, minor=3) if self.versioned else Legacy()
        tensor = managed.tensor
        tensor.data = ctypes.addressof(self.memory)
        tensor.device_type, tensor.ndim = 1, self.rank
        tensor.code, tensor.bits, tensor.lanes = 2, 32, 1
        tensor.shape = ctypes.cast(self.shape, ctypes.POINTER(ctypes.c_int64))
        if self.strides is not None:
            tensor.strides = ctypes.cast(self.strides, ctypes.POINTER(ctypes.c_int64))
        managed.deleter = DELETER(self.delete)
        for name, value in self.fields.items():
            setattr(tensor if hasattr(tensor, name) else managed, name, value)
        self.kept.append(managed)
        return api.PyCapsule_New(ctypes.addressof(managed), self.name, nothing)

    def __dlpack_device__(self) -> Any:
        return self.answers or (self.fields.get("device_type", 1), self.fields.get("device_id", 0))

    def __dlpack__(self, **keywords: Any) -> Any:
        self.asked.append(keywords)
        return self.capsule()


def name_of(capsule: Any) -> bytes:
    return api.PyCapsule_GetName(capsule)
