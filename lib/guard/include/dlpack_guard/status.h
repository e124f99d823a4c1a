//===- status.h - Why a tensor was refused, and what to do ------*- C++ -*-===//
//
// Part of dlpack_guard. A Status is a few words in registers: nothing is
// formatted or allocated until somebody asks for the text.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_GUARD_STATUS_H
#define DLPACK_GUARD_STATUS_H

#include "dlpack_guard/abi.h"
#include "dlpack_guard/detail/text.h"
#include "dlpack_guard/device_set.h"
#include <cstdint>
#include <string>
#if defined(__cpp_exceptions)
#include <stdexcept>
#else
#include <cstdio>
#include <cstdlib>
#endif

namespace dlpack_guard {

/// Success, or one broken rule with what was found.
///
/// The text is "<what was found> [rule id]: <what to do>".
class [[nodiscard]] Status {
public:
  /// Success.
  constexpr Status() noexcept = default;

  /// \p Found is a literal in which "{}" stands for the next of the numbers,
  /// "{device}" for the next as a device type and "{dtype}" for the next as an
  /// element type packed by pack(). \p Advice replaces the rule's own.
  constexpr Status(const Rule &Broken, const char *Found, std::int64_t A = 0,
                   std::int64_t B = 0, std::int64_t C = 0) noexcept
      : Broken(&Broken), Found(Found), Advice(Broken.Advice), Numbers{A, B, C} {
  }
  constexpr Status advise(const char *Text) const noexcept {
    Status Changed = *this;
    Changed.Advice = Text;
    return Changed;
  }

  constexpr bool ok() const noexcept { return Broken == nullptr; }
  constexpr explicit operator bool() const noexcept { return ok(); }

  /// The broken rule, under the name of its check: "dlpack-strides"; "" for
  /// success.
  constexpr const char *rule() const noexcept {
    return Broken ? Broken->Id : "";
  }
  bool broke(const Rule &R) const noexcept {
    // By name: each shared library has its own copy of the rules.
    return Broken != nullptr && std::strcmp(Broken->Id, R.Id) == 0;
  }

  /// Writes the text into \p Buffer, cut to \p Size - 1 bytes and a NUL; the
  /// length is returned. Allocates nothing.
  std::size_t write(char *Buffer, std::size_t Size) const noexcept {
    detail::TextWriter Out(Buffer, Size);
    if (ok()) {
      Out.add("ok");
      return Out.size();
    }
    Out.addFormatted(Found, Numbers);
    Out.add(" [");
    Out.add(Broken->Id);
    Out.add("]: ");
    Out.add(Advice);
    return Out.size();
  }

  /// The same as a string.
  std::string message() const {
    char Buffer[768];
    return std::string(Buffer, write(Buffer, sizeof Buffer));
  }

  /// An element type as a number for "{dtype}".
  static constexpr std::int64_t pack(const DLDataType &Type) noexcept {
    return (std::int64_t(Type.code) << 24) | (std::int64_t(Type.bits) << 16) |
           Type.lanes;
  }

private:
  const Rule *Broken = nullptr;
  const char *Found = nullptr;
  const char *Advice = nullptr;
  std::int64_t Numbers[3] = {0, 0, 0};
};

#if defined(__cpp_exceptions)
/// Thrown by the accessors that have no Status to return. what() is the text.
class Error : public std::runtime_error {
public:
  explicit Error(const Status &Why)
      : std::runtime_error(Why.message()), Why(Why) {}
  const Status &status() const noexcept { return Why; }

private:
  Status Why;
};
#endif

namespace detail {

/// Throws Error; without exceptions prints the text and ends the program,
/// because going on would touch memory the tensor does not allow.
[[noreturn]] inline void fail(const Status &Why) {
#if defined(__cpp_exceptions)
  throw Error(Why);
#else
  char Buffer[768];
  Why.write(Buffer, sizeof Buffer);
  std::fprintf(stderr, "dlpack_guard: %s\n", Buffer);
  std::abort();
#endif
}

} // namespace detail
} // namespace dlpack_guard

#endif // DLPACK_GUARD_STATUS_H
