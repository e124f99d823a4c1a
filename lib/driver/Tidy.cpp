//===--- Tidy.cpp - clang-tidy's own command line -------------------------===//

#include "driver/Tidy.h"

#include "compat/Tidy.h"
#include "driver/Catalogue.h"
#include "driver/Failure.h"
#include "driver/Toolchain.h"

#include "clang-tidy/GlobList.h"
#include "clang-tidy/tool/ClangTidyMain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace clang::tidy;

namespace dlpack_tidy::driver {
namespace {

/// What of clang-tidy's command line matters before it runs.
struct TidyLine {
  std::vector<std::string> Arguments;
  std::vector<std::string> Files;
  /// Where in Arguments the value of --checks is, "--checks=" included.
  std::optional<size_t> Checks;
};

bool takesNextWord(StringRef Name) {
  if (Name == "p")
    return true;
  auto &Known = cl::getRegisteredOptions();
  auto Found = Known.find(Name);
  return Found != Known.end() &&
         Found->second->getValueExpectedFlag() == cl::ValueRequired;
}

TidyLine read(int Count, const char **Values) {
  TidyLine Line;
  Line.Arguments.push_back(Values[0]);
  int Index = 1;
  for (; Index < Count && StringRef(Values[Index]) != "--"; ++Index) {
    StringRef Word = Values[Index];
    if (!Word.starts_with("-") || Word == "-") {
      Line.Files.push_back(Word.str());
      Line.Arguments.push_back(Word.str());
      continue;
    }
    auto [Name, Value] = Word.ltrim('-').split('=');
    bool Joined = Word.contains('=');
    if (Name == "checks") {
      Line.Checks = Line.Arguments.size();
      if (!Joined && Index + 1 < Count)
        Value = Values[++Index];
      Line.Arguments.push_back(("--checks=" + Value).str());
      continue;
    }
    Line.Arguments.push_back(Word.str());
    if (!Joined && takesNextWord(Name) && Index + 1 < Count)
      Line.Arguments.push_back(Values[++Index]);
  }
  Line.Arguments.insert(Line.Arguments.end(), Values + Index, Values + Count);
  return Line;
}

std::string configuredChecks(StringRef File) {
  FileOptionsProvider Provider(ClangTidyGlobalOptions(), ClangTidyOptions(),
                               ClangTidyOptions(),
                               vfs::createPhysicalFileSystem());
  SmallString<256> Absolute(File);
  sys::fs::make_absolute(Absolute);
  return Provider.getOptions(Absolute).Checks.value_or("");
}

bool matchesStock(const GlobList &Glob) {
  ClangTidyOptions Everything;
  Everything.Checks = "*";
  return any_of(compat::enabledChecks(Everything),
                [&](StringRef Each) { return Glob.contains(Each); });
}

/// clang-tidy passes over a glob that matches nothing.
Error verifyChecks(StringRef Globs, bool OursOnly) {
  SmallVector<StringRef> Items;
  Globs.split(Items, ',', -1, /*KeepEmpty=*/false);
  for (StringRef Item : Items) {
    StringRef Name = Item.trim().ltrim('-');
    // The compiler's own diagnostics are filtered like checks.
    if (Name.empty() || Name.starts_with("clang-diagnostic") ||
        (OursOnly && !Name.starts_with("dlpack")))
      continue;
    // To name all of clang-tidy's checks takes it longer than a small parse.
    if (!matchesAny(Name) && !matchesStock(GlobList(Name)))
      return failure("unknown check '{0}'", Name);
  }
  return Error::success();
}

Error prepare(TidyLine &Line) {
  for (const std::string &File : Line.Files)
    if (!sys::fs::exists(File))
      return failure("{0}: no such file", File);
  std::string Configured =
      Line.Files.empty() ? std::string() : configuredChecks(Line.Files.front());
  if (Error Unknown = verifyChecks(Configured, /*OursOnly=*/true))
    return Unknown;
  if (Line.Checks) {
    StringRef Globs = StringRef(Line.Arguments[*Line.Checks]).split('=').second;
    if (Error Unknown = verifyChecks(Globs, /*OursOnly=*/false))
      return Unknown;
  }
  // On top of what is configured, unless the configuration decides about us.
  if (!StringRef(Configured).contains("dlpack-")) {
    if (Line.Checks)
      Line.Arguments[*Line.Checks].insert(StringRef("--checks=").size(),
                                          "dlpack-*,");
    else
      Line.Arguments.insert(Line.Arguments.begin() + 1, "--checks=dlpack-*");
  }
  // Clang looks for its headers beside the executable that it runs in.
  Expected<std::string> Resources = findResourceFolder();
  if (!Resources)
    return Resources.takeError();
  Line.Arguments.insert(Line.Arguments.begin() + 1,
                        "--extra-arg-before=-resource-dir=" + *Resources);
  return Error::success();
}

} // namespace

int runTidy(int Count, const char **Values) {
  static cl::extrahelp Commands(
      "\nCommands of dlpack-tidy beside clang-tidy's own command line:\n"
      "  dlpack-tidy scan PATH...     find DLPack faults, with or without a "
      "build\n"
      "  dlpack-tidy list             list the checks\n"
      "  dlpack-tidy explain CHECK    explain a check or an error message\n");
  TidyLine Line = read(Count, Values);
  if (Error Wrong = prepare(Line)) {
    errs() << "error: " << toString(std::move(Wrong)) << "\n";
    return WrongUse;
  }
  std::vector<const char *> Arguments;
  for (const std::string &Each : Line.Arguments)
    Arguments.push_back(Each.c_str());
  return clangTidyMain(Arguments.size(), Arguments.data());
}

} // namespace dlpack_tidy::driver
