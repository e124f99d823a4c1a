//===--- Tidy.h - clang-tidy's library across LLVM versions ---------------===//
#ifndef DLPACK_TIDY_COMPAT_TIDY_H
#define DLPACK_TIDY_COMPAT_TIDY_H

#include "clang-tidy/ClangTidy.h"
#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "llvm/Config/llvm-config.h"

namespace dlpack_tidy::compat {

/// The engine through which checks report; \p Consumer receives what they say.
/// From LLVM 21 the context owns the options and the engine borrows them.
inline std::unique_ptr<clang::DiagnosticsEngine>
makeDiagnosticsEngine(clang::tidy::ClangTidyContext &Context,
                      clang::DiagnosticConsumer &Consumer) {
#if LLVM_VERSION_MAJOR >= 21
  auto Options = std::make_unique<clang::DiagnosticOptions>();
  auto Engine = std::make_unique<clang::DiagnosticsEngine>(
      clang::DiagnosticIDs::create(), *Options, &Consumer,
      /*ShouldOwnClient=*/false);
  Context.setDiagnosticsEngine(std::move(Options), Engine.get());
#else
  auto Engine = std::make_unique<clang::DiagnosticsEngine>(
      new clang::DiagnosticIDs(), new clang::DiagnosticOptions(), &Consumer,
      /*ShouldOwnClient=*/false);
  Context.setDiagnosticsEngine(Engine.get());
#endif
  return Engine;
}

/// The names of all registered checks that \p Options enables.
inline std::vector<std::string>
enabledChecks(const clang::tidy::ClangTidyOptions &Options) {
#if LLVM_VERSION_MAJOR >= 22
  return clang::tidy::getCheckNames(Options, false, false);
#else
  return clang::tidy::getCheckNames(Options, false);
#endif
}

/// The names of all options that registered checks read.
inline llvm::StringSet<> allCheckOptions() {
#if LLVM_VERSION_MAJOR >= 22
  return clang::tidy::getAllChecksAndOptions(false, false).Options;
#else
  return clang::tidy::getAllChecksAndOptions(false).Options;
#endif
}

} // namespace dlpack_tidy::compat

#endif // DLPACK_TIDY_COMPAT_TIDY_H
