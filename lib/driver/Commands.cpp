//===--- Commands.cpp - how each file is parsed ---------------------------===//

#include "driver/Commands.h"

#include "driver/Fallback.h"
#include "driver/ForeignFlags.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;
namespace path = llvm::sys::path;

namespace dlpack_tidy::driver {
namespace {

using Words = std::vector<std::string>;

void append(Words &To, std::initializer_list<StringRef> More) {
  for (StringRef Each : More)
    To.push_back(Each.str());
}

/// How every unit is parsed. The compiler's warnings and its closing
/// "5 warnings generated" are not our business; the checks' own do not go its
/// way. No error ends the parse, and none costs a search for similar names.
Words commonWords(StringRef Program, const Toolchain &Tools) {
  Words Common;
  append(Common, {Program, "-fsyntax-only", "-w", "-ferror-limit=0",
                  "-fno-caret-diagnostics", "-fno-spell-checking",
                  "-resource-dir=" + Tools.ResourceFolder});
  return Common;
}

/// CUDA is read as host code, with or without its toolkit.
void addCuda(Words &To) {
  append(To, {"-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib"});
}

void addLanguage(Language Written, Words &To) {
  switch (Written) {
  case Language::C:
    append(To, {"-x", "c"});
    return;
  case Language::Cuda:
    addCuda(To);
    break;
  case Language::Cxx:
  case Language::Header:
  case Language::Python: // no compiler is asked for it
    append(To, {"-x", "c++"});
    break;
  }
  To.push_back("-std=c++20");
}

void useFallback(UnitCommand &Unit, Language Written, std::string Macros) {
  for (std::string &Each : fallbackFlags(Written))
    Unit.Arguments.push_back(std::move(Each));
  Unit.Macros = std::move(Macros);
}

} // namespace

UnitCommand commandWithoutDatabase(const Source &File,
                                   ArrayRef<std::string> Folders,
                                   std::optional<std::string> Macros,
                                   const Toolchain &Tools) {
  UnitCommand Unit;
  Unit.File = File.Path;
  Unit.Folder = path::parent_path(File.Path).str();
  Unit.Arguments = commonWords("clang++", Tools);
  addLanguage(File.Written, Unit.Arguments);
  for (const std::string &Each : Folders)
    append(Unit.Arguments, {"-I", Each});
  for (const std::string &Each : Tools.IncludeFolders)
    append(Unit.Arguments, {"-isystem", Each});
  if (Macros)
    useFallback(Unit, File.Written, std::move(*Macros));
  Unit.Arguments.push_back(File.Path);
  return Unit;
}

UnitCommand commandFromDatabase(const Source &File,
                                const CompileDatabase::Command &Known,
                                const Toolchain &Tools) {
  UnitCommand Unit;
  Unit.File = File.Path;
  Unit.Folder = Known.Folder;
  StringRef Program = path::stem(Known.Words.front());
  bool Plain = File.Written == Language::C && !Program.contains("++");
  Unit.Arguments = commonWords(Plain ? "clang" : "clang++", Tools);
  bool Cuda = File.Written == Language::Cuda || Program.starts_with("nvcc");
  if (Cuda)
    addCuda(Unit.Arguments);
  ClangFlags Flags = flagsForClang(Known.Words, Known.Folder);
  llvm::append_range(Unit.Arguments, Flags.Kept);
  Unit.UnknownFlags = std::move(Flags.Unknown);
  Unit.FromDatabase = true;
  // nvcc finds its own headers beside itself.
  if (Program.starts_with("nvcc"))
    append(Unit.Arguments,
           {"-idirafter",
            (path::parent_path(path::parent_path(Known.Words.front())) +
             "/include")
                .str()});
  for (const std::string &Each : Tools.IncludeFolders)
    append(Unit.Arguments, {"-idirafter", Each});
  if (Cuda)
    useFallback(Unit, Language::Cuda, "");
  Unit.Arguments.push_back(File.Path);
  return Unit;
}

} // namespace dlpack_tidy::driver
