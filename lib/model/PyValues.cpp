//===--- PyValues.cpp - constructions, library calls, helpers -------------===//

#include "model/PyLowering.h"
#include "model/Unwrap.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace dlpack_tidy::model {
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

} // namespace

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
/// given. Error returns (NULL, std::nullopt) do not count.
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
    if (isNothing(Each, Context))
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
