//===--- Analysis.h - what is known about one translation unit ------------===//
#ifndef DLPACK_TIDY_FLOW_ANALYSIS_H
#define DLPACK_TIDY_FLOW_ANALYSIS_H

#include "flow/CapsuleFlow.h"
#include "flow/FillFlow.h"
#include "flow/FunctionGraph.h"
#include "flow/TensorFlow.h"
#include "model/Exporter.h"
#include "model/Producers.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/ArrayRef.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace dlpack_tidy::flow {

class ExportFlow;
class GraphCache;

/// A function about which nothing is claimed because the analysis gave up on
/// it.
struct Bailout {
  const clang::FunctionDecl *Function;
  std::string Reason;
};

/// The model and the facts of one translation unit, computed on first use and
/// shared by every check that looks at it. Dies with the translation unit.
class Analysis {
public:
  explicit Analysis(clang::ASTContext &Context);
  ~Analysis();

  clang::ASTContext &context() const { return Context; }

  /// Every function with a body that the user's own code defines: functions,
  /// methods, constructors, lambdas' call operators, and the instantiations of
  /// templates where there are any (else the template's pattern). In source
  /// order; declarations in system headers are not looked into.
  llvm::ArrayRef<const clang::FunctionDecl *> functions() const {
    return Functions;
  }

  /// Control flow, made once a function.
  GraphCache &graphs() const { return *Graphs; }

  /// Every Python-level exchange, with the facts that hold where it happens.
  /// \p GuardFunctions: qualified names of functions that settle the backend of
  /// the arrays they are given.
  const ExportFlow &
  exports(const std::vector<std::string> &GuardFunctions) const;

  /// What is known wherever a DLPack struct is used; computed on first use.
  const TensorReport &tensors(const model::KnownFunctions &Known) const;

  /// Records that \p Function is not analysed, and why: "more than 2000
  /// blocks".
  void giveUp(const clang::FunctionDecl *Function, std::string Reason) const {
    Bailouts.push_back({Function, std::move(Reason)});
  }
  llvm::ArrayRef<Bailout> bailouts() const { return Bailouts; }

  /// Who makes and releases tensors, found on first use.
  const model::Producers &producers() const;
  /// The classes that offer `__dlpack__`, found on first use.
  const std::vector<model::Exporter> &exporters() const;
  /// How tensors are made and handed out, followed on first use.
  const FillFindings &fillFindings() const;
  /// What goes wrong with capsules, followed on first use.
  const CapsuleFindings &capsuleFindings() const;

private:
  clang::ASTContext &Context;
  std::vector<const clang::FunctionDecl *> Functions;
  mutable std::vector<Bailout> Bailouts;
  std::unique_ptr<GraphCache> Graphs;
  mutable std::map<std::vector<std::string>, std::unique_ptr<ExportFlow>>
      Exports;
  mutable std::unique_ptr<model::Producers> Made;
  mutable std::optional<std::vector<model::Exporter>> Exporters;
  mutable std::unique_ptr<CapsuleFindings> CapsuleFaults;
  mutable std::unique_ptr<FillFindings> FillFaults;
  mutable std::map<model::KnownFunctions, TensorReport> Tensors;
};

/// The analysis of \p Context: made by the first check that asks, kept alive by
/// the checks that hold it.
std::shared_ptr<Analysis> analysisOf(clang::ASTContext &Context);

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_ANALYSIS_H
