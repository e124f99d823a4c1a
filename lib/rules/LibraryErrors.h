//===- LibraryErrors.h - DLPack errors of the other libraries ---*- C++ -*-===//
//
// Part of dlpack-tidy. Rows of the table behind ErrorMessages.h; only
// ErrorTable.cpp includes this.
//
// Run: NumPy 2.5, PyTorch 2.15, TensorFlow 2.21, MLX 0.32, tvm-ffi 0.1.15,
// nanobind 3.1, pyarrow 26, ONNX Runtime 1.32, Warp 1.19. Read: CuPy 15.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_TIDY_RULES_LIBRARYERRORS_H
#define DLPACK_TIDY_RULES_LIBRARYERRORS_H

#include "rules/ErrorMessages.h"

namespace dlpack_tidy::rules {

namespace library_advice {
inline constexpr VersionRange AnyRelease = since(0, 0);
inline constexpr char ConsumerDevice[] =
    "the consumer cannot take this memory: copy the tensor to one of its "
    "devices, or through the host with numpy.asarray";
inline constexpr char NoStream[] =
    "pass stream=None for memory that has no streams";
inline constexpr char UsedCapsule[] =
    "a capsule can be consumed once: make a new one per consumer, or hand over "
    "the array itself";
inline constexpr char WithoutDevice[] =
    "leave dl_device out, or ask for the device the tensor is on or for kDLCPU";
inline constexpr char WithoutCopy[] =
    "leave copy=True out and copy the array yourself";
inline constexpr char Detach[] =
    "export tensor.detach() (resolve_conj(), to_dense()) instead";
inline constexpr char DtypeAdvice[] =
    "convert to an element type both libraries have before the exchange";
} // namespace library_advice

inline constexpr ErrorRule LibraryErrors[] = {
    {"numpy-readonly", id::CallArguments,
     "Cannot export readonly array since signalling readonly is unsupported",
     Fault::ReadOnlyData, ExportCall::Dlpack, PyException::BufferError, "NumPy",
     since(1, 22),
     "pass max_version=(1, 0), so that the capsule can say that it is "
     "read-only (numpy.asarray of a JAX array is)"},
    {"numpy-dl-device", id::UnsupportedDeviceType,
     "unsupported device requested", Fault::DeviceType, ExportCall::Dlpack,
     PyException::BufferError, "NumPy", since(2, 1),
     library_advice::WithoutDevice},
    {"numpy-stream", id::CallArguments, "NumPy only supports stream=None.",
     Fault::Stream, ExportCall::Dlpack, PyException::ValueError, "NumPy",
     since(1, 22), library_advice::NoStream},
    {"numpy-import-device", id::UnsupportedDeviceType,
     "Unsupported device in DLTensor.", Fault::ConsumerDevice,
     ExportCall::FromDlpack, PyException::BufferError, "NumPy", since(2, 5),
     library_advice::ConsumerDevice},
    {"numpy-import-device-1.22", id::UnsupportedDeviceType,
     "Unsupported device in DLTensor.", Fault::ConsumerDevice,
     ExportCall::FromDlpack, PyException::RuntimeError, "NumPy",
     since(1, 22).until(2, 5), library_advice::ConsumerDevice},
    {"numpy-import-dtype", id::Dtype, "Unsupported dtype in DLTensor.",
     Fault::ElementType, ExportCall::FromDlpack, PyException::BufferError,
     "NumPy", since(2, 5), library_advice::DtypeAdvice},
    {"numpy-import-dtype-1.22", id::Dtype, "Unsupported dtype in DLTensor.",
     Fault::ElementType, ExportCall::FromDlpack, PyException::RuntimeError,
     "NumPy", since(1, 22).until(2, 5), library_advice::DtypeAdvice},
    {"numpy-import-lanes", id::Dtype, "Unsupported lanes in DLTensor dtype.",
     Fault::ElementType, ExportCall::FromDlpack, PyException::BufferError,
     "NumPy", since(2, 5), "export with lanes = 1 and one more dimension"},

    {"torch-requires-grad", id::UnhandledExportError,
     "Can't export tensors that require gradient", Fault::TensorState,
     ExportCall::Dlpack, PyException::BufferError, "PyTorch", since(1, 10),
     library_advice::Detach},
    {"torch-conj", id::UnhandledExportError,
     "Can't export tensors with the conjugate bit set", Fault::TensorState,
     ExportCall::Dlpack, PyException::BufferError, "PyTorch", since(1, 10),
     library_advice::Detach},
    {"torch-layout", id::UnhandledExportError,
     "Can't export tensors with layout other than torch.strided",
     Fault::TensorState, ExportCall::Dlpack, PyException::BufferError,
     "PyTorch", since(1, 10), library_advice::Detach},
    {"torch-cpu-stream", id::CallArguments, "stream should be None on cpu.",
     Fault::Stream, ExportCall::Dlpack, PyException::AssertionError, "PyTorch",
     since(2, 9), library_advice::NoStream},
    {"torch-stream", id::CallArguments, "unsupported stream on {}",
     Fault::Stream, ExportCall::Dlpack, PyException::AssertionError, "PyTorch",
     since(1, 10),
     "on CUDA pass 1 for the default stream, never 0; on ROCm 0, never 1 or 2"},
    {"torch-device", id::UnsupportedBackend,
     "Unknown device type {} for Dlpack", Fault::Backend,
     ExportCall::DlpackDevice, PyException::ValueError, "PyTorch", since(1, 10),
     "copy the tensor to the CPU first: tensor.cpu()"},
    {"torch-import-device", id::UnsupportedDeviceType,
     "Unsupported device_type: {#}", Fault::ConsumerDevice,
     ExportCall::FromDlpack, PyException::BufferError, "PyTorch",
     library_advice::AnyRelease, library_advice::ConsumerDevice},
    {"torch-import-code", id::Dtype, "Unsupported code {#}", Fault::ElementType,
     ExportCall::FromDlpack, PyException::BufferError, "PyTorch",
     library_advice::AnyRelease, library_advice::DtypeAdvice},
    {"torch-import-capsule", id::CapsuleOwnership,
     "from_dlpack received an invalid capsule", Fault::CapsuleState,
     ExportCall::FromDlpack, PyException::RuntimeError, "PyTorch",
     library_advice::AnyRelease, library_advice::UsedCapsule},
    {"torch-import-major", id::StructVersion,
     "unsupported DLPack capsule major version: {}", Fault::StructMajorVersion,
     ExportCall::FromDlpack, PyException::BufferError, "PyTorch", since(2, 9),
     "stamp the exported tensor with version 1.x, the ABI its struct has"},
    {"torch-import-offset", id::IncompleteExport, "Expected zero byte_offset",
     Fault::Layout, ExportCall::FromDlpack, PyException::ValueError, "PyTorch",
     since(2, 12), "fill strides in an export that has a byte_offset"},
    {"torch-import-negative", id::Strides,
     "Storage size calculation overflowed with sizes={} and strides=[{}-{}]",
     Fault::Layout, ExportCall::FromDlpack, PyException::RuntimeError,
     "PyTorch", since(2, 14),
     "make the array contiguous first: PyTorch takes no negative strides (and "
     "aborts on them before 2.14)"},

    {"cupy-copy-refused", id::UnhandledExportError,
     "GPU memory cannot be exported to CPU without copy.", Fault::CopyRefused,
     ExportCall::Dlpack, PyException::ValueError, "CuPy", since(14, 0),
     "leave copy=False out, and handle ValueError as well as BufferError"},
    {"cupy-import-cpu", id::UnsupportedDeviceType,
     "CPU arrays cannot be directly imported to CuPy.", Fault::ConsumerDevice,
     ExportCall::FromDlpack, PyException::TypeError, "CuPy", since(10, 0),
     "copy with cupy.array(numpy.from_dlpack(x))"},
    {"cupy-import-backend", id::UnsupportedDeviceType,
     "CuPy is built against {}, different from the backend",
     Fault::ConsumerDevice, ExportCall::FromDlpack, PyException::RuntimeError,
     "CuPy", library_advice::AnyRelease, library_advice::ConsumerDevice},
    {"cupy-import-used", id::CapsuleOwnership,
     "A DLPack tensor object cannot be consumed multiple times",
     Fault::CapsuleState, ExportCall::FromDlpack, PyException::ValueError,
     "CuPy", library_advice::AnyRelease, library_advice::UsedCapsule},

    {"tensorflow-export", id::CallArguments,
     "tf.Tensor does not support DLPack export with {}", Fault::Arguments,
     ExportCall::Dlpack, PyException::RuntimeError, "TensorFlow", since(2, 21),
     "call tf.Tensor.__dlpack__ without stream, dl_device and copy"},
    {"tensorflow-import-offset", id::IncompleteExport,
     "Unsupported byte_offset ({}) from DLPack, must be zero", Fault::Layout,
     ExportCall::FromDlpack, PyException::ValueError, "TensorFlow",
     since(2, 21),
     "add byte_offset to data before exporting to TensorFlow (MLX slices have "
     "one)"},
    {"tensorflow-import-strides", id::Strides,
     "Invalid strides array from DLPack", Fault::Layout, ExportCall::FromDlpack,
     PyException::ValueError, "TensorFlow", library_advice::AnyRelease,
     "make the tensor contiguous in row-major order first"},

    {"mlx-dl-device", id::UnsupportedDeviceType,
     "Cannot export mlx array to requested DLPack device.", Fault::DeviceType,
     ExportCall::Dlpack, PyException::BufferError, "MLX", since(0, 32),
     library_advice::WithoutDevice},
    {"mlx-cuda-export", id::UnsupportedDeviceType,
     "CUDA DLPack export is not supported.", Fault::DeviceType,
     ExportCall::Dlpack, PyException::BufferError, "MLX", since(0, 32),
     library_advice::WithoutDevice},
    {"mlx-metal-export", id::UnsupportedDeviceType,
     "Metal DLPack export is not available.", Fault::DeviceType,
     ExportCall::Dlpack, PyException::BufferError, "MLX", since(0, 32),
     library_advice::WithoutDevice},
    {"mlx-import-strides", id::Strides,
     "Cannot convert DLPack arrays with negative strides to mlx array.",
     Fault::Layout, ExportCall::FromDlpack, PyException::ValueError, "MLX",
     since(0, 32), "make the array contiguous first"},
    {"mlx-import-device", id::UnsupportedDeviceType,
     "[convert] Unsupported device.", Fault::ConsumerDevice,
     ExportCall::FromDlpack, PyException::ValueError, "MLX", since(0, 32),
     library_advice::ConsumerDevice},
    {"mlx-import-cuda", id::UnsupportedDeviceType,
     "[convert] CUDA import is not supported.", Fault::ConsumerDevice,
     ExportCall::FromDlpack, PyException::ValueError, "MLX", since(0, 32),
     library_advice::ConsumerDevice},

    {"tvm-ffi-dl-device", id::UnsupportedDeviceType,
     "dl_device of different type not supported", Fault::DeviceType,
     ExportCall::Dlpack, PyException::BufferError, "tvm-ffi", since(0, 1),
     library_advice::WithoutDevice},
    {"tvm-ffi-copy", id::UnhandledExportError, "copy not yet supported",
     Fault::CopyUnsupported, ExportCall::Dlpack, PyException::BufferError,
     "tvm-ffi", since(0, 1), library_advice::WithoutCopy},
    {"tvm-ffi-import-used", id::CapsuleOwnership,
     "Expect a dltensor field, PyCapsule can only be consumed once",
     Fault::CapsuleState, ExportCall::FromDlpack, PyException::ValueError,
     "tvm-ffi", since(0, 1), library_advice::UsedCapsule},

    {"nanobind-copy", id::UnhandledExportError,
     "__dlpack__(): copy=True is not supported.", Fault::CopyUnsupported,
     ExportCall::Dlpack, PyException::BufferError, "nanobind", since(2, 13),
     library_advice::WithoutCopy},
    {"nanobind-dl-device", id::UnsupportedDeviceType,
     "__dlpack__(): unsupported dl_device.", Fault::DeviceType,
     ExportCall::Dlpack, PyException::BufferError, "nanobind", since(2, 13),
     library_advice::WithoutDevice},
    {"nanobind-owner", id::TensorLifetime,
     "copying the array contents is not supported for this framework; please "
     "specify an owner",
     Fault::Ownership, ExportCall::Other, PyException::RuntimeError, "nanobind",
     since(2, 13), "give nb::ndarray an owner that keeps the memory alive"},
    {"binding-overload", id::WritableParameter,
     "incompatible function arguments", Fault::ReadOnlyData, ExportCall::Other,
     PyException::TypeError, "nanobind", library_advice::AnyRelease,
     "declare arrays that are only read as nb::ndarray<const T, ...>, because "
     "JAX arrays from 0.12 on and read-only NumPy arrays are not writable; for "
     "the producer's own error call x.__dlpack_device__() first"},

    {"pyarrow-dl-device", id::UnsupportedDeviceType,
     "Cannot export to device ({}), {} is on (", Fault::DeviceType,
     ExportCall::Dlpack, PyException::BufferError, "pyarrow", since(26, 0),
     library_advice::WithoutDevice},
    {"pyarrow-copy", id::CallArguments,
     "The copy argument is not supported with legacy (pre 1.0) DLPack version.",
     Fault::CopyUnsupported, ExportCall::Dlpack, PyException::BufferError,
     "pyarrow", since(26, 0), "pass max_version=(1, 0) with copy"},
    {"pyarrow-immutable", id::CallArguments,
     "Legacy DLPack support is not implemented for immutable tensors",
     Fault::ReadOnlyData, ExportCall::Dlpack, PyException::NotImplementedError,
     "pyarrow", since(26, 0), "pass max_version=(1, 0)"},
    {"pyarrow-legacy", id::CallArguments,
     "Exporting an unversioned DLPack capsule is deprecated", Fault::Arguments,
     ExportCall::Dlpack, PyException::Exception, "pyarrow", since(26, 0),
     "pass max_version=(1, 0)"},

    {"onnxruntime-import", id::CapsuleName,
     "from_dlpack expected a valid DLPack capsule named dltensor",
     Fault::CapsuleState, ExportCall::FromDlpack, PyException::TypeError,
     "ONNX Runtime", since(1, 26),
     "answer a request without max_version with \"dltensor\""},
    {"warp-stream", id::CallArguments,
     "DLPack stream must be None or -1 for CPU device", Fault::Stream,
     ExportCall::Dlpack, PyException::TypeError, "Warp", since(1, 0),
     library_advice::NoStream},

    // What Python itself says.
    {"unexpected-max-version", id::CallArguments,
     "got an unexpected keyword argument 'max_version'", Fault::Arguments,
     ExportCall::Dlpack, PyException::TypeError, "Python",
     library_advice::AnyRelease,
     "the producer is older than DLPack 1.0's protocol: on TypeError call "
     "again without max_version"},
    {"unexpected-copy", id::CallArguments,
     "__dlpack__() got an unexpected keyword argument 'copy'", Fault::Arguments,
     ExportCall::Dlpack, PyException::TypeError, "Python",
     library_advice::AnyRelease, "on TypeError call again without copy"},
    {"unexpected-stream", id::CallArguments,
     "__dlpack__() got an unexpected keyword argument 'stream'",
     Fault::Arguments, ExportCall::Dlpack, PyException::TypeError, "Python",
     library_advice::AnyRelease, "on TypeError call again without stream"},
    {"capsule-name", id::CapsuleName,
     "PyCapsule_GetPointer called with incorrect name", Fault::CapsuleState,
     ExportCall::FromDlpack, PyException::ValueError, "Python",
     library_advice::AnyRelease,
     "test PyCapsule_IsValid for \"dltensor_versioned\" and for \"dltensor\", "
     "and use the pointer under the name it has"},
    {"capsule-for-array", id::LegacyApi,
     "'PyCapsule' object has no attribute '__dlpack__'", Fault::CapsuleState,
     ExportCall::FromDlpack, PyException::AttributeError, "Python",
     library_advice::AnyRelease,
     "hand over the array itself: the consumer calls its __dlpack__"},
};

} // namespace dlpack_tidy::rules

#endif // DLPACK_TIDY_RULES_LIBRARYERRORS_H
