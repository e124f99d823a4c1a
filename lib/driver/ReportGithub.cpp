//===--- ReportGithub.cpp - the report beside the lines of a pull request -===//

#include "driver/JsonText.h"
#include "driver/ReportWriters.h"

using namespace llvm;

namespace dlpack_tidy::driver {
namespace {

/// The runner reads a command to the end of its line; a property also ends at a
/// colon or a comma.
std::string escaped(StringRef Text, bool IsProperty) {
  std::string Escaped;
  for (char Each : utf8(Text)) {
    switch (Each) {
    case '%':
      Escaped += "%25";
      break;
    case '\r':
      Escaped += "%0D";
      break;
    case '\n':
      Escaped += "%0A";
      break;
    case ':':
      Escaped += IsProperty ? "%3A" : ":";
      break;
    case ',':
      Escaped += IsProperty ? "%2C" : ",";
      break;
    default:
      Escaped += Each;
    }
  }
  return Escaped;
}

std::string property(StringRef Text) { return escaped(Text, true); }

void write(const Finding &Each, raw_ostream &Out) {
  std::string Message = Each.Message;
  for (const Note &Other : Each.Notes)
    Message += "\nnote: " + shownPath(Other.File) + ":" +
               std::to_string(Other.Line) + ": " + Other.Message;
  for (const Fix &Offered : Each.Fixes)
    Message +=
        (Offered.Safe ? "\nfix: " : "\nunsafe fix: ") + Offered.Description;
  Out << "::warning file=" << property(shownPath(Each.File))
      << ",line=" << Each.Line << ",endLine=" << Each.EndLine;
  // Columns are for annotations of one line.
  if (Each.EndLine == Each.Line) {
    Out << ",col=" << Each.Column;
    if (Each.EndColumn > Each.Column)
      Out << ",endColumn=" << Each.EndColumn;
  }
  Out << ",title=" << property(Each.Check) << "::" << escaped(Message, false)
      << "\n";
}

} // namespace

void writeGithub(const Report &Found, raw_ostream &Out) {
  for (const Finding &Each : Found.Findings)
    write(Each, Out);
  for (const NotAnalysed &Each : Found.Missed)
    Out << "::notice file=" << property(shownPath(Each.File))
        << ",title=not fully analysed::"
        << escaped((Each.Function.empty() ? "" : "in " + Each.Function + ": ") +
                       Each.Reason,
                   false)
        << "\n";
}

} // namespace dlpack_tidy::driver
