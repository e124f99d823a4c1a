//===--- WritableParameterCheck.cpp - dlpack-writable-parameter -----------===//
//
// A nanobind array that is only read, behind a type that asks for writable
// memory. docs/checks/dlpack-writable-parameter.md tells the story.
//
//===----------------------------------------------------------------------===//

#include "checks/DlpackCheck.h"
#include "fixes/ConstNdarray.h"
#include "flow/WriteProof.h"
#include "model/Callable.h"
#include "model/NdarrayInputs.h"
#include "model/NdarrayType.h"
#include "model/Walk.h"

#include "llvm/ADT/MapVector.h"

using namespace clang;

namespace dlpack_tidy::checks {
namespace {

using flow::ArrayUse;
using flow::Effect;

/// Every instance of a template has its own verdict on the one parameter that
/// is written down.
struct Judged {
  std::vector<ArrayUse> Uses;
  const FunctionDecl *Function = nullptr;
  model::Binding Bound = model::Binding::Here;
  Effect Worst;
};

class WritableParameterCheck : public DlpackCheck {
public:
  using DlpackCheck::DlpackCheck;

protected:
  void examine(const flow::Analysis &Unit) override;

private:
  void reportRead(const Judged &Array, const fixes::ConstNdarray &Fixes);
};

/// The variable a person would point at; of a template the one that is written
/// down with the body.
const ValueDecl *declarationOf(const ArrayUse &Use) {
  if (!Use.Parameter)
    return Use.Source->Variable;
  if (const FunctionDecl *Pattern =
          Use.Where->getTemplateInstantiationPattern())
    if (Use.Parameter->getFunctionScopeIndex() < Pattern->getNumParams())
      return Pattern->getParamDecl(Use.Parameter->getFunctionScopeIndex());
  return Use.Parameter;
}

/// `try_cast(x, list)`
bool isOtherCast(const Stmt *Part) {
  const auto *Call = dyn_cast<CallExpr>(Part);
  return Call && Call->getDirectCallee() &&
         model::plainName(Call->getDirectCallee()) == "try_cast" &&
         Call->getNumArgs() > 1 &&
         !model::isNdarrayOrView(Call->getArg(1)->getType());
}

/// `if (try_cast(x, array)) … else if (try_cast(x, list)) …`: an array that is
/// not taken goes another way.
bool hasOtherWay(const ArrayUse &Use) {
  using Kind = model::ArraySource::Kind;
  if (Use.Parameter || Use.Source->How != Kind::TryCast)
    return false;
  bool Found = false;
  model::forEachStatement(Use.Where, [&](const Stmt *Each) {
    const auto *If = dyn_cast<IfStmt>(Each);
    if (!If || !If->getElse() ||
        !model::anyStatement(If->getCond(), [&](const Stmt *Part) {
          return Part == Use.Source->Call;
        }))
      return;
    for (const auto *Next = dyn_cast<IfStmt>(If->getElse()); Next;
         Next = dyn_cast_or_null<IfStmt>(Next->getElse()))
      Found |= model::anyStatement(Next->getCond(), isOtherCast);
  });
  return Found;
}

SourceLocation locationOf(const ArrayUse &Use) {
  const ValueDecl *Declared = declarationOf(Use);
  return Declared ? Declared->getLocation() : Use.Source->Call->getBeginLoc();
}

std::string subjectOf(const ArrayUse &Use) {
  const ValueDecl *Declared = declarationOf(Use);
  if (!Declared || Declared->getName().empty())
    return "this array";
  std::string Name = ("'" + Declared->getName() + "'").str();
  bool Callback =
      Use.Source && Use.Source->How == model::ArraySource::Kind::Callback;
  return Callback ? "the result of " + Name : Name;
}

StringRef consequenceOf(const ArrayUse &Use) {
  using Kind = model::ArraySource::Kind;
  if (Use.Parameter)
    return "are refused here with \"TypeError: incompatible function "
           "arguments\"";
  if (Use.Source->How == Kind::Cast || Use.Source->How == Kind::Callback)
    return "cannot be converted here (\"RuntimeError: std::bad_cast\")";
  return "are not accepted here";
}

std::string adviceFor(const ArrayUse &Use) {
  QualType Array = Use.Parameter
                       ? *model::writableNdarrayIn(Use.Parameter->getType())
                       : Use.Source->Array;
  QualType Scalar = model::ndarrayRequest(Array)->Scalar;
  if (Scalar.isNull())
    return "add nb::ro to its nb::ndarray<...>";
  PrintingPolicy Plain((LangOptions()));
  Plain.adjustForCPlusPlus();
  Plain.SuppressTagKeyword = true;
  return "declare it nb::ndarray<const " + Scalar.getAsString(Plain) + ", ...>";
}

std::string doubtAbout(const Effect &Worst) {
  switch (Worst.What) {
  case Effect::Kind::ReadElsewhere:
    return "it goes to '" + Worst.Name +
           "' here, which only reads it today, "
           "but is in another file and takes a pointer that may be written";
  case Effect::Kind::HandedOn:
    return "it goes to '" + Worst.Name +
           "' here, whose body is in another file and could write it";
  default:
    return "what happens to it here is not known: a declaration is missing";
  }
}

} // namespace

void WritableParameterCheck::examine(const flow::Analysis &Unit) {
  model::NdarrayInputs Inputs(Unit.functions(), Unit.context());
  if (Inputs.roots().empty())
    return;
  flow::WriteProof Proof(Inputs, Unit.context());
  llvm::MapVector<unsigned, Judged> Arrays;
  for (const model::NdarrayInputs::Root &Root : Inputs.roots())
    for (ArrayUse &Use : Proof.prove(Root)) {
      Judged &Array = Arrays[locationOf(Use).getRawEncoding()];
      Array.Function = Root.Function;
      Array.Bound = Root.Bound;
      if (Use.Worst.worseThan(Array.Worst))
        Array.Worst = Use.Worst;
      Array.Uses.push_back(std::move(Use));
    }
  fixes::ConstNdarray Fixes(Inputs, Unit.context());
  for (const auto &[Where, Array] : Arrays)
    reportRead(Array, Fixes);
}

void WritableParameterCheck::reportRead(const Judged &Array,
                                        const fixes::ConstNdarray &Fixes) {
  const ArrayUse &Use = Array.Uses.front();
  if (Array.Worst.What > Effect::Kind::NotParsed || hasOtherWay(Use))
    return;
  bool Elsewhere = Array.Worst.What == Effect::Kind::ReadElsewhere;
  bool Probable = Array.Worst && !Elsewhere;
  fixes::Finding Found;
  uint32_t At = locationOf(Use).getRawEncoding();
  Found.At = model::Span::tokens(At, At);
  Found.Level = Array.Worst                                ? 2
                : Array.Bound == model::Binding::Elsewhere ? 1
                                                           : 0;
  std::string Subject = subjectOf(Use);
  Found.Message = "read-only arrays, and from JAX 0.12 every jax.Array, " +
                  std::string(consequenceOf(Use)) + " because " + Subject +
                  " asks for a writable array and is " +
                  (Probable ? "probably " : "") + "only read; " +
                  adviceFor(Use);
  if (Array.Worst) {
    uint32_t Seen = Array.Worst.At.getRawEncoding();
    Found.Notes.push_back(
        {model::Span::tokens(Seen, Seen), doubtAbout(Array.Worst)});
  } else if (std::optional<fixes::Fix> Fix = Fixes.fixFor(Array.Uses)) {
    Found.Fixes.push_back(*Fix);
  }
  report(Found);
}

std::unique_ptr<tidy::ClangTidyCheck>
makeWritableParameterCheck(StringRef Name, tidy::ClangTidyContext *Context) {
  return std::make_unique<WritableParameterCheck>(Name, Context);
}

} // namespace dlpack_tidy::checks
