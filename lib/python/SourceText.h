//===--- SourceText.h - Python text as the fix builders see it ------------===//
#ifndef DLPACK_TIDY_PYTHON_SOURCETEXT_H
#define DLPACK_TIDY_PYTHON_SOURCETEXT_H

#include "fixes/ExportFixes.h"
#include "python/Text.h"

namespace dlpack_tidy::python {

class PythonSourceText : public fixes::SourceText {
public:
  PythonSourceText(std::string_view Text, const Analysis &Found)
      : Text(Text), Found(Found) {}

  std::string text(model::Span At) const override;
  model::Span characters(model::Span At) const override { return At; }
  std::string bindingNamespace(model::BindingStyle) const override {
    return {};
  }
  /// The name a module-level import gives \p Module; empty where there is none.
  std::string moduleName(const std::string &Module) const override;
  std::string indentation(model::Span At) const override;
  /// Python's statements end with their line.
  model::Span afterStatement(model::Span At) const override;
  model::Span importPoint() const override {
    return model::Span::characters(Found.ImportPoint, Found.ImportPoint);
  }

private:
  std::string_view Text;
  const Analysis &Found;
};

} // namespace dlpack_tidy::python

#endif // DLPACK_TIDY_PYTHON_SOURCETEXT_H
