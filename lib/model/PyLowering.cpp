//===--- PyLowering.cpp - from C and C++ to Python-level expressions ------===//

#include "model/PyLowering.h"

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

namespace {

/// What the static type says about the object. A C++ class of the program's
/// own that is turned into Python is not a jax.Array.
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

PyRef PyLowering::item(const Expr *E, PyRef Base, int64_t Index) {
  PyExpr &Made = make(PyKind::Item, E);
  Made.Base = Base;
  Made.Elements.push_back(integer(E, Index));
  return &Made;
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
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
    if (std::optional<int64_t> Index =
            integerConstant(Subscript->getIdx(), Context))
      return item(E, lower(Subscript->getBase(), Frame), *Index);
    return unknown(E);
  }
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    PyExpr &Made = make(PyKind::Choice, E);
    Made.Elements = {lower(Choice->getTrueExpr(), Frame),
                     lower(Choice->getFalseExpr(), Frame)};
    return &Made;
  }
  if (const auto *This = dyn_cast<CXXThisExpr>(E)) {
    PyExpr &Made = make(PyKind::Variable, E);
    Made.Text = "self";
    Made.Identity =
        reinterpret_cast<uintptr_t>(This->getType()->getPointeeCXXRecordDecl());
    return &Made;
  }
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
  if (Variable->getName() == "_Py_NoneStruct")
    return &make(PyKind::None, E);
  // A parameter that its function sets anew is a variable of its own.
  if (const Expr *Passed = Frame.argument(Variable)) {
    const Definitions *Function = Defined(Frame.Function);
    if (!Function || !Function->isReassigned(Variable))
      return lower(Passed, *Frame.Caller);
  }

  PyExpr &Made = make(PyKind::Variable, E);
  Made.Text = Variable->getName().str();
  Made.Identity = reinterpret_cast<uintptr_t>(Variable);
  Made.Origin = originOfType(Variable->getType());
  // `cls` or `src` of a class of the program's own only counts when the object
  // is made from it; the plain variable is C++.
  Made.Definition = definitionOf(Variable, Frame);
  return &Made;
}

PyRef PyLowering::definitionOf(const VarDecl *Variable,
                               const CallFrame &Frame) {
  if (isa<ParmVarDecl>(Variable))
    return nullptr;
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
  if (Ways.Values.empty() && Ways.OutputOf.size() == 1)
    return outputOf(Variable, Ways.OutputOf.front(), *Home);
  if (const Expr *Only = Ways.single()) {
    PyRef Value = lower(Only, *Home);
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
  if (Ways.Values.size() < 2 || Ways.Values.size() > 6 ||
      !Ways.OutputOf.empty())
    return nullptr;
  PyExpr &Made = make(PyKind::Choice, Ways.Values.front());
  for (const Expr *Each : Ways.Values)
    Made.Elements.push_back(lower(Each, *Home));
  return &Made;
}

/// `PyArg_ParseTuple(t, "ii", &type, &id)`: the items of t.
PyRef PyLowering::outputOf(const VarDecl *Variable, const CallExpr *Call,
                           const CallFrame &Frame) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee || !Callee->getIdentifier() || Call->getNumArgs() < 3 ||
      !Callee->getName().starts_with("PyArg_Parse"))
    return nullptr;
  for (unsigned I = 2; I < Call->getNumArgs(); ++I) {
    const auto *Address =
        dyn_cast<UnaryOperator>(Call->getArg(I)->IgnoreParenCasts());
    if (!Address || Address->getOpcode() != UO_AddrOf)
      continue;
    const auto *Target =
        dyn_cast<DeclRefExpr>(Address->getSubExpr()->IgnoreParenImpCasts());
    if (Target && Target->getDecl() == Variable)
      return item(Call, lower(Call->getArg(0), Frame), I - 2);
  }
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
  // `pair.first` and `pair.second` are the items of what was cast to a pair.
  if (const auto *Record = dyn_cast<CXXRecordDecl>(Field->getParent()))
    if (Record->isInStdNamespace() && Record->getName() == "pair")
      return item(E, Base, Field->getName() == "first" ? 0 : 1);
  PyExpr &Made = make(PyKind::Variable, E);
  Made.Text = Field->getName().str();
  Made.Origin = originOfType(Field->getType());
  uint64_t BaseIdentity = Base->Kind == PyKind::Variable ? Base->Identity : 0;
  auto [Slot, New] =
      Identities.try_emplace({BaseIdentity, Field}, Identities.size() + 1);
  Made.Identity = Slot->second;
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
      if (std::optional<int64_t> Index =
              integerConstant(Operator->getArg(1), Context))
        return item(E, lower(Operator->getArg(0), Frame), *Index);
    return unknown(E);
  }
  StringRef Name = Callee->getIdentifier() ? Callee->getName() : StringRef();
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    if (Name == "c_str" || Name == "data" || Name == "value" || Name == "get" ||
        Name == "str" || Name == "begin" || Name == "front")
      return lower(Member->getImplicitObjectArgument(), Frame);
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

/// A helper whose body is at hand: what it returns, in terms of what it was
/// given. Error returns (NULL) do not count.
PyRef PyLowering::lowerReturned(const CallExpr *E, const CallFrame &Frame) {
  const FunctionDecl *Callee = calleeWithBody(E);
  if (!Callee || Frame.Depth > 3 || Frame.isRunning(Callee) ||
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
