//===--- Findings.h - findings about places in C++ text -------------------===//
#ifndef DLPACK_TIDY_CHECKS_FINDINGS_H
#define DLPACK_TIDY_CHECKS_FINDINGS_H

#include "fixes/Finding.h"
#include "model/ClangSpan.h"

#include "clang/Basic/SourceLocation.h"

#include <string>

namespace dlpack_tidy::checks {

inline fixes::Finding findingAt(clang::SourceRange At, std::string Message,
                                int Level = 0) {
  fixes::Finding Found;
  Found.At = model::spanOf(At);
  Found.Message = std::move(Message);
  Found.Level = Level;
  return Found;
}

inline void addNote(fixes::Finding &To, clang::SourceRange At,
                    std::string Message) {
  To.Notes.push_back({model::spanOf(At), std::move(Message)});
}

} // namespace dlpack_tidy::checks

#endif // DLPACK_TIDY_CHECKS_FINDINGS_H
