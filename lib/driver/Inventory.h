//===--- Inventory.h - which libraries exchange tensors where -------------===//
#ifndef DLPACK_TIDY_DRIVER_INVENTORY_H
#define DLPACK_TIDY_DRIVER_INVENTORY_H

#include "checks/ExportRules.h"
#include "driver/Report.h"
#include "python/Text.h"

#include "clang/AST/ASTConsumer.h"

#include <memory>
#include <string>
#include <vector>

namespace dlpack_tidy::driver {

/// Lists every place of a translation unit where a tensor is handed over:
/// Python-level exports, nanobind's array parameters, capsules opened and made.
/// What the checks know of the unit is used, so that this costs them no second
/// analysis.
class Inventory {
public:
  /// \p Folder is what relative paths of the translation unit start from.
  Inventory(llvm::StringRef Folder, checks::ExportOptions Judged)
      : Folder(Folder), Judged(std::move(Judged)) {}

  /// Has to run behind the checks, and not outlive this.
  std::unique_ptr<clang::ASTConsumer> makeConsumer();

  const std::vector<ExchangePlace> &places() const { return Places; }

private:
  class Consumer;
  class Collector;

  const std::string Folder;
  const checks::ExportOptions Judged;
  std::vector<ExchangePlace> Places;
};

/// The same of Python text. The caller knows the file; Line holds the offset of
/// the call.
std::vector<ExchangePlace> exchangesOf(const python::Analysis &Found,
                                       const checks::ExportOptions &Judged);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_INVENTORY_H
