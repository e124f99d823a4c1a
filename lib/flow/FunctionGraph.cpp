//===--- FunctionGraph.cpp - control flow of one function, made once ------===//

#include "flow/FunctionGraph.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Analysis/Analyses/PostOrderCFGView.h"

using namespace clang;

namespace dlpack_tidy::flow {

std::unique_ptr<FunctionGraph>
FunctionGraph::make(const FunctionDecl *Function) {
  CFG::BuildOptions Options;
  Options.AddEHEdges = true;
  Options.AddInitializers = true;
  Options.AddImplicitDtors = true;
  // `LOG_IF(FATAL, …) << …`: what ends the program is a temporary's destructor.
  Options.AddTemporaryDtors = true;
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

const Flags &FunctionGraph::flags() const {
  if (!Watched)
    Watched.emplace(Function, Defined);
  return *Watched;
}

namespace {

/// The last thing a body does, through blocks; null for an empty body.
const Stmt *lastStatement(const Stmt *Body) {
  while (const auto *Block = dyn_cast_or_null<CompoundStmt>(Body))
    Body = Block->body_empty() ? nullptr : Block->body_back();
  if (const auto *E = dyn_cast_or_null<Expr>(Body))
    return E->IgnoreParenImpCasts();
  return Body;
}

} // namespace

bool GraphCache::canReturn(const FunctionDecl *Function) {
  if (!Function)
    return true;
  auto [Slot, New] = Returning.try_emplace(Function, true);
  if (!New)
    return Slot->second;
  if (Function->isNoReturn())
    return Returning[Function] = false;
  const FunctionDecl *Definition = nullptr;
  const Stmt *Last = Function->hasBody(Definition)
                         ? lastStatement(Definition->getBody())
                         : nullptr;
  // Only a body that ends so needs a closer look.
  bool Ends = isa_and_nonnull<CXXThrowExpr>(Last);
  const auto *Call = dyn_cast_or_null<CallExpr>(Last);
  if (!Ends && Call)
    Ends = !canReturn(Call->getDirectCallee());
  const FunctionGraph *Graph = Ends ? graph(Definition) : nullptr;
  if (!Graph)
    return true;
  for (const CFGBlock *Block : Graph->blocksInOrder())
    for (const CFGElement &Each : *Block)
      if (std::optional<CFGStmt> At = Each.getAs<CFGStmt>())
        if (isa<ReturnStmt>(At->getStmt()))
          return true;
  return Returning[Function] = false;
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

bool endsWithoutThrowing(const CFGBlock *Block) {
  if (Block->empty())
    return false;
  std::optional<CFGStmt> Last = Block->back().getAs<CFGStmt>();
  const auto *Call =
      Last ? dyn_cast<CXXMemberCallExpr>(Last->getStmt()) : nullptr;
  const CXXMethodDecl *Method = Call ? Call->getMethodDecl() : nullptr;
  const auto *Type =
      Method ? Method->getType()->getAs<FunctionProtoType>() : nullptr;
  return Type && !isUnresolvedExceptionSpec(Type->getExceptionSpecType()) &&
         Type->isNothrow();
}

bool isCaught(const Stmt *Where, const model::CallFrame &Frame,
              GraphCache &Graphs) {
  for (const model::CallFrame *Each = &Frame; Each; Each = Each->Caller) {
    const FunctionGraph *Graph = Graphs.graph(Each->Function);
    if (!Graph)
      return true;
    const Stmt *Child = Where;
    for (const Stmt *Parent = Graph->parents().getParent(Child); Parent;
         Child = Parent, Parent = Graph->parents().getParent(Parent))
      if (const auto *Try = dyn_cast<CXXTryStmt>(Parent))
        if (Try->getTryBlock() == Child)
          return true;
    Where = Each->CallSite;
    if (!Where)
      return false;
  }
  return false;
}

} // namespace dlpack_tidy::flow
