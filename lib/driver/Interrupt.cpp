//===--- Interrupt.cpp - Ctrl-C during a scan -----------------------------===//

#include "driver/Interrupt.h"

#include "llvm/Support/Signals.h"

#include <atomic>

namespace dlpack_tidy::driver {

static std::atomic<bool> Seen{false};

InterruptWatch::InterruptWatch() {
  llvm::sys::SetInterruptFunction([] { Seen = true; });
}

InterruptWatch::~InterruptWatch() { llvm::sys::SetInterruptFunction(nullptr); }

bool InterruptWatch::interrupted() { return Seen; }

} // namespace dlpack_tidy::driver
