//===--- TensorCheck.cpp - what the checks of DLPack structs have in common =//

#include "checks/TensorCheck.h"

#include "model/SourceText.h"

#include "clang-tidy/utils/OptionsUtils.h"

#include <set>

using namespace clang;

namespace dlpack_tidy::checks {
namespace {

model::KnownFunctions namesOf(StringRef Guards, StringRef HostReads) {
  model::KnownFunctions Known;
  for (StringRef Each : tidy::utils::options::parseStringList(Guards))
    Known.Guards.push_back(Each.str());
  for (StringRef Each : tidy::utils::options::parseStringList(HostReads))
    Known.HostReads.push_back(Each.str());
  return Known;
}

} // namespace

TensorCheck::TensorCheck(StringRef Name, tidy::ClangTidyContext *Context)
    : DlpackCheck(Name, Context),
      GuardFunctions(Options.getLocalOrGlobal("GuardFunctions", "").str()),
      HostReadFunctions(
          Options.getLocalOrGlobal("HostReadFunctions", "").str()) {}

void TensorCheck::storeOptions(tidy::ClangTidyOptions::OptionMap &Opts) {
  DlpackCheck::storeOptions(Opts);
  Options.store(Opts, "GuardFunctions", GuardFunctions);
  Options.store(Opts, "HostReadFunctions", HostReadFunctions);
}

ASTContext &TensorCheck::context() const { return Unit->context(); }

std::string TensorCheck::dataOf(const flow::TensorUse &Use) const {
  SourceRange Around = Use.In->getSourceRange();
  const SourceManager &Sources = context().getSourceManager();
  if (Use.Source &&
      Sources.isPointWithin(Sources.getExpansionLoc(Use.Source->getBeginLoc()),
                            Sources.getExpansionLoc(Around.getBegin()),
                            Sources.getExpansionLoc(Around.getEnd())))
    return model::quoted(Use.Source, context());
  return Use.Tensor.Name.empty() ? "the tensor's data"
                                 : "the data of '" + Use.Tensor.Name + "'";
}

const flow::TensorReport &TensorCheck::tensors() const {
  return Unit->tensors(namesOf(GuardFunctions, HostReadFunctions));
}

void TensorCheck::examine(const flow::Analysis &Looked) {
  Unit = &Looked;
  struct Judged {
    Fault What;
    const flow::TensorUse *Use;
  };
  std::vector<Judged> Found;
  for (const flow::TensorUse &Each : tensors().Uses)
    if (std::optional<Fault> Wrong = judge(Each))
      Found.push_back({std::move(*Wrong), &Each});
  const SourceManager &Sources = context().getSourceManager();
  auto InHelper = [](const Judged &Each) {
    const VarDecl *Root = Each.Use->Tensor.Variable;
    const auto *Owner =
        Root ? dyn_cast<FunctionDecl>(Root->getDeclContext()) : nullptr;
    return Each.What.OncePerTensor && Owner &&
           Owner->getCanonicalDecl() != Each.Use->In->getCanonicalDecl();
  };
  llvm::sort(Found, [&](const Judged &L, const Judged &R) {
    if (L.What.Level != R.What.Level)
      return L.What.Level < R.What.Level;
    if (InHelper(L) != InHelper(R))
      return InHelper(R);
    return Sources.isBeforeInTranslationUnit(L.What.At->getBeginLoc(),
                                             R.What.At->getBeginLoc());
  });
  std::set<std::tuple<std::string, const FunctionDecl *, model::PathId>> Told;
  std::set<std::pair<std::string, SourceLocation>> Places;
  for (Judged &Each : Found) {
    const FunctionDecl *In = Each.What.OncePerTensor ? nullptr : Each.Use->In;
    if (!Told.insert({Each.What.Rule, In, Each.Use->Path}).second ||
        !Places.insert({Each.What.Rule, Each.What.At->getBeginLoc()}).second)
      continue;
    fixes::Finding Finding;
    Finding.At = model::spanOf(Each.What.At);
    Finding.Message = std::move(Each.What.Message);
    Finding.Level = Each.What.Level;
    Finding.Notes = std::move(Each.What.Notes);
    Finding.Fixes = std::move(Each.What.Fixes);
    report(Finding);
  }
  examineRest(Looked);
}

} // namespace dlpack_tidy::checks
