// RUN: %check_dlpack_tidy %s 'dlpack-*' %t -- -- %dlpack
#include <stdexcept>
#include <dlpack/dlpack.h>
enum class Level { Info, Fatal };
struct Logger {
  Level level;
  explicit Logger(Level l) : level(l) {}
  ~Logger() noexcept(false) { if (level == Level::Fatal) throw std::runtime_error("check failed"); }
  template <class T> const Logger &operator<<(const T &) const { return *this; }
};
struct Voidifier { void operator&(const Logger &) const {} };
#define K2_CHECK_EQ(x, y) ((x) == (y)) ? (void)0 : Voidifier() & Logger(Level::Fatal) << "failed: " #x
#define REQUIRE(c) (c) ? (void)0 : Voidifier() & Logger(Level::Fatal) << "failed: " #c
float first(const DLTensor &t) {
  REQUIRE(t.device.device_type == kDLCPU);
  REQUIRE(t.dtype.code == kDLFloat && t.dtype.bits == 32 && t.dtype.lanes == 1);
  K2_CHECK_EQ(t.byte_offset, 0) << "offset";
  return static_cast<const float *>(t.data)[0];
}
