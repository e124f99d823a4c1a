//===--- Sources.cpp - the files a scan looks at --------------------------===//

#include "driver/Sources.h"

#include "driver/Failure.h"
#include "driver/Tree.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace llvm;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace dlpack_tidy::driver {
namespace {

constexpr StringLiteral CxxExtensions[] = {".cpp", ".cc", ".cxx", ".c++", ".C"};
constexpr StringLiteral HeaderExtensions[] = {".h", ".hpp", ".hh", ".hxx",
                                              ".cuh"};

/// The files of \p Folder that git knows or would add; false outside of a
/// repository, or without git. A repository's configuration may name programs
/// for git to run: none is.
bool listWithGit(StringRef Folder, std::vector<std::string> &Files) {
  ErrorOr<std::string> Git = sys::findProgramByName("git");
  SmallString<128> List;
  if (!Git || fs::createTemporaryFile("dlpack-tidy", "txt", List))
    return false;
  std::optional<StringRef> Redirects[] = {StringRef(""), List.str(),
                                          StringRef("")};
  int Status =
      sys::ExecuteAndWait(*Git,
                          {*Git, "-C", Folder, "-c", "core.fsmonitor=false",
                           "-c", "core.hooksPath=/dev/null", "ls-files", "-z",
                           "--cached", "--others", "--exclude-standard"},
                          std::nullopt, Redirects);
  if (Status == 0)
    if (auto Buffer = MemoryBuffer::getFile(List)) {
      SmallVector<StringRef> Names;
      (*Buffer)->getBuffer().split(Names, '\0', -1, /*KeepEmpty=*/false);
      for (StringRef Name : Names)
        Files.push_back((Folder + "/" + Name).str());
    }
  fs::remove(List);
  return Status == 0;
}

/// Links are not followed: what they lead to is scanned where it is, or is none
/// of the checkout's.
bool isOwnFile(StringRef Path) {
  fs::file_status Status;
  return !fs::status(Path, Status, /*follow=*/false) &&
         fs::is_regular_file(Status);
}

void collectFolder(StringRef Folder, std::vector<Source> &Into) {
  std::vector<std::string> Files;
  if (!listWithGit(Folder, Files))
    Files = listFiles(Folder, /*WithForeign=*/false);
  for (std::string &Each : Files)
    if (std::optional<Language> Known = languageOf(Each))
      if (!isForeignBelow(Each, Folder) && isOwnFile(Each))
        Into.push_back({std::move(Each), *Known});
}

} // namespace

std::optional<Language> languageOf(StringRef Path) {
  StringRef Extension = path::extension(Path);
  if (Extension == ".c")
    return Language::C;
  if (Extension == ".py" || Extension == ".pyx")
    return Language::Python;
  if (Extension == ".cu")
    return Language::Cuda;
  if (is_contained(CxxExtensions, Extension))
    return Language::Cxx;
  if (is_contained(HeaderExtensions, Extension))
    return Language::Header;
  return std::nullopt;
}

bool SourceSet::owns(StringRef Path) const {
  if (!Filter.keeps(Path))
    return false;
  if (any_of(Files, [&](const Source &Each) { return Each.Path == Path; }))
    return true;
  return any_of(Roots, [&](StringRef Root) {
    return Path.starts_with(Root) &&
           Path.drop_front(Root.size()).starts_with("/") &&
           !isForeignBelow(Path, Root);
  });
}

Expected<SourceSet> collectSources(ArrayRef<std::string> Paths,
                                   PathFilter Filter) {
  SourceSet Found;
  Found.Filter = std::move(Filter);
  for (const std::string &Each : Paths) {
    SmallString<256> Real;
    if (std::error_code Failed = fs::real_path(Each, Real))
      return failure("{0}: {1}", Each, Failed.message());
    if (fs::is_directory(Real)) {
      collectFolder(Real, Found.Files);
      Found.Roots.push_back(std::string(Real));
      continue;
    }
    if (!fs::is_regular_file(Real))
      return failure("{0}: not an ordinary file", Each);
    std::optional<Language> Known = languageOf(Real);
    if (!Known)
      return failure("{0}: not a C, C++, CUDA or Python source", Each);
    Found.Files.push_back({std::string(Real), *Known});
    std::string Checkout = checkoutAround(Real);
    Found.Roots.push_back(Checkout.empty() ? path::parent_path(Real).str()
                                           : Checkout);
  }
  erase_if(Found.Files,
           [&](const Source &Each) { return !Found.Filter.keeps(Each.Path); });
  llvm::sort(Found.Files,
             [](const Source &L, const Source &R) { return L.Path < R.Path; });
  Found.Files.erase(std::unique(Found.Files.begin(), Found.Files.end(),
                                [](const Source &L, const Source &R) {
                                  return L.Path == R.Path;
                                }),
                    Found.Files.end());
  return Found;
}

} // namespace dlpack_tidy::driver
