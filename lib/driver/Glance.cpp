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
/// views. "ndarray" alone is NumPy's word for everything.
constexpr StringLiteral Arrays[] = {"ndarray<", "nanobind/ndarray",
                                    "TensorView"};

/// Words that may have to do with DLPack: capsules, and the Python functions
/// that take the DLPack way on their own.
constexpr StringLiteral Others[] = {"ndarray",    "Capsule",     "capsule",
                                    "as_tensor",  "memory_kind", "pinned_host",
                                    "byte_offset"};

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

bool mentionsAny(StringRef Text, ArrayRef<StringLiteral> Words) {
  return any_of(Words, [&](StringRef Each) { return mentions(Text, Each); });
}

/// The fields of a DLTensor that somebody declared under a name of his own.
bool declaresTensor(StringRef Text) {
  return mentions(Text, "byte_offset") && mentions(Text, "strides") &&
         mentions(Text, "ndim");
}

bool isWord(char Each) { return isAlnum(Each) || Each == '_'; }

/// `using Name = nb::ndarray<…>;`, a template's or not, and typedefs.
void readAliases(StringRef Text, std::vector<std::string> &Names) {
  constexpr size_t Longest = 600;
  auto Declared = [&](StringRef Keyword, auto NameIn) {
    for (size_t At = Text.find(Keyword); At != StringRef::npos;
         At = Text.find(Keyword, At + Keyword.size())) {
      StringRef Rest = Text.substr(At + Keyword.size(), Longest);
      Rest = Rest.take_front(Rest.find(';'));
      if (mentionsAny(Rest, Arrays) || mentionsDlWord(Rest))
        if (StringRef Name = NameIn(Rest); !Name.empty())
          Names.push_back(Name.str());
    }
  };
  Declared("using ", [](StringRef Rest) {
    auto [Name, Type] = Rest.split('=');
    Name = Name.trim();
    return !Type.empty() && all_of(Name, isWord) ? Name : StringRef();
  });
  Declared("typedef ", [](StringRef Rest) {
    Rest = Rest.rtrim();
    return Rest.take_back(
        Rest.size() - (Rest.find_last_not_of("abcdefghijklmnopqrstuvwxyzABCDEFG"
                                             "HIJKLMNOPQRSTUVWXYZ0123456789_") +
                       1));
  });
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
  Seen.NamesDLPack =
      mentionsDlWord(Text) || mentionsAny(Text, Arrays) || declaresTensor(Text);
  Seen.MakesCapsules = mentions(Text, "PyCapsule_New");
  Seen.MentionsDLPack = Seen.NamesDLPack || mentionsAny(Text, Others);
  if (Seen.NamesDLPack)
    readAliases(Text, Seen.Aliases);
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
