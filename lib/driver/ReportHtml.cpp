//===--- ReportHtml.cpp - the report as a page ----------------------------===//

#include "driver/ReportWriters.h"

namespace dlpack_tidy::driver {
void writeHtml(const Report &, SourceCache &, llvm::raw_ostream &) {}
} // namespace dlpack_tidy::driver
