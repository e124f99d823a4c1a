//===--- PyVariables.cpp - what a variable or member stands for -----------===//

#include "model/Callable.h"
#include "model/PyLowering.h"
#include "model/Unwrap.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace dlpack_tidy::model {

PyRef PyLowering::lowerReference(const DeclRefExpr *E, const CallFrame &Frame) {
  if (const auto *Binding = dyn_cast<BindingDecl>(E->getDecl()))
    return lowerBinding(E, Binding, Frame);
  const auto *Variable = dyn_cast<VarDecl>(E->getDecl());
  if (!Variable)
    return unknown(E);
  // The global `_Py_NoneStruct` is what Py_None expands to.
  StringRef Name = plainName(Variable);
  if (Name == "_Py_NoneStruct")
    return &make(PyKind::None, E);
  if (Name == "_Py_TrueStruct" || Name == "_Py_FalseStruct") {
    PyExpr &Made = make(PyKind::Boolean, E);
    Made.Number = Name == "_Py_TrueStruct";
    return &Made;
  }
  // A parameter that its function sets anew is a variable of its own, unless
  // it is a reference to the caller's. A lambda sees the parameters of the
  // functions around it.
  for (const CallFrame *Each = &Frame; Each; Each = Each->Caller)
    if (const Expr *Passed = Each->argument(Variable)) {
      const Definitions *Function = Defined(Each->Function);
      if (!Function || !Function->isReassigned(Variable) ||
          Variable->getType()->isReferenceType())
        return lower(Passed, *Each->Caller);
      break;
    }

  PyExpr &Made = make(PyKind::Variable, E);
  Made.Text = Name.str();
  Made.Identity = reinterpret_cast<uintptr_t>(Variable);
  Made.Origin = originOfType(Variable->getType());
  // `cls` or `src` of a class of the program's own only counts when the object
  // is made from it; the plain variable is C++.
  Made.Definition = definitionOf(Variable, Frame);
  return &Made;
}

const Expr *PyLowering::heldBy(const Expr *E, const CallFrame &Frame) const {
  const auto *Reference = dyn_cast<DeclRefExpr>(stripWrappers(E));
  const auto *Variable =
      Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  const Definitions *Function = Variable ? Defined(Frame.Function) : nullptr;
  if (!Function)
    return nullptr;
  const Expr *Range = Function->rangeOf(Variable);
  return Range ? Range : Function->of(Variable).single();
}

PyRef PyLowering::definitionOf(const VarDecl *Variable,
                               const CallFrame &Frame) {
  if (isa<ParmVarDecl>(Variable))
    return nullptr;
  if (Variable->isInitCapture())
    return Variable->getInit() ? lower(Variable->getInit(), Frame) : nullptr;
  if (Variable->hasGlobalStorage()) {
    const Expr *Value = Variable->getAnyInitializer();
    if (!Value || isNothing(Value, Context))
      Value = Globals.valueOf(Variable);
    return Value ? lower(Value, Frame) : nullptr;
  }
  // A lambda's body reads the variables of the function around it.
  const auto *Owner =
      dyn_cast_or_null<FunctionDecl>(Variable->getParentFunctionOrMethod());
  const Definitions *Function = Owner ? Defined(Owner) : nullptr;
  if (!Function)
    return nullptr;
  const CallFrame *Home = &Frame;
  while (Home->Caller && Home->Function != Owner)
    Home = Home->Caller;

  const VariableDefinitions &Ways = Function->of(Variable);
  if (Ways.OtherwiseChanged)
    return nullptr;
  if (Variable->isCXXForRangeDecl())
    if (PyRef Element = elementOf(Variable, *Home))
      return Element;
  // Where it is only declared empty, or with NULL, that is no value to keep.
  llvm::SmallVector<const Expr *, 4> Values;
  for (const Expr *Each : Ways.Values)
    if (Ways.Values.size() == 1 || !isNothing(Each, Context))
      Values.push_back(Each);
  if (Values.empty() || isNothing(Values.front(), Context)) {
    if (Ways.TiedTo)
      return item(Ways.TiedTo, lower(Ways.TiedTo, *Home), Ways.TiedItem);
    if (Ways.OutputOf.size() == 1)
      return outputOf(Variable, Ways.OutputOf.front(), *Home);
    if (Ways.ReferenceTo.size() == 1)
      return outputOf(Variable, Ways.ReferenceTo.front(), *Home);
  }
  if (!Ways.OutputOf.empty() || Ways.TiedTo)
    return nullptr;
  if (Values.size() == 1) {
    PyRef Value = lower(Values.front(), *Home);
    // What a helper gave back is known by the way through it, not by the name
    // it has there.
    if (!subjectKey(Value).empty() && isPythonObject(Variable->getType()) &&
        calleeWithBody(stripWrappers(Values.front()))) {
      PyExpr &Made = make(PyKind::Choice, Values.front());
      Made.Elements = {Value};
      return &Made;
    }
    // A second name for something that is set again later is no name for it.
    if (Value->Kind == PyKind::Unknown)
      return nullptr;
    if (Value->Kind == PyKind::Variable && Value->Node)
      if (const auto *Source =
              dyn_cast<DeclRefExpr>(static_cast<const Expr *>(Value->Node)))
        if (const auto *Aliased = dyn_cast<VarDecl>(Source->getDecl()))
          if (Function->isReassigned(Aliased))
            return nullptr;
    return Value;
  }
  if (Values.size() < 2 || Values.size() > 6)
    return nullptr;
  PyExpr &Made = make(PyKind::Choice, Values.front());
  for (const Expr *Each : Values)
    Made.Elements.push_back(lower(Each, *Home));
  return &Made;
}

/// `for (auto each : {a, b, c})`: one of them; else an element nobody knows.
PyRef PyLowering::elementOf(const VarDecl *Variable, const CallFrame &Frame) {
  const Definitions *Function = Defined(Frame.Function);
  const Expr *Range = Function ? Function->rangeOf(Variable) : nullptr;
  if (!Range)
    return nullptr;
  PyRef Whole = lower(Range, Frame);
  PyRef Known = valueOf(Whole);
  if (Known->Kind != PyKind::Tuple || Known->Elements.empty())
    return item(Range, Whole, unknown(Range));
  PyExpr &Made = make(PyKind::Choice, Range);
  Made.Elements = Known->Elements;
  return &Made;
}

namespace {

/// Which parameter of \p Call is given \p Variable, or its address.
std::optional<unsigned> parameterFor(const VarDecl *Variable,
                                     const CallExpr *Call) {
  for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
    const Expr *Given = Call->getArg(I)->IgnoreParenCasts();
    if (const auto *Address = dyn_cast<UnaryOperator>(Given);
        Address && Address->getOpcode() == UO_AddrOf)
      Given = Address->getSubExpr()->IgnoreParenImpCasts();
    if (const auto *Target = dyn_cast<DeclRefExpr>(Given);
        Target && Target->getDecl() == Variable)
      return I;
  }
  return std::nullopt;
}

/// Finds `*parameter = value;` (or `parameter = value;` for a reference) and
/// the call that the pointer is passed on to.
class OutputSearch : public RecursiveASTVisitor<OutputSearch> {
public:
  explicit OutputSearch(const ParmVarDecl *Parameter) : Parameter(Parameter) {}
  llvm::SmallVector<const Expr *, 2> Stored;
  const CallExpr *PassedOn = nullptr;
  unsigned Position = 0;

  bool VisitBinaryOperator(BinaryOperator *Operator) {
    if (Operator->getOpcode() == BO_Assign && isTarget(Operator->getLHS()))
      Stored.push_back(Operator->getRHS());
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *Call) {
    if (Call->getOperator() == OO_Equal && Call->getNumArgs() == 2 &&
        isTarget(Call->getArg(0)))
      Stored.push_back(Call->getArg(1));
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) {
    if (!isa<CXXOperatorCallExpr>(Call))
      if (std::optional<unsigned> At = parameterFor(Parameter, Call)) {
        PassedOn = Call;
        Position = *At;
      }
    return true;
  }

private:
  bool isTarget(const Expr *E) const {
    E = E->IgnoreParenImpCasts();
    if (const auto *Pointee = dyn_cast<UnaryOperator>(E))
      E = Pointee->getOpcode() == UO_Deref
              ? Pointee->getSubExpr()->IgnoreParenImpCasts()
              : E;
    const auto *Reference = dyn_cast<DeclRefExpr>(E);
    return Reference && Reference->getDecl() == Parameter;
  }
  const ParmVarDecl *Parameter;
};

} // namespace

/// What a call puts into the variable it is given:
/// `PyArg_ParseTuple(t, "ii", &type, &id)` the items of t, a helper what it
/// stores there.
PyRef PyLowering::outputOf(const VarDecl *Variable, const CallExpr *Call,
                           const CallFrame &Frame) {
  std::optional<unsigned> At = parameterFor(Variable, Call);
  return At ? outputAt(*At, Call, Frame) : nullptr;
}

PyRef PyLowering::outputAt(unsigned Position, const CallExpr *Call,
                           const CallFrame &Frame) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (Callee && Callee->getIdentifier() && Position >= 2 &&
      Callee->getName().starts_with("PyArg_Parse"))
    return item(Call, lower(Call->getArg(0), Frame), Position - 2);
  Callee = calleeWithBody(Call);
  if (!Callee || Frame.Depth > 3 || Frame.isRunning(Callee) ||
      Position >= Callee->getNumParams() || isa<CXXOperatorCallExpr>(Call))
    return nullptr;
  OutputSearch Search(Callee->getParamDecl(Position));
  Search.TraverseStmt(Callee->getBody());
  CallFrame Inner = frameOfCall(Call, Callee, Frame);
  if (Search.Stored.size() == 1)
    return lower(Search.Stored.front(), Inner);
  if (Search.Stored.empty() && Search.PassedOn)
    return outputAt(Search.Position, Search.PassedOn, Inner);
  return nullptr;
}

PyRef PyLowering::lowerBinding(const DeclRefExpr *E, const BindingDecl *Binding,
                               const CallFrame &Frame) {
  const auto *Whole = dyn_cast_or_null<VarDecl>(Binding->getDecomposedDecl());
  if (!Whole || !Whole->getInit())
    return unknown(E);
  const auto *Decomposed = cast<DecompositionDecl>(Whole);
  for (unsigned I = 0; I < Decomposed->bindings().size(); ++I)
    if (Decomposed->bindings()[I] == Binding)
      return item(E, lower(Whole->getInit(), Frame), I);
  return unknown(E);
}

PyRef PyLowering::lowerMember(const MemberExpr *E, const CallFrame &Frame) {
  const auto *Field = dyn_cast<FieldDecl>(E->getMemberDecl());
  if (!Field) {
    if (const auto *Static = dyn_cast<VarDecl>(E->getMemberDecl())) {
      PyExpr &Made = make(PyKind::Variable, E);
      Made.Text = Static->getName().str();
      Made.Identity = reinterpret_cast<uintptr_t>(Static);
      return &Made;
    }
    return unknown(E);
  }
  PyRef Base = lower(E->getBase(), Frame);
  // What PyTuple_GET_ITEM expands to.
  if (Field->getName() == "ob_item")
    return Base;
  // `pair.first` and `pair.second` are the items of what was cast to a pair.
  if (const auto *Record = dyn_cast<CXXRecordDecl>(Field->getParent()))
    if (Record->isInStdNamespace() && Record->getName() == "pair")
      return item(E, Base, Field->getName() == "first" ? 0 : 1);
  // A member of a struct that is written down: `DLDevice device{type, id};`
  PyRef Whole = valueOf(Base);
  if (Whole->Kind == PyKind::Tuple &&
      Field->getFieldIndex() < Whole->Elements.size() &&
      isa_and_nonnull<InitListExpr>(static_cast<const Expr *>(Whole->Node)))
    return Whole->Elements[Field->getFieldIndex()];
  PyRef Made = member(E, Base, Field->getName().str());
  const_cast<PyExpr *>(Made)->Origin = originOfType(Field->getType());
  return Made;
}

PyRef PyLowering::member(const Expr *E, PyRef Owner, std::string Name) {
  PyExpr &Made = make(PyKind::Variable, E);
  Made.Text = std::move(Name);
  Made.Base = Owner;
  // Of what has no name, every mention is another object.
  Made.Identity = reinterpret_cast<uintptr_t>(E);
  return &Made;
}

PyRef PyLowering::ownMember(const CXXConstructorDecl *Constructor,
                            const FieldDecl *Field, const Expr *E,
                            const CallFrame &Frame) {
  return member(E, thisObject(E, Constructor->getParent(), Frame),
                Field->getName().str());
}

/// `this` is what the method was called for, or the object being made.
PyRef PyLowering::lowerThis(const CXXThisExpr *This, const CallFrame &Frame) {
  return thisObject(This, This->getType()->getPointeeCXXRecordDecl(), Frame);
}

PyRef PyLowering::thisObject(const Expr *E, const CXXRecordDecl *Class,
                             const CallFrame &Frame) {
  const CallFrame *Home = &Frame;
  while (Home->Caller) {
    // In a lambda it is the `this` of the method around it.
    const auto *Method = dyn_cast<CXXMethodDecl>(Home->Function);
    if (Method && !Method->getParent()->isLambda())
      break;
    Home = Home->Caller;
  }
  if (Home->Caller && Home->Object)
    return lower(Home->Object, *Home->Caller);
  // What is being made of one object goes by the name of that object.
  if (Home->Caller && isa<CXXConstructExpr>(Home->CallSite))
    if (PyRef Whole = lower(Home->CallSite, *Home->Caller);
        !subjectKey(Whole).empty())
      return Whole;
  PyExpr &Made = make(PyKind::Variable, E);
  Made.Text = "self";
  Made.Identity = Home->Caller
                      ? reinterpret_cast<uintptr_t>(Home->CallSite)
                      : reinterpret_cast<uintptr_t>(Class->getCanonicalDecl());
  return &Made;
}

} // namespace dlpack_tidy::model
