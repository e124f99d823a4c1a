// An address that goes on from a capsule, whatever device it is of.
// RUN: %check_dlpack_tidy %s dlpack-unchecked-device %t -- -- %dlpack %python_inc
#include <Python.h>
#include <dlpack/dlpack.h>
#include <cstdint>
#include <stdexcept>

struct External {
  std::uint64_t address;
  std::size_t bytes;
};
void import_buffer(const External &external);
void import_pointer(void *data, std::size_t bytes);
int place_of(const DLTensor &tensor);

void stored(PyObject *capsule) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  if (!m)
    throw std::runtime_error("no tensor");
  PyCapsule_SetName(capsule, "used_dltensor");
  External external;
  external.bytes = 4;
  external.address = reinterpret_cast<std::uint64_t>(m->dl_tensor.data) + m->dl_tensor.byte_offset;
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: 'm->dl_tensor.data' is handed on and nothing here asks what device it is on
  import_buffer(external);
  if (m->deleter)
    m->deleter(m);
}

void passed(PyObject *capsule) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  if (!m)
    throw std::runtime_error("no tensor");
  PyCapsule_SetName(capsule, "used_dltensor");
  import_pointer(static_cast<char *>(m->dl_tensor.data) + m->dl_tensor.byte_offset, 4);
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: 'm->dl_tensor.data' is handed on and nothing here asks what device it is on
  if (m->deleter)
    m->deleter(m);
}

// Silence: the device is looked at, travels beside the address, or somebody
// else is asked.
void tested(PyObject *capsule) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  if (!m)
    throw std::runtime_error("no tensor");
  PyCapsule_SetName(capsule, "used_dltensor");
  if (m->dl_tensor.device.device_type != kDLCUDA)
    throw std::runtime_error("CUDA only");
  import_pointer(static_cast<char *>(m->dl_tensor.data) + m->dl_tensor.byte_offset, 4);
  if (m->deleter)
    m->deleter(m);
}

void import_with_device(void *data, int device_type);
void travels(PyObject *capsule) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  if (!m)
    throw std::runtime_error("no tensor");
  PyCapsule_SetName(capsule, "used_dltensor");
  import_with_device(static_cast<char *>(m->dl_tensor.data) + m->dl_tensor.byte_offset,
                     m->dl_tensor.device.device_type);
  if (m->deleter)
    m->deleter(m);
}

void asked(PyObject *capsule) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  if (!m)
    throw std::runtime_error("no tensor");
  PyCapsule_SetName(capsule, "used_dltensor");
  if (place_of(m->dl_tensor) != 0)
    throw std::runtime_error("not here");
  import_pointer(static_cast<char *>(m->dl_tensor.data) + m->dl_tensor.byte_offset, 4);
  if (m->deleter)
    m->deleter(m);
}

// Who only borrows mostly copies with what knows devices.
void copy_anything(void *to, const void *from, std::size_t bytes);
void borrowed(PyObject *capsule, void *to) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  if (m)
    copy_anything(to, static_cast<char *>(m->dl_tensor.data) + m->dl_tensor.byte_offset, 4);
}

// The caller may have asked.
void given(DLManagedTensor *m) {
  import_pointer(static_cast<char *>(m->dl_tensor.data) + m->dl_tensor.byte_offset, 4);
}
