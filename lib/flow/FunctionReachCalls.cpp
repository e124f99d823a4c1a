//===--- FunctionReachCalls.cpp - what calls do to their arguments --------===//

#include "flow/Callables.h"
#include "flow/FunctionReach.h"
#include "flow/KnownCalls.h"
#include "model/NdarrayType.h"
#include "model/Placeholder.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using dlpack_tidy::model::isInNamespace;

namespace dlpack_tidy::flow {
namespace {

StringRef outermostNamespace(const FunctionDecl *Function) {
  StringRef Name;
  for (const DeclContext *Context = Function->getDeclContext(); Context;
       Context = Context->getParent())
    if (const auto *Space = dyn_cast<NamespaceDecl>(Context))
      Name = Space->getName();
  return Name;
}

/// May an override somewhere else run instead?
bool mayBeOverridden(const FunctionDecl *Function) {
  const auto *Method = dyn_cast<CXXMethodDecl>(Function);
  return Method && Method->isVirtual() && !Method->hasAttr<FinalAttr>() &&
         !Method->getParent()->hasAttr<FinalAttr>() &&
         !isa<CXXDestructorDecl>(Method);
}

/// A helper that speaks nanobind belongs to the bindings, whatever file it is
/// in; a function of another file that takes plain pointers has an interface of
/// its own, and that one asks for writable memory.
bool belongsToBindings(const FunctionDecl *Callee) {
  auto IsNanobind = [](QualType Type) {
    const CXXRecordDecl *Record =
        Type.getNonReferenceType()->getAsCXXRecordDecl();
    return model::writableNdarrayIn(Type) ||
           (Record && isInNamespace(Record, "nanobind"));
  };
  return IsNanobind(Callee->getReturnType()) ||
         llvm::any_of(Callee->parameters(), [&](const ParmVarDecl *Each) {
           return IsNanobind(Each->getType());
         });
}

bool inSameFile(const FunctionDecl *One, const FunctionDecl *Other,
                const SourceManager &Sources) {
  return Sources.getFileID(Sources.getExpansionLoc(One->getLocation())) ==
         Sources.getFileID(Sources.getExpansionLoc(Other->getLocation()));
}

bool copiesObject(const CXXMethodDecl *Method) {
  return Method->isCopyAssignmentOperator() ||
         Method->isMoveAssignmentOperator();
}

} // namespace

QualType FunctionReach::Site::typeOf(unsigned I) const {
  if (Callee) {
    if (HasObject) {
      if (I == 0)
        return cast<CXXMethodDecl>(Callee)->getThisType();
      --I;
    }
    if (I < Callee->getNumParams())
      return Callee->getParamDecl(I)->getType();
    I += HasObject;
  }
  return Arguments[I]->getType();
}

QualType FunctionReach::Site::objectType() const {
  if (!HasObject)
    return {};
  QualType Type = Arguments[0]->getType();
  return Type->isPointerType() ? Type->getPointeeType() : Type;
}

std::string FunctionReach::Site::name() const {
  if (Callee)
    return Callee->getNameAsString();
  return Candidates ? Candidates->getName().getAsString() : "";
}

/// Everything the arguments lead to.
Reach FunctionReach::everything(const Site &At, unsigned First) const {
  Reach Result;
  for (unsigned I = First; I < At.Reaches.size(); ++I)
    Result.merge(At.Reaches[I]);
  return closure(Result);
}

FunctionReach::Site FunctionReach::siteOf(const CallExpr *E) const {
  Site At;
  At.Call = E;
  At.Callee = E->getDirectCallee();
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(At.Callee);
  bool OnObject = Method && Method->isInstance();
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    At.HasObject = OnObject;
    if (OnObject)
      At.Arguments.push_back(Member->getImplicitObjectArgument());
  } else if (isa<CXXOperatorCallExpr>(E)) {
    At.HasObject = OnObject;
  }
  for (const Expr *Each : E->arguments())
    At.Arguments.push_back(Each);
  return At;
}

/// An integer can be an address: what argument \p I leads to then.
Reach FunctionReach::addressIn(const Site &At, unsigned I) const {
  const Expr *Argument = At.Arguments[I];
  if (Argument->getType()->isDependentType() ||
      !Argument->getType()->isIntegerType())
    return {};
  if (!Argument->isGLValue())
    return At.Reaches[I];
  // Elements are numbers; only a variable holds an address.
  bool Held = isa<DeclRefExpr, MaterializeTemporaryExpr>(
      Argument->IgnoreParenNoopCasts(Owner.Context));
  return Held ? contents(At.Reaches[I]) : Reach();
}

Reach FunctionReach::evalCall(const CallExpr *E) {
  Site At = siteOf(E);
  if (std::optional<model::ArraySource> Source = model::arraySource(E))
    if (!At.Callee) { // in a template
      At.Arguments.insert(At.Arguments.begin(), E->getCallee());
      for (const Expr *Each : At.Arguments)
        At.Reaches.push_back(eval(Each));
      return evalSource(*Source, At);
    }
  if (!At.Callee)
    return callDependent(E);
  for (const Expr *Each : At.Arguments)
    At.Reaches.push_back(eval(Each));
  if (std::optional<model::ArraySource> Source = model::arraySource(E))
    return evalSource(*Source, At);
  if (E->isTypeDependent() && !At.Callee->hasBody())
    return callUnknown(At);
  const auto *Method = dyn_cast<CXXMethodDecl>(At.Callee);
  if (Method && Inlined.count(Method))
    return callLambda(At);
  if (Method && copiesObject(Method) &&
      (!Method->isUserProvided() || isInNamespace(Method, "std") ||
       isInNamespace(Method, "nanobind")))
    return assign(At);
  if (std::optional<Reach> Result = callLibrary(At)) {
    // Sizes and counts lead nowhere.
    bool Number = !E->isGLValue() && E->getType()->isIntegerType();
    return Number ? Reach() : *Result;
  }
  if (!mayBeOverridden(At.Callee))
    if (const CallSummary *Summary = Owner.summaryOf(At.Callee))
      return callKnown(At, *Summary);
  return callUnknown(At);
}

/// Functions that are known by name, whether or not their body is here.
std::optional<Reach> FunctionReach::callLibrary(const Site &At) {
  StringRef Library = outermostNamespace(At.Callee);
  if (Library == "nanobind")
    return callNanobind(At);
  if (Library == "std" || Library == "__gnu_cxx")
    return callStandard(At);
  if (Library == "Eigen")
    return callEigen(At);
  if (model::belongsToPlaceholder(At.Callee))
    return callPlaceholder(At);
  if (onlyPrints(Library) && llvm::all_of(At.Arguments, [&](const Expr *Each) {
        return isNumberType(Each->getType()) || eval(Each).empty();
      }))
    return Reach();
  std::string Name = plainName(At.Callee);
  if (knownCCall(Name).What != KnownCall::Does::Unknown)
    return callStandardFunction(At, Name, 0, 0);
  return std::nullopt;
}

Reach FunctionReach::evalSource(const model::ArraySource &Source,
                                const Site &At) {
  using Kind = model::ArraySource::Kind;
  NodeId Array = node(Source.Call);
  Sources.insert({Array, Source});
  switch (Source.How) {
  case Kind::Cast:
    return Reach(Array);
  case Kind::TryCast:
    store(At.Reaches[1], Reach(Array), At.where());
    return {};
  case Kind::Caster:
    store(At.Reaches[0], Reach(Array), At.where());
    return {};
  case Kind::Callback:
    for (unsigned I = 1; I < At.Reaches.size(); ++I)
      if (!isNumberType(At.Arguments[I]->getType()))
        affectAll(At.Reaches[I], Effect::Kind::ToPython, At.where());
    return Reach(Array);
  }
  return {};
}

/// A lambda that is walked in place: its parameters are variables.
Reach FunctionReach::callLambda(const Site &At) {
  for (unsigned I = 0; I < At.Callee->getNumParams(); ++I) {
    const ParmVarDecl *Each = At.Callee->getParamDecl(I);
    if (I + 1 >= At.Reaches.size())
      break;
    Reach Value = At.Reaches[I + 1];
    if (!Each->getType()->isReferenceType() &&
        !Owner.Access.granted(Each->getType()))
      Value = Value.readOnly();
    Changed |= Nodes[node(Each, Each)].Content.merge(Value);
  }
  return Nodes[node(At.Callee)].Content;
}

/// `x = y` of a class that copies its members: an array, or one complex number.
Reach FunctionReach::assign(const Site &At) {
  QualType Type = At.Arguments[0]->getType();
  Reach Value = ownsItsMemory(Type) ? Reach() : loaded(At.Reaches[1], Type);
  write(At.Reaches[0], Value, At.where());
  if (assignsThrough(Type))
    affectAll(At.Reaches[0], Effect::Kind::Written, At.where());
  return At.Reaches[0];
}

/// The callee's body was walked: does to the arguments what it does to its
/// parameters.
Reach FunctionReach::callKnown(const Site &At, const CallSummary &Summary) {
  unsigned Shift = At.HasObject ? 0 : 1;
  const FunctionDecl *Definition = At.Callee;
  At.Callee->hasBody(Definition);
  bool Elsewhere =
      !belongsToBindings(At.Callee) &&
      !inSameFile(Definition, Function, Owner.Context.getSourceManager());
  for (unsigned I = 0; I < At.Reaches.size(); ++I) {
    letOthersCall(At.Arguments[I], Effect::Kind::HandedOn, At.where());
    unsigned P = 2 * (I + Shift);
    if (P + 1 >= Summary.Effects.size() || At.Reaches[I].empty())
      continue;
    if (Owner.Access.granted(At.typeOf(I)) && !(At.HasObject && I == 0) &&
        !callableIn(At.Arguments[I])) {
      spell(At.Reaches[I], WritableSpelling::Kind::Fixed, At.Arguments[I]);
      if (Elsewhere)
        affectAll(At.Reaches[I], Effect::Kind::ReadElsewhere, At.where(),
                  At.name());
    }
    // What happens to a pointer to const must have cast const away.
    if (Summary.Effects[P])
      affect(Owner.Access.granted(At.typeOf(I)) ? At.Reaches[I]
                                                : At.Reaches[I].writable(),
             Summary.Effects[P]);
    Reach Deep;
    closure(At.Reaches[I]).each([&](NodeId Node, bool ReadOnly) {
      if (!At.Reaches[I].contains(Node, ReadOnly))
        Deep.add(Node, ReadOnly);
    });
    if (Summary.Effects[P + 1])
      affect(Deep, Summary.Effects[P + 1]);
    store(At.Reaches[I], mapped(Summary.Contents[P], At), At.where());
    store(Deep, mapped(Summary.Contents[P + 1], At), At.where());
  }
  return mapped(Summary.Returned, At);
}

/// Names in the caller's terms what a callee's parameters lead to.
Reach FunctionReach::mapped(const Reach &Inner, const Site &At) const {
  unsigned Shift = At.HasObject ? 0 : 1;
  Reach Result;
  Inner.each([&](NodeId Node, bool ReadOnly) {
    unsigned I = Node / 2;
    if (I < Shift || I - Shift >= At.Reaches.size()) {
      Result.add(outside(), ReadOnly);
      return;
    }
    const Reach &Argument = At.Reaches[I - Shift];
    Reach There;
    if (Node % 2 == 0)
      There = Argument;
    else
      closure(Argument).each([&](NodeId Each, bool Const) {
        if (!Argument.contains(Each, Const))
          There.add(Each, Const);
      });
    Result.merge(ReadOnly ? There.readOnly() : There);
  });
  return Result;
}

/// If \p Argument is a lambda that is walked here, somebody out of sight calls
/// it: with arguments from outside, and with its result in their hands. What it
/// captures they do not get at.
bool FunctionReach::letOthersCall(const Expr *Argument, Effect::Kind Kind,
                                  SourceLocation At) {
  const FunctionDecl *Callable = callableIn(Argument);
  bool IsWalked = false;
  if (Callable)
    forEachInstance(Callable, [&](const FunctionDecl *Each) {
      if (!Inlined.count(Each))
        return;
      IsWalked = true;
      for (const ParmVarDecl *Parameter : Each->parameters())
        if (Owner.Access.granted(Parameter->getType()))
          Changed |=
              Nodes[node(Parameter, Parameter)].Content.merge(Reach(outside()));
    });
  if (IsWalked)
    affectAll(resultsOf(Callable), Kind, At);
  return IsWalked;
}

/// What the calls of a lambda that is walked here lead to.
Reach FunctionReach::resultsOf(const FunctionDecl *Callable) {
  Reach Results;
  forEachInstance(Callable, [&](const FunctionDecl *Each) {
    if (Inlined.count(Each))
      Results.merge(Nodes[node(Each)].Content);
  });
  return Results;
}

/// No body to look into: what the parameter types allow may happen.
Reach FunctionReach::callUnknown(const Site &At) {
  Effect::Kind Kind = Effect::Kind::HandedOn;
  if (At.Callee) {
    const SourceManager &Sources = Owner.Context.getSourceManager();
    if (At.Callee->getBuiltinID() ||
        Sources.isInSystemHeader(At.Callee->getLocation()))
      Kind = Effect::Kind::Written;
  }
  for (unsigned I = 0; I < At.Reaches.size(); ++I) {
    QualType Type = At.typeOf(I);
    if (letOthersCall(At.Arguments[I], Kind, At.where()) ||
        (At.Candidates && onlyReadBy(At.Candidates, I)))
      continue;
    bool Address = Type->isIntegerType() && !At.Reaches[I].empty();
    if (isLambdaType(Type) || (!Address && !Owner.Access.granted(Type)))
      continue;
    affectAll(At.Reaches[I], Kind, At.where(), At.name());
  }
  QualType Result = At.Call->getType();
  bool Leads = At.Call->isGLValue() ||
               (mayHoldPointers(Result) && !Result->isIntegerType());
  if (!Leads)
    return {};
  static const llvm::StringSet<> Allocators = {"malloc", "calloc",
                                               "aligned_alloc"};
  if (At.Callee && Allocators.contains(plainName(At.Callee)))
    return temporary(At.Call, {});
  return Reach(outside());
}

} // namespace dlpack_tidy::flow
