//===--- CheckPages.h - the documentation of the checks -------------------===//
#ifndef DLPACK_TIDY_DRIVER_CHECKPAGES_H
#define DLPACK_TIDY_DRIVER_CHECKPAGES_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace dlpack_tidy::driver {

/// The page of a check, in Markdown, as it was when this was built; empty where
/// there is none.
llvm::StringRef pageOf(llvm::StringRef Check);
/// What stands under one heading of a page: "What it does".
llvm::StringRef sectionOf(llvm::StringRef Page, llvm::StringRef Heading);
/// The first block of code in a section, without its fence.
llvm::StringRef codeIn(llvm::StringRef Section);
/// Where a browser finds the page.
std::string addressOf(llvm::StringRef Check);
/// Of this program: "0.1.0".
llvm::StringRef programVersion();
/// Where a browser finds this program.
llvm::StringRef homeAddress();

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_CHECKPAGES_H
