//===--- ForeignCompilers.cpp - nvcc's and MSVC's words as gcc's ----------===//

#include "driver/ForeignCompilers.h"

#include "driver/ResponseFile.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Path.h"

using namespace llvm;

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

/// Rewrites nvcc's words as those of a compiler like gcc.
class NvccWords {
public:
  explicit NvccWords(StringRef Folder) : Folder(Folder) {}

  void read(ArrayRef<std::string> Words) {
    // A file of words may name itself.
    constexpr unsigned Deepest = 5;
    if (++Depth > Deepest)
      return;
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
    if (std::optional<std::vector<std::string>> Words =
            wordsInFile(Name, Folder))
      read(*Words);
  }

  StringRef Folder;
  unsigned Depth = 0;
};

/// MSVC's flags that matter, and how gcc spells them. Their value follows, with
/// or without a space.
constexpr struct {
  StringLiteral Msvc;
  StringLiteral Gcc;
} MsvcFlags[] = {
    {"I", "-I"},           {"D", "-D"},       {"U", "-U"},
    {"FI", "-include"},    {"std:", "-std="}, {"external:I", "-isystem"},
    {"imsvc", "-isystem"},
};

} // namespace

bool isNvcc(StringRef Program) {
  return sys::path::stem(Program).starts_with("nvcc");
}

/// The path may be written as Windows does.
bool isMsvc(StringRef Program) {
  StringRef Name =
      sys::path::stem(Program, sys::path::Style::windows_backslash);
  return Name.equals_insensitive("cl") || Name.equals_insensitive("clang-cl");
}

std::vector<std::string> wordsOfNvcc(const std::vector<std::string> &Words,
                                     StringRef Folder) {
  NvccWords Nvcc(Folder);
  Nvcc.read(Words);
  return std::move(Nvcc.Host);
}

std::vector<std::string> wordsOfMsvc(const std::vector<std::string> &Words) {
  std::vector<std::string> Host;
  for (size_t At = 0; At < Words.size(); ++At) {
    StringRef Word = Words[At];
    if (Word.starts_with("--driver-mode"))
      continue;
    const auto *Known = std::end(MsvcFlags);
    if (Word.consume_front("/") || Word.consume_front("-"))
      Known = find_if(MsvcFlags, [&](const auto &Each) {
        return Word.starts_with(Each.Msvc);
      });
    if (Known == std::end(MsvcFlags)) {
      Host.push_back(Words[At]);
      continue;
    }
    StringRef Value = Word.drop_front(Known->Msvc.size()).ltrim(':');
    if (Value.empty() && At + 1 < Words.size())
      Value = Words[++At];
    if (Known->Gcc.ends_with("="))
      Value = Value == "c++latest" ? "c++2b" : Value;
    if (Known->Gcc == "-include" || Known->Gcc == "-isystem")
      Host.insert(Host.end(), {Known->Gcc.str(), Value.str()});
    else
      Host.push_back((Known->Gcc + Value).str());
  }
  return Host;
}

} // namespace dlpack_tidy::driver
