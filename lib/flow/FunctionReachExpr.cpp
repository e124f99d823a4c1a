//===--- FunctionReachExpr.cpp - what an expression leads to --------------===//

#include "flow/Callables.h"
#include "flow/FunctionReach.h"
#include "model/NdarrayType.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace dlpack_tidy::flow {
namespace {

/// Expressions that lead nowhere and whose parts are not run.
bool isUnevaluated(const Expr *E) {
  return isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, CXXTypeidExpr,
             TypeTraitExpr, OffsetOfExpr, SizeOfPackExpr, RequiresExpr,
             ConceptSpecializationExpr, IntegerLiteral, FloatingLiteral,
             CharacterLiteral, StringLiteral, CXXBoolLiteralExpr,
             CXXNullPtrLiteralExpr, ImplicitValueInitExpr, GNUNullExpr,
             CXXScalarValueInitExpr, PredefinedExpr, ImaginaryLiteral,
             UserDefinedLiteral, ArrayInitIndexExpr, NoInitExpr>(E);
}

bool dropsConst(const CastExpr *Cast, WriteAccess &Access) {
  QualType From = Cast->getSubExpr()->getType(), To = Cast->getType();
  if (From->isDependentType() || To->isDependentType())
    return false;
  if (Cast->isGLValue())
    return From.isConstQualified() && !To.isConstQualified();
  return (From->isPointerType() || From->isIntegerType()) &&
         To->isPointerType() && !Access.granted(From) && Access.granted(To);
}

} // namespace

Reach FunctionReach::eval(const Expr *E) {
  if (!E || ++Owner.Steps > 300000)
    return {};
  return marked(evalUnmarked(E), E);
}

Reach FunctionReach::evalUnmarked(const Expr *E) {
  if (isUnevaluated(E))
    return {};
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return evalCall(Call);
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return evalCast(Cast);
  if (const auto *Reference = dyn_cast<DeclRefExpr>(E))
    return evalReference(Reference);
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return evalMember(Member);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return evalUnary(Unary);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return evalBinary(Binary);
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return evalConstruct(Construct);
  if (const auto *List = dyn_cast<InitListExpr>(E))
    return evalInitList(List);
  if (const auto *Lambda = dyn_cast<LambdaExpr>(E))
    return evalLambda(Lambda);
  if (const auto *New = dyn_cast<CXXNewExpr>(E))
    return evalNew(New);
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return temporary(E, eval(Temporary->getSubExpr()));
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
    eval(Subscript->getIdx());
    return copied(Subscript->getBase(), eval(Subscript->getBase()));
  }
  if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(E)) {
    eval(Choice->getCond());
    Reach Result = eval(Choice->getTrueExpr());
    Result.merge(eval(Choice->getFalseExpr()));
    return Result;
  }
  if (isa<CXXThisExpr>(E)) {
    const auto *Method = dyn_cast<CXXMethodDecl>(Function);
    // A bound lambda's `this` is the one of the function around it.
    bool Own = Method && !Method->getParent()->isLambda();
    return Reach(Own ? 0 : outside());
  }
  return evalUnknown(E);
}

Reach FunctionReach::temporary(const Expr *Key, const Reach &Content) {
  NodeId Storage = node(Key);
  Changed |= Nodes[Storage].Content.merge(Content);
  return Reach(Storage);
}

Reach FunctionReach::evalReference(const DeclRefExpr *E) {
  if (const auto *Part = dyn_cast<BindingDecl>(E->getDecl()))
    return Part->getBinding() ? eval(Part->getBinding()) : Reach();
  const auto *Variable = dyn_cast<VarDecl>(E->getDecl());
  if (!Variable)
    return {};
  if (!isLocal(Variable))
    return Reach(outside());
  NodeId Storage = node(Variable, Variable);
  return Variable->getType()->isReferenceType() ? Nodes[Storage].Content
                                                : Reach(Storage);
}

/// In a template, a vector made of what is not yet known: it copies that.
bool FunctionReach::copiesElements(QualType Made) {
  return !Made->isDependentType() && holdingOf(Made) == Holding::Elements &&
         !Owner.Access.granted(Made);
}

/// In a template, `a(i)` of an array or of its view.
bool FunctionReach::isElement(const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(E->IgnoreParens());
  if (!Call || !Call->isTypeDependent())
    return false;
  const auto *Callee =
      dyn_cast<DeclRefExpr>(Call->getCallee()->IgnoreParenImpCasts());
  return Callee && isa<VarDecl>(Callee->getDecl()) &&
         leadsToArray(eval(Callee));
}

/// In a template the tree does not say where a value is read from a variable:
/// no number, pointer or object is copied in it.
Reach FunctionReach::copied(const Expr *E, const Reach &Value) {
  if (isElement(E))
    return {};
  if (!E->isGLValue() || E->getType()->isArrayType())
    return Value;
  if (!E->getType()->isDependentType() && !mayHoldPointers(E->getType()))
    return {};
  return contents(Value);
}

/// Members are a part of their object: one piece of memory for all.
Reach FunctionReach::evalMember(const MemberExpr *E) {
  Reach Object = eval(E->getBase());
  if (isa<VarDecl>(E->getMemberDecl())) // a static member
    return Reach(outside());
  const auto *Field = dyn_cast<FieldDecl>(E->getMemberDecl());
  if (!Field)
    return {};
  return Field->getType()->isReferenceType() ? loaded(Object, Field->getType())
                                             : Object;
}

Reach FunctionReach::evalCast(const CastExpr *E) {
  const Expr *Inner = E->getSubExpr();
  Reach Value = eval(Inner);
  if (const auto *Explicit = dyn_cast<ExplicitCastExpr>(E)) {
    QualType To = Explicit->getTypeAsWritten();
    bool Spelled = !To->isUndeducedType() && !To->isIntegerType() &&
                   (To->isDependentType() || Owner.Access.granted(To));
    if (Spelled)
      spell(Value, WritableSpelling::Kind::Cast, E);
  }
  if (dropsConst(E, Owner.Access))
    Value = Value.writable();
  switch (E->getCastKind()) {
  case CK_LValueToRValue: {
    // An integer leads somewhere only where a variable holds an address.
    if (E->getType()->isIntegerType() && !E->getType()->isDependentType()) {
      const auto *Reference = dyn_cast<DeclRefExpr>(Inner->IgnoreParens());
      const auto *Variable =
          Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
      if (!Variable || !isLocal(Variable) ||
          !Variable->getType()->isIntegerType())
        return {};
      return Nodes[node(Variable, Variable)].Content;
    }
    return loaded(Value, E->getType());
  }
  case CK_FunctionToPointerDecay:
  case CK_BuiltinFnToFnPtr:
  case CK_ToVoid:
  case CK_PointerToBoolean:
  case CK_MemberPointerToBoolean:
  case CK_IntegralToBoolean:
  case CK_FloatingToBoolean:
  case CK_IntegralToFloating:
  case CK_NullToPointer:
    return {};
  default:
    return Value;
  }
}

Reach FunctionReach::evalUnary(const UnaryOperator *E) {
  Reach Operand = eval(E->getSubExpr());
  switch (E->getOpcode()) {
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec:
    write(Operand, {}, E->getOperatorLoc());
    return E->isGLValue() ? Operand
                          : loaded(Operand, E->getSubExpr()->getType());
  case UO_LNot:
  case UO_Not:
  case UO_Minus:
    return {};
  case UO_Deref:
    return copied(E->getSubExpr(), Operand);
  default: // & only changes what the value is called
    return Operand;
  }
}

Reach FunctionReach::evalBinary(const BinaryOperator *E) {
  Reach Left = eval(E->getLHS());
  Reach Right = eval(E->getRHS());
  if (E->isAssignmentOp()) {
    if (E->getLHS()->getType()->isIntegerType() &&
        !isa<DeclRefExpr>(E->getLHS()->IgnoreParens()) && !Right.empty()) {
      affectAll(Right, Effect::Kind::Kept, E->getOperatorLoc());
      Right = {};
    }
    Right = copied(E->getRHS(), Right);
    // A pointer stored in a member or an element keeps its type there.
    QualType To = E->getLHS()->getType();
    if (!isa<DeclRefExpr>(E->getLHS()->IgnoreParens()) &&
        !To->isDependentType() && Owner.Access.granted(To) &&
        isa<MemberExpr>(E->getLHS()->IgnoreParens()))
      spell(Right, WritableSpelling::Kind::Fixed, E);
    if (!To->isDependentType() && !To->isIntegerType() &&
        !Owner.Access.granted(To))
      Right = Right.readOnly();
    write(Left, Right, E->getOperatorLoc());
    return Left;
  }
  if (E->getOpcode() == BO_Comma)
    return Right;
  if (E->isPtrMemOp())
    return Left;
  if (E->isComparisonOp() || E->isLogicalOp())
    return {};
  if (!E->getType()->isDependentType() && !mayHoldPointers(E->getType()))
    return {};
  if (!E->getType()->isDependentType()) {
    Left.merge(Right);
    return Left;
  }
  if (E->getOpcode() != BO_Add && E->getOpcode() != BO_Sub)
    return {}; // not an address
  Left = copied(E->getLHS(), Left);
  Left.merge(copied(E->getRHS(), Right));
  return Left;
}

Reach FunctionReach::evalInitList(const InitListExpr *E) {
  if (const InitListExpr *Semantic = E->getSemanticForm())
    E = Semantic;
  Reach Result;
  const RecordDecl *Record =
      E->getType().isNull() ? nullptr : E->getType()->getAsRecordDecl();
  auto Field = Record ? Record->field_begin() : RecordDecl::field_iterator();
  // Bases of an aggregate come first in the list.
  const auto *Class = dyn_cast_or_null<CXXRecordDecl>(Record);
  unsigned Bases = Class && Class->hasDefinition() ? Class->getNumBases() : 0;
  for (const Expr *Each : E->inits()) {
    Reach Value = eval(Each);
    if (Record && Bases)
      --Bases;
    else if (Record && !Record->isUnion() && Field != Record->field_end()) {
      QualType Type = Field->getType();
      ++Field;
      if (!Type->isDependentType() && !Owner.Access.granted(Type))
        Value = Value.readOnly();
      else if (!Type->isIntegerType())
        spell(Value, WritableSpelling::Kind::Fixed, Each);
      if (Type->isIntegerType() && !Value.empty()) {
        affectAll(Value, Effect::Kind::Kept, Each->getBeginLoc());
        Value = {};
      }
    }
    Result.merge(Value);
  }
  return Result;
}

Reach FunctionReach::evalNew(const CXXNewExpr *E) {
  Reach Content;
  if (const Expr *Init = E->getInitializer())
    Content = eval(Init);
  if (Owner.Access.granted(E->getAllocatedType()))
    spell(Content, WritableSpelling::Kind::Fixed, E);
  if (E->getNumPlacementArgs() == 1) {
    Reach Storage = eval(E->getPlacementArg(0));
    store(Storage, Content, E->getBeginLoc());
    return Storage;
  }
  for (const Expr *Each : E->placement_arguments())
    eval(Each);
  return temporary(E, Content);
}

/// A closure leads where its captures and its results lead. Its body is walked
/// here: it runs with the variables of this function.
Reach FunctionReach::evalLambda(const LambdaExpr *E) {
  if (Owner.Inputs.isBoundLambda(E))
    return {};
  Reach Result;
  auto Capture = E->capture_begin();
  for (const Expr *Each : E->capture_inits()) {
    Reach Value = Each ? eval(Each) : Reach();
    if (Capture != E->capture_end()) {
      if (Capture->capturesVariable()) {
        const auto *Variable = dyn_cast<VarDecl>(Capture->getCapturedVar());
        if (Variable && Variable->isInitCapture())
          Changed |= Nodes[node(Variable, Variable)].Content.merge(Value);
      }
      ++Capture;
    }
    Result.merge(Value);
  }
  walkLambda(E);
  Result.merge(resultsOf(E->getCallOperator()));
  return Result;
}

Reach FunctionReach::evalUnknown(const Expr *E) {
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return eval(Full->getSubExpr());
  if (const auto *Paren = dyn_cast<ParenExpr>(E))
    return eval(Paren->getSubExpr());
  if (const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(E))
    return eval(Bound->getSubExpr());
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
    return Default->getType()->isBuiltinType() ? Reach()
                                               : eval(Default->getExpr());
  if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(E))
    return Default->getType()->isBuiltinType() ? Reach()
                                               : eval(Default->getExpr());
  if (const auto *Opaque = dyn_cast<OpaqueValueExpr>(E))
    return eval(Opaque->getSourceExpr());
  if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(E))
    return eval(List->getSubExpr());
  if (const auto *Subst = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return eval(Subst->getReplacement());
  if (const auto *Rewritten = dyn_cast<CXXRewrittenBinaryOperator>(E))
    return eval(Rewritten->getSemanticForm());
  if (const auto *Loop = dyn_cast<ArrayInitLoopExpr>(E))
    return eval(Loop->getCommonExpr());
  if (const auto *Block = dyn_cast<StmtExpr>(E)) {
    walk(Block->getSubStmt());
    return {};
  }
  if (const auto *Made = dyn_cast<CXXUnresolvedConstructExpr>(E))
    if (copiesElements(Made->getType())) {
      for (const Expr *Each : Made->arguments())
        eval(Each);
      return {};
    }
  // Parentheses and braces around what is not yet instantiated.
  bool Harmless = isa<ParenListExpr, CXXUnresolvedConstructExpr,
                      PackExpansionExpr, GenericSelectionExpr, ChooseExpr,
                      CXXThrowExpr, CXXInheritedCtorInitExpr>(E);
  // A call that fits no function of its name starts with that name.
  const auto *Called = isa<RecoveryExpr>(E) && !E->children().empty()
                           ? dyn_cast<OverloadExpr>(*E->child_begin())
                           : nullptr;
  Reach Result;
  for (auto [I, Child] : llvm::enumerate(E->children())) {
    if (const auto *Part = dyn_cast_or_null<Expr>(Child)) {
      Reach Value = eval(Part);
      if (letOthersCall(Part, Effect::Kind::NotParsed, E->getBeginLoc()) ||
          (Called && I > 0 && onlyReadBy(Called, I - 1)))
        continue;
      // Half of a failed expression may be a plain number.
      if (!Part->isGLValue() && !Part->isTypeDependent() &&
          !mayHoldPointers(Part->getType()))
        continue;
      Result.merge(Value);
    } else {
      walk(Child);
    }
  }
  if (!Harmless)
    affectAll(Result,
              isa<CXXDeleteExpr, AtomicExpr>(E) ? Effect::Kind::Written
                                                : Effect::Kind::NotParsed,
              E->getBeginLoc());
  return Result;
}

} // namespace dlpack_tidy::flow
