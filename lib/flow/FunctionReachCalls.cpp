//===--- FunctionReachCalls.cpp - what calls do to their arguments --------===//

#include "flow/FunctionReach.h"
#include "flow/KnownCalls.h"
#include "model/NdarrayType.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using dlpack_tidy::model::isInNamespace;

namespace dlpack_tidy::flow {
namespace {

/// The name an algorithm or an operator is known by; empty for conversions.
std::string plainName(const FunctionDecl *Function) {
  DeclarationName Name = Function->getDeclName();
  if (Name.isIdentifier() ||
      Name.getNameKind() == DeclarationName::CXXOperatorName)
    return Name.getAsString();
  return "";
}

StringRef outermostNamespace(const FunctionDecl *Function) {
  StringRef Name;
  for (const DeclContext *Context = Function->getDeclContext(); Context;
       Context = Context->getParent())
    if (const auto *Space = dyn_cast<NamespaceDecl>(Context))
      Name = Space->getName();
  return Name;
}

bool isScalar(QualType Type) {
  Type = Type.getNonReferenceType();
  return Type->isArithmeticType() || Type->isEnumeralType();
}

bool isLambda(QualType Type) {
  const CXXRecordDecl *Record =
      Type.getNonReferenceType()->getAsCXXRecordDecl();
  return Record && Record->isLambda();
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
  return Callee ? Callee->getNameAsString() : "";
}

/// Everything the arguments lead to.
Reach FunctionReach::everything(const Site &At, unsigned First) const {
  Reach Result;
  for (unsigned I = First; I < At.Reaches.size(); ++I)
    Result.merge(At.Reaches[I]);
  return closure(Result);
}

Reach FunctionReach::evalCall(const CallExpr *E) {
  Site At;
  At.Call = E;
  At.Callee = E->getDirectCallee();
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    if (At.Callee && cast<CXXMethodDecl>(At.Callee)->isInstance()) {
      At.Arguments.push_back(Member->getImplicitObjectArgument());
      At.HasObject = true;
    }
  } else if (isa<CXXOperatorCallExpr>(E)) {
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(At.Callee);
    At.HasObject = Method && Method->isInstance();
  }
  for (const Expr *Each : E->arguments())
    At.Arguments.push_back(Each);
  if (!At.Callee)
    return callDependent(E);
  for (const Expr *Each : At.Arguments)
    At.Reaches.push_back(eval(Each));
  if (std::optional<model::ArraySource> Source = model::arraySource(E))
    return evalSource(*Source, At);
  if (E->isTypeDependent() && !E->getDirectCallee()->hasBody())
    return callUnknown(At);
  const auto *Method = dyn_cast<CXXMethodDecl>(At.Callee);
  if (Method && Inlined.count(Method))
    return callLambda(At);
  if (Method && copiesObject(Method) &&
      (!Method->isUserProvided() || isInNamespace(Method, "std") ||
       isInNamespace(Method, "nanobind")))
    return assign(At);
  // Sizes and counts lead nowhere.
  bool Number = !E->isGLValue() && E->getType()->isIntegerType();
  if (isInNamespace(At.Callee, "nanobind")) {
    Reach Result = callNanobind(At);
    return Number ? Reach() : Result;
  }
  if (isInNamespace(At.Callee, "std") ||
      isInNamespace(At.Callee, "__gnu_cxx")) {
    Reach Result = callStandard(At);
    return Number ? Reach() : Result;
  }
  if (isInNamespace(At.Callee, "Eigen")) {
    Reach Result = callEigen(At);
    return Number ? Reach() : Result;
  }
  if (onlyPrints(outermostNamespace(At.Callee)) &&
      llvm::all_of(At.Arguments, [&](const Expr *Each) {
        return isScalar(Each->getType()) || eval(Each).empty();
      }))
    return {};
  KnownCall C = knownCCall(plainName(At.Callee));
  if (C.What != KnownCall::Does::Unknown)
    return callStandardFunction(At, plainName(At.Callee), 0, 0);
  if (!mayBeOverridden(At.Callee))
    if (const CallSummary *Summary = Owner.summaryOf(At.Callee))
      return callKnown(At, *Summary);
  return callUnknown(At);
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
    store(At.Reaches[1], Reach(Array), At.Call->getBeginLoc());
    return {};
  case Kind::Caster:
    store(At.Reaches[0], Reach(Array), At.Call->getBeginLoc());
    return {};
  case Kind::Callback:
    for (unsigned I = 1; I < At.Reaches.size(); ++I)
      if (!isScalar(At.Arguments[I]->getType()))
        affectAll(At.Reaches[I], Effect::Kind::ToPython,
                  At.Call->getBeginLoc());
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
  write(At.Reaches[0], Value, At.Call->getBeginLoc());
  return At.Reaches[0];
}

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
  for (unsigned I = 0; I < At.Arguments.size(); ++I)
    if (!isScalar(At.Arguments[I]->getType()) &&
        !isLambda(At.Arguments[I]->getType()) &&
        Owner.Access.granted(At.typeOf(I)))
      affectAll(At.Reaches[I], Effect::Kind::ToPython, At.Call->getBeginLoc(),
                Name);
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
    if (At.typeOf(I)->isLValueReferenceType() &&
        !At.typeOf(I).getNonReferenceType().isConstQualified())
      affectAll(At.Reaches[I], Effect::Kind::Written, At.Call->getBeginLoc(),
                Name);
  if (At.HasObject && Method && !Method->isConst() && !isEigenAccessor(Name))
    affectAll(At.Reaches[0], Effect::Kind::Written, At.Call->getBeginLoc(),
              Name);
  QualType Result = At.Call->getType();
  if (!mayHoldPointers(Result) && !At.Call->isGLValue())
    return {};
  if (ownsItsMemory(Result) && !At.Call->isGLValue())
    return {};
  return everything(At);
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
    unsigned P = 2 * (I + Shift);
    if (P + 1 >= Summary.Effects.size() || At.Reaches[I].empty())
      continue;
    if (Owner.Access.granted(At.typeOf(I)) && !(At.HasObject && I == 0)) {
      spell(At.Reaches[I], WritableSpelling::Kind::Fixed, At.Arguments[I]);
      if (Elsewhere)
        affectAll(At.Reaches[I], Effect::Kind::ReadElsewhere,
                  At.Call->getBeginLoc(), At.name());
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
    store(At.Reaches[I], mapped(Summary.Contents[P], At),
          At.Call->getBeginLoc());
    store(Deep, mapped(Summary.Contents[P + 1], At), At.Call->getBeginLoc());
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

/// No body to look into: what the parameter types allow may happen.
Reach FunctionReach::callUnknown(const Site &At) {
  Effect::Kind Kind = Effect::Kind::HandedOn;
  if (At.Callee) {
    const SourceManager &Sources = Owner.Context.getSourceManager();
    if (Sources.isInSystemHeader(At.Callee->getLocation()))
      Kind = Effect::Kind::Written;
  }
  for (unsigned I = 0; I < At.Reaches.size(); ++I) {
    QualType Type = At.typeOf(I);
    bool Address = Type->isIntegerType() && !At.Reaches[I].empty();
    if (isLambda(Type) || (!Address && !Owner.Access.granted(Type)))
      continue;
    affectAll(At.Reaches[I], Kind, At.Call->getBeginLoc(), At.name());
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
  Reach Given = everything(At);
  if (isa<UnresolvedLookupExpr>(Callee) || !E->isTypeDependent())
    return callUnknown(At);
  if (isNdarrayMetadata(Name))
    return {};
  static const llvm::StringSet<> Accessors = {
      "",    "data", "view",    "value", "at",   "begin",
      "end", "get",  "subspan", "front", "back", "has_value"};
  if (!Accessors.contains(Name)) {
    Given.merge(Object);
    affectAll(Given, Effect::Kind::NotParsed, E->getBeginLoc());
  }
  return closure(Object);
}

Reach FunctionReach::evalConstruct(const CXXConstructExpr *E) {
  Site At;
  At.Call = E;
  At.Callee = E->getConstructor();
  for (const Expr *Each : E->arguments()) {
    At.Arguments.push_back(Each);
    At.Reaches.push_back(eval(Each));
  }
  const CXXConstructorDecl *Constructor = E->getConstructor();
  QualType Type = E->getType();
  if (At.Reaches.empty() || ownsItsMemory(Type))
    return {};
  if (Constructor->isCopyOrMoveConstructor())
    return loaded(At.Reaches[0], Type);
  if (const auto *Temporary = dyn_cast<CXXTemporaryObjectExpr>(E))
    if (Owner.Access.granted(Type))
      spell(everything(At), WritableSpelling::Kind::Cast, Temporary);
  if (model::isNdarrayOrView(Type)) {
    Reach Result = loaded(At.Reaches[0], Type);
    Result.merge(At.Reaches[0]);
    return Result;
  }
  if (isInNamespace(Constructor, "std") ||
      isInNamespace(Constructor, "__gnu_cxx")) {
    Reach Elements = everything(At);
    applyCallables(At, Elements);
    return Elements;
  }
  if (isInNamespace(Constructor, "Eigen"))
    return everything(At);
  if (isInNamespace(Constructor, "nanobind"))
    return callNanobind(At);
  if (const CallSummary *Summary = Owner.summaryOf(Constructor)) {
    Site WithObject = At;
    WithObject.HasObject = true;
    WithObject.Arguments.insert(WithObject.Arguments.begin(), E);
    WithObject.Reaches.insert(WithObject.Reaches.begin(), temporary(E, {}));
    callKnown(WithObject, *Summary);
    Reach Object = WithObject.Reaches[0], Result;
    Object.each([&](NodeId Node, bool) { Result = Nodes[Node].Content; });
    return Result;
  }
  if (!Constructor->isUserProvided())
    return everything(At);
  callUnknown(At);
  return {};
}

} // namespace dlpack_tidy::flow
