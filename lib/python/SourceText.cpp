//===--- SourceText.cpp - Python text as the fix builders see it ----------===//

#include "python/SourceText.h"

namespace dlpack_tidy::python {

std::string PythonSourceText::text(model::Span At) const {
  if (!At || At.Begin > At.End || At.End > Text.size())
    return {};
  return std::string(Text.substr(At.Begin, At.End - At.Begin));
}

std::string PythonSourceText::moduleName(const std::string &Module) const {
  auto Known = Found.ModuleNames.find(Module);
  return Known == Found.ModuleNames.end() ? std::string() : Known->second;
}

std::string PythonSourceText::indentation(model::Span At) const {
  if (!At || At.Begin > Text.size())
    return {};
  size_t Line = Text.rfind('\n', At.Begin == 0 ? 0 : At.Begin - 1);
  Line = Line == std::string_view::npos ? 0 : Line + 1;
  size_t End = Line;
  while (End < At.Begin && (Text[End] == ' ' || Text[End] == '\t'))
    ++End;
  return std::string(Text.substr(Line, End - Line));
}

model::Span PythonSourceText::afterStatement(model::Span At) const {
  if (!At || At.End > Text.size())
    return {};
  size_t End = Text.find('\n', At.End);
  if (End == std::string_view::npos)
    End = Text.size();
  return model::Span::characters(static_cast<uint32_t>(End),
                                 static_cast<uint32_t>(End));
}

} // namespace dlpack_tidy::python
