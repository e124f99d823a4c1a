//===--- ExportFlow.h - the exports of a translation unit -----------------===//
#ifndef DLPACK_TIDY_FLOW_EXPORTFLOW_H
#define DLPACK_TIDY_FLOW_EXPORTFLOW_H

#include "flow/Analysis.h"
#include "flow/Engine.h"
#include "flow/ExportFacts.h"
#include "model/PyLowering.h"

#include "llvm/ADT/DenseMap.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace dlpack_tidy::flow {

/// Every Python-level call about DLPack in one translation unit: exports with
/// the facts that hold there, and the other exchanges as they stand.
class ExportFlow {
public:
  /// \p GuardFunctions: qualified names of functions that settle the backend of
  /// the arrays they are given, beside those the model knows.
  ExportFlow(clang::ASTContext &Context, GraphCache &Graphs,
             llvm::ArrayRef<const clang::FunctionDecl *> Functions,
             std::vector<std::string> GuardFunctions);
  ~ExportFlow();

  const std::vector<ExportSite> &exports() const { return Sites; }
  /// CapsuleHandOver, LegacyExport and DeviceQuery calls, in source order.
  const std::vector<model::Exchange> &others() const { return Others; }
  const std::vector<Bailout> &notAnalysed() const { return Failures; }

private:
  void record(const model::Exchange &What, const ExportFacts &Facts,
              const ExportState &State, const model::CallFrame &Frame,
              GraphCache &Graphs);
  ExportSite describe(const model::Exchange &What,
                      const model::CallFrame &Frame, GraphCache &Graphs);
  void finish();

  std::unique_ptr<model::PyLowering> Lowering;
  std::vector<ExportSite> Sites;
  std::vector<model::Exchange> Others;
  std::vector<Bailout> Failures;
  llvm::DenseMap<const clang::CallExpr *, size_t> Index;
  /// By the export and the calls that lead to it: which arrival that is.
  std::map<std::vector<const clang::Expr *>, size_t> Chains;
};

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_EXPORTFLOW_H
