// Read before the first line of a file some of whose headers are missing. A name
// that only those headers declare is declared on the spot as "could be anything":
// this class. Nothing here is ever compiled or run.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

// The operators are hidden friends: free templates would be candidates for every
// expression of the standard library.
#define DLPACK_TIDY_BINARY(RESULT, OP)                                         \
  template <class T>                                                           \
  friend RESULT operator OP(const dlpack_tidy_anything &, const T &);          \
  template <class T>                                                           \
  friend std::enable_if_t<!std::is_same<T, dlpack_tidy_anything>::value,       \
                          RESULT>                                              \
  operator OP(const T &, const dlpack_tidy_anything &);

struct dlpack_tidy_anything {
  constexpr dlpack_tidy_anything() {}
  constexpr dlpack_tidy_anything(const dlpack_tidy_anything &) {}
  constexpr dlpack_tidy_anything(dlpack_tidy_anything &&) {}
  template <class A> constexpr dlpack_tidy_anything(A &&) {}
  template <class A, class B, class... C>
  constexpr dlpack_tidy_anything(A &&, B &&, C &&...) {}
  template <class A>
  dlpack_tidy_anything(std::initializer_list<A>);

  dlpack_tidy_anything &operator=(const dlpack_tidy_anything &);
  template <class A> dlpack_tidy_anything &operator=(A &&);

  template <class T> operator T &() const;
  template <class T> operator T *() const;
  explicit operator bool() const;

  template <class... A> dlpack_tidy_anything operator()(A &&...) const;
  template <class I> dlpack_tidy_anything &operator[](I &&) const;
  dlpack_tidy_anything &operator*() const;
  dlpack_tidy_anything *operator->() const;
  dlpack_tidy_anything &operator++();
  dlpack_tidy_anything operator++(int);
  dlpack_tidy_anything &operator--();
  dlpack_tidy_anything operator--(int);
  dlpack_tidy_anything operator-() const;
  dlpack_tidy_anything operator+() const;
  dlpack_tidy_anything operator~() const;
  dlpack_tidy_anything *begin() const;
  dlpack_tidy_anything *end() const;

  DLPACK_TIDY_BINARY(dlpack_tidy_anything, +)
  DLPACK_TIDY_BINARY(dlpack_tidy_anything, -)
  DLPACK_TIDY_BINARY(dlpack_tidy_anything, *)
  DLPACK_TIDY_BINARY(dlpack_tidy_anything, /)
  DLPACK_TIDY_BINARY(dlpack_tidy_anything, %)
  DLPACK_TIDY_BINARY(dlpack_tidy_anything, <<)
  DLPACK_TIDY_BINARY(dlpack_tidy_anything, >>)
  DLPACK_TIDY_BINARY(dlpack_tidy_anything, |)
  DLPACK_TIDY_BINARY(dlpack_tidy_anything, &)
  DLPACK_TIDY_BINARY(dlpack_tidy_anything, ^)
  DLPACK_TIDY_BINARY(bool, ==)
  DLPACK_TIDY_BINARY(bool, !=)
  DLPACK_TIDY_BINARY(bool, <)
  DLPACK_TIDY_BINARY(bool, >)
  DLPACK_TIDY_BINARY(bool, <=)
  DLPACK_TIDY_BINARY(bool, >=)
  template <class T> dlpack_tidy_anything &operator+=(const T &);
  template <class T> dlpack_tidy_anything &operator-=(const T &);
  template <class T> dlpack_tidy_anything &operator*=(const T &);
  template <class T> dlpack_tidy_anything &operator/=(const T &);
  template <class T> dlpack_tidy_anything &operator%=(const T &);
  template <class T> dlpack_tidy_anything &operator<<=(const T &);
  template <class T> dlpack_tidy_anything &operator>>=(const T &);
  template <class T> dlpack_tidy_anything &operator|=(const T &);
  template <class T> dlpack_tidy_anything &operator&=(const T &);
  template <class T> dlpack_tidy_anything &operator^=(const T &);
};
#undef DLPACK_TIDY_BINARY

// What a missing check macro does when its condition does not hold. The stream
// takes whatever message follows the macro.
struct dlpack_tidy_message {
  template <class T> dlpack_tidy_message &operator<<(const T &);
  dlpack_tidy_message &operator<<(std::ostream &(*)(std::ostream &));
};
struct dlpack_tidy_void {
  void operator&(const dlpack_tidy_message &) const;
};
[[noreturn]] dlpack_tidy_message &dlpack_tidy_fail();
