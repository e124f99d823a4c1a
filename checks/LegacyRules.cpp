//===--- LegacyRules.cpp - Python names that libraries gave up ------------===//

#include "checks/LegacyRules.h"

using namespace dlpack_tidy::model;
using dlpack_tidy::rules::LegacyKind;

namespace dlpack_tidy::checks {
namespace {

/// The text of \p Value, in parentheses where what follows needs them.
std::string operand(PyRef Value, const fixes::SourceText &Text) {
  std::string Written = Value ? Text.text(Value->Range) : std::string();
  if (Written.empty() || Value->Kind == PyKind::Variable)
    return Written;
  // Expressions of C++ are left alone: nobody knows what they bind to.
  if (Value->Style != BindingStyle::Python)
    return {};
  return Value->Kind == PyKind::Unknown || Value->Kind == PyKind::Choice
             ? "(" + Written + ")"
             : Written;
}

std::string methodCall(PyRef On, const std::string &Written, const char *Name) {
  return On->Style == BindingStyle::Python
             ? Written + "." + Name + "()"
             : Written + ".attr(\"" + Name + "\")()";
}

/// `numpy._from_dlpack` as `numpy.from_dlpack`: the last name changes.
std::optional<fixes::Fix> rename(const rules::LegacyName &Entry,
                                 PyRef Expression,
                                 const fixes::SourceText &Text) {
  PyRef Name = Expression->Kind == PyKind::Call ? Expression->Base : Expression;
  std::string Old = Entry.Name, New = Entry.Replacement;
  Old = Old.substr(Old.rfind('.') + 1);
  New = New.substr(New.rfind('.') + 1);
  Span Range = Text.characters(Name->Range);
  std::string Written = Text.text(Name->Range);
  if (!Entry.IsRename || Name->Style != BindingStyle::Python || !Range ||
      Written.size() < Old.size() ||
      Written.compare(Written.size() - Old.size(), Old.size(), Old) != 0)
    return std::nullopt;
  fixes::Fix Made;
  Made.Safety = fixes::FixSafety::Safe;
  Made.Description = "rename to '" + New + "'";
  Made.Edits.push_back(
      {Span::characters(Range.End - static_cast<uint32_t>(Old.size()),
                        Range.End),
       New});
  return Made;
}

std::optional<fixes::Fix> mend(const rules::LegacyName &Entry, PyRef Expression,
                               PyRef Array, const fixes::SourceText &Text) {
  if (Entry.IsRename)
    return rename(Entry, Expression, Text);
  std::string Written = operand(Array, Text);
  if (Written.empty() || Expression->Kind != PyKind::Call)
    return std::nullopt;
  fixes::Fix Made;
  Made.Safety = fixes::FixSafety::Safe;
  switch (Entry.Kind) {
  case LegacyKind::PythonFunction:
    if (!Expression->Keywords.empty() || Expression->Elements.size() != 1 ||
        Expression->Style == BindingStyle::CPython)
      return std::nullopt;
    Made.Description = "export with __dlpack__";
    Made.Edits.push_back(
        {Expression->Range, methodCall(Array, Written, "__dlpack__")});
    return Made;
  case LegacyKind::PythonArgument:
    if (Expression->Elements.empty())
      return std::nullopt;
    Made.Description = "pass the array itself";
    Made.Edits.push_back(
        {Expression->Elements.front()->Range, Text.text(Array->Range)});
    return Made;
  case LegacyKind::PythonMethod:
    if (Expression->Style != BindingStyle::Python)
      return std::nullopt;
    Made.Description = "take the device from devices()";
    Made.Edits.push_back(
        {Expression->Range, "next(iter(" + Written + ".devices()))"});
    return Made;
  default:
    return std::nullopt;
  }
}

} // namespace

const rules::LegacyName *legacyEntry(const Exchange &What) {
  return rules::legacyName(What.Role == ExchangeRole::CapsuleHandOver
                               ? LegacyKind::PythonArgument
                               : LegacyKind::PythonFunction,
                           What.Consumer);
}

fixes::Finding legacyUse(const rules::LegacyName &Entry, PyRef Expression,
                         PyRef Array, const fixes::SourceText &Text) {
  fixes::Finding Made;
  Made.At = Expression->Range;
  std::string Name = Entry.Name;
  if (Entry.Kind == LegacyKind::PythonMethod)
    Name = spelled(Array) + Name + "()";
  bool TakesCapsule = Entry.Kind == LegacyKind::PythonArgument;
  Made.Message = "'" + Name + "' " + Entry.Effect + " from " + Entry.Library +
                 " " + Entry.GoneIn.str() + " on; " +
                 (TakesCapsule ? "pass " : "use '") + Entry.Replacement +
                 (TakesCapsule ? "" : "'");
  if (std::optional<fixes::Fix> Mended = mend(Entry, Expression, Array, Text))
    Made.Fixes.push_back(std::move(*Mended));
  return Made;
}

} // namespace dlpack_tidy::checks
