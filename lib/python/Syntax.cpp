//===--- Syntax.cpp - the syntax tree of a Python text --------------------===//

#include "python/Syntax.h"

#include <algorithm>
#include <cstring>
#include <iterator>

extern "C" const TSLanguage *tree_sitter_python(void);

namespace dlpack_tidy::python {
namespace {

constexpr const char *KindNames[] = {
    "",
#define SYNTAX(KIND, NAME) NAME,
#include "python/Syntax.def"
};
constexpr const char *FieldNames[] = {
#define FIELD(KIND, NAME) NAME,
#include "python/Syntax.def"
};

/// The names of Syntax.def for the grammar's numbers.
struct Grammar {
  std::vector<Syntax> Kinds;
  std::vector<Field> Fields;

  Grammar() {
    const TSLanguage *Python = tree_sitter_python();
    Kinds.resize(ts_language_symbol_count(Python), Syntax::Other);
    for (uint32_t Symbol = 0; Symbol < Kinds.size(); ++Symbol) {
      // "if" the keyword and "print" the statement share names with others.
      if (ts_language_symbol_type(Python, static_cast<TSSymbol>(Symbol)) !=
          TSSymbolTypeRegular)
        continue;
      const char *Name =
          ts_language_symbol_name(Python, static_cast<TSSymbol>(Symbol));
      for (size_t Kind = 1; Kind < std::size(KindNames); ++Kind)
        if (std::strcmp(Name, KindNames[Kind]) == 0)
          Kinds[Symbol] = static_cast<Syntax>(Kind);
    }
    Fields.resize(ts_language_field_count(Python) + 1, Field::Absent);
    for (size_t Name = 0; Name < std::size(FieldNames); ++Name)
      Fields[ts_language_field_id_for_name(
          Python, FieldNames[Name],
          static_cast<uint32_t>(std::strlen(FieldNames[Name])))] =
          static_cast<Field>(Name + 1);
  }
};

const Grammar &grammar() {
  static const Grammar Instance;
  return Instance;
}

/// ERROR has a symbol number outside the language's table.
constexpr TSSymbol ErrorSymbol = static_cast<TSSymbol>(-1);

Syntax kindOf(TSNode Raw) {
  TSSymbol Symbol = ts_node_symbol(Raw);
  if (Symbol == ErrorSymbol)
    return Syntax::Error;
  const std::vector<Syntax> &Kinds = grammar().Kinds;
  return Symbol < Kinds.size() ? Kinds[Symbol] : Syntax::Other;
}

void fill(NodeRecord &Into) {
  Into.Begin = ts_node_start_byte(Into.Raw);
  Into.End = ts_node_end_byte(Into.Raw);
  Into.Kind = kindOf(Into.Raw);
  Into.IsNamed = ts_node_is_named(Into.Raw);
}

/// Half of all nodes are brackets, commas and keywords; nobody asks for those
/// without a role, nor for comments.
bool matters(TSNode Raw, Field Role) {
  if (ts_node_is_named(Raw))
    return kindOf(Raw) != Syntax::Comment;
  return Role != Field::Absent || ts_node_is_missing(Raw);
}

/// Records are made in blocks of this many.
constexpr uint32_t BlockSize = 1024;

} // namespace

NodeRecord *Node::expanded() const {
  if (Record && !Record->IsExpanded)
    Owner->expand(*Record);
  return Record;
}

Node Node::field(Field Which) const {
  if (NodeRecord *At = expanded())
    for (NodeRecord *Each = At->Children; Each != At->Children + At->Count;
         ++Each)
      if (Each->Role == Which)
        return {Each, Owner};
  return {};
}

NodeRange Node::children() const {
  NodeRecord *At = expanded();
  return At ? NodeRange(At->Children, At->Children + At->Count, Owner)
            : NodeRange();
}

NodeRange::operator std::vector<Node>() const {
  std::vector<Node> All;
  for (Node Each : *this)
    All.push_back(Each);
  return All;
}

Node Node::first() const {
  for (Node Each : children())
    return Each;
  return {};
}

uint32_t Node::tokens() const {
  NodeRecord *At = expanded();
  return At ? At->Count : 0;
}

Node Node::token(uint32_t Index) const {
  NodeRecord *At = expanded();
  return At && Index < At->Count ? Node(At->Children + Index, Owner) : Node();
}

std::string_view Node::text() const {
  return *this ? Owner->text().substr(begin(), end() - begin())
               : std::string_view();
}

std::string_view Node::source() const {
  return Owner ? Owner->text() : std::string_view();
}

std::vector<Node> errors(Node Root, size_t Limit) {
  std::vector<Node> Found;
  // Only the ways down to broken parts are walked.
  std::vector<Node> Pending{Root};
  while (!Pending.empty() && Found.size() < Limit) {
    Node At = Pending.back();
    Pending.pop_back();
    if (At.is(Syntax::Error) || At.isMissing()) {
      Found.push_back(At);
      continue;
    }
    for (uint32_t I = At.tokens(); I != 0; --I)
      if (Node Child = At.token(I - 1);
          Child.hasError() || Child.is(Syntax::Error) || Child.isMissing())
        Pending.push_back(Child);
  }
  return Found;
}

Tree::Tree(std::string_view Text, uint64_t BudgetMicroseconds) : Text(Text) {
  TSParser *Parser = ts_parser_new();
  ts_parser_set_timeout_micros(Parser, BudgetMicroseconds);
  if (ts_parser_set_language(Parser, tree_sitter_python()))
    Parsed = ts_parser_parse_string(Parser, nullptr, Text.data(),
                                    static_cast<uint32_t>(Text.size()));
  ts_parser_delete(Parser);
  if (!Parsed)
    return;
  Cursor = ts_tree_cursor_new(ts_tree_root_node(Parsed));
  Root.Raw = ts_tree_root_node(Parsed);
  fill(Root);
}

Tree::~Tree() {
  if (!Parsed)
    return;
  ts_tree_cursor_delete(&Cursor);
  ts_tree_delete(Parsed);
}

NodeRecord *Tree::room(uint32_t Count) const {
  if (Count > Free) {
    Free = std::max(Count, BlockSize);
    Blocks.push_back(std::make_unique<NodeRecord[]>(Free));
    NextFree = Blocks.back().get();
  }
  NodeRecord *Room = NextFree;
  NextFree += Count;
  Free -= Count;
  return Room;
}

void Tree::giveBack(uint32_t Count) const {
  NextFree -= Count;
  Free += Count;
}

void Tree::expand(NodeRecord &At) const {
  At.IsExpanded = true;
  uint32_t Count = ts_node_child_count(At.Raw);
  if (Count == 0)
    return;
  NodeRecord *Made = room(Count);
  At.Children = Made;
  // A cursor visits all children in linear time; indexing them would not.
  ts_tree_cursor_reset(&Cursor, At.Raw);
  if (!ts_tree_cursor_goto_first_child(&Cursor))
    return;
  const std::vector<Field> &Roles = grammar().Fields;
  do {
    TSNode Raw = ts_tree_cursor_current_node(&Cursor);
    Field Role = Roles[ts_tree_cursor_current_field_id(&Cursor)];
    if (!matters(Raw, Role))
      continue;
    NodeRecord &Child = Made[At.Count++];
    Child.Raw = Raw;
    Child.Parent = &At;
    Child.Role = Role;
    fill(Child);
  } while (ts_tree_cursor_goto_next_sibling(&Cursor));
  giveBack(Count - At.Count);
}

} // namespace dlpack_tidy::python
