//===--- CompileDatabase.h - compile_commands.json ------------------------===//
#ifndef DLPACK_TIDY_DRIVER_COMPILEDATABASE_H
#define DLPACK_TIDY_DRIVER_COMPILEDATABASE_H

#include "driver/Unit.h"

#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dlpack_tidy::driver {

class CompileDatabase {
public:
  /// The database in \p Folder, as asked for on the command line; commands for
  /// sources that it lacks are inferred from similar ones. Fails where there
  /// is none, or none that can be read.
  static llvm::Expected<CompileDatabase> load(llvm::StringRef Folder);
  /// Looks in the folders above each of \p Paths, up to the root of its
  /// checkout, and in the build folders there. Such a database speaks only of
  /// what it lists.
  static llvm::Expected<std::optional<CompileDatabase>>
  look(llvm::ArrayRef<std::string> Paths);

  /// Where compile_commands.json is.
  const std::string &folder() const { return Folder; }

  struct Command {
    std::string Folder;
    /// The compiler's words, its name first.
    std::vector<std::string> Words;
  };
  std::optional<Command> find(llvm::StringRef File) const;
  /// Absolute paths of the sources it lists.
  std::vector<std::string> files() const;

private:
  std::string Folder;
  bool Infers = false;
  std::unique_ptr<clang::tooling::CompilationDatabase> Database;
};

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_COMPILEDATABASE_H
