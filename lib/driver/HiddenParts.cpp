//===--- HiddenParts.cpp - code that a build's macros switch on -----------===//

#include "driver/HiddenParts.h"

#include "clang/Basic/CharInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace dlpack_tidy::driver {
namespace {

/// One `#if` that is open: the macro that switches it, empty where it is not
/// one macro, and what its parts speak of.
struct Conditional {
  StringRef Macro;
  bool InFirst = true;
  bool FirstMentions = false;
  bool OthersMention = false;
};

bool mentionsExchange(StringRef Line) {
  return Line.contains("dlpack") || Line.contains("DLPack") ||
         Line.contains("DLTensor") || Line.contains("DLManagedTensor") ||
         Line.contains("dltensor") || Line.contains("ndarray<") ||
         Line.contains("nanobind/ndarray.h");
}

bool isProjects(StringRef Macro) {
  return Macro.size() > 2 && Macro.front() != '_' && Macro.contains('_') &&
         none_of(Macro, [](char Each) { return clang::isLowercase(Each); }) &&
         none_of(ArrayRef<StringLiteral>{"WIN32", "WINDOWS", "APPLE", "MSVC",
                                         "DEBUG", "VERSION", "PYPY", "LIMITED"},
                 [&](StringRef Each) { return Macro.contains(Each); });
}

/// The macro in `ifdef X`, `if defined(X)` and `if defined X`.
StringRef switchIn(StringRef Directive) {
  StringRef Rest;
  if (Directive.consume_front("ifdef"))
    Rest = Directive.trim();
  else if (Directive.consume_front("if")) {
    Rest = Directive.trim();
    if (!Rest.consume_front("defined"))
      return {};
    Rest = Rest.trim();
    if (Rest.consume_front("("))
      Rest.consume_back(")");
    Rest = Rest.trim();
  }
  // A comment may follow; a second condition may not.
  Rest = Rest.split("//").first.split("/*").first.rtrim(" \t\r)");
  bool IsOne = !Rest.empty() && all_of(Rest, [](char Each) {
    return clang::isAsciiIdentifierContinue(Each);
  });
  return IsOne && isProjects(Rest) ? Rest : StringRef();
}

} // namespace

void addSwitchesOf(StringRef Text, StringSet<> &Macros) {
  SmallVector<Conditional> Open;
  while (!Text.empty()) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    StringRef Directive = Line.ltrim(" \t");
    if (!Directive.consume_front("#")) {
      if (mentionsExchange(Line))
        for (Conditional &Each : Open)
          (Each.InFirst ? Each.FirstMentions : Each.OthersMention) = true;
      continue;
    }
    Directive = Directive.ltrim(" \t");
    if (Directive.starts_with("if")) {
      Open.emplace_back();
      Open.back().Macro = switchIn(Directive);
    } else if (Open.empty()) {
      continue;
    } else if (Directive.starts_with("el")) {
      Open.back().InFirst = false;
    } else if (Directive.starts_with("endif")) {
      Conditional Closed = Open.pop_back_val();
      if (!Closed.Macro.empty() && Closed.FirstMentions &&
          !Closed.OthersMention)
        Macros.insert(Closed.Macro);
    }
  }
}

} // namespace dlpack_tidy::driver
