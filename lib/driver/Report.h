//===--- Report.h - what a scan found, as it is shown ---------------------===//
#ifndef DLPACK_TIDY_DRIVER_REPORT_H
#define DLPACK_TIDY_DRIVER_REPORT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <tuple>
#include <vector>

namespace dlpack_tidy::driver {

/// Paths are absolute until they are shown; lines and columns count from 1,
/// columns and offsets in bytes.
struct Edit {
  std::string File;
  unsigned Offset = 0;
  unsigned Length = 0;
  std::string Text;
  /// Of the file's text when it was analysed; see llvm::hash_value.
  size_t FileHash = 0;

  friend bool operator==(const Edit &L, const Edit &R) {
    return std::tie(L.File, L.Offset, L.Length, L.Text) ==
           std::tie(R.File, R.Offset, R.Length, R.Text);
  }
};

struct Fix {
  bool Safe = false;
  std::string Description;
  std::vector<Edit> Edits;
};

struct Note {
  std::string Message;
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0;
};

struct Finding {
  std::string Check;
  int Level = 0;
  std::string Message;
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0;
  unsigned EndLine = 0;
  std::string Function;
  std::vector<Note> Notes;
  /// The preferred fix first.
  std::vector<Fix> Fixes;

  auto key() const { return std::tie(File, Line, Column, Check, Message); }
};

/// An input, or one function of it, about which the scan says nothing.
struct NotAnalysed {
  std::string File;
  /// Empty where the whole file is meant.
  std::string Function;
  std::string Reason;

  auto key() const { return std::tie(File, Function, Reason); }
};

struct Stats {
  unsigned Files = 0;
  /// Files that cannot mention DLPack and were not parsed.
  unsigned Skipped = 0;
  unsigned Analysed = 0;
  double Seconds = 0;
};

struct Report {
  std::vector<Finding> Findings;
  std::vector<NotAnalysed> Missed;
  driver::Stats Stats;

  /// Sorts by place and drops what several translation units said alike.
  void normalise();
};

/// \p Path as shown: relative to the current folder.
std::string shownPath(llvm::StringRef Path);

/// One line for each file of which something was not analysed.
void writeMissed(const Report &Found, llvm::raw_ostream &Out);
/// For people: one line a finding as compilers write it, notes, a closing line.
void writeText(const Report &Found, llvm::raw_ostream &Out);

/// For programs: one object with the keys version, findings, notAnalysed and
/// stats; paths relative to the current folder.
void writeJson(const Report &Found, llvm::raw_ostream &Out);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_REPORT_H
