//===--- ForeignFlags.cpp - other compilers' command lines for clang ------===//

#include "driver/ForeignFlags.h"

#include "compat/CompilerFlags.h"
#include "driver/ForeignCompilers.h"
#include "driver/ResponseFile.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
namespace flags = dlpack_tidy::compat::flags;

namespace dlpack_tidy::driver {
namespace {

/// Flags that make clang load code, read what another clang compiled, or write
/// files; and those that hand words on past the driver, which could be any.
constexpr StringLiteral Harmful[] = {"plugin",
                                     "fplugin",
                                     "fpass-plugin",
                                     "load",
                                     "Xarch",
                                     "Xpreprocessor",
                                     "Wp,",
                                     "Xopenmp",
                                     "config",
                                     "fmodule",
                                     "fprebuilt-module",
                                     "fimplicit-module",
                                     "serialize-diagnostics",
                                     "ftime-trace",
                                     "fproc-stat-report",
                                     "fcrash-diagnostics",
                                     "index-store",
                                     "gen-reproducer",
                                     "###",
                                     "driver-mode",
                                     "ivfsoverlay",
                                     "ccc-",
                                     "emit-"};

/// Known to clang, but of no use here, or harmful: another compiler's binary
/// files, plugins, outputs.
bool isUnwanted(const opt::Arg &Flag) {
  const opt::Option &Kind = Flag.getOption();
  if (any_of(Harmful, [&](StringRef Each) {
        return StringRef(Kind.getName()).starts_with(Each);
      }))
    return true;
  for (unsigned Each :
       {flags::OPT_UNKNOWN, flags::OPT_INPUT, flags::OPT_o, flags::OPT_c,
        flags::OPT_S, flags::OPT_E, flags::OPT_M_Group, flags::OPT_W_Group,
        flags::OPT_include_pch, flags::OPT_Xclang, flags::OPT_mllvm,
        flags::OPT_fplugin_EQ, flags::OPT_fsyntax_only, flags::OPT_l,
        flags::OPT_L, flags::OPT_Wl_COMMA, flags::OPT_g_Group,
        flags::OPT_pedantic_Group, flags::OPT_save_temps_EQ})
    if (Kind.matches(Each))
      return true;
  return Kind.hasFlag(flags::Unsupported);
}

/// CMake hands clang a precompiled header, and the header that it was made of,
/// past the driver. The first is of no use to another clang, the second is part
/// of the source.
void keepForcedIncludes(const opt::InputArgList &Parsed,
                        opt::ArgStringList &Kept) {
  std::vector<std::string> Words = Parsed.getAllArgValues(flags::OPT_Xclang);
  for (size_t At = 0; At + 1 < Words.size(); ++At)
    if (Words[At] == "-include")
      Kept.append({"-include", Parsed.MakeArgString(Words[++At])});
}

/// What only another compiler knows.
bool isUnknown(const opt::Arg &Flag) {
  return Flag.getOption().matches(flags::OPT_UNKNOWN) ||
         Flag.getOption().hasFlag(flags::Unsupported);
}

std::vector<std::string> wordsOf(ArrayRef<std::string> Command,
                                 StringRef Folder) {
  std::vector<std::string> Words = withResponseFiles(
      std::vector<std::string>(Command.begin() + 1, Command.end()), Folder);
  if (isNvcc(Command.front()))
    return wordsOfNvcc(Words, Folder);
  return isMsvc(Command.front()) ? wordsOfMsvc(Words) : Words;
}

} // namespace

ClangFlags flagsForClang(ArrayRef<std::string> Command, StringRef Folder) {
  std::vector<std::string> Words = wordsOf(Command, Folder);
  std::vector<const char *> Pointers;
  for (const std::string &Each : Words)
    Pointers.push_back(Each.c_str());
  opt::InputArgList Parsed = compat::parseCompilerFlags(Pointers);
  opt::ArgStringList Kept;
  ClangFlags Result;
  for (const opt::Arg *Each : Parsed) {
    if (!isUnwanted(*Each))
      Each->render(Parsed, Kept);
    else if (isUnknown(*Each))
      Result.Unknown.push_back(Each->getAsString(Parsed));
  }
  keepForcedIncludes(Parsed, Kept);
  Result.Kept.assign(Kept.begin(), Kept.end());
  return Result;
}

} // namespace dlpack_tidy::driver
