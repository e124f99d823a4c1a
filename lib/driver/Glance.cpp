//===--- Glance.cpp - what a file says before it is parsed ----------------===//

#include "driver/Glance.h"

#include "llvm/ADT/StringExtras.h"

#include <cstring>

using namespace llvm;

namespace dlpack_tidy::driver {
namespace {

/// What follows "dl", in either case: __dlpack__, DLTensor, dltensor,
/// DLManagedTensor, DLDevice, kDLCPU aside, which never stands alone.
constexpr StringLiteral AfterDl[] = {"pack",   "tensor",  "managed",
                                     "device", "context", "datatype"};

/// Words that bring DLPack in without naming it: nanobind's arrays, tvm-ffi's
/// views, capsules, the fields of a DLTensor that somebody declared himself,
/// and the Python functions that take the DLPack way on their own.
constexpr StringLiteral Others[] = {"ndarray",     "TensorView",  "Capsule",
                                    "capsule",     "byte_offset", "as_tensor",
                                    "memory_kind", "pinned_host"};

bool mentions(StringRef Text, StringRef Word) {
  return memmem(Text.data(), Text.size(), Word.data(), Word.size());
}

/// "dL" does not occur: fromDlpack, DLTensor, __dlpack__.
constexpr StringLiteral Pairs[] = {"dl", "DL", "Dl"};

bool isDlWord(StringRef Rest) {
  return any_of(AfterDl, [&](StringRef Each) {
    return Rest.starts_with_insensitive(Each);
  });
}

/// Looks for the rare letter pair first: most files have none.
bool mentionsDlWord(StringRef Text) {
  for (StringLiteral Pair : Pairs)
    for (size_t At = 0;
         const void *Found =
             memmem(Text.data() + At, Text.size() - At, Pair.data(), 2);) {
      At = static_cast<const char *>(Found) - Text.data() + 2;
      if (isDlWord(Text.drop_front(At)))
        return true;
    }
  return false;
}

void readDirective(StringRef Line, Glance &Seen) {
  Line = Line.ltrim(" \t");
  if (!Line.consume_front("include"))
    return;
  Line.consume_front("_next");
  Line = Line.ltrim(" \t");
  if (Line.empty())
    return;
  char Closing = Line.front() == '<' ? '>' : Line.front() == '"' ? '"' : '\0';
  if (Closing == '\0') {
    Seen.ComputedInclude |= isAlpha(Line.front()) || Line.front() == '_';
    return;
  }
  size_t End = Line.find(Closing, 1);
  if (End != StringRef::npos)
    Seen.Includes.push_back({Line.slice(1, End).str(), Closing == '>'});
}

} // namespace

Glance glanceAt(StringRef Text) {
  Glance Seen;
  Seen.MentionsDLPack =
      mentionsDlWord(Text) ||
      any_of(Others, [&](StringRef Each) { return mentions(Text, Each); });
  for (size_t At = Text.find('#'); At != StringRef::npos;
       At = Text.find('#', At + 1)) {
    StringRef Before = Text.take_front(At).rtrim(" \t");
    if (Before.empty() || Before.back() == '\n')
      readDirective(Text.substr(At + 1).take_until(
                        [](char Each) { return Each == '\n' || Each == '\r'; }),
                    Seen);
  }
  return Seen;
}

} // namespace dlpack_tidy::driver
