//===--- Fallback.cpp - what stands in for headers that are missing -------===//

#include "driver/Fallback.h"

#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace dlpack_tidy::driver {
namespace {

/// No such folder exists; its files live in memory.
constexpr StringLiteral Root = "/dlpack-tidy-fallback/";

constexpr struct {
  StringLiteral Name;
  StringLiteral Text;
} Files[] = {
#include "Fallback.inc"
#include "Guard.inc"
};

} // namespace

std::vector<std::string> fallbackFlags(Language Written) {
  std::vector<std::string> Flags;
  if (Written != Language::C)
    Flags = {"-include", (Root + "prelude.h").str()};
  if (Written == Language::Cuda)
    Flags.insert(Flags.end(), {"-include", (Root + "cuda.h").str()});
  Flags.insert(Flags.end(), {"-include", (Root + "macros.h").str(),
                             "-idirafter", (Root + "include").str()});
  return Flags;
}

IntrusiveRefCntPtr<vfs::FileSystem> fallbackFiles(StringRef Macros) {
  auto InMemory = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  for (const auto &Each : Files)
    InMemory->addFile(Root + Each.Name, 0,
                      MemoryBuffer::getMemBuffer(Each.Text, Each.Name));
  InMemory->addFile(Root + "macros.h", 0,
                    MemoryBuffer::getMemBufferCopy(Macros, "macros.h"));
  return InMemory;
}

std::string standInFor(StringRef Path) {
  return Path.consume_front((Root + "include/").str()) ? Path.str() : "";
}

bool isFallback(StringRef Path) { return Path.starts_with(Root); }

} // namespace dlpack_tidy::driver
