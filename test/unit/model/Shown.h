//===--- Shown.h - Python-level expressions as text, for comparison -------===//
#ifndef DLPACK_TIDY_TEST_UNIT_MODEL_SHOWN_H
#define DLPACK_TIDY_TEST_UNIT_MODEL_SHOWN_H

#include "model/PyExpr.h"

#include <string>

namespace dlpack_tidy::test {

inline std::string shown(model::PyRef Value);

inline std::string shownList(const std::vector<model::PyRef> &Values,
                             const char *Between) {
  std::string Text;
  for (model::PyRef Each : Values)
    Text += (Text.empty() ? "" : Between) + shown(Each);
  return Text;
}

inline std::string shownArguments(const model::PyExpr &Call) {
  std::string Text = shownList(Call.Elements, ", ");
  for (const model::PyKeyword &Each : Call.Keywords)
    Text += (Text.empty() ? "" : ", ") + Each.Name +
            (Each.Name == "**" ? "" : "=" + shown(Each.Value));
  if (Call.OpenArguments)
    Text += Text.empty() ? "..." : ", ...";
  return Text;
}

/// `x.__dlpack__(stream=1)`; variables as what they are known to hold, `?` for
/// what the model does not know.
inline std::string shown(model::PyRef Value) {
  using model::PyKind;
  Value = model::valueOf(Value);
  if (!Value)
    return "null";
  switch (Value->Kind) {
  case PyKind::Unknown:
    return "?";
  case PyKind::Variable:
    return Value->Base ? shown(Value->Base) + "->" + Value->Text : Value->Text;
  case PyKind::Module:
    return "import(" + Value->Text + ")";
  case PyKind::Attribute:
    return shown(Value->Base) + "." + Value->Text;
  case PyKind::Call:
    return shown(Value->Base) + "(" + shownArguments(*Value) + ")";
  case PyKind::Item:
    return shown(Value->Base) + "[" + shownList(Value->Elements, ", ") + "]";
  case PyKind::String:
    return "'" + Value->Text + "'";
  case PyKind::Integer:
    return std::to_string(Value->Number);
  case PyKind::Boolean:
    return Value->Number ? "True" : "False";
  case PyKind::None:
    return "None";
  case PyKind::Tuple:
    return "(" + shownList(Value->Elements, ", ") + ")";
  case PyKind::Choice:
    return "{" + shownList(Value->Elements, " | ") + "}";
  }
  return "?";
}

} // namespace dlpack_tidy::test

#endif // DLPACK_TIDY_TEST_UNIT_MODEL_SHOWN_H
