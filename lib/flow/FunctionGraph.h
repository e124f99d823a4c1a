//===--- FunctionGraph.h - control flow of one function, made once --------===//
#ifndef DLPACK_TIDY_FLOW_FUNCTIONGRAPH_H
#define DLPACK_TIDY_FLOW_FUNCTIONGRAPH_H

#include "flow/Flags.h"
#include "model/CallFrame.h"
#include "model/Definitions.h"

#include "clang/AST/ParentMap.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

#include <memory>
#include <optional>
#include <vector>

namespace dlpack_tidy::flow {

/// The CFG of a function with exception edges, its blocks in an order that
/// visits what comes before first, and what its variables are set to.
class FunctionGraph {
public:
  /// Null where clang can make no CFG of the body (it says why nowhere).
  static std::unique_ptr<FunctionGraph>
  make(const clang::FunctionDecl *Function);

  const clang::CFG &cfg() const { return *Graph; }
  clang::ASTContext &context() const { return Function->getASTContext(); }
  const clang::FunctionDecl *function() const { return Function; }
  unsigned order(const clang::CFGBlock *Block) const {
    return Position[Block->getBlockID()];
  }
  llvm::ArrayRef<const clang::CFGBlock *> blocksInOrder() const {
    return Ordered;
  }
  const model::Definitions &definitions() const { return Defined; }
  const clang::ParentMap &parents() const { return Parents; }
  const Flags &flags() const;

private:
  FunctionGraph(const clang::FunctionDecl *Function,
                std::unique_ptr<clang::CFG> Graph);

  const clang::FunctionDecl *Function;
  std::unique_ptr<clang::CFG> Graph;
  std::vector<const clang::CFGBlock *> Ordered;
  std::vector<unsigned> Position;
  model::Definitions Defined;
  clang::ParentMap Parents;
  mutable std::optional<Flags> Watched;
};

/// One graph a function, for as long as the translation unit is looked at.
class GraphCache {
public:
  explicit GraphCache(clang::ASTContext &Context) : Context(Context) {}
  const FunctionGraph *graph(const clang::FunctionDecl *Function);
  /// False for a function that always throws or ends the program, said by an
  /// attribute or by its body.
  bool canReturn(const clang::FunctionDecl *Function);
  clang::ASTContext &context() const { return Context; }

private:
  clang::ASTContext &Context;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<FunctionGraph>>
      Made;
  llvm::DenseMap<const clang::FunctionDecl *, bool> Returning;
};

/// The last call of \p Block is of a method declared not to throw. Clang's graph
/// has an edge to the handlers after every call of a method.
bool endsWithoutThrowing(const clang::CFGBlock *Block);

/// True where an exception thrown at \p Where is caught on the chain of calls
/// that \p Frame ends.
bool isCaught(const clang::Stmt *Where, const model::CallFrame &Frame,
              GraphCache &Graphs);

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_FUNCTIONGRAPH_H
