//===--- Progress.cpp - how far a scan is ---------------------------------===//

#include "driver/Progress.h"

#include "driver/Report.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace dlpack_tidy::driver {
namespace {

double secondsSince(std::chrono::steady_clock::time_point Started) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                       Started)
      .count();
}

} // namespace

std::string progressLine(size_t Done, size_t Total, size_t Findings,
                         double Seconds, StringRef File, size_t Columns) {
  std::string Line = formatv("[{0}/{1}] {2} finding{3}", Done, Total, Findings,
                             Findings == 1 ? "" : "s");
  if (Done > 0 && Done < Total) {
    size_t Left = static_cast<size_t>(Seconds / Done * (Total - Done) + 0.5);
    Line +=
        formatv(", {0}:{1} left", Left / 60, utostr(Left % 60 + 100).substr(1));
  }
  size_t Room = Columns > Line.size() + 3 ? Columns - Line.size() - 3 : 0;
  // The end of a path tells more than its beginning.
  std::string Name = File.take_back(Room).str();
  for (char &Each : Name)
    if (!isPrint(Each))
      Each = '?';
  return Name.empty() ? Line : Line + "  " + Name;
}

Progress::Progress(size_t Total)
    : Total(Total), Shown(errs().is_displayed() && Total > 1),
      Started(std::chrono::steady_clock::now()) {
  if (Shown)
    draw();
}

Progress::~Progress() {
  if (Shown) {
    errs() << "\r\033[K";
    errs().flush();
  }
}

void Progress::begin(StringRef File) {
  if (!Shown)
    return;
  std::lock_guard<std::mutex> Lock(Mutex);
  Current = shownPath(File);
  draw();
}

void Progress::end(size_t More) {
  if (!Shown)
    return;
  std::lock_guard<std::mutex> Lock(Mutex);
  ++Done;
  Findings += More;
  draw();
}

void Progress::draw() {
  constexpr unsigned Narrowest = 20, Usual = 80;
  unsigned Columns = sys::Process::StandardErrColumns();
  errs() << "\r\033[K"
         << progressLine(Done, Total, Findings, secondsSince(Started), Current,
                         Columns < Narrowest ? Usual : Columns);
  errs().flush();
}

} // namespace dlpack_tidy::driver
