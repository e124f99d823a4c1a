//===--- LegacyApiCheck.cpp - names that DLPack and its users gave up -----===//

#include "checks/DlpackCheck.h"
#include "checks/Findings.h"
#include "checks/LegacyRules.h"

#include "fixes/CxxSourceText.h"
#include "flow/ExportFlow.h"
#include "model/LegacyNameUses.h"
#include "model/Walk.h"
#include "rules/LegacyNames.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace dlpack_tidy::model;
using dlpack_tidy::rules::LegacyKind;
using dlpack_tidy::rules::LegacyName;

namespace dlpack_tidy::checks {
namespace {

class LegacyApiCheck : public DlpackCheck {
public:
  using DlpackCheck::DlpackCheck;

private:
  void examine(const flow::Analysis &Unit) override {
    for (const LegacyNameUses &Each : findLegacyNames(Unit.context()))
      sayName(Each);
    const flow::ExportFlow &Exchanges = Unit.exports({});
    for (const Exchange &Each : Exchanges.others())
      examineExchange(Each, Unit);
    for (const flow::ExportSite &Each : Exchanges.exports())
      examineExchange(Each.What, Unit);
    examineExchangeApi(Unit);
  }

  //===--- Names of dlpack.h ----------------------------------------------===//

  void sayName(const LegacyNameUses &Uses) {
    const LegacyName &Name = *Uses.Name;
    fixes::Finding Found =
        findingAt(Uses.Places.front(),
                  std::string("'") + Name.Name + "' " + Name.Effect + " with " +
                      Name.Library + " " + Name.GoneIn.str() +
                      " and later, which other libraries bring along; use '" +
                      Name.Replacement + "'");
    for (size_t I = 1; I < Uses.Places.size() && I <= 4; ++I)
      addNote(Found, Uses.Places[I], "used here as well");
    if (Name.IsRename) {
      fixes::Fix Fix;
      Fix.Safety =
          Uses.NewNameKnown ? fixes::FixSafety::Safe : fixes::FixSafety::Unsafe;
      Fix.Description =
          std::string("rename to '") + Name.Replacement + "'" +
          (Uses.NewNameKnown ? "" : ", together with dlpack.h itself");
      for (SourceRange Place : Uses.Places)
        Fix.Edits.push_back({spanOf(Place), Name.Replacement});
      Found.Fixes.push_back(std::move(Fix));
    }
    report(Found);
  }

  //===--- Names of Python libraries --------------------------------------===//

  void examineExchange(const Exchange &What, const flow::Analysis &Unit) {
    const LegacyName *Name = legacyEntry(What);
    const auto *Call = static_cast<const Expr *>(What.Call->Node);
    // Written for releases with and without it.
    if (!Name || !Call || isTried(Call, Unit.context()))
      return;
    PyRef Array = What.Role == ExchangeRole::CapsuleHandOver
                      ? arrayOfCapsule(What)
                      : What.Subject;
    fixes::CxxSourceText Text(Unit.context());
    report(legacyUse(*Name, What.Call, Array, Text));
  }

  static bool isTried(const Expr *Call, ASTContext &Context) {
    DynTypedNode At = DynTypedNode::create(*Call);
    for (unsigned Depth = 0; Depth < 64; ++Depth) {
      DynTypedNodeList Parents = Context.getParents(At);
      if (Parents.empty() || Parents[0].get<FunctionDecl>())
        return false;
      At = Parents[0];
      if (At.get<CXXTryStmt>())
        return true;
    }
    return false;
  }

  /// Code that looks for both names knows what it does.
  void examineExchangeApi(const flow::Analysis &Unit) {
    const LegacyName *Name = rules::legacyName(LegacyKind::PythonAttribute,
                                               "__c_dlpack_exchange_api__");
    std::vector<const StringLiteral *> Old;
    bool KnowsNew = false;
    for (const FunctionDecl *Function : Unit.functions()) {
      if (Function->isDependentContext())
        continue;
      forEachStatement(Function, [&](const Stmt *Each) {
        const auto *Literal = dyn_cast<StringLiteral>(Each);
        if (!Literal || Literal->getCharByteWidth() != 1)
          return;
        if (Literal->getString() == Name->Name)
          Old.push_back(Literal);
        KnowsNew |= Literal->getString() == Name->Replacement;
      });
    }
    if (KnowsNew)
      return;
    for (const StringLiteral *Each : Old) {
      fixes::Finding Found = findingAt(
          Each->getSourceRange(),
          std::string("'") + Name->Name + "' " + Name->Effect + " from " +
              Name->Library + " " + Name->GoneIn.str() + " on; look for '" +
              Name->Replacement +
              "' on the type, a capsule named \"dlpack_exchange_api\"");
      fixes::Fix Fix;
      Fix.Safety = fixes::FixSafety::Unsafe;
      Fix.Description = std::string("rename to '") + Name->Replacement +
                        "'; it holds a capsule, no integer";
      Fix.Edits.push_back({spanOf(Each->getSourceRange()),
                           std::string("\"") + Name->Replacement + "\""});
      Found.Fixes.push_back(std::move(Fix));
      report(Found);
    }
  }
};

} // namespace

std::unique_ptr<tidy::ClangTidyCheck>
makeLegacyApiCheck(StringRef Name, tidy::ClangTidyContext *Context) {
  return std::make_unique<LegacyApiCheck>(Name, Context);
}

} // namespace dlpack_tidy::checks
