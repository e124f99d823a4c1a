//===--- PyLowering.cpp - from C and C++ to Python-level expressions ------===//

#include "model/PyLowering.h"

#include "model/Callable.h"
#include "model/Constants.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace dlpack_tidy::model {

Span spanOf(SourceRange Range) {
  return Span::tokens(Range.getBegin().getRawEncoding(),
                      Range.getEnd().getRawEncoding());
}

std::optional<BindingStyle> bindingStyle(const Decl *Declaration) {
  if (!Declaration)
    return std::nullopt;
  const NamespaceDecl *Outermost = nullptr;
  for (const DeclContext *Each = Declaration->getDeclContext(); Each;
       Each = Each->getParent())
    if (const auto *Named = dyn_cast<NamespaceDecl>(Each))
      Outermost = Named;
  if (!Outermost)
    return std::nullopt;
  StringRef Name = Outermost->getName();
  if (Name == "pybind11" || Name == "boost")
    return BindingStyle::Pybind11;
  if (Name == "nanobind")
    return BindingStyle::Nanobind;
  return std::nullopt;
}

bool isPythonObject(QualType Type) {
  Type = Type.getNonReferenceType().getCanonicalType();
  if (const auto *Record = Type->getAsCXXRecordDecl())
    return bindingStyle(Record).has_value();
  if (Type->isPointerType())
    if (const RecordDecl *Record = Type->getPointeeType()->getAsRecordDecl())
      return Record->getName() == "_object" || Record->getName() == "PyObject";
  return false;
}

ObjectOrigin originOfType(QualType Type) {
  Type = Type.getNonReferenceType().getCanonicalType();
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  if (!Record || !Record->getIdentifier())
    return ObjectOrigin::Unknown;
  if (bindingStyle(Record)) {
    StringRef Name = Record->getName();
    if (Name == "array" || Name == "array_t" || Name == "ndarray" ||
        Name == "buffer")
      return ObjectOrigin::HostArray;
    if (Name == "capsule")
      return ObjectOrigin::Capsule;
    return ObjectOrigin::Unknown;
  }
  return Record->isInStdNamespace() ? ObjectOrigin::Unknown
                                    : ObjectOrigin::Foreign;
}

namespace {

class ReturnCollector : public RecursiveASTVisitor<ReturnCollector> {
public:
  explicit ReturnCollector(llvm::SmallVectorImpl<const Expr *> &Values)
      : Values(Values) {}
  bool TraverseLambdaExpr(LambdaExpr *) { return true; }
  bool VisitReturnStmt(ReturnStmt *Return) {
    if (Return->getRetValue())
      Values.push_back(Return->getRetValue());
    return true;
  }

private:
  llvm::SmallVectorImpl<const Expr *> &Values;
};

/// NULL, or an object made of nothing.
bool isNothing(const Expr *Value, ASTContext &Context) {
  Value = Value->IgnoreUnlessSpelledInSource();
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Value))
    return Construct->getNumArgs() == 0;
  if (const auto *List = dyn_cast<InitListExpr>(Value))
    return List->getNumInits() == 0;
  return !Value->isValueDependent() &&
         Value->IgnoreParenCasts()->isNullPointerConstant(
             Context, Expr::NPC_ValueDependentIsNotNull) != Expr::NPCK_NotNull;
}

const Expr *stripWrappers(const Expr *E) {
  while (true) {
    const Expr *Inner = E->IgnoreParenImpCasts();
    if (const auto *Full = dyn_cast<FullExpr>(Inner))
      Inner = Full->getSubExpr();
    else if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Inner))
      Inner = Temporary->getSubExpr();
    else if (const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(Inner))
      Inner = Bound->getSubExpr();
    else if (const auto *Cast = dyn_cast<ExplicitCastExpr>(Inner))
      Inner = Cast->getSubExpr();
    else if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(Inner))
      Inner = Default->getExpr();
    else if (const auto *Substituted =
                 dyn_cast<SubstNonTypeTemplateParmExpr>(Inner))
      Inner = Substituted->getReplacement();
    if (Inner == E)
      return E;
    E = Inner;
  }
}

} // namespace

PyExpr &PyLowering::make(PyKind Kind, const Expr *E) {
  PyExpr &Made = Arena.make(Kind, spanOf(E->getSourceRange()));
  Made.Node = E;
  Made.Style = BindingStyle::CPython;
  return Made;
}

PyRef PyLowering::unknown(const Expr *E) { return &make(PyKind::Unknown, E); }

PyRef PyLowering::attribute(const Expr *E, PyRef Base, std::string Name) {
  PyExpr &Made = make(PyKind::Attribute, E);
  Made.Base = Base;
  Made.Text = std::move(Name);
  return &Made;
}

PyRef PyLowering::string(const Expr *E, std::string Text) {
  PyExpr &Made = make(PyKind::String, E);
  Made.Text = std::move(Text);
  return &Made;
}

PyRef PyLowering::integer(const Expr *E, int64_t Value) {
  PyExpr &Made = make(PyKind::Integer, E);
  Made.Number = Value;
  return &Made;
}

PyRef PyLowering::item(const Expr *E, PyRef Base, PyRef Index) {
  // An element of something that is written down is that element.
  PyRef Whole = valueOf(Base);
  if (Whole->Kind == PyKind::Tuple && Index->Kind == PyKind::Integer &&
      Index->Number >= 0 &&
      static_cast<size_t>(Index->Number) < Whole->Elements.size())
    return Whole->Elements[Index->Number];
  PyExpr &Made = make(PyKind::Item, E);
  Made.Base = Base;
  Made.Elements.push_back(Index);
  return &Made;
}

PyRef PyLowering::item(const Expr *E, PyRef Base, int64_t Index) {
  return item(E, Base, integer(E, Index));
}

PyRef PyLowering::item(const Expr *E, PyRef Base, const Expr *Index,
                       const CallFrame &Frame) {
  return item(E, Base, lower(Index, Frame));
}

PyRef PyLowering::lower(const Expr *E, const CallFrame &Frame) {
  // Under a caller the same expression can mean different arrays.
  bool Cacheable = !Frame.Caller;
  if (Cacheable)
    if (PyRef Found = Known.lookup(E))
      return Found;
  if (Depth > 48 || E->isTypeDependent())
    return unknown(E);
  ++Depth;
  PyRef Made = lowerUncached(stripWrappers(E), Frame);
  --Depth;
  if (Cacheable)
    Known[E] = Made;
  return Made;
}

PyRef PyLowering::lowerUncached(const Expr *E, const CallFrame &Frame) {
  if (std::optional<std::string> Text = stringConstant(E))
    return string(E, *Text);
  if (const auto *Literal = dyn_cast<CXXBoolLiteralExpr>(E)) {
    PyExpr &Made = make(PyKind::Boolean, E);
    Made.Number = Literal->getValue();
    return &Made;
  }
  if (std::optional<int64_t> Value = integerConstant(E, Context))
    return integer(E, *Value);
  if (const auto *Reference = dyn_cast<DeclRefExpr>(E))
    return lowerReference(Reference, Frame);
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return lowerMember(Member, Frame);
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return lowerConstruct(Construct, Frame);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return lowerCall(Call, Frame);
  if (const auto *List = dyn_cast<InitListExpr>(E))
    return lowerTuple(E, List->inits(), Frame);
  if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(E))
    return lower(List->getSubExpr(), Frame);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    if (Unary->getOpcode() == UO_Deref || Unary->getOpcode() == UO_AddrOf)
      return lower(Unary->getSubExpr(), Frame);
    return unknown(E);
  }
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return item(E, lower(Subscript->getBase(), Frame), Subscript->getIdx(),
                Frame);
  if (const auto *New = dyn_cast<CXXNewExpr>(E))
    return New->getInitializer() ? lower(New->getInitializer(), Frame)
                                 : unknown(E);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    // `m ? PyObject_CallNoArgs(m) : NULL`
    if (isNothing(Choice->getFalseExpr(), Context))
      return lower(Choice->getTrueExpr(), Frame);
    if (isNothing(Choice->getTrueExpr(), Context))
      return lower(Choice->getFalseExpr(), Frame);
    PyExpr &Made = make(PyKind::Choice, E);
    Made.Elements = {lower(Choice->getTrueExpr(), Frame),
                     lower(Choice->getFalseExpr(), Frame)};
    return &Made;
  }
  if (const auto *This = dyn_cast<CXXThisExpr>(E))
    return lowerThis(This, Frame);
  return unknown(E);
}

//===--- Variables --------------------------------------------------------===//

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
    const Expr *Init = Variable->getAnyInitializer();
    return Init ? lower(Init, Frame) : nullptr;
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
  PyExpr &Made = make(PyKind::Variable, E);
  Made.Text = "self";
  Made.Identity = Home->Caller
                      ? reinterpret_cast<uintptr_t>(Home->CallSite)
                      : reinterpret_cast<uintptr_t>(Class->getCanonicalDecl());
  return &Made;
}

//===--- Values -----------------------------------------------------------===//

PyRef PyLowering::lowerTuple(const Expr *E, llvm::ArrayRef<const Expr *> Values,
                             const CallFrame &Frame) {
  PyExpr &Made = make(PyKind::Tuple, E);
  for (const Expr *Each : Values)
    Made.Elements.push_back(lower(Each, Frame));
  return &Made;
}

PyRef PyLowering::lowerConstruct(const CXXConstructExpr *E,
                                 const CallFrame &Frame) {
  const CXXRecordDecl *Record = E->getConstructor()->getParent();
  llvm::ArrayRef<const Expr *> Arguments(E->getArgs(), E->getNumArgs());
  llvm::SmallVector<const Expr *, 4> Given;
  for (const Expr *Each : Arguments)
    if (!isa<CXXDefaultArgExpr>(Each))
      Given.push_back(Each);
  StringRef Name = Record->getIdentifier() ? Record->getName() : StringRef();
  if (Record->isInStdNamespace() && (Name == "pair" || Name == "tuple") &&
      Given.size() >= 2)
    return lowerTuple(E, Given, Frame);
  if (std::optional<BindingStyle> Style = bindingStyle(Record)) {
    if (Name == "none" || Name == "none_type")
      return &make(PyKind::None, E);
    if (Name == "arg" || Name == "arg_v" || Name == "cpp_function")
      return unknown(E);
  }
  // A copy, a move, a conversion: the same object.
  if (Given.size() == 1)
    return lower(Given.front(), Frame);
  // `py::object(ptr, py::handle::stolen)`, `py::reinterpret_…` helpers.
  if (!Given.empty() && bindingStyle(Record))
    return lower(Given.front(), Frame);
  return unknown(E);
}

PyRef PyLowering::lowerCall(const CallExpr *E, const CallFrame &Frame) {
  const FunctionDecl *Callee = E->getDirectCallee();
  if (!Callee)
    return unknown(E);
  if (std::optional<BindingStyle> Style = bindingStyle(Callee))
    return lowerBindingCall(E, *Style, Frame);
  if (isa<CXXConversionDecl>(Callee) && isa<CXXMemberCallExpr>(E))
    return lower(cast<CXXMemberCallExpr>(E)->getImplicitObjectArgument(),
                 Frame);
  if (Callee->isInStdNamespace() ||
      (isa<CXXMethodDecl>(Callee) &&
       cast<CXXMethodDecl>(Callee)->getParent()->isInStdNamespace()))
    return lowerStandard(E, Frame);
  if (Callee->getIdentifier() && (Callee->getName().starts_with("Py") ||
                                  Callee->getName().starts_with("_Py")))
    return lowerCApi(E, Callee->getName(), Frame);
  return lowerReturned(E, Frame);
}

PyRef PyLowering::lowerStandard(const CallExpr *E, const CallFrame &Frame) {
  const FunctionDecl *Callee = E->getDirectCallee();
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E)) {
    // `*optional`, `*iterator`, `string = value`.
    if (Operator->getOperator() == OO_Star ||
        Operator->getOperator() == OO_Arrow)
      return lower(Operator->getArg(0), Frame);
    if (Operator->getOperator() == OO_Subscript)
      return item(E, lower(Operator->getArg(0), Frame), Operator->getArg(1),
                  Frame);
    return unknown(E);
  }
  StringRef Name = Callee->getIdentifier() ? Callee->getName() : StringRef();
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    if (Name == "c_str" || Name == "data" || Name == "value" || Name == "get" ||
        Name == "str" || Name == "begin" || Name == "front" ||
        Name == "value_or")
      return lower(Member->getImplicitObjectArgument(), Frame);
    if (Name == "at" && Member->getNumArgs() == 1)
      return item(E, lower(Member->getImplicitObjectArgument(), Frame),
                  Member->getArg(0), Frame);
    return unknown(E);
  }
  if (Name == "make_pair" || Name == "make_tuple")
    return lowerTuple(
        E, llvm::ArrayRef<const Expr *>(E->getArgs(), E->getNumArgs()), Frame);
  if (Name == "get" && E->getNumArgs() == 1)
    if (const TemplateArgumentList *Arguments =
            Callee->getTemplateSpecializationArgs())
      if (Arguments->size() > 0 &&
          Arguments->get(0).getKind() == TemplateArgument::Integral)
        return item(E, lower(E->getArg(0), Frame),
                    Arguments->get(0).getAsIntegral().getExtValue());
  if ((Name == "move" || Name == "forward" || Name == "as_const" ||
       Name == "ref" || Name == "cref" || Name == "addressof") &&
      E->getNumArgs() == 1)
    return lower(E->getArg(0), Frame);
  return unknown(E);
}

/// `tensor.array()`: a const method without arguments gives the same object
/// every time, as far as anybody can tell.
PyRef PyLowering::lowerAccessor(const CallExpr *E, const CallFrame &Frame) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  const CXXMethodDecl *Method = Call ? Call->getMethodDecl() : nullptr;
  if (!Method || !Method->isConst() || Call->getNumArgs() > 0 ||
      !Method->getIdentifier() || !isPythonObject(E->getType()))
    return unknown(E);
  PyRef Owner = lower(Call->getImplicitObjectArgument(), Frame);
  return subjectKey(Owner).empty()
             ? unknown(E)
             : member(E, Owner, Method->getName().str() + "()");
}

/// A helper whose body is at hand: what it returns, in terms of what it was
/// given. Error returns (NULL) do not count.
PyRef PyLowering::lowerReturned(const CallExpr *E, const CallFrame &Frame) {
  const FunctionDecl *Callee = calleeWithBody(E);
  if (!Callee)
    return lowerAccessor(E, Frame);
  if (Frame.Depth > 3 || Frame.isRunning(Callee) ||
      Callee->isDependentContext())
    return unknown(E);
  llvm::SmallVector<const Expr *, 4> Values;
  ReturnCollector(Values).TraverseStmt(Callee->getBody());
  if (Values.empty() || Values.size() > 4)
    return unknown(E);
  CallFrame Inner = frameOfCall(E, Callee, Frame);
  std::vector<PyRef> Returned;
  for (const Expr *Each : Values) {
    if (Each->IgnoreParenCasts()->isNullPointerConstant(
            Context, Expr::NPC_ValueDependentIsNotNull))
      continue;
    PyRef Value = lower(Each, Inner);
    if (Value->Kind == PyKind::Unknown)
      return unknown(E);
    Returned.push_back(Value);
  }
  if (Returned.empty())
    return unknown(E);
  if (Returned.size() == 1)
    return Returned.front();
  PyExpr &Made = make(PyKind::Choice, E);
  Made.Elements = std::move(Returned);
  return &Made;
}

} // namespace dlpack_tidy::model
