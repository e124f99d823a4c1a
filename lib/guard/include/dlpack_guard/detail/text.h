//===- text.h - Messages without allocation ---------------------*- C++ -*-===//
//
// Part of dlpack_guard. Only status.h and python.h need this.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_GUARD_DETAIL_TEXT_H
#define DLPACK_GUARD_DETAIL_TEXT_H

#include "dlpack_guard/device_set.h"
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace dlpack_guard {
namespace detail {

/// Appends to a buffer of fixed size; what does not fit is cut off, never in
/// the middle of a UTF-8 character.
class TextWriter {
public:
  TextWriter(char *Buffer, std::size_t Capacity) noexcept
      : Buffer(Buffer), Capacity(Capacity) {
    if (Capacity != 0)
      Buffer[0] = '\0';
  }

  std::size_t size() const noexcept { return Used; }

  void add(const char *Text) noexcept {
    if (Text != nullptr)
      add(Text, std::strlen(Text));
  }

  void add(const char *Text, std::size_t Length) noexcept {
    if (Capacity == 0)
      return;
    const std::size_t Room = Capacity - 1 - Used;
    if (Length > Room) {
      Length = Room;
      // 10xxxxxx continues a character: it must not be the first byte lost.
      while (Length != 0 &&
             (static_cast<unsigned char>(Text[Length]) & 0xC0) == 0x80)
        --Length;
    }
    std::memcpy(Buffer + Used, Text, Length);
    Used += Length;
    Buffer[Used] = '\0';
  }

  void addNumber(std::int64_t Value) noexcept {
    char Digits[24];
    std::size_t At = sizeof Digits;
    // The magnitude of the smallest value exists only without a sign.
    std::uint64_t Rest = static_cast<std::uint64_t>(Value);
    if (Value < 0)
      Rest = ~Rest + 1;
    do {
      Digits[--At] = static_cast<char>('0' + Rest % 10);
      Rest /= 10;
    } while (Rest != 0);
    if (Value < 0)
      Digits[--At] = '-';
    add(Digits + At, sizeof Digits - At);
  }

  /// "kDLMetal (8)", or "device type 42".
  void addDevice(std::int64_t Type) noexcept {
    const char *Name = device_name(static_cast<std::int32_t>(Type));
    if (Name == nullptr) {
      add("device type ");
      addNumber(Type);
      return;
    }
    add(Name);
    add(" (");
    addNumber(Type);
    add(")");
  }

  /// "kDLFloat with 32 bits", and " x 4 lanes" where there are several.
  void addDtype(std::int64_t Packed) noexcept {
    const std::int64_t Code = (Packed >> 24) & 0xFF, Lanes = Packed & 0xFFFF;
    const char *Name = nullptr;
    for (const DtypeRow &Row : DtypeRows)
      if (Row.Code == Code)
        Name = Row.Name;
    if (Name == nullptr) {
      add("type code ");
      addNumber(Code);
    } else {
      add(Name);
    }
    add(" with ");
    addNumber((Packed >> 16) & 0xFF);
    add(" bits");
    if (Lanes != 1) {
      add(" x ");
      addNumber(Lanes);
      add(" lanes");
    }
  }

  /// Replaces "{}", "{device}" and "{dtype}" by the numbers, in turn.
  void addFormatted(const char *Format,
                    const std::int64_t (&Numbers)[3]) noexcept {
    std::size_t Next = 0;
    for (const char *At = Format; *At != '\0';) {
      const char *Open = std::strchr(At, '{');
      const char *Close = Open ? std::strchr(Open, '}') : nullptr;
      if (Close == nullptr || Next == 3) {
        add(At);
        return;
      }
      add(At, static_cast<std::size_t>(Open - At));
      const std::int64_t Value = Numbers[Next++];
      if (Open[1] == '}')
        addNumber(Value);
      else if (std::strncmp(Open, "{device}", 8) == 0)
        addDevice(Value);
      else
        addDtype(Value);
      At = Close + 1;
    }
  }

private:
  char *Buffer;
  std::size_t Capacity;
  std::size_t Used = 0;
};

} // namespace detail
} // namespace dlpack_guard

#endif // DLPACK_GUARD_DETAIL_TEXT_H
