//===--- Progress.h - how far a scan is -----------------------------------===//
#ifndef DLPACK_TIDY_DRIVER_PROGRESS_H
#define DLPACK_TIDY_DRIVER_PROGRESS_H

#include "llvm/ADT/StringRef.h"

#include <chrono>
#include <mutex>
#include <string>

namespace dlpack_tidy::driver {

/// One line on standard error that is written over and over: files done, what
/// was found, the time that is left. Only a person at a terminal is told. May
/// be called from several threads.
class Progress {
public:
  explicit Progress(size_t Total);
  ~Progress();
  Progress(const Progress &) = delete;

  void begin(llvm::StringRef File);
  void end(size_t Findings);

private:
  void draw();

  const size_t Total;
  const bool Shown;
  const std::chrono::steady_clock::time_point Started;
  std::mutex Mutex;
  size_t Done = 0;
  size_t Findings = 0;
  std::string Current;
};

/// "[3/12] 2 findings, 0:41 left  sub/a.cpp", no longer than \p Columns. What a
/// file's name could do to a terminal is taken out of it.
std::string progressLine(size_t Done, size_t Total, size_t Findings,
                         double Seconds, llvm::StringRef File, size_t Columns);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_PROGRESS_H
