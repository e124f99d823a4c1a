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

#include <memory>
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
  Absent,
#define FIELD(KIND, NAME) KIND,
#include "python/Syntax.def"
};

class Node;
class Tree;

/// What is kept of one node. Made when its parent's children are first asked
/// for: most of a file is never looked at, and what is looked at is looked at
/// often.
struct NodeRecord {
  TSNode Raw = {};
  uint32_t Begin = 0;
  uint32_t End = 0;
  NodeRecord *Parent = nullptr;
  NodeRecord *Children = nullptr; ///< they lie side by side
  uint32_t Count = 0;
  Field Role = Field::Absent; ///< in the parent
  Syntax Kind = Syntax::Other;
  bool IsNamed = false;
  bool IsExpanded = false;
};

/// The children of a node that are not punctuation, comments left out.
class NodeRange {
public:
  class Iterator;
  NodeRange() = default;
  NodeRange(NodeRecord *First, NodeRecord *Last, const Tree *Owner)
      : First(First), Last(Last), Owner(Owner) {}
  Iterator begin() const;
  Iterator end() const;
  operator std::vector<Node>() const;

private:
  NodeRecord *First = nullptr;
  NodeRecord *Last = nullptr;
  const Tree *Owner = nullptr;
};

class Node {
public:
  Node() = default;
  Node(NodeRecord *Record, const Tree *Owner)
      : Record(Record), Owner(Record ? Owner : nullptr) {}

  explicit operator bool() const { return Record != nullptr; }
  Syntax kind() const { return Record ? Record->Kind : Syntax::Other; }
  bool is(Syntax Kind) const { return Record && Record->Kind == Kind; }
  Node field(Field Which) const;
  /// The children that are not punctuation, comments left out.
  NodeRange children() const;
  /// The first of children(), or a null node.
  Node first() const;
  /// The \p Index-th child, with the punctuation and keywords that have a role.
  Node token(uint32_t Index) const;
  uint32_t tokens() const;
  Node parent() const { return {Record ? Record->Parent : nullptr, Owner}; }
  std::string_view text() const;
  /// The whole text the node is part of; offsets count in it.
  std::string_view source() const;
  /// The token's own name where it is punctuation or a keyword ("not in").
  std::string_view name() const {
    return Record ? ts_node_type(Record->Raw) : "";
  }
  uint32_t begin() const { return Record ? Record->Begin : 0; }
  uint32_t end() const { return Record ? Record->End : 0; }
  model::Span span() const { return model::Span::characters(begin(), end()); }
  bool isMissing() const { return Record && ts_node_is_missing(Record->Raw); }
  bool isNamed() const { return Record && Record->IsNamed; }
  bool hasError() const { return Record && ts_node_has_error(Record->Raw); }
  /// The same for the same node of the same tree, different for all others.
  const void *id() const { return Record; }

private:
  /// With its children made.
  NodeRecord *expanded() const;

  NodeRecord *Record = nullptr;
  const Tree *Owner = nullptr;
};

class NodeRange::Iterator {
public:
  Iterator(NodeRecord *At, NodeRecord *Last, const Tree *Owner)
      : At(At), Last(Last), Owner(Owner) {
    skip();
  }
  Node operator*() const { return {At, Owner}; }
  Iterator &operator++() {
    ++At;
    skip();
    return *this;
  }
  bool operator!=(const Iterator &Other) const { return At != Other.At; }

private:
  void skip() {
    while (At != Last && !At->IsNamed)
      ++At;
  }
  NodeRecord *At;
  NodeRecord *Last;
  const Tree *Owner;
};

inline NodeRange::Iterator NodeRange::begin() const {
  return {First, Last, Owner};
}
inline NodeRange::Iterator NodeRange::end() const {
  return {Last, Last, Owner};
}

/// A parsed text. Never fails: what cannot be parsed becomes error nodes.
class Tree {
public:
  /// \p Text must outlive the tree. Parsing that takes longer than
  /// \p BudgetMicroseconds ends with a null root.
  explicit Tree(std::string_view Text, uint64_t BudgetMicroseconds = 10000000);
  ~Tree();
  Tree(const Tree &) = delete;
  Tree &operator=(const Tree &) = delete;

  Node root() const { return {Parsed ? &Root : nullptr, this}; }
  std::string_view text() const { return Text; }

private:
  friend class Node;
  /// Makes the records of the children of \p At.
  void expand(NodeRecord &At) const;
  /// Room for \p Count records side by side.
  NodeRecord *room(uint32_t Count) const;
  /// The last \p Count of them were not needed.
  void giveBack(uint32_t Count) const;

  std::string_view Text;
  TSTree *Parsed = nullptr;
  mutable NodeRecord Root;
  /// Walks the children of one node after the other without allocating.
  mutable TSTreeCursor Cursor = {};
  mutable std::vector<std::unique_ptr<NodeRecord[]>> Blocks;
  mutable NodeRecord *NextFree = nullptr;
  mutable uint32_t Free = 0; ///< records left in the last block
};

/// The places that the parser did not understand, in the order of the text; at
/// most \p Limit.
std::vector<Node> errors(Node Root, size_t Limit = 100);

} // namespace dlpack_tidy::python

#endif // DLPACK_TIDY_PYTHON_SYNTAX_H
