//===--- Interrupt.h - Ctrl-C during a scan -------------------------------===//
#ifndef DLPACK_TIDY_DRIVER_INTERRUPT_H
#define DLPACK_TIDY_DRIVER_INTERRUPT_H

namespace dlpack_tidy::driver {

/// While it lives, the first interrupt only sets a mark, so that a scan can end
/// in order; a second one ends the process at once.
class InterruptWatch {
public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch &) = delete;

  static bool interrupted();
};

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_INTERRUPT_H
