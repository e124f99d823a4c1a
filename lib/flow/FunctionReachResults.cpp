//===--- FunctionReachResults.cpp - what a walk says about the arrays -----===//

#include "flow/FunctionReach.h"
#include "flow/LostUses.h"
#include "model/NdarrayType.h"

using namespace clang;

namespace dlpack_tidy::flow {
namespace {

/// `std::function<void(size_t)>` says nothing about what its callable captures.
bool hidesItsTarget(QualType Type, WriteAccess &Access) {
  std::optional<model::LibraryTemplate> Holder =
      model::libraryTemplate(Type, "std");
  if (!Holder || !Holder->Name.ends_with("function") ||
      Holder->Arguments.empty() ||
      Holder->Arguments.front().getKind() != TemplateArgument::Type)
    return false;
  const auto *Signature =
      Holder->Arguments.front().getAsType()->getAs<FunctionProtoType>();
  return Signature && !Access.granted(Signature->getReturnType()) &&
         llvm::none_of(Signature->param_types(),
                       [&](QualType Each) { return Access.granted(Each); });
}

} // namespace

CallSummary FunctionReach::summary() const {
  CallSummary Result;
  auto OnlyParameters = [&](const Reach &From) {
    Reach Kept;
    closure(From).each([&](NodeId Node, bool ReadOnly) {
      if (Node <= outside())
        Kept.add(Node, ReadOnly);
    });
    return Kept;
  };
  for (NodeId Node = 0; Node < outside(); ++Node) {
    Result.Effects.push_back(Nodes[Node].Worst);
    Result.Contents.push_back(OnlyParameters(Nodes[Node].Content));
  }
  // What leads outside is numbered the same way whatever the caller is.
  Result.Returned = OnlyParameters(Returned);
  return Result;
}

/// Every place where a type would have to become const with the array.
void FunctionReach::addSpellings(NodeId Array, ArrayUse &Use) const {
  for (const auto &Each : Spellings)
    if (Each.second.second.contains(Array, false))
      Use.Spellings.push_back(Each.second.first);
  for (const FunctionReach::Node &Each : Nodes)
    if (Each.Variable && Each.Variable != Use.Parameter &&
        !Each.Variable->getType()->getContainedDeducedType() &&
        !hidesItsTarget(Each.Variable->getType(), Owner.Access) &&
        closure(Each.Content).contains(Array, false)) {
      WritableSpelling Named;
      // `float *p, *q`: const would reach q as well.
      bool Alone = !SharedDeclarations.count(Each.Variable) &&
                   !isa<ParmVarDecl>(Each.Variable);
      Named.What = Alone ? WritableSpelling::Kind::Variable
                         : WritableSpelling::Kind::Fixed;
      Named.Variable = Each.Variable;
      Use.Spellings.push_back(Named);
    }
}

/// A proof that did not see everything is none.
void FunctionReach::addLostUses(NodeId Array, ArrayUse &Use) const {
  SmallVector<const ValueDecl *, 4> Names;
  if (Use.Parameter)
    Names.push_back(Use.Parameter);
  else if (Use.Source->Variable)
    Names.push_back(Use.Source->Variable);
  for (const FunctionReach::Node &Each : Nodes) {
    Reach Leads = closure(Each.Content);
    if (Each.Variable &&
        (Leads.contains(Array, false) || Leads.contains(Array, true)))
      Names.push_back(Each.Variable);
  }
  SourceLocation Lost = lostUse(Function, Names, Owner.Context);
  if (Lost.isValid())
    Use.Worst = {Effect::Kind::NotParsed, Lost, ""};
}

std::vector<ArrayUse> FunctionReach::uses() const {
  Reach Leaving = closure(Returned), Staying;
  for (NodeId Node = 0; Node < outside(); ++Node)
    Staying.merge(closure(Nodes[Node].Content));
  auto Judge = [&](NodeId Node, ArrayUse &Use) {
    Effect &Worst = Use.Worst;
    if (Nodes[Node].Worst.worseThan(Worst))
      Worst = Nodes[Node].Worst;
    if (Worst.What < Effect::Kind::Returned && Leaving.contains(Node, false))
      Worst = {Effect::Kind::Returned, Function->getLocation(), ""};
    if (Worst.What < Effect::Kind::Kept && Staying.contains(Node, false))
      Worst = {Effect::Kind::Kept, Function->getLocation(), ""};
    addSpellings(Node, Use);
    if (Worst.What < Effect::Kind::NotParsed)
      addLostUses(Node, Use);
  };
  std::vector<ArrayUse> Result;
  for (unsigned I = 0; I < Function->getNumParams(); ++I) {
    const ParmVarDecl *Parameter = Function->getParamDecl(I);
    if (!model::writableNdarrayIn(Parameter->getType()))
      continue;
    ArrayUse Use;
    Use.Parameter = Parameter;
    Use.Where = Function;
    bool ByReference = Parameter->getType()->isReferenceType() ||
                       Parameter->getType()->isPointerType();
    // Behind a reference the first memory is the handle, not the elements.
    NodeId Direct = 2 * (I + 1);
    NodeId Elements = ByReference ? Direct + 1 : Direct;
    Judge(Elements, Use);
    Result.push_back(std::move(Use));
  }
  for (const auto &[Node, Source] : Sources) {
    ArrayUse Use;
    Use.Source = Source;
    Use.Where = Function;
    Judge(Node, Use);
    Result.push_back(std::move(Use));
  }
  return Result;
}

} // namespace dlpack_tidy::flow
