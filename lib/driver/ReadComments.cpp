//===--- ReadComments.cpp - the NOLINT comments that a parse came by ------===//

#include "driver/ReadComments.h"

#include "driver/Observed.h"

#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace dlpack_tidy::driver {

bool ReadComments::HandleComment(Preprocessor &From, SourceRange Comment) {
  const SourceManager &Sources = From.getSourceManager();
  auto [File, Begin] = Sources.getDecomposedLoc(Comment.getBegin());
  unsigned End = Sources.getFileOffset(Comment.getEnd());
  llvm::StringRef Text = Sources.getBufferData(File);
  llvm::StringRef Written = Text.slice(Begin, End);
  if (Written.contains("NOLINT") && Written.contains("dlpack")) {
    ReadComments::File &Into =
        Files[canonicalPath(Sources.getFilename(Comment.getBegin()), Folder)];
    Into.Text = Text.str();
    unsigned Last = Sources.getLineNumber(File, End);
    for (unsigned Line = Sources.getLineNumber(File, Begin); Line <= Last;
         ++Line)
      Into.Lines.insert(Line);
  }
  return false; // no tokens were put back
}

} // namespace dlpack_tidy::driver
