//===--- ApplyFixes.cpp - edits the files that findings stand in ----------===//

#include "driver/ApplyFixes.h"

#include "driver/FormatChanges.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <map>

using namespace llvm;
namespace fs = llvm::sys::fs;

namespace dlpack_tidy::driver {
namespace {

bool isInclude(const Edit &Each) {
  return Each.Length == 0 && StringRef(Each.Text).starts_with("#include ");
}

/// True where the result would depend on which of the two comes first.
bool conflict(const Edit &L, const Edit &R) {
  unsigned LEnd = L.Offset + L.Length, REnd = R.Offset + R.Length;
  if (L.Length == 0 && R.Length == 0)
    return L.Offset == R.Offset && !(isInclude(L) && isInclude(R));
  return L.Offset < REnd && R.Offset < LEnd;
}

/// The edits chosen for one file.
class FileEdits {
public:
  /// \p Path is read once; what is written is made from what was read.
  explicit FileEdits(StringRef Path) : Path(Path) {
    if (auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false,
                                            /*IsVolatile=*/true))
      Contents = (*Buffer)->getBuffer().str();
  }

  bool unchangedSince(const Edit &Analysed) const {
    return Contents &&
           size_t(hash_value(StringRef(*Contents))) == Analysed.FileHash;
  }
  bool has(const Edit &Wanted) const { return is_contained(Chosen, Wanted); }
  bool accepts(const Edit &Wanted) const {
    return has(Wanted) || none_of(Chosen, [&](const Edit &Each) {
             return conflict(Each, Wanted);
           });
  }
  /// Insertions at one place keep the order in which they were chosen.
  void add(const Edit &Wanted) {
    if (has(Wanted))
      return;
    auto Before = [](const Edit &L, const Edit &R) {
      return std::tie(L.Offset, L.Length) < std::tie(R.Offset, R.Length);
    };
    Chosen.insert(upper_bound(Chosen, Wanted, Before), Wanted);
  }
  bool empty() const { return Chosen.empty(); }

  /// Replaces the file in one step, so that a reader sees the old text or the
  /// new one. An empty string is success.
  std::string write() {
    std::string Text;
    std::vector<clang::tooling::Range> Changed;
    size_t Copied = 0;
    for (const Edit &Each : Chosen) {
      Text.append(*Contents, Copied, Each.Offset - Copied);
      Changed.emplace_back(Text.size(), Each.Text.size());
      Text += Each.Text;
      Copied = Each.Offset + Each.Length;
    }
    Text.append(*Contents, Copied);
    return replaceFile(formatted(Path, Text, Changed));
  }

private:
  std::string replaceFile(StringRef Text) const {
    auto Mode = fs::getPermissions(Path);
    Expected<fs::TempFile> Written = fs::TempFile::create(
        Path + ".%%%%%%%%", Mode ? *Mode : fs::perms::all_read);
    if (!Written)
      return toString(Written.takeError());
    {
      raw_fd_ostream Out(Written->FD, /*shouldClose=*/false);
      Out << Text;
      Out.flush();
      if (Out.has_error()) {
        Out.clear_error();
        consumeError(Written->discard());
        return "cannot be written";
      }
    }
    // Somebody may have saved the file while it was analysed.
    if (FileEdits Now(Path); Now.Contents != Contents) {
      consumeError(Written->discard());
      return "changed meanwhile";
    }
    if (Error Failed = Written->keep(Path))
      return toString(std::move(Failed));
    return "";
  }

  std::string Path;
  std::optional<std::string> Contents;
  std::vector<Edit> Chosen;
};

class Applier {
public:
  explicit Applier(FixOutcome &Outcome) : Outcome(Outcome) {}

  void consider(const Finding &Found, const Fix &Offered) {
    for (const Edit &Each : Offered.Edits) {
      FileEdits &File = editsOf(Each.File);
      if (!File.unchangedSince(Each)) {
        Outcome.Problems.push_back(shownPath(Each.File) +
                                   ": changed meanwhile; not edited");
        return;
      }
      if (!File.accepts(Each)) {
        Outcome.PutOff.push_back(Found);
        return;
      }
    }
    for (const Edit &Each : Offered.Edits)
      editsOf(Each.File).add(Each);
    Outcome.Fixed.push_back(Found);
  }

  void write() {
    for (auto &Entry : Files) {
      const std::string &Path = Entry.first;
      if (Entry.second.empty())
        continue;
      std::string Problem = Entry.second.write();
      if (Problem.empty()) {
        Outcome.Written.push_back(Path);
        continue;
      }
      Outcome.Problems.push_back(shownPath(Path) + ": " + Problem +
                                 "; not edited");
      erase_if(Outcome.Fixed,
               [&](const Finding &Each) { return Each.File == Path; });
    }
    llvm::sort(Outcome.Problems);
    Outcome.Problems.erase(
        std::unique(Outcome.Problems.begin(), Outcome.Problems.end()),
        Outcome.Problems.end());
  }

private:
  FileEdits &editsOf(const std::string &Path) {
    return Files.try_emplace(Path, Path).first->second;
  }

  FixOutcome &Outcome;
  std::map<std::string, FileEdits> Files;
};

} // namespace

FixOutcome applyFixes(const Report &Found, bool Unsafe) {
  FixOutcome Outcome;
  Applier Apply(Outcome);
  for (const Finding &Each : Found.Findings)
    if (!Each.Fixes.empty() && (Each.Fixes.front().Safe || Unsafe))
      Apply.consider(Each, Each.Fixes.front());
  Apply.write();
  return Outcome;
}

} // namespace dlpack_tidy::driver
