//===--- Reach.h - which memory a value leads to --------------------------===//
#ifndef DLPACK_TIDY_FLOW_REACH_H
#define DLPACK_TIDY_FLOW_REACH_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <string>

namespace dlpack_tidy::flow {

/// Numbers a piece of memory that one function's analysis tells apart.
using NodeId = uint32_t;

/// The pieces of memory an expression leads to: for an lvalue the storage it
/// designates, for a value the storage its pointers point to. A piece is
/// "read-only" when only pointers to const lead there.
class Reach {
public:
  Reach() = default;
  explicit Reach(NodeId Node) : Entries{Node << 1} {}

  bool empty() const { return Entries.empty(); }
  size_t size() const { return Entries.size(); }

  /// Returns true when something new came in.
  bool add(NodeId Node, bool ReadOnly) {
    if (llvm::is_contained(Entries, Node << 1))
      return false;
    if (ReadOnly) {
      if (llvm::is_contained(Entries, (Node << 1) | 1))
        return false;
      Entries.push_back((Node << 1) | 1);
      return true;
    }
    llvm::erase_if(Entries, [&](uint32_t E) { return (E >> 1) == Node; });
    Entries.push_back(Node << 1);
    return true;
  }
  bool merge(const Reach &Other) {
    bool Changed = false;
    for (uint32_t Each : Other.Entries)
      Changed |= add(Each >> 1, Each & 1);
    return Changed;
  }
  Reach readOnly() const {
    Reach Result = *this;
    for (uint32_t &Each : Result.Entries)
      Each |= 1;
    return Result;
  }
  /// What a cast that drops const makes of it.
  Reach writable() const {
    Reach Result = *this;
    for (uint32_t &Each : Result.Entries)
      Each &= ~1u;
    return Result;
  }
  /// Calls Visit(NodeId, bool ReadOnly) for every piece.
  template <typename Visitor> void each(Visitor &&Visit) const {
    for (uint32_t Each : Entries)
      Visit(NodeId(Each >> 1), bool(Each & 1));
  }
  bool contains(NodeId Node, bool ReadOnly) const {
    return llvm::is_contained(Entries, (Node << 1) | uint32_t(ReadOnly));
  }

private:
  llvm::SmallVector<uint32_t, 4> Entries;
};

/// The worst that may happen to a piece of memory, with the place it happens.
struct Effect {
  enum class Kind {
    None,
    ReadElsewhere, ///< goes to a function of another file, which only reads it
    HandedOn,      ///< goes to a function whose body is not in this unit
    NotParsed,     ///< goes through an expression that was not understood
    Returned,      ///< leaves through the return value
    Kept,          ///< stored where it outlives the call
    ToPython,      ///< handed back to Python, as a writable array
    Written
  };
  Kind What = Kind::None;
  clang::SourceLocation At;
  /// Names the function or the variable concerned, may be empty.
  std::string Name;

  bool worseThan(const Effect &Other) const { return What > Other.What; }
  explicit operator bool() const { return What != Kind::None; }
};

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_REACH_H
