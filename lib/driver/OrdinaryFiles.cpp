//===--- OrdinaryFiles.cpp - no pipes, no devices, nothing huge -----------===//

#include "driver/OrdinaryFiles.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
namespace fs = llvm::sys::fs;

namespace dlpack_tidy::driver {
namespace {

std::string whyNot(fs::file_type Type, uint64_t Size) {
  if (Type != fs::file_type::regular_file)
    return "not an ordinary file";
  if (Size > MaxSourceBytes)
    return formatv("larger than {0} MB", MaxSourceBytes >> 20);
  return "";
}

class OrdinaryFiles : public vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;

  ErrorOr<std::unique_ptr<vfs::File>>
  openFileForRead(const Twine &Path) override {
    ErrorOr<vfs::Status> Found = status(Path);
    if (!Found)
      return Found.getError();
    if (!whyNot(Found->getType(), Found->getSize()).empty())
      return std::make_error_code(std::errc::no_such_file_or_directory);
    return ProxyFileSystem::openFileForRead(Path);
  }
};

} // namespace

std::string whyNotRead(StringRef Path) {
  fs::file_status Status;
  if (std::error_code Failed = fs::status(Path, Status))
    return Failed.message();
  return whyNot(Status.type(), Status.getSize());
}

IntrusiveRefCntPtr<vfs::FileSystem> ordinaryFiles() {
  return makeIntrusiveRefCnt<OrdinaryFiles>(
      IntrusiveRefCntPtr<vfs::FileSystem>(vfs::createPhysicalFileSystem()));
}

} // namespace dlpack_tidy::driver
