//===--- Help.cpp - `dlpack-tidy --help` and `--version` ------------------===//

#include "driver/Help.h"

#include "driver/CheckPages.h"
#include "driver/Failure.h"

#include "llvm/Config/llvm-config.h"

using namespace llvm;

namespace dlpack_tidy::driver {

Expected<int> printOverview(ArrayRef<std::string> Topic, raw_ostream &Out) {
  if (!Topic.empty())
    return failure("no help about '{0}': scan, list, explain or completion",
                   Topic.front());
  Out << R"(dlpack-tidy finds the DLPack hand-offs that break on other people's hardware.

usage: dlpack-tidy scan PATH...             find faults; needs no build
       dlpack-tidy explain CHECK            what a check finds, why it fails, what to do
       dlpack-tidy explain "ERROR TEXT"     the same for an error that was raised
       dlpack-tidy list                     the checks
       dlpack-tidy completion bash|zsh|fish a script for the shell
       dlpack-tidy help COMMAND             the options of a command
       dlpack-tidy FILE... -- FLAGS         clang-tidy with these checks on top

Exit status: 0 nothing found, 1 findings, 2 wrong use or configuration, 3 some
inputs could not be analysed.

Without a command this is clang-tidy and takes its options (--checks, --fix, -p,
--header-filter, --line-filter, ...): dlpack-tidy --help-hidden lists them all.
)";
  return NothingFound;
}

void printVersion(raw_ostream &Out) {
  Out << "dlpack-tidy " << programVersion() << "\n"
      << "LLVM version " LLVM_VERSION_STRING "\n";
}

} // namespace dlpack_tidy::driver
