//===--- ReportWriters.h - the forms a report is written in ---------------===//
#ifndef DLPACK_TIDY_DRIVER_REPORTWRITERS_H
#define DLPACK_TIDY_DRIVER_REPORTWRITERS_H

#include "driver/Report.h"
#include "driver/SourceCache.h"

#include "llvm/Support/raw_ostream.h"

namespace dlpack_tidy::driver {

/// One line for each file of which something was not analysed.
void writeMissed(const Report &Found, llvm::raw_ostream &Out);

/// For people: a line a finding as compilers write it, the source below it,
/// notes, the preferred fix as a small diff, a closing line.
void writeText(const Report &Found, SourceCache &Sources, bool Colour,
               llvm::raw_ostream &Out);

/// For programs: one object with the keys version, findings, notAnalysed and
/// stats; paths relative to the current folder.
void writeJson(const Report &Found, llvm::raw_ostream &Out);

/// SARIF 2.1.0, for code scanning services. Carries all that the report holds:
/// readSarif() gives it back. \p Shard is "2/5" where this is the report of a
/// part of a scan, else empty.
void writeSarif(const Report &Found, SourceCache &Sources,
                llvm::StringRef Shard, llvm::raw_ostream &Out);

/// Workflow commands of GitHub Actions, which shows them beside the lines.
void writeGithub(const Report &Found, llvm::raw_ostream &Out);

/// One page for a browser, with everything it needs inside.
void writeHtml(const Report &Found, SourceCache &Sources,
               llvm::raw_ostream &Out);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_REPORTWRITERS_H
