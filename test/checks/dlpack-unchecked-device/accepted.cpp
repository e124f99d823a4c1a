// Every way to be sure that the host may read: silence.
// RUN: %check_dlpack_tidy %s dlpack-unchecked-device %t -- -config='{CheckOptions: {GuardFunctions: "on_our_side"}}' -- %dlpack %python_inc
#include <Python.h>
#include <dlpack/dlpack.h>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <stdexcept>

static void need(bool ok) {
  if (!ok)
    throw std::runtime_error("refused");
}
static const float *start(const DLTensor &t) {
  return reinterpret_cast<const float *>(static_cast<const char *>(t.data) + t.byte_offset);
}
void gpu_copy(void *to, const void *from, std::size_t bytes);
extern "C" int cudaMemcpy(void *to, const void *from, std::size_t bytes, int kind);
extern "C" int cudaDeviceSynchronize();
[[noreturn]] void refuse(const char *why);

float compared(const DLManagedTensor *m) {
  if (m->dl_tensor.device.device_type != kDLCPU)
    throw std::runtime_error("host only");
  return *start(m->dl_tensor);
}

float listed(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  if (t.device.device_type != kDLCPU && t.device.device_type != kDLCUDAHost && t.device.device_type != kDLROCMHost)
    refuse("host only");
  return *start(t);
}

float by_number(const DLManagedTensor *m) {
  const int type = m->dl_tensor.device.device_type;
  need(type == 1 || type == 3 || type == 11 || type == 20);
  return *start(m->dl_tensor);
}

float switched(const DLManagedTensor *m) {
  switch (m->dl_tensor.device.device_type) {
  case kDLCPU:
  case kDLCUDAHost:
  case kDLROCMHost:
    return *start(m->dl_tensor);
  case kDLCUDA: {
    float value;
    cudaMemcpy(&value, start(m->dl_tensor), sizeof value, 4);
    return value;
  }
  default:
    throw std::runtime_error("device");
  }
}

// A macro, with the message where it belongs.
#define CHECK_EQ(A, B) \
  if ((A) != (B)) \
  throw std::runtime_error(#A " is not " #B)
float by_macro(const DLManagedTensor *m) {
  CHECK_EQ(m->dl_tensor.device.device_type, kDLCPU);
  return *start(m->dl_tensor);
}

// A predicate, followed and negated.
static bool readable(const DLDevice &d) {
  switch (static_cast<int>(d.device_type)) {
  case kDLCPU:
  case kDLCUDAHost:
  case kDLROCMHost:
  case 20:
    return true;
  default:
    return false;
  }
}
float by_predicate(const DLManagedTensor *m) {
  if (!readable(m->dl_tensor.device))
    return 0;
  return *start(m->dl_tensor);
}

// A helper that throws.
static void check_host(const DLTensor *t) {
  if (t->device.device_type != kDLCPU)
    throw std::runtime_error("host only");
}
float by_throwing_helper(const DLManagedTensor *m) {
  check_host(&m->dl_tensor);
  return *start(m->dl_tensor);
}

// A local lambda.
float by_lambda(const DLManagedTensor *m) {
  auto check_cpu = [](const DLTensor &t) {
    if (t.device.device_type != kDLCPU)
      throw std::runtime_error("host only");
  };
  check_cpu(m->dl_tensor);
  return *start(m->dl_tensor);
}

// A converter with a refusing default, its result compared.
enum class Where { Host, Device };
static Where where(DLDevice d) {
  switch (d.device_type) {
  case kDLCPU:
    return Where::Host;
  case kDLCUDA:
    return Where::Device;
  default:
    throw std::runtime_error("device");
  }
}
void by_converter(const DLManagedTensor *m, void *to, std::size_t bytes) {
  if (where(m->dl_tensor.device) == Where::Host)
    std::memcpy(to, start(m->dl_tensor), bytes);
  else
    gpu_copy(to, start(m->dl_tensor), bytes);
}
void by_held_converter(const DLManagedTensor *m, void *to, std::size_t bytes) {
  const Where at = where(m->dl_tensor.device);
  if (at == Where::Device)
    gpu_copy(to, start(m->dl_tensor), bytes);
  else
    std::memcpy(to, start(m->dl_tensor), bytes);
}
void by_switched_converter(const DLManagedTensor *m, void *to, std::size_t bytes) {
  switch (where(m->dl_tensor.device)) {
  case Where::Host:
    std::memcpy(to, start(m->dl_tensor), bytes);
    break;
  case Where::Device:
    gpu_copy(to, start(m->dl_tensor), bytes);
    break;
  }
}

// A table that throws for what it does not know.
float by_table(const DLManagedTensor *m, const std::map<int, std::function<float(const float *)>> &readers) {
  readers.at(m->dl_tensor.device.device_type);
  return *start(m->dl_tensor);
}

// Equality with a tensor that was tested.
float by_other(const DLManagedTensor *a, const DLManagedTensor *b) {
  need(a->dl_tensor.device.device_type == kDLCPU);
  need(b->dl_tensor.device.device_type == a->dl_tensor.device.device_type);
  return *start(a->dl_tensor) + *start(b->dl_tensor);
}

// An expected device from elsewhere.
float expected(const DLManagedTensor *m, DLDeviceType host) {
  if (m->dl_tensor.device.device_type != host)
    return 0;
  return *start(m->dl_tensor);
}

// Held in a variable, set on two ways.
float held(const DLManagedTensor *m) {
  bool host = false;
  if (m->dl_tensor.device.device_type == kDLCPU)
    host = true;
  if (!host)
    return 0;
  return *start(m->dl_tensor);
}

// Managed memory after the device has finished.
float managed(const DLManagedTensor *m) {
  need(m->dl_tensor.device.device_type == kDLCUDAManaged);
  cudaDeviceSynchronize();
  return *start(m->dl_tensor);
}

// Every caller in this file has tested.
static float get(const DLTensor &t) { return *start(t); }
float first_caller(const DLManagedTensor *m) {
  need(m->dl_tensor.device.device_type == kDLCPU);
  return get(m->dl_tensor);
}
float second_caller(const DLManagedTensor *m) {
  check_host(&m->dl_tensor);
  return get(m->dl_tensor);
}

// Guards whose bodies are elsewhere: by name, and by option.
bool is_cpu_tensor(const DLTensor *t);
void on_our_side(const DLTensor *t);
float by_name(const DLManagedTensor *m) {
  need(is_cpu_tensor(&m->dl_tensor));
  return *start(m->dl_tensor);
}
float by_option(const DLManagedTensor *m) {
  on_our_side(&m->dl_tensor);
  return *start(m->dl_tensor);
}

// Metadata, whatever the device.
int64_t elements(PyObject *capsule) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  if (m == nullptr)
    return -1;
  int64_t n = 1;
  for (int i = 0; i < m->dl_tensor.ndim; ++i)
    n *= m->dl_tensor.shape[i];
  return n;
}

// Memory moved by what knows devices.
void moved(PyObject *capsule, void *to, std::size_t bytes) {
  auto *m = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  cudaMemcpy(to, start(m->dl_tensor), bytes, 4);
}

// A kernel that its callers elsewhere have prepared.
void add(const DLTensor *a, DLTensor *b) { *const_cast<float *>(start(*b)) += *start(*a); }
