//===--- Arguments.cpp - the command line of dlpack-tidy ------------------===//

#include "driver/Arguments.h"

#include "driver/Failure.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace dlpack_tidy::driver {
namespace {

/// The options of our commands; made once, when one of them is asked for, so
/// that clang-tidy's own help does not list them.
struct CommandLine {
  cl::SubCommand Scan{"scan", "find DLPack faults in files and folders"};
  cl::SubCommand List{"list", "list the checks"};
  cl::SubCommand Explain{"explain", "explain a check or an error message"};
  cl::SubCommand Completion{"completion",
                            "print a script that completes our command line"};
  cl::SubCommand Help{"help", "say how a command is used"};

  cl::list<std::string> Paths{cl::Positional, cl::desc("PATH..."),
                              cl::ZeroOrMore, cl::sub(Scan)};
  cl::list<std::string> Subject{cl::Positional,
                                cl::desc("CHECK | \"ERROR TEXT\""),
                                cl::ZeroOrMore, cl::sub(Explain)};
  cl::list<std::string> Shell{cl::Positional, cl::desc("bash | zsh | fish"),
                              cl::ZeroOrMore, cl::sub(Completion)};
  cl::list<std::string> Topic{cl::Positional, cl::desc("[COMMAND]"),
                              cl::ZeroOrMore, cl::sub(Help)};
  cl::list<std::string> Include{
      "include", cl::desc("only files that a glob matches (\"src\", \"*.cu\")"),
      cl::value_desc("globs"), cl::sub(Scan)};
  cl::list<std::string> Exclude{
      "exclude", cl::desc("no file that a glob matches, nor what is below it"),
      cl::value_desc("globs"), cl::sub(Scan)};
  cl::opt<std::string> BuildFolder{
      "p", cl::desc("folder of compile_commands.json (default: looked for)"),
      cl::value_desc("folder"), cl::sub(Scan)};
  cl::opt<std::string> Checks{
      "checks", cl::desc("checks to run, as for clang-tidy (default: all)"),
      cl::value_desc("globs"), cl::sub(Scan)};
  cl::opt<int> Level{
      "level", cl::desc("0: almost never wrong, 1: the default, 2: everything"),
      cl::value_desc("0|1|2"), cl::sub(Scan)};
  cl::opt<unsigned> Jobs{
      "jobs", cl::desc("files analysed at a time (default: one a core)"),
      cl::value_desc("number"), cl::sub(Scan)};
  cl::alias ShortJobs{"j", cl::aliasopt(Jobs), cl::desc("same as --jobs")};
  cl::opt<bool> FixSafe{
      "fix", cl::desc("apply the fixes that cannot change what works"),
      cl::sub(Scan)};
  cl::opt<bool> FixUnsafe{"unsafe-fixes", cl::desc("apply the other fixes too"),
                          cl::sub(Scan)};
  cl::opt<std::string> Format{"format", cl::desc("form of the report"),
                              cl::value_desc("text|json|sarif|github|html"),
                              cl::init("text"), cl::sub(Scan)};
  cl::opt<std::string> OutputFile{"output",
                                  cl::desc("write the report to this file"),
                                  cl::value_desc("file"), cl::sub(Scan)};
  cl::alias ShortOutput{"o", cl::aliasopt(OutputFile),
                        cl::desc("same as --output")};
  cl::opt<std::string> BaselineFile{
      "baseline", cl::desc("hide the findings listed in this file"),
      cl::value_desc("file"), cl::sub(Scan)};
  cl::opt<std::string> NewBaselineFile{
      "write-baseline", cl::desc("list the findings in this file, hide them"),
      cl::value_desc("file"), cl::sub(Scan)};
  cl::opt<std::string> Shard{
      "shard", cl::desc("scan one of n parts, for a machine of its own"),
      cl::value_desc("i/n"), cl::sub(Scan)};
  cl::opt<bool> Merge{
      "merge", cl::desc("PATHs are SARIF reports of shards: make them one"),
      cl::sub(Scan)};
};

/// The option library writes "PROGRAM: MESSAGE" and then suggestions; what is
/// wrong with a value it writes to standard error itself, and nothing here.
std::string firstComplaint(StringRef Text) {
  StringRef Line = Text.split('\n').first.split(": ").second;
  return Line.split("  Try:").first.rtrim(" !.").str();
}

std::optional<OutputFormat> formatNamed(StringRef Name) {
  return StringSwitch<std::optional<OutputFormat>>(Name)
      .Case("text", OutputFormat::Text)
      .Case("json", OutputFormat::Json)
      .Case("sarif", OutputFormat::Sarif)
      .Case("github", OutputFormat::Github)
      .Case("html", OutputFormat::Html)
      .Default(std::nullopt);
}

/// What a part of a scan cannot do, and what a report that is read cannot.
Error readParts(const CommandLine &Line, Arguments &Read) {
  Read.BaselineFile = Line.BaselineFile;
  Read.NewBaselineFile = Line.NewBaselineFile;
  Read.Merge = Line.Merge;
  if (Read.Merge && Read.FixSafe)
    return failure("--merge reads reports: there is nothing to fix");
  if (Line.Shard.getNumOccurrences() == 0)
    return Error::success();
  ShardChoice Part;
  auto [Number, Total] = StringRef(Line.Shard.getValue()).split('/');
  if (!to_integer(Number, Part.Number) || !to_integer(Total, Part.Total) ||
      Part.Number == 0 || Part.Number > Part.Total)
    return failure("--shard is a part of the scan as in 2/5, not '{0}'",
                   Line.Shard.getValue());
  if (Read.Merge || Read.FixSafe || !Read.BaselineFile.empty() ||
      !Read.NewBaselineFile.empty())
    return failure("--shard sees a part of the findings: fix, compare with a "
                   "baseline and merge without it");
  Read.Shard = Part;
  return Error::success();
}

Error readScan(const CommandLine &Line, Arguments &Read) {
  Read.Words.assign(Line.Paths.begin(), Line.Paths.end());
  if (Read.Words.empty())
    return failure("no file or folder to scan: dlpack-tidy scan PATH...");
  Read.BuildFolder = Line.BuildFolder;
  Read.Include.assign(Line.Include.begin(), Line.Include.end());
  Read.Exclude.assign(Line.Exclude.begin(), Line.Exclude.end());
  Read.Checks = Line.Checks;
  if (Line.Level.getNumOccurrences() != 0) {
    if (Line.Level < 0 || Line.Level > 2)
      return failure("--level is 0, 1 or 2, not {0}", Line.Level.getValue());
    Read.Level = Line.Level;
  }
  Read.Jobs = Line.Jobs.getNumOccurrences() != 0
                  ? Line.Jobs.getValue()
                  : hardware_concurrency().compute_thread_count();
  if (Read.Jobs == 0)
    return failure("--jobs is 1 or more, not 0");
  Read.FixSafe = Line.FixSafe || Line.FixUnsafe;
  Read.FixUnsafe = Line.FixUnsafe;
  std::optional<OutputFormat> Format = formatNamed(Line.Format);
  if (!Format)
    return failure("unknown --format '{0}': text, json, sarif, github or html",
                   Line.Format.getValue());
  Read.Format = *Format;
  Read.OutputFile = Line.OutputFile;
  return readParts(Line, Read);
}

/// Our own help: the library's would add all that clang-tidy says of itself.
void printHelp(cl::SubCommand &Wanted, StringRef Operands) {
  outs() << "usage: dlpack-tidy " << Wanted.getName() << Operands << "\n\n"
         << Wanted.getDescription() << "\n";
  std::vector<cl::Option *> Options;
  for (const auto &[Name, Option] : Wanted.OptionsMap)
    if (Option->ArgStr == Name && Option->Subs.contains(&Wanted))
      Options.push_back(Option);
  if (Options.empty())
    return;
  llvm::sort(Options, [](const cl::Option *L, const cl::Option *R) {
    return L->ArgStr < R->ArgStr;
  });
  size_t Width = 0;
  for (const cl::Option *Each : Options)
    Width = std::max(Width, Each->getOptionWidth());
  outs() << "\n";
  for (const cl::Option *Each : Options)
    Each->printOptionInfo(Width);
}

void printHelp(CommandLine &Line, StringRef Command) {
  if (Command == "scan")
    printHelp(Line.Scan, " PATH... [options]");
  else if (Command == "list")
    printHelp(Line.List, "");
  else if (Command == "explain")
    printHelp(Line.Explain, " CHECK | RULE | \"ERROR TEXT\"");
  else if (Command == "completion")
    printHelp(Line.Completion, " bash | zsh | fish");
  else
    printHelp(Line.Help, " [scan | list | explain | completion]");
}

CommandLine &commandLine() {
  static CommandLine Line;
  return Line;
}

Error readWords(const cl::list<std::string> &Words, StringRef Missing,
                Arguments &Read) {
  Read.Words.assign(Words.begin(), Words.end());
  return Read.Words.empty() ? failure("{0}", Missing) : Error::success();
}

} // namespace

bool isOwnCommand(StringRef FirstWord) {
  return FirstWord == "scan" || FirstWord == "list" || FirstWord == "explain" ||
         FirstWord == "completion" || FirstWord == "help";
}

std::vector<OptionHelp> scanOptions() {
  CommandLine &Line = commandLine();
  std::vector<OptionHelp> Options;
  for (const auto &[Name, Option] : Line.Scan.OptionsMap)
    if (Option->ArgStr == Name && Option->Subs.contains(&Line.Scan))
      Options.push_back(
          {Name.str(), Option->ValueStr.str(), Option->HelpStr.str()});
  llvm::sort(Options, [](const OptionHelp &L, const OptionHelp &R) {
    return L.Name < R.Name;
  });
  return Options;
}

Expected<Arguments> parseArguments(int Count, const char **Values) {
  CommandLine &Line = commandLine();
  StringRef First = Values[1];
  for (int Index = 2; Index < Count; ++Index)
    if (StringRef Word = Values[Index];
        Word == "--help" || Word == "-help" || Word == "-h") {
      printHelp(Line, First);
      std::exit(0);
    }
  if (First == "help" && Count > 2 && isOwnCommand(Values[2])) {
    printHelp(Line, Values[2]);
    std::exit(0);
  }
  std::string Complaints;
  raw_string_ostream Stream(Complaints);
  if (!cl::ParseCommandLineOptions(
          Count, Values, "finds the DLPack hand-offs that break\n", &Stream))
    return failure("{0}", firstComplaint(Complaints));

  Arguments Read;
  Error Wrong = Error::success();
  consumeError(std::move(Wrong));
  if (Line.Scan) {
    Read.Wanted = Command::Scan;
    Wrong = readScan(Line, Read);
  } else if (Line.List) {
    Read.Wanted = Command::List;
  } else if (Line.Completion) {
    Read.Wanted = Command::Completion;
    Wrong = readWords(Line.Shell,
                      "which shell? dlpack-tidy completion bash, zsh or fish",
                      Read);
  } else if (Line.Help) {
    Read.Wanted = Command::Help;
    Read.Words.assign(Line.Topic.begin(), Line.Topic.end());
  } else {
    Read.Wanted = Command::Explain;
    Wrong = readWords(Line.Subject,
                      "nothing to explain: dlpack-tidy explain CHECK, or "
                      "dlpack-tidy explain \"ERROR TEXT\"",
                      Read);
  }
  if (Wrong)
    return std::move(Wrong);
  return Read;
}

} // namespace dlpack_tidy::driver
