//===--- Commands.cpp - how each file would be compiled -------------------===//

#include "driver/Commands.h"

#include "llvm/Support/Path.h"

using namespace llvm;

namespace dlpack_tidy::driver {
namespace {

void addLanguage(Language Written, std::vector<std::string> &Arguments) {
  switch (Written) {
  case Language::C:
    Arguments.insert(Arguments.end(), {"-x", "c"});
    return;
  case Language::Cuda:
    Arguments.insert(Arguments.end(), {"-x", "cuda", "--cuda-host-only",
                                       "-nocudainc", "-nocudalib"});
    break;
  case Language::Cxx:
  case Language::Header:
    Arguments.insert(Arguments.end(), {"-x", "c++"});
    break;
  }
  Arguments.push_back("-std=c++20");
}

} // namespace

UnitCommand commandWithoutDatabase(const Source &File, const Toolchain &Tools) {
  UnitCommand Unit;
  Unit.File = File.Path;
  Unit.Folder = sys::path::parent_path(File.Path).str();
  // The compiler's warnings and its closing "5 warnings generated" are not our
  // business; the checks' own do not go its way.
  Unit.Arguments = {"clang++",
                    "-fsyntax-only",
                    "-w",
                    "-ferror-limit=0",
                    "-fno-caret-diagnostics",
                    "-resource-dir=" + Tools.ResourceFolder};
  addLanguage(File.Written, Unit.Arguments);
  for (const std::string &Each : Tools.IncludeFolders)
    Unit.Arguments.insert(Unit.Arguments.end(), {"-isystem", Each});
  Unit.Arguments.push_back(File.Path);
  return Unit;
}

} // namespace dlpack_tidy::driver
