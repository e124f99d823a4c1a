//===--- Completeness.h - how much of a file could be parsed --------------===//
#ifndef DLPACK_TIDY_DRIVER_COMPLETENESS_H
#define DLPACK_TIDY_DRIVER_COMPLETENESS_H

#include "driver/ParsedFunctions.h"
#include "driver/Report.h"

#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Lex/PPCallbacks.h"
#include "llvm/ADT/StringSet.h"

#include <memory>
#include <string>
#include <vector>

namespace dlpack_tidy::driver {

/// Watches the parse of one translation unit. Headers that are not there are
/// skipped, and errors do not end the parse: what counts is whether they fall
/// into code that has to do with DLPack.
class Completeness {
public:
  /// \p File is the unit's main file; relative paths start from \p Folder.
  Completeness(llvm::StringRef File, llvm::StringRef Folder)
      : File(File), Folder(Folder) {}

  /// Both have to be handed to the parse, and not outlive this.
  std::unique_ptr<clang::PPCallbacks>
  makeCallbacks(const clang::SourceManager &Sources);
  std::unique_ptr<clang::ASTConsumer> makeConsumer();

  /// After the parse: the functions, or else the files, that mention DLPack and
  /// in which one of \p Errors is; and the libraries that are not installed.
  std::vector<NotAnalysed>
  missed(llvm::ArrayRef<clang::tidy::ClangTidyError> Errors) const;

  bool lacksHeaders() const { return !Missing.empty(); }
  /// After the parse: the headers that stood in for ones that are not there.
  const llvm::StringSet<> &standIns() const { return StandIns; }
  /// After the parse: the functions that have to do with DLPack.
  const std::vector<ParsedFunction> &functions() const { return Parsed; }

private:
  class Callbacks;
  class Consumer;
  class Collector;

  struct Function {
    std::string File;
    unsigned Begin, End;
    std::string Name;
    bool Mentions;
  };

  std::vector<std::string> missingHeaders() const;
  const Function *innermost(llvm::StringRef Path, unsigned Offset) const;
  bool fileNamesDLPack(llvm::StringRef Path) const;

  const std::string File;
  const std::string Folder;
  llvm::StringSet<> Missing;
  llvm::StringSet<> StandIns;
  /// Filled where there were errors.
  std::vector<Function> Functions;
  std::vector<ParsedFunction> Parsed;
};

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_COMPLETENESS_H
