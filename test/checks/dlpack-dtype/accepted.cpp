// Types that were made sure of, or do not matter: silence.
// RUN: %check_dlpack_tidy %s dlpack-dtype %t -- -- %dlpack
#include <dlpack/dlpack.h>
#include <complex>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>

static void need(bool ok) {
  if (!ok)
    throw std::runtime_error("refused");
}
template <typename T> static T *start(const DLTensor &t) {
  return reinterpret_cast<T *>(static_cast<char *>(t.data) + t.byte_offset);
}

float compared(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU);
  if (t.dtype.code != kDLFloat || t.dtype.bits != 32 || t.dtype.lanes != 1)
    throw std::runtime_error("float32 wanted");
  return *start<float>(t);
}

static bool is_float32(DLDataType type) { return type.code == kDLFloat && type.bits == 32 && type.lanes == 1; }
float by_helper(const DLManagedTensor *m) {
  need(m->dl_tensor.device.device_type == kDLCPU && is_float32(m->dl_tensor.dtype));
  return *start<float>(m->dl_tensor);
}

double by_switch(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU && t.dtype.lanes == 1);
  switch (t.dtype.code) {
  case kDLFloat:
    if (t.dtype.bits == 32)
      return *start<float>(t);
    if (t.dtype.bits == 64)
      return *start<double>(t);
    break;
  case kDLInt:
    switch (t.dtype.bits) {
    case 8:
      return *start<signed char>(t);
    case 32:
      return *start<int32_t>(t);
    case 64:
      return static_cast<double>(*start<int64_t>(t));
    }
    break;
  }
  throw std::runtime_error("type");
}

static inline bool operator==(DLDataType l, DLDataType r) {
  return l.code == r.code && l.bits == r.bits && l.lanes == r.lanes;
}
float by_operator(const DLManagedTensor *m) {
  const DLDataType wanted{kDLFloat, 32, 1};
  need(m->dl_tensor.device.device_type == kDLCPU && m->dl_tensor.dtype == wanted);
  return *start<float>(m->dl_tensor);
}

// By its size, a template's argument, a helper elsewhere.
template <typename T> T by_size(const DLManagedTensor *m, uint8_t code) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU);
  need(t.dtype.code == code && t.dtype.bits == 8 * sizeof(T) && t.dtype.lanes == 1);
  return *start<T>(t);
}
template float by_size<float>(const DLManagedTensor *, uint8_t);
template int64_t by_size<int64_t>(const DLManagedTensor *, uint8_t);
float by_product(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU && t.dtype.code == kDLFloat && t.dtype.bits * t.dtype.lanes == 32);
  return *start<float>(t);
}
std::string type_name(DLDataType type);
float by_name(const DLManagedTensor *m) {
  need(m->dl_tensor.device.device_type == kDLCPU);
  if (type_name(m->dl_tensor.dtype) != "float32")
    throw std::runtime_error("float32 wanted");
  return *start<float>(m->dl_tensor);
}

// Bits of another type, and bytes.
uint16_t raw_half(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU && t.dtype.bits == 16 && t.dtype.lanes == 1);
  return *start<uint16_t>(t);
}
void copy(const DLManagedTensor *m, char *to) {
  need(m->dl_tensor.device.device_type == kDLCPU);
  std::memcpy(to, start<char>(m->dl_tensor), 1);
  to[0] = *start<char>(m->dl_tensor);
}
bool flag(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU && t.dtype.code == 6 && t.dtype.bits == 8 && t.dtype.lanes == 1);
  return *start<bool>(t);
}
std::complex<double> complex(const DLManagedTensor *m) {
  const DLTensor &t = m->dl_tensor;
  need(t.device.device_type == kDLCPU && t.dtype.code == kDLComplex && t.dtype.bits == 128 && t.dtype.lanes == 1);
  return *start<std::complex<double>>(t);
}

// Untyped.
void *address(const DLManagedTensor *m) {
  need(m->dl_tensor.device.device_type == kDLCPU);
  return start<void>(m->dl_tensor);
}
