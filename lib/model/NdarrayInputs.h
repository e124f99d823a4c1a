//===--- NdarrayInputs.h - where Python hands arrays to nanobind code -----===//
#ifndef DLPACK_TIDY_MODEL_NDARRAYINPUTS_H
#define DLPACK_TIDY_MODEL_NDARRAYINPUTS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <optional>
#include <vector>

namespace dlpack_tidy::model {

/// A call that yields an array Python owns, with the type checks of a nanobind
/// argument: everything a parameter can refuse, it refuses too.
struct ArraySource {
  enum class Kind {
    Cast,    ///< `nb::cast<nb::ndarray<...>>(h)`
    TryCast, ///< `nb::try_cast(h, Target)`
    Caster,  ///< `Target.from_python(...)`, Target a caster of an array type
    Callback ///< a call of a `std::function` that stands for a Python callable
  };
  Kind How;
  const clang::CallExpr *Call;
  /// The writable array type that is asked for.
  clang::QualType Array;
  /// What receives the array; null where the call returns it.
  const clang::Expr *Target;
  /// The variable a person would point at: the one that receives the array, or
  /// the one that holds the callable. arraySource() does not see the variable
  /// that a call's result initialises.
  const clang::ValueDecl *Variable = nullptr;
};
std::optional<ArraySource> arraySource(const clang::CallExpr *Call);

/// Is a function called from Python?
enum class Binding {
  No,
  /// Nothing in this translation unit binds anything; the function has external
  /// linkage and nobody here calls it.
  Elsewhere,
  Here
};

/// The functions through which Python hands arrays over, one translation unit.
class NdarrayInputs {
public:
  /// \p Functions as flow::Analysis::functions() lists them.
  NdarrayInputs(llvm::ArrayRef<const clang::FunctionDecl *> Functions,
                clang::ASTContext &Context);

  struct Root {
    const clang::FunctionDecl *Function;
    Binding Bound;
  };
  /// Functions with an array parameter that Python fills, or with an
  /// ArraySource in their body (lambdas in it included).
  llvm::ArrayRef<Root> roots() const { return Roots; }

  /// A lambda bound by itself; every other lambda is a part of its function.
  bool isBoundLambda(const clang::LambdaExpr *Lambda) const;

  /// A binding that spells the parameter types again: `nb::init<...>`,
  /// `nb::overload_cast<...>`.
  struct Signature {
    std::vector<clang::TypeLoc> Types;
    const clang::FunctionDecl *Where;
  };
  llvm::ArrayRef<Signature> signatures(const clang::FunctionDecl *Function) const;
  /// Bound through a cast to a function pointer type or a helper: the types are
  /// spelled again somewhere.
  bool isBoundThroughCast(const clang::FunctionDecl *Function) const;
  /// Called from C++ in this translation unit as well.
  bool isCalled(const clang::FunctionDecl *Function) const;

private:
  class Collector;
  void dropPatterns();
  std::vector<Root> Roots;
  llvm::DenseSet<const clang::FunctionDecl *> Bound, BoundThroughCast, Called;
  llvm::DenseMap<const clang::FunctionDecl *, std::vector<Signature>>
      Signatures;
};

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_NDARRAYINPUTS_H
