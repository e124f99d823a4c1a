//===--- Module.cpp - registers the checks with clang-tidy ----------------===//

#include "compat/ModuleRegistry.h"

#include "clang/Basic/Version.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

#define DLPACK_CHECK(CLASS, NAME, LEVEL, FIX, SUMMARY)                         \
  namespace dlpack_tidy::checks {                                              \
  std::unique_ptr<clang::tidy::ClangTidyCheck>                                 \
  make##CLASS(llvm::StringRef Name, clang::tidy::ClangTidyContext *Context);   \
  }
#include "checks/Checks.def"

namespace dlpack_tidy::checks {
namespace {

/// A plugin loaded into another LLVM than it was built for registers its checks
/// and then finds nothing, with exit status 0. Refuse instead.
void refuseForeignClang() {
  std::string Host = clang::getClangFullVersion();
  if (Host.find(CLANG_VERSION_STRING) != std::string::npos)
    return;
  llvm::errs() << "error: dlpack-tidy was built for clang "
               << CLANG_VERSION_STRING << " and cannot be loaded into " << Host
               << "\n";
  std::exit(2);
}

class DlpackModule : public clang::tidy::ClangTidyModule {
public:
  void
  addCheckFactories(clang::tidy::ClangTidyCheckFactories &Factories) override {
    refuseForeignClang();
#define DLPACK_CHECK(CLASS, NAME, LEVEL, FIX, SUMMARY)                         \
  Factories.registerCheckFactory(NAME, make##CLASS);
#include "checks/Checks.def"
  }
};

clang::tidy::ClangTidyModuleRegistry::Add<DlpackModule>
    Registration("dlpack-module", "DLPack hand-offs between array libraries.");

} // namespace
} // namespace dlpack_tidy::checks
