//===--- Analysis.cpp - what is known about one translation unit ----------===//

#include "flow/Analysis.h"

#include "flow/ExportFlow.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <mutex>

using namespace clang;

namespace dlpack_tidy::flow {
namespace {

/// Collects function bodies, instantiations included, lambdas included.
class FunctionCollector : public RecursiveASTVisitor<FunctionCollector> {
public:
  explicit FunctionCollector(std::vector<const FunctionDecl *> &Functions)
      : Functions(Functions) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return false; }

  bool VisitFunctionDecl(FunctionDecl *Function) {
    if (Function->doesThisDeclarationHaveABody())
      add(Function);
    return true;
  }
  // The visitor does not call VisitFunctionDecl for a lambda's call operator.
  bool VisitLambdaExpr(LambdaExpr *Lambda) {
    CXXMethodDecl *Operator = Lambda->getCallOperator();
    if (!Lambda->isGenericLambda()) {
      add(Operator);
      return true;
    }
    if (FunctionTemplateDecl *Template =
            Operator->getDescribedFunctionTemplate()) {
      bool Instantiated = false;
      for (FunctionDecl *Each : Template->specializations())
        if (Each->hasBody()) {
          add(Each);
          Instantiated = true;
        }
      if (!Instantiated)
        add(Operator);
    }
    return true;
  }

  // Instances of a partial specialisation are listed with the primary template,
  // which may be a library's (nanobind's type_caster).
  bool VisitClassTemplatePartialSpecializationDecl(
      ClassTemplatePartialSpecializationDecl *Partial) {
    for (ClassTemplateSpecializationDecl *Each :
         Partial->getSpecializedTemplate()->specializations()) {
      auto From = Each->getSpecializedTemplateOrPartial();
      if (From.dyn_cast<ClassTemplatePartialSpecializationDecl *>() == Partial)
        for (Decl *Member : Each->decls())
          TraverseDecl(Member);
    }
    return true;
  }

private:
  void add(const FunctionDecl *Function) {
    // A pattern that has instantiations is known better through them.
    if (const FunctionTemplateDecl *Template =
            Function->getDescribedFunctionTemplate())
      for (const FunctionDecl *Each : Template->specializations())
        if (Each->hasBody())
          return;
    if (Seen.insert(Function).second)
      Functions.push_back(Function);
  }

  std::vector<const FunctionDecl *> &Functions;
  llvm::DenseSet<const FunctionDecl *> Seen;
};

struct Registry {
  std::mutex Mutex;
  llvm::DenseMap<ASTContext *, std::weak_ptr<Analysis>> Entries;
};
Registry &registry() {
  static Registry Instance;
  return Instance;
}

} // namespace

Analysis::Analysis(ASTContext &Context)
    : Context(Context), Graphs(std::make_unique<GraphCache>(Context)) {
  const SourceManager &Sources = Context.getSourceManager();
  FunctionCollector Collector(Functions);
  for (Decl *Top : Context.getTranslationUnitDecl()->decls())
    if (!Sources.isInSystemHeader(
            Sources.getExpansionLoc(Top->getLocation())) &&
        !model::isOfGuardLibrary(Top))
      Collector.TraverseDecl(Top);
}

const TensorReport &
Analysis::tensors(const model::KnownFunctions &Known) const {
  auto [Slot, New] = Tensors.try_emplace(Known);
  if (New)
    Slot->second = findTensorUses(
        *this, Known, [this](const FunctionDecl *Function, std::string Why) {
          giveUp(Function, std::move(Why));
        });
  return Slot->second;
}

Analysis::~Analysis() {
  std::lock_guard<std::mutex> Lock(registry().Mutex);
  registry().Entries.erase(&Context);
}

const ExportFlow &
Analysis::exports(const std::vector<std::string> &GuardFunctions) const {
  std::unique_ptr<ExportFlow> &Slot = Exports[GuardFunctions];
  if (!Slot) {
    Slot = std::make_unique<ExportFlow>(Context, *Graphs, Functions,
                                        GuardFunctions);
    for (const Bailout &Each : Slot->notAnalysed())
      giveUp(Each.Function, Each.Reason);
  }
  return *Slot;
}

const model::Producers &Analysis::producers() const {
  if (!Made)
    Made = std::make_unique<model::Producers>(Functions);
  return *Made;
}

const std::vector<model::Exporter> &Analysis::exporters() const {
  if (!Exporters)
    Exporters = model::findExporters(Context, Functions);
  return *Exporters;
}

const FillFindings &Analysis::fillFindings() const {
  if (!FillFaults) {
    FillFaults =
        std::make_unique<FillFindings>(followFills(producers(), graphs()));
    for (const FunctionDecl *Each : FillFaults->NotAnalysed)
      giveUp(Each, "too many ways to follow how its tensors are filled");
  }
  return *FillFaults;
}

const CapsuleFindings &Analysis::capsuleFindings() const {
  if (!CapsuleFaults) {
    CapsuleFaults = std::make_unique<CapsuleFindings>(
        followCapsules(producers(), graphs()));
    for (const FunctionDecl *Each : CapsuleFaults->NotAnalysed)
      giveUp(Each, "too many ways to follow its capsules");
  }
  return *CapsuleFaults;
}

std::shared_ptr<Analysis> analysisOf(ASTContext &Context) {
  {
    std::lock_guard<std::mutex> Lock(registry().Mutex);
    if (std::shared_ptr<Analysis> Known =
            registry().Entries.lookup(&Context).lock())
      return Known;
  }
  auto Made = std::make_shared<Analysis>(Context);
  std::lock_guard<std::mutex> Lock(registry().Mutex);
  registry().Entries[&Context] = Made;
  return Made;
}

} // namespace dlpack_tidy::flow
