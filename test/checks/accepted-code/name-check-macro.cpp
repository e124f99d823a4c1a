// RUN: %check_dlpack_tidy %s 'dlpack-*' %t -- -- %dlpack %pybind11
#include <cstring>
#include <stdexcept>
#include <pybind11/pybind11.h>
#include <dlpack/dlpack.h>
namespace py = pybind11;
enum class Level { Info, Fatal };
struct Logger {
  Level level;
  explicit Logger(Level l) : level(l) {}
  ~Logger() noexcept(false) { if (level == Level::Fatal) throw std::runtime_error("check failed"); }
  template <class T> const Logger &operator<<(const T &) const { return *this; }
};
struct Voidifier { void operator&(const Logger &) const {} };
#define K2_CHECK_EQ(x, y) ((x) == (y)) ? (void)0 : Voidifier() & Logger(Level::Fatal) << "failed: " #x
struct Tensor {
  DLManagedTensor *mt = nullptr;
  explicit Tensor(py::capsule capsule) {
    K2_CHECK_EQ(strcmp("dltensor", capsule.name()), 0) << "wrong name " << capsule.name();
    PyCapsule_SetName(capsule.ptr(), "used_dltensor");
    mt = capsule;
    if (mt->dl_tensor.device.device_type != kDLCPU) throw std::runtime_error("device");
  }
  ~Tensor() { if (mt && mt->deleter) mt->deleter(mt); }
};
