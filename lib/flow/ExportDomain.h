//===--- ExportDomain.h - what statements do to facts about arrays --------===//
#ifndef DLPACK_TIDY_FLOW_EXPORTDOMAIN_H
#define DLPACK_TIDY_FLOW_EXPORTDOMAIN_H

#include "flow/ExportFacts.h"
#include "flow/ExportWords.h"
#include "flow/FunctionGraph.h"
#include "model/CallFrame.h"
#include "model/PyLowering.h"

#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/DenseSet.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace dlpack_tidy::flow {

/// The engine's domain for Python-level exports.
class ExportDomain {
public:
  using State = ExportState;
  static constexpr bool TracksFlags = true;

  /// What the domain shows while it records; each call may come more than once,
  /// with the facts of each way and each caller.
  struct Observer {
    std::function<void(const model::Exchange &, const ExportFacts &,
                       const State &, const model::CallFrame &)>
        Export;
    std::function<void(const model::Exchange &)> Other;
    std::function<void(const clang::FunctionDecl *)> Entered;
  };

  ExportDomain(model::PyLowering &Lowering, GraphCache &Graphs,
               const std::vector<std::string> &GuardFunctions, Observer Shown)
      : Lowering(Lowering), Graphs(Graphs), GuardFunctions(GuardFunctions),
        Shown(std::move(Shown)), Words(Lowering.globals()) {}

  /// Takes a test apart; the engine's part, which it lends to its domain.
  std::function<void(State &, const clang::Expr *Test, bool Truth,
                     const model::CallFrame &)>
      Refine;

  bool isRelevant(const clang::FunctionDecl *Function) {
    return Words.isMentionedIn(Function);
  }

  // What the engine asks for; see Engine.h.
  bool follows(const clang::Expr *Call, const clang::FunctionDecl *Callee,
               const model::CallFrame &Frame);
  void transfer(State &Facts, const clang::Stmt *At,
                const model::CallFrame &Frame, bool Recording);
  bool refine(State &Facts, const clang::Expr *Test, bool Truth,
              const model::CallFrame &Frame);
  bool refineConstant(State &Facts, const clang::Expr *Value, Comparison Op,
                      int64_t Constant, bool Truth,
                      const model::CallFrame &Frame);
  void initialise(State &Facts, const clang::CXXCtorInitializer *At,
                  const model::CallFrame &Frame, bool Recording);
  void enter(const model::CallFrame &Frame, bool Recording);
  void enterCall(State &Facts, const model::CallFrame &Frame);
  void leaveCall(State &Facts, const clang::Expr *Returned,
                 const model::CallFrame &Frame);

private:
  /// The key of the facts about what one declaration or call stands for.
  static std::string keyOf(const void *Identity) {
    return "v" + std::to_string(reinterpret_cast<uintptr_t>(Identity));
  }
  void declare(State &Facts, const clang::VarDecl *Variable,
               const model::CallFrame &Frame);
  /// The key of the container that a range-based loop runs over whose iterator
  /// or loop variable \p Variable is; else empty.
  std::string rangeOf(const clang::VarDecl *Variable,
                      const model::CallFrame &Frame);
  bool advance(State &Facts, const clang::Expr *Iterator,
               const model::CallFrame &Frame);
  void assignTo(State &Facts, const clang::Expr *Target,
                const clang::Expr *Value, const model::CallFrame &Frame);
  void assign(State &Facts, const std::string &Key, const clang::Expr *Value,
              const model::CallFrame &Frame);
  void forget(State &Facts, const std::string &Key);
  void remember(State &Facts, const clang::VarDecl *Variable,
                model::PyRef Value);
  ExportFacts factsOf(const State &Facts, model::PyRef Value);
  ExportFacts factsOfExpr(const State &Facts, const clang::Expr *Value,
                          const model::CallFrame &Frame);

  void call(State &Facts, const clang::CallExpr *Call,
            const model::CallFrame &Frame, bool Recording);
  void doubt(State &Facts, const clang::Stmt *Parent,
             const model::CallFrame &Frame);
  void exchange(State &Facts, const clang::CallExpr *Call,
                const model::CallFrame &Frame, bool Recording);
  bool isGuard(const clang::FunctionDecl *Callee) const;
  void settleArguments(State &Facts, const clang::CallExpr *Call,
                       const model::CallFrame &Frame);

  model::PyLowering &Lowering;
  GraphCache &Graphs;
  const std::vector<std::string> &GuardFunctions;
  Observer Shown;
  ExportWords Words;
  /// By subject: the variables that hold answers about it.
  std::map<std::string, std::set<uint64_t>> Answers;
};

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_EXPORTDOMAIN_H
