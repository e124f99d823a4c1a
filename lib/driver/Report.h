//===--- Report.h - what a scan found, as it is shown ---------------------===//
#ifndef DLPACK_TIDY_DRIVER_REPORT_H
#define DLPACK_TIDY_DRIVER_REPORT_H

#include "driver/ParsedFunctions.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace dlpack_tidy::driver {

/// In lines and Unicode code points, both from 1; all 0 where it is not known.
struct TextRegion {
  unsigned Line = 0, Column = 0, EndLine = 0, EndColumn = 0;
};

/// Paths are absolute until they are shown; lines and columns count from 1,
/// columns and offsets in bytes.
struct Edit {
  std::string File;
  unsigned Offset = 0;
  unsigned Length = 0;
  std::string Text;
  /// Of the file's text when it was analysed, see llvm::hash_value; 0 where
  /// that is not known.
  size_t FileHash = 0;
  /// What is replaced; see SourceCache::fill.
  TextRegion Region = {};

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
  /// The text of that line, without its end; see SourceCache::fill.
  std::string Text = {};
};

struct Finding {
  std::string Check;
  int Level = 0;
  std::string Message;
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0;
  unsigned EndLine = 0;
  /// One past the last column on EndLine; 0 where it is not known.
  unsigned EndColumn = 0;
  std::string Function;
  /// The text of the line it starts on, without its end; see SourceCache::fill.
  std::string Text;
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

/// A place where a tensor goes from one library to another, whether or not
/// something is wrong with it.
struct ExchangePlace {
  /// What is known of who makes the tensor and who takes it: "JAX", "PyTorch",
  /// "nanobind ndarray", "any array", "this code".
  std::string Producer;
  std::string Consumer;
  /// How the tensor reads in the source: "x", "self.tensor".
  std::string Subject;
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0;
  std::string Function;
  /// Something on every way there asked where the array lives, or nobody has
  /// to.
  bool Guarded = false;
  /// The function around it makes the tensor or reads its struct, so that what
  /// is wrong with it may be on any of the function's lines.
  bool InOwnCode = false;

  auto key() const {
    return std::tie(File, Line, Column, Producer, Consumer, Subject);
  }
};

/// One check that a NOLINT comment names.
struct Suppression {
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0;
  /// A check's name, or a pattern with '*'.
  std::string Check;
  /// It silenced a finding.
  bool Used = false;
  /// Whether it silences something can be told: the checks ran, and the file
  /// was analysed to the end.
  bool Judged = true;

  auto key() const { return std::tie(File, Line, Column, Check); }
};

/// What a baseline did to the findings.
struct BaselineOutcome {
  /// Findings that it knew of and that are not shown.
  unsigned Hidden = 0;
  /// Entries that nothing was found for: they were corrected, or are gone.
  unsigned Stale = 0;
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
  std::vector<ExchangePlace> Exchanges;
  std::vector<Suppression> Suppressions;
  /// Set where findings were compared with a baseline.
  std::optional<BaselineOutcome> Baseline;
  /// Of C++ files: what a reader may rely on, function by function.
  std::vector<ParsedFunction> Functions;
  driver::Stats Stats;

  /// Sorts by place and unites what several translation units said alike.
  void normalise();
};

/// \p Path as shown: relative to the current folder.
std::string shownPath(llvm::StringRef Path);
/// The folder that the program was started in, links resolved.
llvm::StringRef startFolder();
/// \p Path as it is seen from \p Folder; both absolute.
std::string relativePath(llvm::StringRef Path, llvm::StringRef Folder);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_REPORT_H
