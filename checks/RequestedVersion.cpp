//===--- RequestedVersion.cpp - the capsule that was asked for ------------===//

#include "checks/RequestedVersion.h"

#include "checks/Findings.h"
#include "flow/ExportFlow.h"
#include "model/Walk.h"
#include "rules/Dtypes.h"

#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace dlpack_tidy::model;

namespace dlpack_tidy::checks {
namespace {

bool isVersionedName(StringRef Name) {
  const rules::LegalCapsuleName *Legal =
      rules::legalCapsuleName(std::string_view(Name.data(), Name.size()));
  return Legal && Legal->Versioned;
}

/// Something in the unit knows of the versioned struct or its capsule: which of
/// the two is opened may then be decided in a way nobody sees here.
bool knowsVersioned(const flow::Analysis &Unit) {
  for (const CapsuleSite &Each : Unit.producers().capsules())
    if (llvm::any_of(Each.Event.Name.Values, isVersionedName))
      return true;
  return llvm::any_of(Unit.functions(), [](const FunctionDecl *Function) {
    return anyStatement(Function, [](const Stmt *Each) {
      if (const auto *Text = dyn_cast<StringLiteral>(Each))
        return Text->isOrdinary() && isVersionedName(Text->getString());
      const auto *Value = dyn_cast<Expr>(Each);
      return Value && pointeeKind(Value->getType()) == StructKind::Versioned;
    });
  });
}

/// `max_version=(1, 0)`, or a later one, whatever branch is taken.
bool asksForVersioned(const Exchange &What) {
  if (What.Role != ExchangeRole::Export || !What.MaxVersion)
    return false;
  PyRef Version = valueOf(What.MaxVersion);
  if (!Version || Version->Kind != PyKind::Tuple || Version->Elements.empty())
    return false;
  std::optional<std::vector<int64_t>> Majors =
      integerValues(Version->Elements.front());
  return Majors &&
         llvm::all_of(*Majors, [](int64_t Major) { return Major >= 1; });
}

/// One of the two functions calls the other, or they are one.
bool workTogether(const FunctionDecl *One, const FunctionDecl *Other,
                  const Producers &Made) {
  return llvm::is_contained(Made.reachedFrom(One), Other) ||
         llvm::is_contained(Made.reachedFrom(Other), One);
}

/// The request whose capsule \p Site may open, or nullptr.
const flow::ExportSite *requestFor(const CapsuleSite &Site,
                                   const flow::Analysis &Unit) {
  const SourceManager &Sources = Unit.context().getSourceManager();
  for (const flow::ExportSite &Each : Unit.exports({}).exports()) {
    if (!asksForVersioned(Each.What))
      continue;
    SourceLocation At = Sources.getExpansionLoc(beginOf(Each.What.Call->Range));
    for (const FunctionDecl *Function : Unit.functions()) {
      SourceRange Body = Function->getSourceRange();
      if (Sources.isPointWithin(At, Sources.getExpansionLoc(Body.getBegin()),
                                Sources.getExpansionLoc(Body.getEnd())) &&
          workTogether(Function, Site.In, Unit.producers()))
        return &Each;
    }
  }
  return nullptr;
}

} // namespace

std::vector<fixes::Finding> legacyNameOnly(const flow::Analysis &Unit) {
  std::vector<fixes::Finding> All;
  for (const CapsuleSite &Site : Unit.producers().capsules()) {
    if (Site.Event.Action != CapsuleAction::TakePointer ||
        !Site.Event.Name.isOnly("dltensor"))
      continue;
    const flow::ExportSite *Request = requestFor(Site, Unit);
    if (!Request)
      continue;
    if (knowsVersioned(Unit))
      return {};
    fixes::Finding Found = findingAt(
        Site.Event.Name.Spelled->getSourceRange(),
        "the producer was asked for version 1 and names its capsule "
        "\"dltensor_versioned\" (NumPy, PyTorch, JAX from 0.12 on), so nothing "
        "is found under \"dltensor\" and the array is refused; open both, or "
        "ask without 'max_version'");
    Found.Notes.push_back({Request->What.Call->Range, "the request is here"});
    All.push_back(std::move(Found));
  }
  return All;
}

} // namespace dlpack_tidy::checks
