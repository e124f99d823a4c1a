//===--- Exporter.h - the __dlpack__ that a class offers ------------------===//
#ifndef DLPACK_TIDY_MODEL_EXPORTER_H
#define DLPACK_TIDY_MODEL_EXPORTER_H

#include "model/PyExpr.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <string>
#include <vector>

namespace dlpack_tidy::model {

/// One keyword that a bound function takes.
struct ExporterKeyword {
  std::string Name;
  /// What holds the value: a parameter, or a variable that the argument parser
  /// fills; null where nobody can tell.
  const clang::VarDecl *Holder = nullptr;
};

/// `__dlpack__` or `__dlpack_device__`, as bound to a class.
struct Exporter {
  enum Attachment {
    Method,   ///< `.def(…)`, PyMethodDef
    Static,   ///< `.def_static(…)`, METH_STATIC, METH_CLASS
    Property, ///< `.def_prop_ro(…)`
    Instance  ///< set on an object after it was made
  };
  std::string Name;
  Attachment How = Method;
  BindingStyle Style = BindingStyle::CPython;
  /// Equal for two methods of one class.
  const void *Class = nullptr;
  /// The string literal that names the method.
  const clang::Expr *NameLiteral = nullptr;
  /// What is bound, its definition where there is one; may be null.
  const clang::FunctionDecl *Function = nullptr;
  std::vector<ExporterKeyword> Keywords;
  /// Takes keywords that nobody lists: `py::kwargs`, a parser we cannot read.
  bool OpenKeywords = false;
  /// `py::kwargs` and the like, where they are a parameter.
  const clang::ParmVarDecl *KeywordDictionary = nullptr;

  const ExporterKeyword *keyword(llvm::StringRef Name) const {
    for (const ExporterKeyword &Each : Keywords)
      if (Each.Name == Name)
        return &Each;
    return nullptr;
  }
};

/// Every binding of one of the two methods in a translation unit.
std::vector<Exporter>
findExporters(clang::ASTContext &Context,
              llvm::ArrayRef<const clang::FunctionDecl *> Functions);

} // namespace dlpack_tidy::model

#endif // DLPACK_TIDY_MODEL_EXPORTER_H
