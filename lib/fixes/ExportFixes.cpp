//===--- ExportFixes.cpp - the documented ways out, in every style --------===//

#include "fixes/ExportFixes.h"

#include "rules/Consumers.h"

using namespace dlpack_tidy::flow;
using namespace dlpack_tidy::model;

namespace dlpack_tidy::fixes {
namespace {

Span before(Span At) { return Span::characters(At.Begin, At.Begin); }

std::string prefix(BindingStyle Style, const SourceText &Text) {
  std::string Name = Text.bindingNamespace(Style);
  return Name.empty() ? Name : Name + "::";
}

/// `py::module_::import("numpy")`, `np`, as the style has it; empty where the
/// style has no expression for it.
std::string module(BindingStyle Style, const std::string &Name,
                   const SourceText &Text) {
  switch (Style) {
  case BindingStyle::Pybind11:
    return prefix(Style, Text) + "module_::import(\"" + Name + "\")";
  case BindingStyle::Nanobind:
    return prefix(Style, Text) + "module_::import_(\"" + Name + "\")";
  case BindingStyle::Python: {
    std::string Known = Text.moduleName(Name);
    return Known.empty() ? Name : Known;
  }
  case BindingStyle::CPython:
    break;
  }
  return {};
}

std::string attributeOf(BindingStyle Style, const std::string &Object,
                        const std::string &Name) {
  return Style == BindingStyle::Python ? Object + "." + Name
                                       : Object + ".attr(\"" + Name + "\")";
}

/// Adds what a new use of \p Module needs at the top of a Python file.
void importModule(Fix &Made, BindingStyle Style, const std::string &Module,
                  const SourceText &Text) {
  if (Style != BindingStyle::Python || !Text.moduleName(Module).empty())
    return;
  if (Span At = Text.importPoint())
    Made.Edits.push_back({At, "import " + Module + "\n"});
}

std::string indentation(const ExportSite &Site, const SourceText &Text) {
  return Text.indentation(Site.Statement);
}

/// Puts \p Lines before the statement that holds the call; each of them is
/// indented like it. False where that cannot be done.
bool putBefore(Fix &Made, const ExportSite &Site,
               const std::vector<std::string> &Lines, const SourceText &Text) {
  std::string Indent = indentation(Site, Text);
  std::string Inserted;
  if (!Site.NeedsBraces) {
    for (const std::string &Each : Lines)
      Inserted += Each + "\n" + Indent;
    Made.Edits.push_back({before(Site.Statement), Inserted});
    return true;
  }
  Span After = Text.afterStatement(Site.Statement);
  if (!After)
    return false;
  // `if (c) return x;` on one line, or the body on a line of its own.
  Inserted = "{\n" + Indent + "  ";
  for (const std::string &Each : Lines)
    Inserted += Each + "\n" + Indent + "  ";
  Made.Edits.push_back({before(Site.Statement), Inserted});
  Made.Edits.push_back({After, "\n" + Indent + "}"});
  return true;
}

/// How C API calls spell the array.
std::string pointerTo(const ExportSite &Site, const std::string &Array) {
  return Site.SubjectIsWrapped ? Array + ".ptr()" : Array;
}

bool hasName(PyRef Object) { return !subjectKey(Object).empty(); }

/// NumPy takes no stream: a request with one cannot go to a host copy.
bool passesStream(const Exchange &What) {
  PyRef Stream = valueOf(What.Stream);
  return Stream && Stream->Kind != PyKind::None;
}

} // namespace

void addInOrder(std::vector<Fix> &Fixes, FixStyle Wanted,
                std::array<std::optional<Fix>, 3> ByStyle) {
  size_t First = static_cast<size_t>(Wanted);
  if (ByStyle[First])
    Fixes.push_back(*ByStyle[First]);
  for (size_t I = 0; I < ByStyle.size(); ++I)
    if (I != First && ByStyle[I])
      Fixes.push_back(*ByStyle[I]);
}

std::optional<Fix> copyToHost(const ExportSite &Site, const SourceText &Text) {
  const Exchange &What = Site.What;
  BindingStyle Style = What.Call->Style;
  std::string Numpy = module(Style, "numpy", Text);
  std::string Array = Text.text(What.Subject->Range);
  if (Numpy.empty() || Array.empty() || passesStream(What) || Site.Requested)
    return std::nullopt;
  // numpy.asarray would share a CPU array's immutable memory with whoever
  // writes through the result; numpy.array never does.
  Fix Made;
  Made.Description = "copy the array to the host with numpy.array";
  Made.Edits.push_back(
      {What.Subject->Range,
       attributeOf(Style, Numpy, "array") + "(" + Array + ")"});
  importModule(Made, Style, "numpy", Text);
  return Made;
}

std::optional<Fix> askDevice(const ExportSite &Site, const SourceText &Text) {
  BindingStyle Style = Site.What.Call->Style;
  std::string Array = Text.text(Site.What.Subject->Range);
  if (!Site.Statement || Array.empty() || !hasName(Site.What.Subject))
    return std::nullopt;
  Fix Made;
  Made.Description = "ask '__dlpack_device__' first: it raises BufferError for "
                     "an array that cannot be exported";
  std::vector<std::string> Lines;
  if (Style == BindingStyle::CPython) {
    if (Site.FailureValue.empty())
      return std::nullopt;
    Lines = {"{",
             "  PyObject *dlpack_device =",
             "      PyObject_CallMethod(" + pointerTo(Site, Array) +
                 ", \"__dlpack_device__\", NULL);",
             "  if (dlpack_device == NULL)",
             "    return " + Site.FailureValue + ";",
             "  Py_DECREF(dlpack_device);",
             "}"};
  } else {
    std::string Query = attributeOf(Style, Array, "__dlpack_device__") + "()";
    Lines = {Query + (Style == BindingStyle::Python ? "" : ";")};
  }
  if (!putBefore(Made, Site, Lines, Text))
    return std::nullopt;
  return Made;
}

namespace {

/// `dlpack_guard::from_dlpack(consumer, x, …)` in place of `consumer(x, …)`.
bool guardHandOver(Fix &Made, const Exchange &What, const SourceText &Text) {
  std::string Consumer = Text.text(What.Call->Base->Range);
  Span Call = Text.characters(What.Call->Range);
  Span Arguments = Text.characters(What.Call->Arguments);
  Span Callee = Text.characters(What.Call->Base->Range);
  // The consumer is what stands before the list, the array its first item.
  if (Consumer.empty() || !Call || !Arguments || !Callee ||
      Callee.Begin != Call.Begin || Callee.End > Arguments.Begin ||
      What.Call->Elements.empty() ||
      What.Call->Elements.front() != What.Subject)
    return false;
  Made.Edits.push_back({Span::characters(Call.Begin, Arguments.Begin),
                        "dlpack_guard::from_dlpack(" + Consumer + ", "});
  return true;
}

} // namespace

std::optional<Fix> callGuard(const ExportSite &Site, const SourceText &Text) {
  const Exchange &What = Site.What;
  BindingStyle Style = What.Call->Style;
  std::string Array = Text.text(What.Subject->Range);
  if (Array.empty() || Style == BindingStyle::Python || !Text.isCxx())
    return std::nullopt;
  Fix Made;
  Made.Description = "call it through dlpack_guard, which asks first and says "
                     "what to do instead";
  if (Style == BindingStyle::CPython) {
    if (!Site.Statement || Site.FailureValue.empty() ||
        !putBefore(Made, Site,
                   {"if (dlpack_guard::require_exportable(" +
                        pointerTo(Site, Array) + ") < 0)",
                    "  return " + Site.FailureValue + ";"},
                   Text))
      return std::nullopt;
    Made.Includes = {"dlpack_guard/python.h"};
    return Made;
  }
  if (What.Role == ExchangeRole::Export || !guardHandOver(Made, What, Text))
    Made.Edits.push_back(
        {What.Subject->Range, "dlpack_guard::exportable(" + Array + ")"});
  Made.Includes = {Style == BindingStyle::Nanobind
                       ? "dlpack_guard/nanobind.h"
                       : "dlpack_guard/pybind11.h"};
  return Made;
}

std::optional<Fix> requirePinnedHost(const ExportSite &Site,
                                     const SourceText &Text) {
  BindingStyle Style = Site.What.Call->Style;
  std::string Array = Text.text(Site.What.Subject->Range);
  if (!Site.Statement || Array.empty() || !hasName(Site.What.Subject) ||
      Style == BindingStyle::CPython)
    return std::nullopt;
  std::string Platform = attributeOf(Style, Array, "platform") + "()";
  std::string Kind =
      attributeOf(Style, attributeOf(Style, Array, "sharding"), "memory_kind");
  const char *Advice = "TPU arrays are exported from pinned_host memory only";
  Fix Made;
  // Only an array whose export would have failed takes the new way.
  Made.Safety = FixSafety::Safe;
  Made.Description = "refuse TPU arrays that are not in pinned_host memory";
  std::vector<std::string> Lines;
  if (Style == BindingStyle::Python) {
    Lines = {"if " + Platform + " == \"tpu\" and " + Kind +
                 " != \"pinned_host\":",
             std::string("    raise BufferError(\"") + Advice + "\")"};
  } else {
    std::string Namespace = prefix(Style, Text);
    // The constant comes first: an accessor compares with its own kind only.
    auto Equals = [&](const std::string &Value, const char *Constant) {
      return Namespace + "str(\"" + Constant + "\").equal(" + Value + ")";
    };
    Lines = {"if (" + Equals(Platform, "tpu") + " &&",
             "    !" + Equals(Kind, "pinned_host") + ")",
             "  throw " + Namespace + "buffer_error(\"" + Advice + "\");"};
  }
  if (!putBefore(Made, Site, Lines, Text))
    return std::nullopt;
  return Made;
}

std::optional<Fix> dropDeviceRequest(const ExportSite &Site,
                                     const SourceText &Text) {
  const std::vector<PyKeyword> &Keywords = Site.What.Call->Keywords;
  for (size_t I = 0; I < Keywords.size(); ++I) {
    if (Keywords[I].Name != "dl_device")
      continue;
    Span This = Text.characters(Keywords[I].Range);
    Span Whole = Text.characters(Site.What.Call->Range);
    if (!This || !Whole || This.Begin < Whole.Begin || This.End > Whole.End)
      return std::nullopt; // stored in a dictionary before the call
    // One comma goes with it: the one after, else the one before.
    if (I + 1 < Keywords.size()) {
      if (Span Next = Text.characters(Keywords[I + 1].Range))
        This.End = Next.Begin;
    } else if (I > 0) {
      if (Span Previous = Text.characters(Keywords[I - 1].Range))
        This.Begin = Previous.End;
    } else if (!Site.What.Call->Elements.empty()) {
      if (Span Previous =
              Text.characters(Site.What.Call->Elements.back()->Range))
        This.Begin = Previous.End;
    }
    Fix Made;
    // No JAX release ever served the request; other producers may have.
    Made.Safety = Site.Facts.Origin == ObjectOrigin::Jax ? FixSafety::Safe
                                                         : FixSafety::Unsafe;
    Made.Description = "leave 'dl_device' out";
    Made.Edits.push_back({This, ""});
    return Made;
  }
  return std::nullopt;
}

std::optional<Fix> requestCpu(const ExportSite &Site, const SourceText &Text) {
  PyRef Device = valueOf(Site.What.DlDevice);
  if (!Device || Device->Kind != PyKind::Tuple || Device->Elements.empty())
    return std::nullopt;
  PyRef Type = Device->Elements.front();
  if (Type->Kind != PyKind::Integer || Text.text(Type->Range).empty())
    return std::nullopt;
  Fix Made;
  Made.Description = "ask for kDLCPU";
  Made.Edits.push_back({Type->Range, Text.integer(Type, 1)});
  return Made;
}

std::optional<Fix> catchPythonErrors(const ExportSite &Site,
                                     const Handler &Broken,
                                     const SourceText &Text) {
  BindingStyle Style = Site.What.Call->Style;
  std::string Caught = Text.text(Broken.Exception);
  if (Caught.empty())
    return std::nullopt;
  // Only what names the class: `const py::buffer_error &` keeps the rest.
  size_t At = Caught.find(Broken.Name);
  Span Range = Text.characters(Broken.Exception);
  if (At == std::string::npos || !Range)
    return std::nullopt;
  size_t Start = At;
  while (Start > 0 && (isalnum(static_cast<unsigned char>(Caught[Start - 1])) ||
                       Caught[Start - 1] == '_' || Caught[Start - 1] == ':'))
    --Start;
  Fix Made;
  // The handler never ran before, so nothing that worked depends on it.
  Made.Safety = FixSafety::Safe;
  Made.Description = "catch the class that carries Python's errors";
  uint32_t Begin = Range.Begin + static_cast<uint32_t>(Start);
  uint32_t End = Range.Begin + static_cast<uint32_t>(At + Broken.Name.size());
  Made.Edits.push_back({Span::characters(Begin, End),
                        prefix(Style, Text) + (Style == BindingStyle::Nanobind
                                                   ? "python_error"
                                                   : "error_already_set")});
  return Made;
}

std::optional<Fix> receiveAlso(const ExportSite &Site, const Handler &Partial,
                               rules::ExceptionSet Missing,
                               const SourceText &Text) {
  Fix Made;
  Made.Safety = FixSafety::Safe;
  Made.Description = "let the handler take " + rules::str(Missing) + " as well";
  if (Site.What.Call->Style == BindingStyle::Python) {
    std::string Caught = Text.text(Partial.Exception);
    if (Caught.empty())
      return std::nullopt;
    std::string Inside =
        Caught.front() == '(' ? Caught.substr(1, Caught.size() - 2) : Caught;
    Missing.forEach([&](rules::PyException Each) {
      Inside += std::string(", ") + rules::name(Each);
    });
    Made.Edits.push_back({Partial.Exception, "(" + Inside + ")"});
    return Made;
  }
  // `e.matches(PyExc_BufferError)`, `PyErr_ExceptionMatches(PyExc_BufferError)`
  std::string Match = Text.text(Partial.Match);
  size_t At = Match.find("PyExc_");
  size_t End = At == std::string::npos ? At : Match.find_first_of("),} \n", At);
  if (End == std::string::npos)
    return std::nullopt;
  std::string Either = Match;
  Missing.forEach([&](rules::PyException Each) {
    Either += " || " + Match.substr(0, At) + "PyExc_" + rules::name(Each) +
              Match.substr(End);
  });
  Made.Edits.push_back({Partial.Match, "(" + Either + ")"});
  return Made;
}

std::optional<Fix> nameStream(const ExportSite &Site, const SourceText &Text) {
  BindingStyle Style = Site.What.Call->Style;
  if (Style == BindingStyle::CPython || !Site.What.PositionalStream)
    return std::nullopt;
  Span Stream = Text.characters(Site.What.Stream->Range);
  Span Whole = Text.characters(Site.What.Call->Range);
  if (!Stream || !Whole || Stream.Begin < Whole.Begin || Stream.End > Whole.End)
    return std::nullopt;
  Fix Made;
  Made.Safety = FixSafety::Safe;
  Made.Description = "pass the stream by keyword";
  Made.Edits.push_back(
      {before(Stream), Style == BindingStyle::Python
                           ? "stream="
                           : prefix(Style, Text) + "arg(\"stream\") = "});
  return Made;
}

std::optional<Fix> testForNull(const ExportSite &Site, const SourceText &Text) {
  if (!Site.Statement || Site.NeedsBraces || Site.ResultVariable.empty() ||
      Site.FailureValue.empty())
    return std::nullopt;
  Span After = Text.afterStatement(Site.Statement);
  if (!After)
    return std::nullopt;
  std::string Indent = indentation(Site, Text);
  Fix Made;
  Made.Safety = FixSafety::Safe;
  Made.Description = "return when the producer refused";
  Made.Edits.push_back({After, "\n" + Indent + "if (" + Site.ResultVariable +
                                   " == NULL)\n" + Indent + "  return " +
                                   Site.FailureValue + ";"});
  return Made;
}

} // namespace dlpack_tidy::fixes
