//===--- IncludeGraph.cpp - who includes whom, without parsing ------------===//

#include "driver/IncludeGraph.h"

#include "driver/OrdinaryFiles.h"
#include "driver/Toolchain.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace dlpack_tidy::driver {
namespace {

/// A file outside of any checkout may lie in a home folder: look no further
/// than a small project reaches.
constexpr size_t MaxLooseFiles = 5000;

} // namespace

unsigned IncludeGraph::nodeFor(StringRef Path) {
  auto [It, New] = Index.try_emplace(Path, Nodes.size());
  if (New) {
    Nodes.emplace_back();
    Nodes.back().Path = Path.str();
    Unread.push_back(It->second);
  }
  return It->second;
}

std::optional<unsigned> IncludeGraph::find(StringRef File) const {
  auto Found = Index.find(File);
  return Found == Index.end() ? std::nullopt
                              : std::optional<unsigned>(Found->second);
}

void IncludeGraph::addRoot(StringRef Folder) {
  std::string Checkout = checkoutAround(Folder);
  StringRef Root = Checkout.empty() ? Folder : StringRef(Checkout);
  std::unique_ptr<Tree> &Known = Trees[Root];
  if (Known)
    return;
  Known = std::make_unique<Tree>();
  Known->add(Root);
}

const Tree &IncludeGraph::treeFor(StringRef File) {
  StringRef Folder = path::parent_path(File);
  for (StringRef Each = Folder; !Each.empty(); Each = path::parent_path(Each))
    if (auto Known = Trees.find(Each); Known != Trees.end())
      return *Known->second;
  std::string Checkout = checkoutAround(Folder);
  std::unique_ptr<Tree> &Made =
      Trees[Checkout.empty() ? Folder : StringRef(Checkout)];
  Made = std::make_unique<Tree>();
  Checkout.empty() ? Made->add(Folder, MaxLooseFiles) : Made->add(Checkout);
  return *Made;
}

bool IncludeGraph::isSystem(StringRef Name) {
  auto [Known, New] = SystemHeaders.try_emplace(Name, false);
  if (New)
    Known->second = isSystemHeader(Name);
  return Known->second;
}

void IncludeGraph::connect(unsigned From, const Include &Line) {
  const std::string Path = Nodes[From].Path;
  StringRef Beside = path::parent_path(Path);
  auto Link = [&](StringRef To, StringRef Folder) {
    unsigned Target = nodeFor(To);
    Nodes[From].Includes.push_back({Target, Folder.str()});
    Nodes[Target].Includers.push_back(From);
  };
  if (!Line.Angled) {
    SmallString<256> Local(Beside);
    path::append(Local, Line.Name);
    path::remove_dots(Local, /*remove_dot_dot=*/true);
    if (fs::is_regular_file(Local))
      return Link(Local, "");
  }
  if (Line.Angled && isSystem(Line.Name)) {
    Nodes[From].Foreign.push_back(Line.Name);
    return;
  }
  if (std::optional<std::string> Found = treeFor(Path).find(Line.Name, Path))
    Link(*Found, StringRef(*Found).drop_back(Line.Name.size() + 1));
  else
    Nodes[From].Foreign.push_back(Line.Name);
}

void IncludeGraph::read(unsigned Index) {
  if (!whyNotRead(Nodes[Index].Path).empty()) {
    // Whoever analyses it says why it cannot.
    Nodes[Index].Names = Nodes[Index].Reaches = true;
    return;
  }
  auto Buffer = MemoryBuffer::getFile(Nodes[Index].Path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return;
  Glance Seen = glanceAt((*Buffer)->getBuffer());
  Nodes[Index].Mentions = Seen.MentionsDLPack;
  Nodes[Index].Names = Seen.NamesDLPack;
  Nodes[Index].MakesCapsules = Seen.MakesCapsules;
  Nodes[Index].Reaches = Seen.NamesDLPack || Seen.ComputedInclude;
  AnyAlias |= !Seen.Aliases.empty();
  Nodes[Index].Aliases = std::move(Seen.Aliases);
  for (const Include &Each : Seen.Includes)
    connect(Index, Each);
}

void IncludeGraph::add(StringRef File) {
  nodeFor(File);
  ReachKnown &= Unread.empty();
  while (!Unread.empty()) {
    unsigned Next = Unread.back();
    Unread.pop_back();
    read(Next);
  }
}

template <typename Next>
std::vector<unsigned> IncludeGraph::walk(unsigned From, Next Neighbours) const {
  std::vector<unsigned> Order = {From};
  std::vector<bool> Seen(Nodes.size());
  Seen[From] = true;
  for (size_t At = 0; At < Order.size(); ++At)
    Neighbours(Nodes[Order[At]], [&](unsigned To) {
      if (!Seen[To]) {
        Seen[To] = true;
        Order.push_back(To);
      }
    });
  return Order;
}

void IncludeGraph::findReach() {
  std::vector<unsigned> Open;
  for (unsigned At = 0; At < Nodes.size(); ++At)
    if (Nodes[At].Reaches)
      Open.push_back(At);
  while (!Open.empty()) {
    unsigned At = Open.back();
    Open.pop_back();
    for (unsigned Includer : Nodes[At].Includers)
      if (!Nodes[Includer].Reaches) {
        Nodes[Includer].Reaches = true;
        Open.push_back(Includer);
      }
  }
  ReachKnown = true;
}

/// True where \p Text has \p Word between other characters than its own kind.
static bool hasWord(StringRef Text, StringRef Word) {
  auto IsWord = [](char Each) { return isAlnum(Each) || Each == '_'; };
  for (size_t At = Text.find(Word); At != StringRef::npos;
       At = Text.find(Word, At + 1)) {
    size_t End = At + Word.size();
    if ((At == 0 || !IsWord(Text[At - 1])) &&
        (End == Text.size() || !IsWord(Text[End])))
      return true;
  }
  return false;
}

bool IncludeGraph::usesAlias(unsigned Index) const {
  std::vector<unsigned> Declaring;
  for (unsigned Each : walk(Index, [](const Node &From, auto Visit) {
         for (const Edge &To : From.Includes)
           Visit(To.To);
       }))
    if (!Nodes[Each].Aliases.empty())
      Declaring.push_back(Each);
  if (Declaring.empty())
    return false;
  auto Buffer = MemoryBuffer::getFile(Nodes[Index].Path);
  return Buffer && any_of(Declaring, [&](unsigned Each) {
           return any_of(Nodes[Each].Aliases, [&](StringRef Name) {
             return hasWord((*Buffer)->getBuffer(), Name);
           });
         });
}

bool IncludeGraph::mayUseDLPack(StringRef File) {
  if (!ReachKnown)
    findReach();
  std::optional<unsigned> At = find(File);
  if (!At)
    return false;
  const Node &Found = Nodes[*At];
  return Found.Names || Found.MakesCapsules ||
         (Found.Mentions && Found.Reaches) ||
         (AnyAlias && Found.Reaches && usesAlias(*At));
}

std::vector<StringRef> IncludeGraph::closureOf(StringRef File) const {
  std::vector<StringRef> Paths;
  if (std::optional<unsigned> At = find(File))
    for (unsigned Each : walk(*At, [](const Node &From, auto Visit) {
           for (const Edge &To : From.Includes)
             Visit(To.To);
         }))
      Paths.push_back(Nodes[Each].Path);
  return Paths;
}

std::vector<StringRef> IncludeGraph::includersOf(StringRef File) const {
  std::vector<StringRef> Paths;
  if (std::optional<unsigned> At = find(File))
    for (unsigned Each : walk(*At, [](const Node &From, auto Visit) {
           for (unsigned To : From.Includers)
             Visit(To);
         }))
      if (Each != *At)
        Paths.push_back(Nodes[Each].Path);
  return Paths;
}

std::vector<std::string> IncludeGraph::includeFolders(StringRef File) const {
  std::vector<std::string> Folders;
  if (std::optional<unsigned> At = find(File))
    walk(*At, [&](const Node &From, auto Visit) {
      for (const Edge &To : From.Includes) {
        if (!To.Folder.empty() && !is_contained(Folders, To.Folder))
          Folders.push_back(To.Folder);
        Visit(To.To);
      }
    });
  return Folders;
}

std::vector<std::string> IncludeGraph::foreignIncludes(StringRef File) const {
  std::vector<std::string> Names;
  if (std::optional<unsigned> At = find(File))
    walk(*At, [&](const Node &From, auto Visit) {
      append_range(Names, From.Foreign);
      for (const Edge &To : From.Includes)
        Visit(To.To);
    });
  llvm::sort(Names);
  Names.erase(std::unique(Names.begin(), Names.end()), Names.end());
  return Names;
}

} // namespace dlpack_tidy::driver
