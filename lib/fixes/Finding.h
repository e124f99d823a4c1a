//===--- Finding.h - what a check reports, front end neutral --------------===//
#ifndef DLPACK_TIDY_FIXES_FINDING_H
#define DLPACK_TIDY_FIXES_FINDING_H

#include "model/Span.h"

#include <string>
#include <vector>

namespace dlpack_tidy::fixes {

/// A fix is safe only if it cannot change what already worked.
enum class FixSafety { Safe, Unsafe };

/// Replaces a piece of text; an empty span inserts.
struct Edit {
  model::Span Range;
  std::string Text;
};

struct Fix {
  FixSafety Safety = FixSafety::Unsafe;
  /// An imperative phrase: "copy the array to the host with numpy.array".
  std::string Description;
  std::vector<Edit> Edits;
  /// Headers the new text needs, with their brackets or quotes: "<Python.h>".
  std::vector<std::string> Includes;
};

struct Note {
  model::Span At;
  std::string Message;
};

struct Finding {
  model::Span At;
  /// What will happen at run time, then what to do; no trailing period.
  std::string Message;
  /// The function around it, for reports; filled where the finding is reported.
  std::string Function;
  /// 0 almost never wrong, 1 on by default, 2 opt in.
  int Level = 0;
  std::vector<Note> Notes;
  /// The first one is the preferred fix. Only a safe fix is attached to the
  /// warning itself; the others ride on notes.
  std::vector<Fix> Fixes;
};

} // namespace dlpack_tidy::fixes

#endif // DLPACK_TIDY_FIXES_FINDING_H
