//===--- ReadSarif.h - our own reports in SARIF, read back ----------------===//
#ifndef DLPACK_TIDY_DRIVER_READSARIF_H
#define DLPACK_TIDY_DRIVER_READSARIF_H

#include "driver/Report.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace dlpack_tidy::driver {

/// The report that one scan of everything would have given, from the reports
/// that writeSarif() made of its parts. Fails for what is no such report, and
/// where a shard of the scan is missing or there twice.
llvm::Expected<Report> mergeSarif(llvm::ArrayRef<std::string> Files);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_READSARIF_H
