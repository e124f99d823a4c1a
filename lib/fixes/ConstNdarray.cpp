//===--- ConstNdarray.cpp - make an array parameter read-only -------------===//

#include "fixes/ConstNdarray.h"
#include "fixes/ConstSpelling.h"
#include "model/NdarrayType.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

#include <set>

using namespace clang;

namespace dlpack_tidy::fixes {
namespace {

using flow::ArrayUse;
using flow::WritableSpelling;
using Edits = std::vector<TypeEdit>;

/// Types derived from a variable's by decltype would become const with it.
class DecltypeFinder : public RecursiveASTVisitor<DecltypeFinder> {
public:
  bool VisitDecltypeTypeLoc(DecltypeTypeLoc) { return !(Found = true); }
  bool Found = false;
};

/// `template int f<double>(nb::ndarray<double>);` spells the type again. A
/// class template's instances do not.
bool hasExplicitInstances(const FunctionDecl *Function) {
  const FunctionTemplateDecl *Template = Function->getPrimaryTemplate();
  if (!Template)
    Template = Function->getDescribedFunctionTemplate();
  if (!Template)
    return Function->getTemplateSpecializationKind() ==
           TSK_ExplicitSpecialization;
  return llvm::any_of(Template->specializations(), [](FunctionDecl *Each) {
    return isTemplateExplicitInstantiationOrSpecialization(
        Each->getTemplateSpecializationKind());
  });
}

bool append(Edits &All, const std::optional<Edits> &More) {
  if (!More)
    return false;
  All.insert(All.end(), More->begin(), More->end());
  return true;
}

TypeLoc writtenType(const DeclaratorDecl *Declared) {
  const TypeSourceInfo *Info = Declared->getTypeSourceInfo();
  return Info ? Info->getTypeLoc() : TypeLoc();
}

/// The parameter in every declaration of its function.
std::optional<Edits> parameterEdits(const ParmVarDecl *Parameter,
                                    const model::NdarrayInputs &Inputs,
                                    ASTContext &Context) {
  const auto *Function = dyn_cast<FunctionDecl>(Parameter->getDeclContext());
  if (!Function || Parameter->hasDefaultArg() ||
      Inputs.isBoundThroughCast(Function) || Inputs.isCalled(Function) ||
      hasExplicitInstances(Function))
    return std::nullopt;
  const auto *Method = dyn_cast<CXXMethodDecl>(Function);
  if (Method && Method->isVirtual())
    return std::nullopt;
  if (const FunctionDecl *Pattern = Function->getTemplateInstantiationPattern())
    Function = Pattern;
  DecltypeFinder Decltypes;
  Decltypes.TraverseStmt(Function->getBody());
  if (Decltypes.Found)
    return std::nullopt;
  Edits All;
  unsigned Index = Parameter->getFunctionScopeIndex();
  for (const model::NdarrayInputs::Signature &Each :
       Inputs.signatures(cast<FunctionDecl>(Parameter->getDeclContext())))
    if (Index >= Each.Types.size() ||
        !append(All, constSpelling(Each.Types[Index], Each.Where, Context)))
      return std::nullopt;
  for (const FunctionDecl *Each : Function->redecls()) {
    if (Index >= Each->getNumParams())
      return std::nullopt;
    std::optional<Edits> Here =
        constSpelling(writtenType(Each->getParamDecl(Index)), Each, Context);
    if (!Here || Here->empty())
      return std::nullopt;
    append(All, Here);
  }
  return All;
}

std::optional<Edits> variableEdits(const VarDecl *Variable,
                                   ASTContext &Context) {
  if (!Variable->getTypeSourceInfo())
    return std::nullopt;
  return constSpelling(writtenType(Variable), Variable->getDeclContext(),
                       Context);
}

/// The template argument of `nb::cast<...>`.
std::optional<Edits> castCallEdits(const CallExpr *Call,
                                   const DeclContext *Where,
                                   ASTContext &Context) {
  const auto *Callee =
      dyn_cast<DeclRefExpr>(Call->getCallee()->IgnoreParenImpCasts());
  if (!Callee || Callee->getNumTemplateArgs() == 0)
    return std::nullopt;
  const TemplateArgumentLoc &First = Callee->template_arguments().front();
  if (First.getArgument().getKind() != TemplateArgument::Type)
    return std::nullopt;
  return constSpelling(First.getTypeSourceInfo()->getTypeLoc(), Where, Context);
}

std::optional<Edits> castEdits(const Expr *Cast, const DeclContext *Where,
                               ASTContext &Context) {
  TypeLoc Written;
  if (const auto *Explicit = dyn_cast<ExplicitCastExpr>(Cast))
    Written = Explicit->getTypeInfoAsWritten()->getTypeLoc();
  else if (const auto *Temporary = dyn_cast<CXXTemporaryObjectExpr>(Cast))
    Written = Temporary->getTypeSourceInfo()->getTypeLoc();
  return Written.isNull() ? std::nullopt
                          : constSpelling(Written, Where, Context);
}

std::optional<Edits> sourceEdits(const model::ArraySource &Source,
                                 const DeclContext *Where,
                                 const model::NdarrayInputs &Inputs,
                                 ASTContext &Context) {
  using Kind = model::ArraySource::Kind;
  switch (Source.How) {
  case Kind::Cast:
    return castCallEdits(Source.Call, Where, Context);
  case Kind::TryCast:
    if (const auto *Callee = dyn_cast<DeclRefExpr>(
            Source.Call->getCallee()->IgnoreParenImpCasts()))
      if (Callee->hasExplicitTemplateArgs())
        return std::nullopt;
    return Source.Variable ? std::optional<Edits>(Edits()) : std::nullopt;
  case Kind::Callback:
    if (const auto *Holder = dyn_cast_or_null<ParmVarDecl>(Source.Variable))
      return parameterEdits(Holder, Inputs, Context);
    return std::nullopt;
  case Kind::Caster:
    return std::nullopt;
  }
  return std::nullopt;
}

Edit toEdit(const TypeEdit &From) {
  return {model::Span::characters(From.Begin.getRawEncoding(),
                                  From.End.getRawEncoding()),
          From.Text};
}

} // namespace

std::optional<Fix>
ConstNdarray::fixFor(const std::vector<ArrayUse> &Uses) const {
  Edits All;
  for (const ArrayUse &Use : Uses) {
    const DeclContext *Where =
        Use.Parameter ? Use.Parameter->getDeclContext() : Use.Where;
    if (!append(All, Use.Parameter
                         ? parameterEdits(Use.Parameter, Inputs, Context)
                         : sourceEdits(*Use.Source, Where, Inputs, Context)))
      return std::nullopt;
    for (const WritableSpelling &Each : Use.Spellings) {
      std::optional<Edits> Here;
      if (Each.What == WritableSpelling::Kind::Variable)
        Here = variableEdits(Each.Variable, Context);
      else if (Each.What == WritableSpelling::Kind::Cast)
        Here = castEdits(Each.At, Where, Context);
      if (!append(All, Here))
        return std::nullopt;
    }
  }
  // Instances of a template agree on their edits, or there is no fix.
  std::map<unsigned, TypeEdit> Once;
  for (const TypeEdit &Each : All) {
    auto [At, New] = Once.try_emplace(Each.Begin.getRawEncoding(), Each);
    if (!New && (At->second.Text != Each.Text || At->second.End != Each.End))
      return std::nullopt;
  }
  if (Once.empty())
    return std::nullopt;
  Fix Result;
  Result.Safety = FixSafety::Safe;
  Result.Description = "ask for a read-only array";
  for (const auto &[At, Each] : Once)
    Result.Edits.push_back(toEdit(Each));
  return Result;
}

} // namespace dlpack_tidy::fixes
