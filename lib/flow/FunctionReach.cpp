//===--- FunctionReach.cpp - where a function's arguments get to ----------===//

#include "flow/FunctionReach.h"
#include "model/NdarrayType.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace dlpack_tidy::flow {
namespace {

/// Is there memory behind the memory that an argument of \p Type leads to? For
/// `float *` and an array by value there is not: elements lead nowhere.
bool leadsDeeper(QualType Type, WriteAccess &Access) {
  if (Type->isPointerType() || Type->isReferenceType()) {
    QualType To = Type->getPointeeType();
    return To->isVoidType() || (mayHoldPointers(To) && Access.granted(To));
  }
  if (model::writableNdarrayIn(Type))
    return false;
  return Access.granted(Type);
}

/// Functions written by hand never need as many rounds.
constexpr unsigned MaxRounds = 12;
constexpr unsigned MaxSteps = 300000;

} // namespace

FunctionReach::FunctionReach(WriteProof &Owner, const FunctionDecl *Function)
    : Owner(Owner), Function(Function),
      ParameterCount(Function->getNumParams() + 1), Current(Function) {
  Nodes.resize(2 * ParameterCount + 1);
  HasDeep.resize(ParameterCount, true);
  setUpParameters();
}

void FunctionReach::setUpParameters() {
  for (unsigned I = 0; I < Function->getNumParams(); ++I) {
    const ParmVarDecl *Each = Function->getParamDecl(I);
    HasDeep[I + 1] = leadsDeeper(Each->getType(), Owner.Access);
    QualType Type = Each->getType();
    if (Type->isDependentType() || mayHoldPointers(Type)) {
      NodeId Variable = node(Each, Each);
      bool ReadOnly = !Owner.Access.granted(Type);
      Nodes[Variable].Content.add(2 * (I + 1), ReadOnly);
    }
  }
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

NodeId FunctionReach::node(const void *Key, const VarDecl *Variable) {
  auto [At, New] = Known.try_emplace(Key, NodeId(Nodes.size()));
  if (New) {
    Nodes.emplace_back();
    Nodes.back().Variable = Variable;
  }
  return At->second;
}

bool FunctionReach::isTracked(NodeId Node) const {
  return Node < outside() || Sources.count(Node);
}

/// Declared in this function or in a lambda walked with it.
bool FunctionReach::isLocal(const VarDecl *Variable) {
  auto Found = Local.find(Variable);
  if (Found != Local.end())
    return Found->second;
  bool Inside = false;
  if (!Variable->hasGlobalStorage())
    for (const DeclContext *Context = Variable->getDeclContext(); Context;
         Context = Context->getParent())
      if (const auto *Owner = dyn_cast<FunctionDecl>(Context))
        Inside |= Owner->getCanonicalDecl() == Function->getCanonicalDecl();
  Local[Variable] = Inside;
  return Inside;
}

Reach FunctionReach::closure(const Reach &From) const {
  Reach Result = From;
  SmallVector<NodeId, 16> Pending;
  auto Push = [&](NodeId Node, bool ReadOnly) {
    if (Result.add(Node, ReadOnly))
      Pending.push_back(Node);
  };
  From.each([&](NodeId Node, bool) { Pending.push_back(Node); });
  llvm::DenseSet<NodeId> Seen;
  while (!Pending.empty()) {
    NodeId Node = Pending.pop_back_val();
    if (!Seen.insert(Node).second)
      continue;
    Nodes[Node].Content.each(Push);
    if (Node < outside() && Node % 2 == 0 && HasDeep[Node / 2])
      Push(Node + 1, false);
  }
  return Result;
}

/// What is stored in \p Places.
Reach FunctionReach::contents(const Reach &Places) const {
  Reach Result;
  Places.each([&](NodeId Node, bool) {
    Result.merge(Nodes[Node].Content);
    if (Node < outside() && HasDeep[Node / 2])
      Result.add(Node | 1, false);
    if (Node == outside())
      Result.add(Node, false);
  });
  return Result;
}

/// The value stored in \p Places, read as a value of type \p As.
Reach FunctionReach::loaded(const Reach &Places, QualType As) {
  if (!mayHoldPointers(As) || (!As->isDependentType() && As->isIntegerType()))
    return {};
  Reach Result = contents(Places);
  return Owner.Access.granted(As) ? Result : Result.readOnly();
}

/// Restricts \p Value to what the type of the expression allows its holder.
Reach FunctionReach::marked(Reach Value, const Expr *By) {
  QualType Type = By->getType();
  if (Value.empty() || Type.isNull() || Type->isDependentType())
    return Value;
  if (By->isGLValue())
    return Type.isConstQualified() ? Value.readOnly() : Value;
  if (Type->isIntegerType() || Owner.Access.granted(Type))
    return Value;
  return Value.readOnly();
}

void FunctionReach::affect(const Reach &What, Effect Worst) {
  What.each([&](NodeId Node, bool ReadOnly) {
    if (!ReadOnly && isTracked(Node) && Worst.worseThan(Nodes[Node].Worst)) {
      Nodes[Node].Worst = Worst;
      Changed = true;
    }
  });
}

void FunctionReach::affectAll(const Reach &What, Effect::Kind Kind,
                              SourceLocation At, StringRef Name) {
  affect(closure(What), Effect{Kind, At, Name.str()});
}

/// Adds \p Value to what is stored in \p Places, without calling it a write.
void FunctionReach::store(const Reach &Places, const Reach &Value,
                          SourceLocation At) {
  Places.each([&](NodeId Node, bool ReadOnly) {
    if (Node == outside())
      affectAll(Value, Effect::Kind::Kept, At);
    else if (!ReadOnly)
      Changed |= Nodes[Node].Content.merge(Value);
  });
}

void FunctionReach::write(const Reach &Places, const Reach &Value,
                          SourceLocation At, StringRef Through) {
  store(Places, Value, At);
  affect(Places, Effect{Effect::Kind::Written, At, Through.str()});
}

void FunctionReach::spell(const Reach &What, WritableSpelling::Kind Kind,
                          const Expr *At) {
  if (What.empty())
    return;
  WritableSpelling New;
  New.What = Kind;
  New.At = At;
  auto &Entry = Spellings[At];
  Entry.first = New;
  Entry.second.merge(closure(What));
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void FunctionReach::run() {
  for (unsigned Round = 0; Round < MaxRounds; ++Round) {
    Changed = false;
    walkFunction();
    if (!Changed)
      break;
  }
  if (Owner.Steps <= MaxSteps)
    return;
  for (NodeId Node = 0; Node < Nodes.size(); ++Node)
    if (isTracked(Node))
      affect(Reach(Node), Effect{Effect::Kind::NotParsed,
                                 Function->getLocation(), "its size"});
}

void FunctionReach::walkFunction() {
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Function))
    for (const CXXCtorInitializer *Each : Constructor->inits()) {
      Reach Value = eval(Each->getInit());
      if (const FieldDecl *Field = Each->getAnyMember())
        if (!Field->getType()->isDependentType() &&
            !Owner.Access.granted(Field->getType()))
          Value = Value.readOnly();
      store(Reach(0), Value, Each->getSourceLocation());
    }
  walk(Function->getBody());
}

void FunctionReach::walk(const Stmt *Part) {
  if (!Part || ++Owner.Steps > MaxSteps)
    return;
  if (const auto *E = dyn_cast<Expr>(Part)) {
    eval(E);
    return;
  }
  if (const auto *Declaration = dyn_cast<DeclStmt>(Part)) {
    for (const Decl *Each : Declaration->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(Each)) {
        declare(Variable);
        if (!Declaration->isSingleDecl())
          SharedDeclarations.insert(Variable);
      }
    return;
  }
  if (const auto *Return = dyn_cast<ReturnStmt>(Part)) {
    if (const Expr *Value = Return->getRetValue()) {
      Reach Result = eval(Value);
      if (!Current->getReturnType()->isReferenceType())
        Result = copied(Value, Result);
      // `[&](int i) -> float & {...}`
      QualType Declared = Current->getDeclaredReturnType();
      if (Current != Function && !Declared->getContainedDeducedType() &&
          Owner.Access.granted(Declared))
        spell(Result, WritableSpelling::Kind::Fixed, Value);
      Changed |= Current == Function
                     ? Returned.merge(Result)
                     : Nodes[node(Current)].Content.merge(Result);
    }
    return;
  }
  if (const auto *Captured = dyn_cast<CapturedStmt>(Part))
    return walk(Captured->getCapturedStmt());
  if (const auto *Loop = dyn_cast<CXXForRangeStmt>(Part))
    walkDependentLoop(Loop);
  for (const Stmt *Child : Part->children())
    walk(Child);
}

/// In a template nothing says what the variable of a loop is made of. A copy of
/// what a span or an array leads to leads nowhere.
void FunctionReach::walkDependentLoop(const CXXForRangeStmt *Loop) {
  if (Loop->getBeginStmt() || !Loop->getRangeInit())
    return;
  const VarDecl *Each = Loop->getLoopVariable();
  Reach Elements = closure(eval(Loop->getRangeInit()));
  QualType Range = Loop->getRangeInit()->getType();
  std::optional<model::LibraryTemplate> View =
      model::libraryTemplate(Range, "std");
  bool Numbers = View && View->Name == "span" && leadsToArray(Elements);
  if (Each->getType()->isReferenceType() || !Numbers)
    Changed |= Nodes[node(Each, Each)].Content.merge(Elements);
}

void FunctionReach::declare(const VarDecl *Variable) {
  if (const auto *Parts = dyn_cast<DecompositionDecl>(Variable))
    for (const BindingDecl *Each : Parts->bindings())
      if (const VarDecl *Holder = Each->getHoldingVar())
        declare(Holder);
  const Expr *Init = Variable->getInit();
  if (!Init)
    return;
  Reach Value = eval(Init);
  if (const auto *Call = dyn_cast<CallExpr>(Init->IgnoreImplicit()))
    for (auto &[Node, Source] : Sources)
      if (Source.Call == Call && !Source.Variable)
        Source.Variable = Variable;
  QualType Type = Variable->getType();
  if (!Type->isReferenceType())
    Value = copied(Init, Value);
  if (isa<ParenListExpr>(Init) && copiesElements(Type))
    Value = {};
  if (Variable->hasGlobalStorage())
    return store(Reach(outside()), Value, Variable->getLocation());
  if (ownsItsMemory(Type))
    return;
  if (!Type->isDependentType() && !Type->isIntegerType() &&
      !Owner.Access.granted(Type))
    Value = Value.readOnly();
  Changed |= Nodes[node(Variable, Variable)].Content.merge(Value);
}

void FunctionReach::walkLambda(const LambdaExpr *Lambda) {
  auto WalkBody = [&](const FunctionDecl *Operator) {
    if (!Operator->getBody())
      return;
    Inlined.insert(Operator);
    const FunctionDecl *Outer = Current;
    Current = Operator;
    walk(Operator->getBody());
    Current = Outer;
  };
  const FunctionTemplateDecl *Template =
      Lambda->getCallOperator()->getDescribedFunctionTemplate();
  bool Instantiated = false;
  if (Template)
    for (const FunctionDecl *Each : Template->specializations())
      if (Each->getBody()) {
        WalkBody(Each);
        Instantiated = true;
      }
  if (!Instantiated)
    WalkBody(Lambda->getCallOperator());
}

} // namespace dlpack_tidy::flow
