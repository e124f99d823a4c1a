//===--- ResponseFile.cpp - words of a command line that stand in a file --===//

#include "driver/ResponseFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;
namespace fs = llvm::sys::fs;

namespace dlpack_tidy::driver {
namespace {

constexpr uint64_t MostBytes = 1 << 20;
constexpr size_t MostWords = 100000;
/// A file may name another, or itself.
constexpr unsigned Deepest = 5;

void expand(const std::vector<std::string> &Words, StringRef Folder,
            unsigned Depth, std::vector<std::string> &Into) {
  for (const std::string &Each : Words) {
    if (Into.size() >= MostWords)
      return;
    if (!StringRef(Each).starts_with("@"))
      Into.push_back(Each);
    else if (Depth < Deepest)
      if (std::optional<std::vector<std::string>> Inner =
              wordsInFile(StringRef(Each).drop_front(), Folder))
        expand(*Inner, Folder, Depth + 1, Into);
  }
}

} // namespace

std::optional<std::vector<std::string>> wordsInFile(StringRef Name,
                                                    StringRef Folder) {
  SmallString<256> Path;
  if (sys::path::is_relative(Name))
    Path = Folder;
  sys::path::append(Path, Name);
  fs::file_status Status;
  if (fs::status(Path, Status) || !fs::is_regular_file(Status) ||
      Status.getSize() > MostBytes)
    return std::nullopt;
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return std::nullopt;
  BumpPtrAllocator Memory;
  StringSaver Saver(Memory);
  SmallVector<const char *> Words;
  cl::TokenizeGNUCommandLine((*Buffer)->getBuffer(), Saver, Words);
  return std::vector<std::string>(Words.begin(), Words.end());
}

std::vector<std::string>
withResponseFiles(const std::vector<std::string> &Words, StringRef Folder) {
  std::vector<std::string> Expanded;
  expand(Words, Folder, 0, Expanded);
  return Expanded;
}

} // namespace dlpack_tidy::driver
