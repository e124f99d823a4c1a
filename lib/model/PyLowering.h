//===--- PyLowering.h - from C and C++ to Python-level expressions --------===//
#ifndef DLPACK_TIDY_MODEL_PYLOWERING_H
#define DLPACK_TIDY_MODEL_PYLOWERING_H

#include "model/CallFrame.h"
#include "model/Definitions.h"
#include "model/GlobalStores.h"
#include "model/PyExpr.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"

#include <functional>

namespace dlpack_tidy::model {

Span spanOf(clang::SourceRange Range);

/// Which library a class or function belongs to, by its outermost namespace.
std::optional<BindingStyle> bindingStyle(const clang::Decl *Declaration);

/// True for types that hold a Python object: PyObject pointers and the classes
/// of pybind11, nanobind and Boost.Python.
bool isPythonObject(clang::QualType Type);

/// What the static type says about the object. A C++ class of the program's
/// own that is turned into Python is not a jax.Array.
ObjectOrigin originOfType(clang::QualType Type);

/// Reads what a C or C++ expression does at Python level, whichever of
/// pybind11, nanobind, Boost.Python and the CPython C API spells it. Casts,
/// conversions, moves and reference handling do not show in the result.
class PyLowering {
public:
  using DefinitionsOf =
      std::function<const Definitions *(const clang::FunctionDecl *)>;

  PyLowering(clang::ASTContext &Context, DefinitionsOf Defined)
      : Context(Context), Defined(std::move(Defined)), Globals(Context) {}

  /// Never null; PyKind::Unknown for what is not about Python.
  PyRef lower(const clang::Expr *E, const CallFrame &Frame);
  /// The member that a constructor's initialiser \p E sets.
  PyRef ownMember(const clang::CXXConstructorDecl *Constructor,
                  const clang::FieldDecl *Field, const clang::Expr *E,
                  const CallFrame &Frame);
  /// The one expression that the local variable \p E names is set to; for the
  /// iterator of a range-based loop the range. Or null.
  const clang::Expr *heldBy(const clang::Expr *E, const CallFrame &Frame) const;
  clang::ASTContext &context() const { return Context; }
  GlobalStores &globals() { return Globals; }

private:
  PyRef lowerUncached(const clang::Expr *E, const CallFrame &Frame);
  PyRef unknown(const clang::Expr *E);
  PyExpr &make(PyKind Kind, const clang::Expr *E);
  PyRef attribute(const clang::Expr *E, PyRef Base, std::string Name);
  PyRef string(const clang::Expr *E, std::string Text);
  PyRef integer(const clang::Expr *E, int64_t Value);
  PyRef item(const clang::Expr *E, PyRef Base, PyRef Index);
  PyRef item(const clang::Expr *E, PyRef Base, int64_t Index);
  PyRef item(const clang::Expr *E, PyRef Base, const clang::Expr *Index,
             const CallFrame &Frame);
  PyRef member(const clang::Expr *E, PyRef Owner, std::string Name);

  // Variables.
  PyRef lowerReference(const clang::DeclRefExpr *E, const CallFrame &Frame);
  PyRef lowerMember(const clang::MemberExpr *E, const CallFrame &Frame);
  PyRef lowerBinding(const clang::DeclRefExpr *E,
                     const clang::BindingDecl *Binding, const CallFrame &Frame);
  PyRef definitionOf(const clang::VarDecl *Variable, const CallFrame &Frame);
  PyRef elementOf(const clang::VarDecl *Variable, const CallFrame &Frame);
  PyRef outputOf(const clang::VarDecl *Variable, const clang::CallExpr *Call,
                 const CallFrame &Frame);
  PyRef outputAt(unsigned Position, const clang::CallExpr *Call,
                 const CallFrame &Frame);
  PyRef lowerThis(const clang::CXXThisExpr *This, const CallFrame &Frame);
  PyRef thisObject(const clang::Expr *E, const clang::CXXRecordDecl *Class,
                   const CallFrame &Frame);

  // Values.
  PyRef lowerConstruct(const clang::CXXConstructExpr *E,
                       const CallFrame &Frame);
  PyRef lowerTuple(const clang::Expr *E, llvm::ArrayRef<const clang::Expr *>,
                   const CallFrame &Frame);
  PyRef lowerCall(const clang::CallExpr *E, const CallFrame &Frame);
  PyRef lowerStandard(const clang::CallExpr *E, const CallFrame &Frame);
  PyRef lowerAccessor(const clang::CallExpr *E, const CallFrame &Frame);
  PyRef lowerReturned(const clang::CallExpr *E, const CallFrame &Frame);

  // pybind11, nanobind, Boost.Python (BindingSpelling.cpp).
  PyRef lowerBindingCall(const clang::CallExpr *E, BindingStyle Style,
                         const CallFrame &Frame);
  PyRef lowerBindingMember(const clang::CXXMemberCallExpr *E,
                           BindingStyle Style, const CallFrame &Frame);
  PyRef lowerBindingOperator(const clang::CXXOperatorCallExpr *E,
                             BindingStyle Style, const CallFrame &Frame);
  PyRef lowerObjectCall(const clang::CallExpr *E, const clang::Expr *Object,
                        unsigned First, const CallFrame &Frame);
  void addArgument(PyExpr &Call, const clang::Expr *Argument,
                   const CallFrame &Frame);
  bool addKeyword(PyExpr &Call, const clang::Expr *Argument,
                  const CallFrame &Frame);
  void addUnreadable(PyExpr &Call, const clang::Expr *Arguments);
  bool addUnpacked(PyExpr &Call, const clang::Expr *Argument,
                   const CallFrame &Frame);
  bool addDictionary(PyExpr &Call, const clang::Expr *Dictionary,
                     const CallFrame &Frame);
  PyRef attributeNamed(const clang::Expr *E, PyRef Base,
                       const clang::Expr *Name, const CallFrame &Frame);

  // CPython (CApiSpelling.cpp).
  PyRef lowerCApi(const clang::CallExpr *E, llvm::StringRef Name,
                  const CallFrame &Frame);
  PyRef lowerCApiCall(const clang::CallExpr *E, llvm::StringRef Name,
                      const CallFrame &Frame);
  PyRef lowerBuildValue(const clang::CallExpr *E, unsigned FormatIndex,
                        const CallFrame &Frame);
  PyRef parseFormat(const clang::CallExpr *E, llvm::StringRef &Format,
                    unsigned &Next, const CallFrame &Frame, char Close);
  void addTupleArguments(PyExpr &Call, const clang::Expr *Tuple,
                         const CallFrame &Frame);
  void addKeywordObject(PyExpr &Call, const clang::Expr *Dictionary,
                        const CallFrame &Frame);
  void addVector(PyExpr &Call, const clang::Expr *Array, unsigned Skip,
                 const clang::Expr *Names, const CallFrame &Frame,
                 std::optional<unsigned> Length = std::nullopt);
  std::optional<unsigned> vectorLength(const clang::Expr *Count) const;

  clang::ASTContext &Context;
  DefinitionsOf Defined;
  GlobalStores Globals;
  PyArena Arena;
  llvm::DenseMap<const clang::Expr *, PyRef> Known;
  unsigned Depth = 0;
};

/// The name a C API call or `attr` is given where no literal stands at the
/// site: `npy_interned_str.__dlpack__`, `s_dlpack_device`.
std::string interned(const clang::Expr *Name);

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_PYLOWERING_H
