//===--- Explain.cpp - `dlpack-tidy list` and `explain` -------------------===//

#include "driver/Explain.h"

#include "driver/Catalogue.h"
#include "driver/Failure.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace dlpack_tidy::driver {
namespace {

StringRef wordFor(BestFix Fix) {
  switch (Fix) {
  case BestFix::Safe:
    return "safe fix";
  case BestFix::Unsafe:
    return "unsafe fix";
  case BestFix::None:
    return "no fix";
  }
  llvm_unreachable("no such kind of fix");
}

} // namespace

void listChecks(raw_ostream &Out) {
  size_t Width = 0;
  for (const CheckEntry &Each : allChecks())
    Width = std::max(Width, Each.Name.size());
  for (const CheckEntry &Each : allChecks())
    Out << left_justify(Each.Name, Width + 2) << "level " << Each.Level << "  "
        << left_justify(wordFor(Each.Fix), 12) << Each.Summary << "\n";
}

Expected<int> explain(const Arguments &Wanted, raw_ostream &Out) {
  std::string Subject = join(Wanted.Words, " ");
  if (const CheckEntry *Check = findCheck(StringRef(Subject).trim())) {
    Out << Check->Name << " (level " << Check->Level << ", "
        << wordFor(Check->Fix) << ")\n"
        << Check->Summary << "\n";
    return NothingFound;
  }
  return failure("'{0}' is neither a check nor an error message that "
                 "dlpack-tidy knows; 'dlpack-tidy list' shows the checks",
                 Subject);
}

} // namespace dlpack_tidy::driver
