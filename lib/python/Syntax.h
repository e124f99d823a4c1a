//===--- Syntax.h - the syntax tree of a Python text ----------------------===//
//
// A thin, typed view of tree-sitter's tree: kinds and fields are enumerators
// instead of strings, and a node knows its text.
//
//===----------------------------------------------------------------------===//
#ifndef DLPACK_TIDY_PYTHON_SYNTAX_H
#define DLPACK_TIDY_PYTHON_SYNTAX_H

#include "model/Span.h"

#include <tree_sitter/api.h>

#include <string>
#include <string_view>
#include <vector>

namespace dlpack_tidy::python {

/// The kinds of nodes the front end looks at; every other one is Other.
enum class Syntax : uint8_t {
  Other,
#define SYNTAX(KIND, NAME) KIND,
#include "python/Syntax.def"
};

enum class Field : uint8_t {
#define FIELD(KIND, NAME) KIND,
#include "python/Syntax.def"
};

class Tree;

class Node {
public:
  Node() = default;
  Node(TSNode Raw, const Tree *Owner) : Raw(Raw), Owner(Owner) {}

  explicit operator bool() const { return Owner && !ts_node_is_null(Raw); }
  Syntax kind() const;
  bool is(Syntax Kind) const { return *this && kind() == Kind; }
  Node field(Field Which) const;
  /// The children that are not punctuation, comments left out.
  std::vector<Node> children() const;
  /// The first of children(), or a null node.
  Node first() const;
  /// The \p Index-th child, punctuation and keywords included.
  Node token(uint32_t Index) const {
    return {ts_node_child(Raw, Index), Owner};
  }
  uint32_t tokens() const { return ts_node_child_count(Raw); }
  Node parent() const { return {ts_node_parent(Raw), Owner}; }
  std::string_view text() const;
  /// The whole text the node is part of; offsets count in it.
  std::string_view source() const;
  /// The token's own name where it is punctuation or a keyword ("not in").
  std::string_view name() const { return ts_node_type(Raw); }
  uint32_t begin() const { return ts_node_start_byte(Raw); }
  uint32_t end() const { return ts_node_end_byte(Raw); }
  model::Span span() const { return model::Span::characters(begin(), end()); }
  bool isMissing() const { return ts_node_is_missing(Raw); }
  bool isNamed() const { return ts_node_is_named(Raw); }
  bool hasError() const { return ts_node_has_error(Raw); }
  /// The same for the same node of the same tree, different for all others.
  const void *id() const { return Raw.id; }

private:
  TSNode Raw = {};
  const Tree *Owner = nullptr;
};

/// A parsed text. Never fails: what cannot be parsed becomes error nodes.
class Tree {
public:
  /// \p Text must outlive the tree. Parsing that takes longer than
  /// \p BudgetMicroseconds ends with a null root.
  explicit Tree(std::string_view Text, uint64_t BudgetMicroseconds = 10000000);
  ~Tree();
  Tree(const Tree &) = delete;
  Tree &operator=(const Tree &) = delete;

  Node root() const;
  std::string_view text() const { return Text; }

private:
  friend class Node;
  std::string_view Text;
  TSTree *Parsed = nullptr;
  /// Walks the children of one node after the other without allocating.
  mutable TSTreeCursor Cursor = {};
};

/// The places that the parser did not understand, in the order of the text; at
/// most \p Limit.
std::vector<Node> errors(Node Root, size_t Limit = 100);

} // namespace dlpack_tidy::python

#endif // DLPACK_TIDY_PYTHON_SYNTAX_H
