//===--- OutputFile.cpp - files that a scan writes ------------------------===//

#include "driver/OutputFile.h"

#include "driver/Failure.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
namespace fs = llvm::sys::fs;

namespace dlpack_tidy::driver {

Error writeOutput(StringRef Path, function_ref<void(raw_ostream &)> Content) {
  std::error_code Failed;
  raw_fd_ostream Out(Path, Failed, fs::OF_Text);
  if (Failed)
    return failure("{0}: {1}", Path, Failed.message());
  Content(Out);
  Out.close();
  if (Out.has_error()) {
    Failed = Out.error();
    Out.clear_error();
    return failure("{0}: {1}", Path, Failed.message());
  }
  return Error::success();
}

Error verifyOutput(StringRef Path) {
  if (fs::is_directory(Path))
    return failure("{0}: is a folder, not a file to write", Path);
  if (fs::exists(Path)) {
    if (std::error_code Failed = fs::access(Path, fs::AccessMode::Write))
      return failure("{0}: {1}", Path, Failed.message());
    return Error::success();
  }
  SmallString<256> Folder(Path);
  fs::make_absolute(Folder);
  sys::path::remove_filename(Folder);
  if (std::error_code Failed = fs::access(Folder, fs::AccessMode::Write))
    return failure("{0}: {1}", Path, Failed.message());
  return Error::success();
}

} // namespace dlpack_tidy::driver
