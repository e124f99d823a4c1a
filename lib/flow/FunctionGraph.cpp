//===--- FunctionGraph.cpp - control flow of one function, made once ------===//

#include "flow/FunctionGraph.h"

#include "clang/Analysis/Analyses/PostOrderCFGView.h"

using namespace clang;

namespace dlpack_tidy::flow {

std::unique_ptr<FunctionGraph>
FunctionGraph::make(const FunctionDecl *Function) {
  CFG::BuildOptions Options;
  Options.AddEHEdges = true;
  Options.AddInitializers = true;
  Options.AddImplicitDtors = true;
  Options.PruneTriviallyFalseEdges = true;
  Options.setAllAlwaysAdd();
  std::unique_ptr<CFG> Graph = CFG::buildCFG(
      Function, Function->getBody(), &Function->getASTContext(), Options);
  if (!Graph)
    return nullptr;
  return std::unique_ptr<FunctionGraph>(
      new FunctionGraph(Function, std::move(Graph)));
}

FunctionGraph::FunctionGraph(const FunctionDecl *Function,
                             std::unique_ptr<CFG> TheGraph)
    : Function(Function), Graph(std::move(TheGraph)),
      Position(Graph->getNumBlockIDs(), 0), Defined(Function->getBody()),
      Parents(Function->getBody()) {
  // The view leaves out edges that are never taken: `do … while (0)` has one.
  PostOrderCFGView Order(Graph.get());
  for (const CFGBlock *Block : Order) {
    Position[Block->getBlockID()] = Ordered.size();
    Ordered.push_back(Block);
  }
}

const FunctionGraph *GraphCache::graph(const FunctionDecl *Function) {
  auto [Slot, New] = Made.try_emplace(Function, nullptr);
  if (New && Function->hasBody() && !Function->isDependentContext()) {
    std::unique_ptr<FunctionGraph> Graph = FunctionGraph::make(Function);
    // Building may have moved the table.
    return (Made[Function] = std::move(Graph)).get();
  }
  return Slot->second.get();
}

} // namespace dlpack_tidy::flow
