//===--- CxxSourceText.h - the text of C and C++ files, for fixes ---------===//
#ifndef DLPACK_TIDY_FIXES_CXXSOURCETEXT_H
#define DLPACK_TIDY_FIXES_CXXSOURCETEXT_H

#include "fixes/ExportFixes.h"

#include "clang/AST/ASTContext.h"

namespace dlpack_tidy::fixes {

class CxxSourceText : public SourceText {
public:
  explicit CxxSourceText(clang::ASTContext &Context) : Context(Context) {}

  std::string text(model::Span At) const override;
  model::Span characters(model::Span At) const override;
  std::string bindingNamespace(model::BindingStyle Style) const override;
  std::string moduleName(const std::string &Module) const override;
  std::string indentation(model::Span At) const override;
  model::Span afterStatement(model::Span At) const override;
  std::string integer(model::PyRef Old, int64_t Number) const override;
  bool isCxx() const override { return Context.getLangOpts().CPlusPlus; }

private:
  clang::CharSourceRange fileRange(model::Span At) const;
  clang::ASTContext &Context;
};

} // namespace dlpack_tidy::fixes

#endif // DLPACK_TIDY_FIXES_CXXSOURCETEXT_H
