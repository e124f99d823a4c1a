//===--- Syntax.cpp - the syntax tree of a Python text --------------------===//

#include "python/Syntax.h"

#include <cstring>

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

/// The grammar's numbers for the names of Syntax.def.
struct Grammar {
  std::vector<Syntax> Kinds;
  std::vector<TSFieldId> Fields;

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
    for (const char *Name : FieldNames)
      Fields.push_back(ts_language_field_id_for_name(
          Python, Name, static_cast<uint32_t>(std::strlen(Name))));
  }
};

const Grammar &grammar() {
  static const Grammar Instance;
  return Instance;
}

/// ERROR has a symbol number outside the language's table.
constexpr TSSymbol ErrorSymbol = static_cast<TSSymbol>(-1);

} // namespace

Syntax Node::kind() const {
  TSSymbol Symbol = ts_node_symbol(Raw);
  if (Symbol == ErrorSymbol)
    return Syntax::Error;
  const std::vector<Syntax> &Kinds = grammar().Kinds;
  return Symbol < Kinds.size() ? Kinds[Symbol] : Syntax::Other;
}

Node Node::field(Field Which) const {
  if (!*this)
    return {};
  return {ts_node_child_by_field_id(
              Raw, grammar().Fields[static_cast<size_t>(Which)]),
          Owner};
}

std::vector<Node> Node::children() const {
  std::vector<Node> Found;
  if (!*this)
    return Found;
  // A cursor visits all children in linear time; indexing them would not.
  TSTreeCursor *Cursor = &Owner->Cursor;
  ts_tree_cursor_reset(Cursor, Raw);
  if (ts_tree_cursor_goto_first_child(Cursor))
    do {
      Node Child(ts_tree_cursor_current_node(Cursor), Owner);
      if (ts_node_is_named(Child.Raw) && !Child.is(Syntax::Comment))
        Found.push_back(Child);
    } while (ts_tree_cursor_goto_next_sibling(Cursor));
  return Found;
}

Node Node::first() const {
  if (!*this)
    return {};
  for (uint32_t I = 0, E = ts_node_named_child_count(Raw); I != E; ++I) {
    Node Child(ts_node_named_child(Raw, I), Owner);
    if (!Child.is(Syntax::Comment))
      return Child;
  }
  return {};
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
  if (Parsed)
    Cursor = ts_tree_cursor_new(ts_tree_root_node(Parsed));
}

Tree::~Tree() {
  if (!Parsed)
    return;
  ts_tree_cursor_delete(&Cursor);
  ts_tree_delete(Parsed);
}

Node Tree::root() const {
  return Parsed ? Node(ts_tree_root_node(Parsed), this) : Node();
}

} // namespace dlpack_tidy::python
