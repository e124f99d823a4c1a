//===--- Arguments.h - the command line of dlpack-tidy --------------------===//
#ifndef DLPACK_TIDY_DRIVER_ARGUMENTS_H
#define DLPACK_TIDY_DRIVER_ARGUMENTS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace dlpack_tidy::driver {

enum class Command { Scan, List, Explain, Completion, Help };
enum class OutputFormat { Text, Json, Sarif, Github, Html };

/// One of the parts that several machines share a scan in; from 1.
struct ShardChoice {
  unsigned Number = 1;
  unsigned Total = 1;
};

struct Arguments {
  Command Wanted = Command::Scan;
  /// scan: files and folders; explain: a check or an error text; completion: a
  /// shell; help: a topic.
  std::vector<std::string> Words;
  /// Folder of compile_commands.json; empty: look for one.
  std::string BuildFolder;
  /// Globs over check names; empty: all.
  std::string Checks;
  /// Globs over paths.
  std::vector<std::string> Include, Exclude;
  /// Unset: what the configuration files say, else 1.
  std::optional<int> Level;
  unsigned Jobs = 1;
  bool FixSafe = false;
  bool FixUnsafe = false;
  OutputFormat Format = OutputFormat::Text;
  /// Empty: standard output.
  std::string OutputFile;
  /// Findings listed in this file are not shown; empty: none.
  std::string BaselineFile;
  /// Where to list the findings; empty: nowhere.
  std::string NewBaselineFile;
  std::optional<ShardChoice> Shard;
  /// The words are reports of shards, to be made one.
  bool Merge = false;
};

/// True where the first word is one of our own commands; everything else is
/// clang-tidy's command line.
bool isOwnCommand(llvm::StringRef FirstWord);

/// An option of a command: "format", "text|json", "form of the report".
struct OptionHelp {
  std::string Name;
  /// Empty where it takes no value.
  std::string Value;
  std::string Text;
};
/// The options of `scan`, by name.
std::vector<OptionHelp> scanOptions();

/// Reads the command line of one of our own commands. An error is one line for
/// the user. `--help` prints and exits.
llvm::Expected<Arguments> parseArguments(int Count, const char **Values);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_ARGUMENTS_H
