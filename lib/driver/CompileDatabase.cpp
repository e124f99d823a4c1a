//===--- CompileDatabase.cpp - compile_commands.json ----------------------===//

#include "driver/CompileDatabase.h"

#include "driver/Failure.h"
#include "driver/Tree.h"

#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace dlpack_tidy::driver {
namespace {

constexpr StringLiteral FileName = "compile_commands.json";
/// How build folders are called: build, build-release, cmake-build-debug, …
constexpr StringLiteral BuildPrefixes[] = {"build", "_build", "cmake-build",
                                           "out", "Build"};

bool hasDatabase(const Twine &Folder) {
  return fs::exists(Folder + "/" + FileName);
}

/// Clang's loader reports on standard error what is wrong with a file.
Error verifyJson(StringRef Folder) {
  auto Buffer = MemoryBuffer::getFile(Folder + "/" + FileName);
  if (!Buffer)
    return errorCodeToError(Buffer.getError());
  return json::parse((*Buffer)->getBuffer()).takeError();
}

/// The folder of a database in \p Folder or in a build folder below it.
std::string databaseBelow(StringRef Folder) {
  if (hasDatabase(Folder))
    return Folder.str();
  std::vector<std::string> Found;
  std::error_code Failed;
  for (fs::directory_iterator It(Folder, Failed), End; It != End && !Failed;
       It.increment(Failed)) {
    StringRef Name = path::filename(It->path());
    if (any_of(BuildPrefixes,
               [&](StringRef Each) { return Name.starts_with(Each); }) &&
        hasDatabase(It->path()))
      Found.push_back(It->path());
  }
  return Found.empty() ? "" : *std::min_element(Found.begin(), Found.end());
}

/// Looks from \p Path up to the root of its checkout, or of everything. What is
/// found there by chance does no harm: it speaks only of what it lists.
std::string databaseAround(StringRef Path) {
  std::string Checkout = checkoutAround(Path);
  StringRef Folder = fs::is_directory(Path) ? Path : path::parent_path(Path);
  for (; !Folder.empty(); Folder = path::parent_path(Folder)) {
    if (std::string Found = databaseBelow(Folder); !Found.empty())
      return Found;
    if (Folder == Checkout)
      break;
  }
  return "";
}

} // namespace

Expected<CompileDatabase> CompileDatabase::load(StringRef Wanted) {
  SmallString<256> Real;
  StringRef Named =
      path::filename(Wanted) == FileName ? path::parent_path(Wanted) : Wanted;
  if (fs::real_path(Named.empty() ? "." : Named, Real) || !hasDatabase(Real))
    return failure("no {0} in {1}", FileName, Wanted);
  CompileDatabase Loaded;
  Loaded.Folder = std::string(Real);
  Loaded.Infers = true;
  if (Error Broken = verifyJson(Real))
    return failure("{0}/{1}: {2}", Wanted, FileName,
                   toString(std::move(Broken)));
  std::string Problem;
  // Not loadFromDirectory, which reads whatever "@file" names.
  std::unique_ptr<clang::tooling::CompilationDatabase> Read =
      clang::tooling::JSONCompilationDatabase::loadFromFile(
          (Real + "/" + FileName).str(), Problem,
          clang::tooling::JSONCommandLineSyntax::AutoDetect);
  if (!Read)
    return failure("{0}/{1}: cannot be read", Wanted, FileName);
  Loaded.Database = clang::tooling::inferTargetAndDriverMode(
      clang::tooling::inferMissingCompileCommands(std::move(Read)));
  return std::move(Loaded);
}

Expected<std::optional<CompileDatabase>>
CompileDatabase::look(ArrayRef<std::string> Paths) {
  for (const std::string &Each : Paths) {
    SmallString<256> Real;
    if (fs::real_path(Each, Real))
      continue;
    std::string Folder = databaseAround(Real);
    if (Folder.empty())
      continue;
    Expected<CompileDatabase> Found = load(Folder);
    if (!Found)
      return Found.takeError();
    Found->Infers = false;
    return std::move(*Found);
  }
  return std::nullopt;
}

std::optional<CompileDatabase::Command>
CompileDatabase::find(StringRef File) const {
  for (clang::tooling::CompileCommand &Each :
       Database->getCompileCommands(File)) {
    // What was guessed from another file's command says so.
    if (!Infers && !Each.Heuristic.empty())
      continue;
    if (Each.CommandLine.empty() || !fs::is_directory(Each.Directory))
      continue;
    return Command{std::move(Each.Directory), std::move(Each.CommandLine)};
  }
  return std::nullopt;
}

std::vector<std::string> CompileDatabase::files() const {
  std::vector<std::string> Files;
  for (const std::string &Each : Database->getAllFiles()) {
    SmallString<256> Real;
    if (!fs::real_path(Each, Real))
      Files.push_back(std::string(Real));
  }
  llvm::sort(Files);
  return Files;
}

} // namespace dlpack_tidy::driver
