//===--- PyLowering.cpp - from C and C++ to Python-level expressions ------===//

#include "model/PyLowering.h"

#include "model/Constants.h"
#include "model/Unwrap.h"

#include "clang/AST/DeclCXX.h"

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
    // `nb::handle_t<Tensor>`, `nb::typed<nb::object, Tensor>`: an instance of a
    // class that the program binds.
    if (Name == "handle_t" || Name == "typed")
      if (const auto *Made = dyn_cast<ClassTemplateSpecializationDecl>(Record))
        for (const TemplateArgument &Each : Made->getTemplateArgs().asArray())
          if (Each.getKind() == TemplateArgument::Type &&
              originOfType(Each.getAsType()) == ObjectOrigin::Foreign)
            return ObjectOrigin::Foreign;
    return ObjectOrigin::Unknown;
  }
  return Record->isInStdNamespace() ? ObjectOrigin::Unknown
                                    : ObjectOrigin::Foreign;
}

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

} // namespace dlpack_tidy::model
