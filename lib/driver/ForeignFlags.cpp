//===--- ForeignFlags.cpp - other compilers' command lines for clang ------===//

#include "driver/ForeignFlags.h"

#include "compat/CompilerFlags.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;
namespace flags = dlpack_tidy::compat::flags;

namespace dlpack_tidy::driver {
namespace {

/// nvcc's flags that take a value, as the next word or after '='. Flags without
/// a value need no mention: clang does not know them.
enum class ValueIs { Dropped, ForTheHost, WordsInAFile };
constexpr struct {
  StringLiteral Flag;
  ValueIs Value;
} NvccFlags[] = {
    {"-gencode", ValueIs::Dropped},
    {"--generate-code", ValueIs::Dropped},
    {"-arch", ValueIs::Dropped},
    {"--gpu-architecture", ValueIs::Dropped},
    {"-code", ValueIs::Dropped},
    {"--gpu-code", ValueIs::Dropped},
    {"-Xptxas", ValueIs::Dropped},
    {"--ptxas-options", ValueIs::Dropped},
    {"-Xcudafe", ValueIs::Dropped},
    {"-Xfatbin", ValueIs::Dropped},
    {"-Xnvlink", ValueIs::Dropped},
    {"-ccbin", ValueIs::Dropped},
    {"--compiler-bindir", ValueIs::Dropped},
    {"-maxrregcount", ValueIs::Dropped},
    {"--maxrregcount", ValueIs::Dropped},
    {"-rdc", ValueIs::Dropped},
    {"--relocatable-device-code", ValueIs::Dropped},
    {"-default-stream", ValueIs::Dropped},
    {"--default-stream", ValueIs::Dropped},
    {"-diag-suppress", ValueIs::Dropped},
    {"--diag-suppress", ValueIs::Dropped},
    {"-diag-error", ValueIs::Dropped},
    {"--diag-error", ValueIs::Dropped},
    {"--threads", ValueIs::Dropped},
    {"-Xcompiler", ValueIs::ForTheHost},
    {"--compiler-options", ValueIs::ForTheHost},
    {"-optf", ValueIs::WordsInAFile},
    {"--options-file", ValueIs::WordsInAFile},
};

bool isNvcc(StringRef Program) {
  return sys::path::stem(Program).starts_with("nvcc");
}

/// Rewrites nvcc's words as those of a compiler like gcc.
class NvccWords {
public:
  explicit NvccWords(StringRef Folder) : Folder(Folder) {}

  void read(ArrayRef<std::string> Words) {
    for (size_t At = 0; At < Words.size(); ++At) {
      auto [Flag, Value] = StringRef(Words[At]).split('=');
      const auto *Known =
          find_if(NvccFlags, [&, Name = Flag](const auto &Each) {
            return Each.Flag == Name;
          });
      if (Known == std::end(NvccFlags)) {
        // nvcc's spelling of "-isystem FOLDER" and "-x cuda".
        if (Flag == "-isystem" && !Value.empty())
          Host.insert(Host.end(), {"-isystem", Value.str()});
        else
          Host.push_back(Words[At] == "cu" ? "cuda" : Words[At]);
        continue;
      }
      if (!StringRef(Words[At]).contains('=') && At + 1 < Words.size())
        Value = Words[++At];
      take(Known->Value, Value);
    }
  }

  std::vector<std::string> Host;

private:
  void take(ValueIs Kind, StringRef Value) {
    SmallVector<StringRef> Parts;
    switch (Kind) {
    case ValueIs::Dropped:
      return;
    case ValueIs::ForTheHost:
      Value.split(Parts, ',', -1, /*KeepEmpty=*/false);
      for (StringRef Each : Parts)
        Host.push_back(Each.str());
      return;
    case ValueIs::WordsInAFile:
      readFile(Value);
      return;
    }
  }

  void readFile(StringRef Name) {
    SmallString<256> Path;
    if (sys::path::is_relative(Name))
      Path = Folder;
    sys::path::append(Path, Name);
    auto Buffer = MemoryBuffer::getFile(Path);
    if (!Buffer)
      return;
    BumpPtrAllocator Memory;
    StringSaver Saver(Memory);
    SmallVector<const char *> Words;
    cl::TokenizeGNUCommandLine((*Buffer)->getBuffer(), Saver, Words);
    read(std::vector<std::string>(Words.begin(), Words.end()));
  }

  StringRef Folder;
};

/// Known to clang, but of no use here, or harmful: another compiler's binary
/// files, plugins, outputs.
bool isUnwanted(const opt::Arg &Flag) {
  const opt::Option &Kind = Flag.getOption();
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

} // namespace

std::vector<std::string> flagsForClang(ArrayRef<std::string> Command,
                                       StringRef Folder) {
  std::vector<std::string> Words(Command.begin() + 1, Command.end());
  if (isNvcc(Command.front())) {
    NvccWords Nvcc(Folder);
    Nvcc.read(Words);
    Words = std::move(Nvcc.Host);
  }
  std::vector<const char *> Pointers;
  for (const std::string &Each : Words)
    Pointers.push_back(Each.c_str());
  opt::InputArgList Parsed = compat::parseCompilerFlags(Pointers);
  opt::ArgStringList Kept;
  for (const opt::Arg *Each : Parsed)
    if (!isUnwanted(*Each))
      Each->render(Parsed, Kept);
  keepForcedIncludes(Parsed, Kept);
  return {Kept.begin(), Kept.end()};
}

} // namespace dlpack_tidy::driver
