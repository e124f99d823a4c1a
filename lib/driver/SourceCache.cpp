//===--- SourceCache.cpp - the text that findings are about ---------------===//

#include "driver/SourceCache.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ConvertUTF.h"

using namespace llvm;

namespace dlpack_tidy::driver {
namespace {

constexpr StringLiteral ByteOrderMark = "\xEF\xBB\xBF";

std::vector<std::string> linesOf(StringRef Text) {
  std::vector<std::string> Lines;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Lines.push_back(Line.rtrim('\r').str());
    Text = Rest;
  }
  return Lines;
}

/// Lines that a hunk has on both sides say nothing.
void dropCommonLines(Hunk &Shown) {
  while (!Shown.Removed.empty() && !Shown.Added.empty() &&
         Shown.Removed.front() == Shown.Added.front()) {
    Shown.Removed.erase(Shown.Removed.begin());
    Shown.Added.erase(Shown.Added.begin());
    ++Shown.Line;
  }
  while (!Shown.Removed.empty() && !Shown.Added.empty() &&
         Shown.Removed.back() == Shown.Added.back()) {
    Shown.Removed.pop_back();
    Shown.Added.pop_back();
  }
}

} // namespace

unsigned codePoints(StringRef Text) {
  unsigned Count = 0;
  while (!Text.empty()) {
    const auto *Begin = Text.bytes_begin();
    size_t Size = getNumBytesForUTF8(*Begin);
    bool Legal =
        Size <= Text.size() && isLegalUTF8Sequence(Begin, Begin + Size);
    Text = Text.drop_front(Legal ? Size : 1);
    ++Count;
  }
  return Count;
}

const SourceCache::File &SourceCache::open(StringRef Path) {
  auto [Entry, IsNew] = Files.try_emplace(Path);
  File &Read = Entry->second;
  if (!IsNew)
    return Read;
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false,
                                      /*IsVolatile=*/true);
  if (!Buffer)
    return Read;
  Read.Buffer = std::move(*Buffer);
  StringRef Text = Read.Buffer->getBuffer();
  Read.Starts.push_back(0);
  for (size_t At = Text.find('\n'); At != StringRef::npos;
       At = Text.find('\n', At + 1))
    Read.Starts.push_back(At + 1);
  return Read;
}

std::optional<StringRef> SourceCache::text(StringRef Path) {
  const File &Read = open(Path);
  if (!Read.Buffer)
    return std::nullopt;
  return Read.Buffer->getBuffer();
}

bool SourceCache::hasLine(StringRef Path, unsigned Line) {
  const File &Read = open(Path);
  if (!Read.Buffer || Line == 0 || Line > Read.Starts.size())
    return false;
  // What follows the last line's end is no line.
  return Read.Starts[Line - 1] < Read.Buffer->getBufferSize();
}

StringRef SourceCache::line(StringRef Path, unsigned Line) {
  const File &Read = open(Path);
  if (!Read.Buffer || Line == 0 || Line > Read.Starts.size())
    return {};
  StringRef Text = Read.Buffer->getBuffer();
  size_t Begin = Read.Starts[Line - 1];
  StringRef Found =
      Text.substr(Begin).take_until([](char C) { return C == '\n'; });
  // No editor counts the mark in front of UTF-8 text.
  if (Line == 1)
    Found.consume_front(ByteOrderMark);
  return Found.rtrim('\r');
}

void SourceCache::fill(Report &Found) {
  for (Finding &Each : Found.Findings) {
    if (Each.Text.empty())
      Each.Text = line(Each.File, Each.Line).str();
    for (Note &Other : Each.Notes)
      if (Other.Text.empty())
        Other.Text = line(Other.File, Other.Line).str();
    for (Fix &Offered : Each.Fixes)
      for (Edit &One : Offered.Edits)
        if (One.Region.Line == 0)
          One.Region = regionOf(One);
  }
}

TextRegion SourceCache::regionOf(const Edit &Each) {
  const File &Read = open(Each.File);
  if (!Read.Buffer ||
      uint64_t(Each.Offset) + Each.Length > Read.Buffer->getBufferSize())
    return {};
  StringRef Text = Read.Buffer->getBuffer();
  auto Place = [&](size_t Offset, unsigned &Line, unsigned &Column) {
    Line = llvm::upper_bound(Read.Starts, Offset) - Read.Starts.begin();
    StringRef Before = Text.slice(Read.Starts[Line - 1], Offset);
    if (Line == 1)
      Before.consume_front(ByteOrderMark);
    Column = codePoints(Before) + 1;
  };
  TextRegion Region;
  Place(Each.Offset, Region.Line, Region.Column);
  Place(Each.Offset + Each.Length, Region.EndLine, Region.EndColumn);
  return Region;
}

bool SourceCache::isCurrent(const Finding &Found, const Fix &Offered) {
  std::optional<StringRef> Text = text(Found.File);
  return Text && line(Found.File, Found.Line) == Found.Text &&
         all_of(Offered.Edits, [&](const Edit &Each) {
           return Each.File == Found.File &&
                  uint64_t(Each.Offset) + Each.Length <= Text->size() &&
                  (Each.FileHash == 0 ||
                   Each.FileHash == size_t(hash_value(*Text)));
         });
}

std::vector<Hunk> SourceCache::preview(const Finding &Found,
                                       const Fix &Offered) {
  std::vector<Hunk> Hunks;
  if (!isCurrent(Found, Offered))
    return Hunks;
  const File &Read = open(Found.File);
  StringRef Text = Read.Buffer->getBuffer();
  std::vector<Edit> Edits;
  // Insertions at one place keep their order.
  for (const Edit &Each : Offered.Edits)
    Edits.insert(llvm::upper_bound(Edits, Each,
                                   [](const Edit &L, const Edit &R) {
                                     return L.Offset < R.Offset;
                                   }),
                 Each);
  auto LineOf = [&](size_t Offset) -> size_t {
    return llvm::upper_bound(Read.Starts, Offset) - Read.Starts.begin() - 1;
  };
  auto StartOf = [&](size_t Line) {
    return Line < Read.Starts.size() ? Read.Starts[Line] : Text.size();
  };
  for (size_t At = 0; At < Edits.size();) {
    size_t First = LineOf(Edits[At].Offset);
    size_t Last = LineOf(Edits[At].Offset + Edits[At].Length);
    std::string Added;
    size_t Copied = StartOf(First);
    // Edits of neighbouring lines are one hunk.
    for (; At < Edits.size() && LineOf(Edits[At].Offset) <= Last + 1; ++At) {
      size_t Offset = std::max<size_t>(Edits[At].Offset, Copied);
      Added += Text.slice(Copied, Offset);
      Added += Edits[At].Text;
      Copied = std::max<size_t>(Copied, Edits[At].Offset + Edits[At].Length);
      Last = std::max(Last, LineOf(Copied));
    }
    size_t End = StartOf(Last + 1);
    Added += Text.slice(Copied, End);
    Hunk Shown;
    Shown.Line = First + 1;
    Shown.Removed = linesOf(Text.slice(StartOf(First), End));
    Shown.Added = linesOf(Added);
    dropCommonLines(Shown);
    Hunks.push_back(std::move(Shown));
  }
  return Hunks;
}

} // namespace dlpack_tidy::driver
