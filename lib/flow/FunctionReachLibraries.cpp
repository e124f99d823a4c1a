//===--- FunctionReachLibraries.cpp - nanobind, Eigen and what is missing
//--===//

#include "flow/Callables.h"
#include "flow/FunctionReach.h"
#include "flow/KnownCalls.h"
#include "model/NdarrayType.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;
using dlpack_tidy::model::isInNamespace;

namespace dlpack_tidy::flow {
namespace {

bool isNamed(const NamedDecl *Named, StringRef Name) {
  return Named->getDeclName().isIdentifier() && Named->getName() == Name;
}

} // namespace

Reach FunctionReach::callNanobind(const Site &At) {
  std::string Name = plainName(At.Callee);
  QualType Object = At.objectType();
  if (At.HasObject && model::isNdarrayOrView(Object) && Name != "cast") {
    if (isNdarrayMetadata(Name))
      return {};
    if (Name == "view" && cast<CallExpr>(At.Call)->getDirectCallee())
      if (const auto *Member = dyn_cast<MemberExpr>(
              cast<CallExpr>(At.Call)->getCallee()->IgnoreParens()))
        if (Member->hasExplicitTemplateArgs())
          spell(At.Reaches[0], WritableSpelling::Kind::Fixed, At.Call);
    return loaded(At.Reaches[0], Object);
  }
  // Numbers are copied into Python objects.
  const auto *Method = dyn_cast<CXXMethodDecl>(At.Callee);
  bool Capsule = Method && isNamed(Method->getParent(), "capsule");
  for (unsigned I = 0; I < At.Arguments.size(); ++I) {
    if (letOthersCall(At.Arguments[I], Effect::Kind::ToPython, At.where()))
      continue;
    affectAll(addressIn(At, I), Effect::Kind::ToPython, At.where(), Name);
    if (isNumberType(At.Arguments[I]->getType()) ||
        isLambdaType(At.Arguments[I]->getType()))
      continue;
    // A capsule keeps the pointer, whatever its parameter says.
    if (Capsule)
      affectAll(At.Reaches[I].writable(), Effect::Kind::ToPython, At.where(),
                "capsule");
    else if (Owner.Access.granted(At.typeOf(I)))
      affectAll(At.Reaches[I], Effect::Kind::ToPython, At.where(), Name);
  }
  if (At.HasObject && mayHoldPointers(At.Call->getType()))
    return loaded(At.Reaches[0], At.Call->getType());
  return {};
}

/// Eigen's const members and operators only read; of the others those that
/// hand out a part of the expression lead where the expression leads.
Reach FunctionReach::callEigen(const Site &At) {
  std::string Name = plainName(At.Callee);
  const auto *Method = dyn_cast<CXXMethodDecl>(At.Callee);
  for (unsigned I = At.HasObject; I < At.Reaches.size(); ++I)
    if (writesEigenArguments(Name) ||
        (At.typeOf(I)->isLValueReferenceType() &&
         !At.typeOf(I).getNonReferenceType().isConstQualified()))
      affectAll(At.Reaches[I], Effect::Kind::Written, At.where(), Name);
  if (At.HasObject && Method && !Method->isConst() && !isEigenAccessor(Name))
    affectAll(At.Reaches[0], Effect::Kind::Written, At.where(), Name);
  QualType Result = At.Call->getType();
  if (!mayHoldPointers(Result) && !At.Call->isGLValue())
    return {};
  if (ownsItsMemory(Result) && !At.Call->isGLValue())
    return {};
  return everything(At);
}

bool FunctionReach::leadsToArray(const Reach &Places) const {
  bool Found = false;
  closure(Places).each([&](NodeId Node, bool) {
    Found |= Sources.count(Node) > 0;
    if (Node < 2 || Node >= outside())
      return;
    QualType Type = Function->getParamDecl(Node / 2 - 1)->getType();
    Found |= model::writableNdarrayIn(Type) ||
             model::isNdarrayOrView(Type.getNonReferenceType());
  });
  return Found;
}

/// A call of a name that no header declared. The name may stand for a function
/// with any parameters, but operators and constructors do what they usually do
/// with numbers.
Reach FunctionReach::callPlaceholder(const Site &At) {
  std::string Name = plainName(At.Callee);
  bool Call = Name == "operator()" || Name == "operator>>";
  for (unsigned I = At.HasObject; I < At.Arguments.size(); ++I) {
    if (letOthersCall(At.Arguments[I], Effect::Kind::HandedOn, At.where()))
      continue;
    bool Number = isNumberType(At.Arguments[I]->getType());
    affectAll(Number && !Call ? addressIn(At, I) : At.Reaches[I],
              Effect::Kind::HandedOn, At.where());
  }
  return Reach(outside());
}

/// Do all functions of that name take argument \p I as something that cannot be
/// written through?
bool FunctionReach::onlyReadBy(const OverloadExpr *Candidates, unsigned I) {
  return Candidates->getNumDecls() > 0 &&
         llvm::all_of(Candidates->decls(), [&](const NamedDecl *Each) {
           const FunctionDecl *Function = Each->getAsFunction();
           return Function && I < Function->getNumParams() &&
                  !Owner.Access.granted(Function->getParamDecl(I)->getType());
         });
}

/// In a template, a call of a name that means one function or several.
Reach FunctionReach::callCandidates(Site &At) {
  if (At.Candidates->getNumDecls() == 1)
    At.Callee = (*At.Candidates->decls_begin())->getAsFunction();
  if (!At.Callee || At.Arguments.size() > At.Callee->getNumParams() ||
      isa<CXXMethodDecl>(At.Callee)) {
    At.Callee = nullptr;
    return callUnknown(At);
  }
  for (unsigned I = 0; I < At.Arguments.size(); ++I)
    if (!At.typeOf(I)->isReferenceType())
      At.Reaches[I] = copied(At.Arguments[I], At.Reaches[I]);
  if (std::optional<Reach> Result = callLibrary(At))
    return *Result;
  if (const CallSummary *Summary = Owner.summaryOf(At.Callee))
    return callKnown(At, *Summary);
  return callUnknown(At);
}

/// Calls through pointers, and calls in templates nobody instantiated.
Reach FunctionReach::callDependent(const CallExpr *E) {
  Site At;
  At.Call = E;
  const Expr *Callee = E->getCallee()->IgnoreParenImpCasts();
  Reach Object;
  StringRef Name;
  if (const auto *Member = dyn_cast<CXXDependentScopeMemberExpr>(Callee)) {
    if (!Member->isImplicitAccess())
      Object = eval(Member->getBase());
    if (const IdentifierInfo *Id = Member->getMember().getAsIdentifierInfo())
      Name = Id->getName();
  } else {
    Object = eval(Callee);
  }
  for (const Expr *Each : E->arguments()) {
    At.Arguments.push_back(Each);
    At.Reaches.push_back(eval(Each));
  }
  At.Candidates = dyn_cast<UnresolvedLookupExpr>(Callee);
  if (At.Candidates)
    return callCandidates(At);
  if (!E->isTypeDependent())
    return callUnknown(At);
  if (isNdarrayMetadata(Name))
    return {};
  Reach Given = everything(At);
  // `v(i, j)`: of an array an element, of anything else a call.
  if (Name.empty() && !leadsToArray(Object))
    return callUnknown(At);
  static const llvm::StringSet<> Accessors = {
      "",    "data", "view",    "value", "at",   "begin",
      "end", "get",  "subspan", "front", "back", "has_value"};
  if (!Accessors.contains(Name)) {
    Given.merge(Object);
    affectAll(Given, Effect::Kind::NotParsed, E->getBeginLoc());
  }
  return closure(Object);
}

} // namespace dlpack_tidy::flow
