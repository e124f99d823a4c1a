//===--- ReadComments.h - the NOLINT comments that a parse came by --------===//
#ifndef DLPACK_TIDY_DRIVER_READCOMMENTS_H
#define DLPACK_TIDY_DRIVER_READCOMMENTS_H

#include "clang/Lex/Preprocessor.h"

#include <map>
#include <set>
#include <string>

namespace dlpack_tidy::driver {

/// Hears of every comment that is not in code the preprocessor skips, and keeps
/// those that may silence a check of ours.
class ReadComments : public clang::CommentHandler {
public:
  /// \p Folder is what relative paths of the translation unit start from.
  explicit ReadComments(llvm::StringRef Folder) : Folder(Folder) {}

  bool HandleComment(clang::Preprocessor &From,
                     clang::SourceRange Comment) override;

  struct File {
    std::string Text;
    /// The lines that comments stand on.
    std::set<unsigned> Lines;
  };
  const std::map<std::string, File> &files() const { return Files; }

private:
  const std::string Folder;
  std::map<std::string, File> Files;
};

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_READCOMMENTS_H
