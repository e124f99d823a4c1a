//===--- Toolchain.cpp - the headers that are installed here --------------===//

#include "driver/Toolchain.h"

#include "driver/Failure.h"

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

/// Include folders of Python packages, relative to site-packages, and what of
/// them tells that they are there.
constexpr struct {
  StringLiteral Folder;
  StringLiteral Witness;
} PackageFolders[] = {
    {"pybind11/include", "pybind11/pybind11.h"},
    {"nanobind/include", "nanobind/nanobind.h"},
    {"tvm_ffi/include", "dlpack/dlpack.h"},
    {"numpy/_core/include", "numpy/arrayobject.h"},
    {"numpy/core/include", "numpy/arrayobject.h"},
    {"torch/include", "ATen/ATen.h"},
    {"torch/include/torch/csrc/api/include", "torch/torch.h"},
    {"jaxlib/include", "xla/ffi/api/ffi.h"},
    {"mlx/include", "mlx/mlx.h"},
};

/// Libraries that distributions install in a folder of their own, which builds
/// ask pkg-config for.
constexpr struct {
  StringLiteral Folder;
  StringLiteral Witness;
} SystemPackages[] = {
    {"/usr/include/eigen3", "Eigen/Core"},
    {"/usr/local/include/eigen3", "Eigen/Core"},
};

/// The libraries a binding file cannot be understood without.
constexpr struct {
  StringLiteral Witness;
  StringLiteral Prefix;
  StringLiteral Name;
  StringLiteral Remedy;
} Essentials[] = {
    {"Python.h", "Python.h", "Python.h", "apt-get install python3-dev"},
    {"pybind11/pybind11.h", "pybind11/", "pybind11",
     "python3 -m pip install pybind11"},
    {"nanobind/nanobind.h", "nanobind/", "nanobind",
     "python3 -m pip install nanobind"},
    {"dlpack/dlpack.h", "dlpack/", "dlpack.h",
     "python3 -m pip install apache-tvm-ffi"},
};

std::string below(StringRef Folder, const Twine &Rest) {
  SmallString<256> Joined(Folder);
  path::append(Joined, Rest);
  return std::string(Joined);
}

void addFolder(std::vector<std::string> &Folders, const std::string &Folder,
               StringRef Witness) {
  if (fs::exists(below(Folder, Witness)) && !is_contained(Folders, Folder))
    Folders.push_back(Folder);
}

void addPackages(std::vector<std::string> &Folders, StringRef SitePackages) {
  for (const auto &Each : PackageFolders)
    addFolder(Folders, below(SitePackages, Each.Folder), Each.Witness);
}

/// The names in \p Folder that start with "python3", the newest first.
std::vector<std::string> pythonFolders(StringRef Folder) {
  std::vector<std::pair<unsigned, std::string>> Found;
  std::error_code Failed;
  for (fs::directory_iterator It(Folder, Failed), End; It != End && !Failed;
       It.increment(Failed)) {
    StringRef Name = path::filename(It->path());
    unsigned Minor;
    StringRef Version = Name;
    if (Version.consume_front("python3.") && !Version.getAsInteger(10, Minor))
      Found.emplace_back(Minor, It->path());
  }
  llvm::sort(Found, std::greater<>());
  std::vector<std::string> Paths;
  for (auto &Each : Found)
    Paths.push_back(std::move(Each.second));
  return Paths;
}

/// The value of "home = …" in a virtual environment's description: the folder
/// of the interpreter it was made with.
std::string homeOf(StringRef Environment) {
  auto Buffer = MemoryBuffer::getFile(below(Environment, "pyvenv.cfg"));
  if (!Buffer)
    return "";
  StringRef Rest = (*Buffer)->getBuffer();
  while (!Rest.empty()) {
    auto [Line, Next] = Rest.split('\n');
    auto [Key, Value] = Line.split('=');
    if (Key.trim() == "home")
      return Value.trim().str();
    Rest = Next;
  }
  return "";
}

/// A virtual environment is read from its files: starting its interpreter
/// would cost more than the rest of a small scan.
void addEnvironment(std::vector<std::string> &Folders, StringRef Environment) {
  for (const std::string &Library : pythonFolders(below(Environment, "lib"))) {
    addPackages(Folders, below(Library, "site-packages"));
    std::string Home = homeOf(Environment);
    StringRef Version = path::filename(Library);
    for (StringRef Prefix : {path::parent_path(Home), StringRef("/usr")})
      if (!Prefix.empty())
        addFolder(Folders, below(Prefix, "include/" + Version), "Python.h");
    break;
  }
}

/// Asks the python3 on PATH for its include and package folders. -I keeps it
/// from importing what lies in the current folder.
void addInterpreter(std::vector<std::string> &Folders) {
  ErrorOr<std::string> Python = sys::findProgramByName("python3");
  SmallString<128> Answer;
  if (!Python || fs::createTemporaryFile("dlpack-tidy", "txt", Answer))
    return;
  std::optional<StringRef> Redirects[] = {StringRef(""), Answer.str(),
                                          StringRef("")};
  int Status = sys::ExecuteAndWait(
      *Python,
      {*Python, "-I", "-c",
       "import sysconfig as s; "
       "print(s.get_path('include'), *{s.get_path('purelib'), "
       "s.get_path('platlib')}, sep='\\n')"},
      std::nullopt, Redirects, /*SecondsToWait=*/20);
  if (Status == 0)
    if (auto Buffer = MemoryBuffer::getFile(Answer)) {
      auto [Include, Packages] = (*Buffer)->getBuffer().split('\n');
      addFolder(Folders, Include.str(), "Python.h");
      SmallVector<StringRef> Lines;
      Packages.split(Lines, '\n', -1, /*KeepEmpty=*/false);
      for (StringRef Each : Lines)
        addPackages(Folders, Each);
    }
  fs::remove(Answer);
}

bool allFound(ArrayRef<std::string> Folders) {
  return all_of(Essentials, [&](const auto &Each) {
    return any_of(Folders, [&](const std::string &Folder) {
      return fs::exists(below(Folder, Each.Witness));
    });
  });
}

/// Where the compiler itself looks: the C and C++ libraries and clang's own.
std::vector<std::string> systemFolders() {
  std::vector<std::string> Folders = {
      "/usr/include", "/usr/local/include", "/usr/include/x86_64-linux-gnu",
      "/usr/include/aarch64-linux-gnu", DLPACK_TIDY_RESOURCE_FOLDER "/include"};
  std::error_code Failed;
  for (fs::directory_iterator It("/usr/include/c++", Failed), End;
       It != End && !Failed; It.increment(Failed))
    Folders.push_back(It->path());
  return Folders;
}

} // namespace

Expected<std::string> findResourceFolder() {
  if (!fs::exists(DLPACK_TIDY_RESOURCE_FOLDER "/include/stddef.h"))
    return failure("clang's own headers are not in {0}: install clang {1}",
                   DLPACK_TIDY_RESOURCE_FOLDER, DLPACK_TIDY_CLANG_MAJOR);
  return DLPACK_TIDY_RESOURCE_FOLDER;
}

Expected<Toolchain> findToolchain(StringRef Executable) {
  Toolchain Found;
  Expected<std::string> Resources = findResourceFolder();
  if (!Resources)
    return Resources.takeError();
  Found.ResourceFolder = *Resources;

  StringRef Checkout =
      path::parent_path(path::parent_path(path::parent_path(Executable)));
  addEnvironment(Found.IncludeFolders, below(Checkout, ".venv"));
  if (!allFound(Found.IncludeFolders))
    addInterpreter(Found.IncludeFolders);
  // The interpreter found may lack development headers that another has.
  if (none_of(Found.IncludeFolders, [](const std::string &Folder) {
        return fs::exists(below(Folder, "Python.h"));
      }))
    for (const std::string &Each : pythonFolders("/usr/include"))
      if (fs::exists(below(Each, "Python.h"))) {
        Found.IncludeFolders.push_back(Each);
        break;
      }
  for (const auto &Each : SystemPackages)
    addFolder(Found.IncludeFolders, Each.Folder.str(), Each.Witness);
  return Found;
}

bool isSystemHeader(StringRef Name) {
  return !Name.contains('/') &&
         (path::extension(Name).empty() || fs::exists("/usr/include/" + Name) ||
          fs::exists(DLPACK_TIDY_RESOURCE_FOLDER "/include/" + Name));
}

bool isInstalled(StringRef Header, const Toolchain &Tools) {
  static const std::vector<std::string> SystemFolders = systemFolders();
  auto Has = [&](StringRef Folder) {
    return fs::exists(below(Folder, Header));
  };
  return any_of(SystemFolders, Has) || any_of(Tools.IncludeFolders, Has);
}

std::string adviceForMissing(StringRef Header) {
  for (const auto &Each : Essentials)
    if (Header.starts_with(Each.Prefix))
      return formatv("{0} is not installed ({1})", Each.Name, Each.Remedy);
  return "";
}

} // namespace dlpack_tidy::driver
