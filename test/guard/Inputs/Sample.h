//===- Sample.h - An array that tests can make in any layout ----*- C++ -*-===//
//
// The same class is bound through the CPython API, pybind11 and nanobind.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_GUARD_TEST_SAMPLE_H
#define DLPACK_GUARD_TEST_SAMPLE_H

#include <atomic>
#include <cstdint>
#include <cstring>
#include <dlpack_guard/core.h>
#include <dlpack_guard/exported.h>
#include <memory>
#include <string>
#include <vector>

struct Sample {
  std::string Bytes;
  int Code = 0, Bits = 0, Lanes = 1;
  std::vector<std::int64_t> Shape, Strides;
  bool HasStrides = false;
  std::int64_t Offset = 0; ///< bytes to the first element
  bool IsReadOnly = false, MayBeNegative = false, KeepsBytes = false;
  int DeviceType = 1, DeviceId = 0;
  std::string Fault; ///< what the description does: "", "throw", "stream"

  inline static std::atomic<std::int64_t> Alive{0};
  inline static std::atomic<std::int64_t> Described{0};
  inline static std::atomic<std::int64_t> LastStream{-99};

  Sample() { ++Alive; }
  Sample(const Sample &) = delete;
  Sample &operator=(const Sample &) = delete;
  ~Sample() {
    // Whoever still reads shows it.
    std::memset(Bytes.data(), 0xEE, Bytes.size());
    --Alive;
  }

  dlpack_guard::Exported describe() {
    ++Described;
    dlpack_guard::Exported Array(static_cast<void *>(Bytes.data() + Offset),
                                 Shape);
    DLDataType Type{};
    Type.code = static_cast<std::uint8_t>(Code);
    Type.bits = static_cast<std::uint8_t>(Bits);
    Type.lanes = static_cast<std::uint16_t>(Lanes);
    Array.dtype(Type).device(DeviceType, DeviceId).read_only(IsReadOnly);
    if (HasStrides)
      Array.strides(Strides);
    if (MayBeNegative)
      Array.allow_negative_strides();
    if (Fault == "stream")
      Array.synchronize([](std::int64_t Stream) {
        LastStream = Stream;
        return true;
      });
    if (Fault == "stream fails")
      Array.synchronize([](std::int64_t) { return false; });
    if (Fault == "to host")
      Array.copy_to_host([this](void *Destination) {
        std::memcpy(Destination, Bytes.data(), Bytes.size());
        return true;
      });
    if (KeepsBytes)
      Array.keep(std::make_shared<std::string>("an owner that is not Python"));
    return Array;
  }
};

#endif // DLPACK_GUARD_TEST_SAMPLE_H
