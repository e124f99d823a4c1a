//===--- PyExpr.cpp - a Python-level expression, however it is spelled ----===//

#include "model/PyExpr.h"

namespace dlpack_tidy::model {

PyRef valueOf(PyRef Value) {
  while (Value && Value->Kind == PyKind::Variable && Value->Definition)
    Value = Value->Definition;
  return Value;
}

std::string subjectKey(PyRef Object) {
  if (!Object)
    return {};
  switch (Object->Kind) {
  case PyKind::Variable:
    // `y = x` makes two names of one object; `y = x.copy()` does not.
    if (Object->Definition)
      if (std::string Alias = subjectKey(Object->Definition); !Alias.empty())
        return Alias;
    if (Object->Base)
      if (std::string Owner = subjectKey(Object->Base); !Owner.empty())
        return Owner + "." + Object->Text;
    return "v" + std::to_string(Object->Identity);
  case PyKind::Module:
    return "m" + Object->Text;
  case PyKind::Attribute: {
    std::string Base = subjectKey(Object->Base);
    return Base.empty() ? Base : Base + "." + Object->Text;
  }
  case PyKind::Item: {
    std::string Base = subjectKey(Object->Base);
    if (Base.empty() || Object->Elements.empty())
      return {};
    PyRef Index = Object->Elements.front();
    if (Index->Kind == PyKind::Integer)
      return Base + "[" + std::to_string(Index->Number) + "]";
    if (Index->Kind == PyKind::String)
      return Base + "['" + Index->Text + "']";
    std::string Key = subjectKey(Index);
    return Key.empty() ? Key : Base + "[" + Key + "]";
  }
  default:
    return {};
  }
}

std::string spelled(PyRef Object) {
  if (Object) {
    if (Object->Kind == PyKind::Variable && !Object->Text.empty()) {
      // `this->x` reads as `x`.
      std::string Owner = Object->Base ? spelled(Object->Base) : "self";
      bool Plain = Owner == "self" || Owner == "the array";
      return Plain ? Object->Text : Owner + "." + Object->Text;
    }
    if (Object->Kind == PyKind::Attribute) {
      std::string Base = spelled(Object->Base);
      if (Base != "the array")
        return Base + "." + Object->Text;
    }
    if (Object->Kind == PyKind::Item && !Object->Elements.empty() &&
        Object->Elements.front()->Kind == PyKind::Integer) {
      std::string Base = spelled(Object->Base);
      if (Base != "the array")
        return Base + "[" + std::to_string(Object->Elements.front()->Number) +
               "]";
    }
  }
  return "the array";
}

std::string dottedName(PyRef Function) {
  Function = valueOf(Function);
  if (!Function)
    return {};
  if (Function->Kind == PyKind::Module)
    return Function->Text;
  if (Function->Kind != PyKind::Attribute)
    return {};
  std::string Base = dottedName(Function->Base);
  return Base.empty() ? Base : Base + "." + Function->Text;
}

std::optional<std::vector<int64_t>> integerValues(PyRef Value) {
  Value = valueOf(Value);
  if (!Value)
    return std::nullopt;
  if (Value->Kind == PyKind::Integer)
    return std::vector<int64_t>{Value->Number};
  if (Value->Kind != PyKind::Choice)
    return std::nullopt;
  std::vector<int64_t> Values;
  for (PyRef Each : Value->Elements) {
    std::optional<std::vector<int64_t>> Part = integerValues(Each);
    if (!Part)
      return std::nullopt;
    Values.insert(Values.end(), Part->begin(), Part->end());
  }
  return Values;
}

} // namespace dlpack_tidy::model
