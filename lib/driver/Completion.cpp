//===--- Completion.cpp - `dlpack-tidy completion` ------------------------===//

#include "driver/Completion.h"

#include "driver/Arguments.h"
#include "driver/Catalogue.h"
#include "driver/Failure.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace dlpack_tidy::driver {
namespace {

/// The scripts, with @NAMES@ for what depends on the command line.
constexpr struct {
  StringLiteral Shell;
  StringLiteral Text;
} Scripts[] = {
#include "Shells.inc"
};

std::string checkNames() {
  std::vector<StringRef> Names;
  for (const CheckEntry &Each : allChecks())
    Names.push_back(Each.Name);
  return join(Names, " ");
}

std::string shells() {
  std::vector<StringRef> Names;
  for (const auto &Each : Scripts)
    Names.push_back(Each.Shell);
  return join(Names, " ");
}

/// "a|b|c" as "a b c"; empty where the values cannot be listed.
std::string choicesOf(const OptionHelp &Option) {
  if (Option.Name == "checks")
    return checkNames();
  StringRef Values = Option.Value;
  if (!Values.contains('|'))
    return "";
  SmallVector<StringRef> Choices;
  Values.split(Choices, '|');
  return join(Choices, " ");
}

bool isPath(const OptionHelp &Option) {
  return Option.Value == "file" || Option.Value == "folder";
}

std::string spelled(const OptionHelp &Option) {
  return (Option.Name.size() == 1 ? "-" : "--") + Option.Name;
}

/// \p Text with a backslash before each of \p Special.
std::string escaped(StringRef Text, StringRef Special) {
  std::string Safe;
  for (char Each : Text) {
    if (Special.contains(Each))
      Safe += '\\';
    Safe += Each;
  }
  return Safe;
}

std::string bashValue(const OptionHelp &Option) {
  if (std::string Choices = choicesOf(Option); !Choices.empty())
    return "  " + spelled(Option) + ") choices=\"" + Choices + "\" ;;\n";
  if (isPath(Option))
    return "  " + spelled(Option) +
           ") COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n";
  return "";
}

std::string zshOption(const OptionHelp &Option) {
  // In single quotes, which a text must not end.
  std::string Text = escaped(Option.Text, "[]:\\");
  llvm::erase_if(Text, [](char Each) { return Each == '\''; });
  std::string Line = "      '" + spelled(Option) +
                     (Option.Value.empty() ? "" : "=") + "[" + Text + "]";
  if (!Option.Value.empty()) {
    std::string Choices = choicesOf(Option);
    Line += ":" + Option.Name + ":" +
            (!Choices.empty() ? "(" + Choices + ")"
             : isPath(Option) ? "_files"
                              : "");
  }
  return Line + "' \\\n";
}

std::string fishOption(const OptionHelp &Option) {
  std::string Line =
      "complete -c dlpack-tidy -n '__fish_seen_subcommand_from scan' " +
      std::string(Option.Name.size() == 1 ? "-s " : "-l ") + Option.Name;
  if (std::string Choices = choicesOf(Option); !Choices.empty())
    Line += " -x -a '" + Choices + "'";
  else if (!Option.Value.empty())
    Line += isPath(Option) ? " -r -F" : " -x";
  return Line + " -d '" + escaped(Option.Text, "'\\") + "'\n";
}

std::string optionsFor(StringRef Shell) {
  std::string Lines;
  for (const OptionHelp &Each : scanOptions())
    Lines += Shell == "bash"  ? (Lines.empty() ? "" : " ") + spelled(Each)
             : Shell == "zsh" ? zshOption(Each)
                              : fishOption(Each);
  return Lines;
}

std::string replaced(StringRef Text, StringRef Name, StringRef Value) {
  std::string Whole;
  while (true) {
    auto [Front, Rest] = Text.split(Name);
    Whole += Front;
    if (Front.size() == Text.size())
      return Whole;
    Whole += Value;
    Text = Rest;
  }
}

} // namespace

Expected<int> writeCompletion(StringRef Shell, raw_ostream &Out) {
  const auto *Known =
      find_if(Scripts, [&](const auto &Each) { return Each.Shell == Shell; });
  if (Known == std::end(Scripts))
    return failure("no completion for '{0}': {1}", Shell, shells());
  std::string Values;
  for (const OptionHelp &Each : scanOptions())
    Values += bashValue(Each);
  std::string Script =
      replaced(Known->Text, "@COMMANDS@", "scan list explain completion help");
  Script = replaced(Script, "@CHECKS@", checkNames());
  Script = replaced(Script, "@SHELLS@", shells());
  Script = replaced(Script, "@VALUES@", Values);
  Out << replaced(Script, "@OPTIONS@", optionsFor(Shell));
  return NothingFound;
}

} // namespace dlpack_tidy::driver
