//===--- BindingSpelling.cpp - pybind11, nanobind, Boost.Python -----------===//
//
// The three share their shape: `o.attr("name")` makes an accessor, calling an
// object or an accessor calls Python, `"k"_a = v` is a keyword argument.
//
//===----------------------------------------------------------------------===//

#include "model/Callable.h"
#include "model/Constants.h"
#include "model/PyLowering.h"
#include "model/Walk.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace dlpack_tidy::model {
namespace {

StringRef recordName(QualType Type) {
  const CXXRecordDecl *Record =
      Type.getNonReferenceType()->getAsCXXRecordDecl();
  return Record && Record->getIdentifier() ? Record->getName() : StringRef();
}

StringRef calleeName(const CallExpr *Call) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  return Callee && Callee->getIdentifier() ? Callee->getName() : StringRef();
}

const CXXOperatorCallExpr *operatorCall(const Expr *E,
                                        OverloadedOperatorKind Kind) {
  const auto *Call =
      dyn_cast<CXXOperatorCallExpr>(E->IgnoreUnlessSpelledInSource());
  return Call && Call->getOperator() == Kind ? Call : nullptr;
}

/// The name in `"stream"_a`, `py::arg("stream")`, or in a variable of those.
std::optional<std::string> argumentName(const Expr *E) {
  E = E->IgnoreUnlessSpelledInSource();
  if (const auto *Literal = dyn_cast<UserDefinedLiteral>(E)) {
    if (Literal->getNumArgs() > 0)
      return stringConstant(Literal->getArg(0));
    return std::nullopt;
  }
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    return argumentName(Cast->getSubExpr());
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
    if (Construct->getNumArgs() > 0)
      return argumentName(Construct->getArg(0));
    return std::nullopt;
  }
  if (const auto *Call = dyn_cast<CallExpr>(E)) // `py::arg("x").none()`
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
      return argumentName(Member->getImplicitObjectArgument());
  return stringConstant(E);
}

/// Everything that is put into a dictionary variable under a constant key.
class DictionaryStores : public RecursiveASTVisitor<DictionaryStores> {
public:
  struct Store {
    std::string Key;
    const Expr *Value;
    const Expr *Whole;
  };
  DictionaryStores(const VarDecl *Dictionary, std::vector<Store> &Found)
      : Dictionary(Dictionary), Found(Found) {}

  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *Call) {
    if (Call->getOperator() != OO_Equal || Call->getNumArgs() != 2)
      return true;
    const CXXOperatorCallExpr *Slot =
        operatorCall(Call->getArg(0), OO_Subscript);
    if (!Slot || !isDictionary(Slot->getArg(0)))
      return true;
    if (std::optional<std::string> Key = argumentName(Slot->getArg(1)))
      Found.push_back({*Key, Call->getArg(1), Call});
    return true;
  }

private:
  bool isDictionary(const Expr *E) const {
    const auto *Reference =
        dyn_cast<DeclRefExpr>(E->IgnoreUnlessSpelledInSource());
    return Reference && Reference->getDecl() == Dictionary;
  }
  const VarDecl *Dictionary;
  std::vector<Store> &Found;
};

Span argumentListOf(const CallExpr *Call) {
  unsigned First = isa<CXXOperatorCallExpr>(Call) ? 1 : 0;
  const Expr *Begin = nullptr, *End = nullptr;
  for (unsigned I = First; I < Call->getNumArgs(); ++I) {
    if (isa<CXXDefaultArgExpr>(Call->getArg(I)))
      continue;
    if (!Begin)
      Begin = Call->getArg(I);
    End = Call->getArg(I);
  }
  if (Begin)
    return spanOf({Begin->getBeginLoc(), End->getEndLoc()});
  uint32_t Close = Call->getRParenLoc().getRawEncoding();
  return Span::characters(Close, Close);
}

} // namespace

std::string interned(const Expr *Name) {
  Name = Name->IgnoreParenCasts();
  if (const auto *Address = dyn_cast<UnaryOperator>(Name)) // `&PyId___dlpack__`
    Name = Address->getSubExpr()->IgnoreParenCasts();
  if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Name)) // `name.ptr()`
    Name = Method->getImplicitObjectArgument()->IgnoreParenCasts();
  StringRef Spelled;
  if (const auto *Member = dyn_cast<MemberExpr>(Name))
    Spelled = plainName(Member->getMemberDecl());
  else if (const auto *Reference = dyn_cast<DeclRefExpr>(Name))
    Spelled = plainName(Reference->getDecl());
  if (Spelled.contains("dlpack_device"))
    return "__dlpack_device__";
  if (Spelled.contains("from_dlpack"))
    return "from_dlpack";
  if (Spelled.contains("to_dlpack"))
    return "to_dlpack";
  if (Spelled.contains("dlpack") && !Spelled.contains("exchange"))
    return "__dlpack__";
  for (StringRef Attribute : {"memory_kind", "sharding", "platform", "devices"})
    if (Spelled.ends_with(Attribute))
      return Attribute.str();
  return {};
}

PyRef PyLowering::attributeNamed(const Expr *E, PyRef Base, const Expr *Name,
                                 const CallFrame &Frame) {
  PyRef Given = valueOf(lower(Name, Frame));
  std::string Text =
      Given->Kind == PyKind::String ? Given->Text : interned(Name);
  if (Text.empty())
    return unknown(E);
  // `import("a").attr("b")` may name a submodule or something in the module:
  // the dotted name is the same.
  return attribute(E, Base, std::move(Text));
}

PyRef PyLowering::lowerBindingCall(const CallExpr *E, BindingStyle Style,
                                   const CallFrame &Frame) {
  PyRef Made;
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E)) {
    Made = lowerBindingOperator(Operator, Style, Frame);
  } else if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    Made = lowerBindingMember(Member, Style, Frame);
  } else {
    StringRef Name = calleeName(E);
    unsigned Count = E->getNumArgs();
    if (Name == "import" || Name == "import_") {
      PyRef Module = Count > 0 ? valueOf(lower(E->getArg(0), Frame)) : nullptr;
      if (!Module || Module->Kind != PyKind::String)
        return unknown(E);
      PyExpr &Imported = make(PyKind::Module, E);
      Imported.Text = Module->Text;
      Made = &Imported;
    } else if (Name == "getattr" && Count >= 2) {
      Made = attributeNamed(E, lower(E->getArg(0), Frame), E->getArg(1), Frame);
    } else if (Name == "call_method" && Count >= 2) { // boost::python
      PyExpr &Call = make(PyKind::Call, E);
      Call.Base =
          attributeNamed(E, lower(E->getArg(0), Frame), E->getArg(1), Frame);
      Call.Arguments = argumentListOf(E);
      for (unsigned I = 2; I < Count; ++I)
        addArgument(Call, E->getArg(I), Frame);
      Made = &Call;
    } else if (Name == "make_tuple") {
      Made = lowerTuple(E, llvm::ArrayRef<const Expr *>(E->getArgs(), Count),
                        Frame);
    } else if (Name == "none") {
      Made = &make(PyKind::None, E);
    } else if ((Name == "cast" || Name == "borrow" || Name == "steal" ||
                Name == "reinterpret_borrow" || Name == "reinterpret_steal" ||
                Name == "iter" || Name == "find" || Name == "object_or_cast") &&
               Count >= 1) {
      return lower(E->getArg(0), Frame);
    } else {
      return unknown(E);
    }
  }
  // The style belongs to the node that was just made here, not to what a
  // conversion passed through.
  if (Made->Node == E)
    const_cast<PyExpr *>(Made)->Style = Style;
  return Made;
}

PyRef PyLowering::lowerBindingMember(const CXXMemberCallExpr *E,
                                     BindingStyle Style,
                                     const CallFrame &Frame) {
  const Expr *Object = E->getImplicitObjectArgument();
  StringRef Name = calleeName(E);
  const CXXMethodDecl *Method = E->getMethodDecl();
  if (Method && Method->isOverloadedOperator()) {
    // `f.operator()(x)`
    if (Method->getOverloadedOperator() == OO_Call)
      return lowerObjectCall(E, Object, 0, Frame);
    return unknown(E);
  }
  if (Name == "attr" && E->getNumArgs() >= 1)
    return attributeNamed(E, lower(Object, Frame), E->getArg(0), Frame);
  if (isa_and_nonnull<CXXConversionDecl>(Method) || Name == "cast" ||
      Name == "ptr" || Name == "release" || Name == "begin" ||
      Name == "inc_ref" || Name == "get" || Name == "c_str" || Name == "str")
    return lower(Object, Frame);
  if (Name == "call")
    return lowerObjectCall(E, Object, 0, Frame);
  return unknown(E);
}

PyRef PyLowering::lowerObjectCall(const CallExpr *E, const Expr *Object,
                                  unsigned First, const CallFrame &Frame) {
  PyExpr &Call = make(PyKind::Call, E);
  Call.Base = lower(Object, Frame);
  Call.Arguments = argumentListOf(E);
  for (unsigned I = First; I < E->getNumArgs(); ++I)
    addArgument(Call, E->getArg(I), Frame);
  return &Call;
}

PyRef PyLowering::lowerBindingOperator(const CXXOperatorCallExpr *E,
                                       BindingStyle Style,
                                       const CallFrame &Frame) {
  switch (E->getOperator()) {
  case OO_Call:
    return lowerObjectCall(E, E->getArg(0), 1, Frame);
  case OO_Subscript:
    return item(E, lower(E->getArg(0), Frame), E->getArg(1), Frame);
  case OO_Star:  // `*iterator`: an element; `next(iter(devices))`
  case OO_Arrow: // accessor->
    return lower(E->getArg(0), Frame);
  default:
    return unknown(E);
  }
}

void PyLowering::addArgument(PyExpr &Call, const Expr *Argument,
                             const CallFrame &Frame) {
  if (isa<CXXDefaultArgExpr>(Argument->IgnoreParenImpCasts()))
    return;
  StringRef Type = recordName(Argument->getType());
  // nanobind 3 has arg_t<…> and arg_v_t<…>.
  if (Type == "arg" || Type.starts_with("arg_")) {
    if (!addKeyword(Call, Argument, Frame))
      Call.OpenArguments = true;
    return;
  }
  if (Type == "kwargs_proxy") {
    if (!addUnpacked(Call, Argument, Frame))
      addUnreadable(Call, Argument);
    return;
  }
  if (Type == "args_proxy") {
    Call.OpenArguments = true;
    return;
  }
  Call.Elements.push_back(lower(Argument, Frame));
}

/// `**kwargs` that nobody here can read. Those a function was called with are
/// its caller's request; what it puts together itself is its own.
void PyLowering::addUnreadable(PyExpr &Call, const Expr *Arguments) {
  Call.OpenArguments = true;
  bool IsCallers = false;
  forEachStatement(Arguments, [&](const Stmt *Part) {
    const auto *Reference = dyn_cast<DeclRefExpr>(Part);
    IsCallers |= Reference && isa<ParmVarDecl>(Reference->getDecl());
  });
  if (!IsCallers)
    Call.Keywords.push_back({"**", unknown(Arguments), {}});
}

bool PyLowering::addKeyword(PyExpr &Call, const Expr *Argument,
                            const CallFrame &Frame) {
  const CXXOperatorCallExpr *Assign = operatorCall(Argument, OO_Equal);
  if (!Assign) // `py::arg_v("x", value)`
    if (const auto *Construct =
            dyn_cast<CXXConstructExpr>(Argument->IgnoreUnlessSpelledInSource()))
      if (Construct->getNumArgs() >= 2)
        if (std::optional<std::string> Name =
                argumentName(Construct->getArg(0))) {
          Call.Keywords.push_back({*Name, lower(Construct->getArg(1), Frame),
                                   spanOf(Argument->getSourceRange())});
          return true;
        }
  if (!Assign)
    return false;
  std::optional<std::string> Name = argumentName(Assign->getArg(0));
  if (!Name)
    return false;
  Call.Keywords.push_back({*Name, lower(Assign->getArg(1), Frame),
                           spanOf(Argument->getSourceRange())});
  return true;
}

/// `**kwargs` of a dictionary that is filled in this function.
bool PyLowering::addUnpacked(PyExpr &Call, const Expr *Argument,
                             const CallFrame &Frame) {
  const CXXOperatorCallExpr *Outer = operatorCall(Argument, OO_Star);
  const CXXOperatorCallExpr *Inner =
      Outer ? operatorCall(Outer->getArg(0), OO_Star) : nullptr;
  return Inner && addDictionary(Call, Inner->getArg(0), Frame);
}

bool PyLowering::addDictionary(PyExpr &Call, const Expr *Dictionary,
                               const CallFrame &Frame) {
  Dictionary = Dictionary->IgnoreUnlessSpelledInSource();
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Dictionary)) {
    for (const Expr *Each : Construct->arguments())
      if (!isa<CXXDefaultArgExpr>(Each) && !addKeyword(Call, Each, Frame))
        return false;
    return true;
  }
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(Dictionary))
    return addDictionary(Call, Cast->getSubExpr(), Frame);
  const auto *Reference = dyn_cast<DeclRefExpr>(Dictionary);
  const auto *Variable =
      Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  if (!Variable || isa<ParmVarDecl>(Variable))
    return false;
  const auto *Owner =
      dyn_cast_or_null<FunctionDecl>(Variable->getParentFunctionOrMethod());
  if (!Owner || !Owner->hasBody())
    return false;
  const Expr *Init = Variable->getInit();
  bool ReadWhole = !Init || addDictionary(Call, Init, Frame);
  std::vector<DictionaryStores::Store> Stores;
  DictionaryStores(Variable, Stores).TraverseStmt(Owner->getBody());
  for (const DictionaryStores::Store &Each : Stores)
    Call.Keywords.push_back({Each.Key, lower(Each.Value, Frame),
                             spanOf(Each.Whole->getSourceRange())});
  return ReadWhole;
}

} // namespace dlpack_tidy::model
