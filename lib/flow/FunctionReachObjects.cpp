//===--- FunctionReachObjects.cpp - what constructors make of arguments ---===//

#include "flow/Callables.h"
#include "flow/FunctionReach.h"
#include "model/NdarrayType.h"
#include "model/Placeholder.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;
using dlpack_tidy::model::isInNamespace;

namespace dlpack_tidy::flow {

/// `std::make_unique`, `std::make_tuple` and their like.
Reach FunctionReach::makeObject(const Site &At, unsigned First) {
  QualType Type = At.Call->getType();
  QualType Made = Type->isPointerType() ? Type->getPointeeType() : QualType();
  if (std::optional<model::LibraryTemplate> Holder =
          model::libraryTemplate(Type, "std"))
    if (Holder->Name == "unique_ptr" || Holder->Name == "shared_ptr")
      Made = Holder->Arguments.front().getAsType();
  if (Made.isNull())
    return construct(Type, At, First);
  Reach Content = construct(Made, At, First);
  if (Type->isPointerType()) { // std::construct_at
    write(At.Reaches[First], Content, At.where());
    return At.Reaches[First];
  }
  return temporary(At.Call, Content);
}

/// An object of \p Type is made of the arguments from \p First on. Which
/// constructor runs is not in the tree: every one that fits may.
Reach FunctionReach::construct(QualType Type, const Site &At, unsigned First) {
  if (!Type->isDependentType() && !mayHoldPointers(Type))
    return {};
  Reach Content = everything(At, First);
  for (unsigned I = First; I < At.Arguments.size(); ++I)
    letOthersCall(At.Arguments[I], Effect::Kind::HandedOn, At.where());
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  if (Class && !isInNamespace(Class, "std") && !ownsItsMemory(Type)) {
    Reach Known;
    bool All = Class->hasDefinition() && !Class->getDefinition()->isAggregate();
    if (Class->hasDefinition())
      for (const CXXConstructorDecl *Each : Class->getDefinition()->ctors())
        All &= constructWith(Each, At, First, Known);
    if (!Class->hasDefinition())
      affectAll(Content, Effect::Kind::HandedOn, At.where(),
                Class->getNameAsString());
    else if (All)
      Content = Known;
  }
  bool Writable = Owner.Access.granted(Type) && !ownsItsMemory(Type);
  return Writable ? Content : Content.readOnly();
}

/// Returns true when what \p Constructor leaves in the object is known.
bool FunctionReach::constructWith(const CXXConstructorDecl *Constructor,
                                  const Site &At, unsigned First,
                                  Reach &Content) {
  unsigned Count = At.Arguments.size() - First;
  if (Constructor->getNumParams() < Count ||
      Constructor->getMinRequiredArguments() > Count)
    return true; // not this one
  if (Constructor->isCopyOrMoveConstructor()) {
    Content.merge(loaded(At.Reaches[First], At.Arguments[First]->getType()));
    return true;
  }
  Site Inner;
  Inner.Call = At.Call;
  Inner.Callee = Constructor;
  Inner.HasObject = true;
  Inner.Arguments.push_back(At.Call);
  NodeId Object = node(Constructor);
  Inner.Reaches.push_back(Reach(Object));
  for (unsigned I = First; I < At.Arguments.size(); ++I) {
    QualType Parameter = Constructor->getParamDecl(I - First)->getType();
    Reach Value = At.Reaches[I];
    // A number is copied, an object by value gives what it holds.
    if (!Parameter->isReferenceType() && At.Arguments[I]->isGLValue())
      Value = loaded(Value, Parameter);
    Inner.Arguments.push_back(At.Arguments[I]);
    Inner.Reaches.push_back(Value);
  }
  if (const CallSummary *Summary = Owner.summaryOf(Constructor)) {
    callKnown(Inner, *Summary);
    Content.merge(Nodes[Object].Content);
    return true;
  }
  Inner.Arguments.erase(Inner.Arguments.begin());
  Inner.Reaches.erase(Inner.Reaches.begin());
  Inner.HasObject = false;
  callUnknown(Inner);
  return true; // what it could keep writable has been handed on
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
  if (model::belongsToPlaceholder(Constructor))
    return callPlaceholder(At);
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
    // What calls a std::function has no part in this function.
    if (std::optional<model::LibraryTemplate> Made =
            model::libraryTemplate(Type, "std"))
      if (Made->Name.ends_with("function"))
        for (const Expr *Each : At.Arguments)
          letOthersCall(Each, Effect::Kind::None, At.where());
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
