//===--- TensorDomain.h - what statements and tests tell about tensors ----===//
#ifndef DLPACK_TIDY_FLOW_TENSORDOMAIN_H
#define DLPACK_TIDY_FLOW_TENSORDOMAIN_H

#include "flow/Engine.h"
#include "flow/TensorFacts.h"
#include "flow/TensorScope.h"
#include "flow/TensorUse.h"
#include "model/CallMeaning.h"
#include "model/TensorPath.h"

namespace dlpack_tidy::flow {

/// The engine's domain for DLPack structs. One object looks at one function and
/// all it calls; the uses it records stay in `Uses`.
class TensorDomain {
public:
  using State = TensorState;

  TensorDomain(GraphCache &Graphs, model::TensorPaths &Paths,
               const TensorScope &Scope, const model::KnownFunctions &Known)
      : Graphs(Graphs), Paths(Paths), Scope(Scope), Known(Known) {}

  std::vector<TensorUse> Uses;
  /// Fields of each path that a test looked at, wherever it stands.
  std::map<model::PathId, FieldSet> Tested;
  /// Fields of each path that were read at all.
  std::map<model::PathId, FieldSet> Read;
  Engine<TensorDomain> *Ways = nullptr;
  bool FromUnknownCaller = false;
  /// The functions that were followed.
  std::set<const clang::FunctionDecl *> Entered;
  /// `a.device_type == a.device_type`: tests that can only be true.
  std::set<const clang::Expr *> SelfComparisons;

  // The engine's interface.
  bool follows(const clang::Expr *Call, const clang::FunctionDecl *Callee,
               const model::CallFrame &Frame);
  void enter(const model::CallFrame &Frame, bool) {
    Entered.insert(Frame.Function->getCanonicalDecl());
  }
  void transfer(State &S, const clang::Stmt *At, const model::CallFrame &Frame,
                bool Recording);
  void initialise(State &S, const clang::CXXCtorInitializer *Init,
                  const model::CallFrame &Frame, bool Recording);
  bool refine(State &S, const clang::Expr *Test, bool Truth,
              const model::CallFrame &Frame);
  bool refineConstant(State &S, const clang::Expr *Value, Comparison Op,
                      int64_t Constant, bool Truth,
                      const model::CallFrame &Frame);

  /// What is still open where the function that is looked at ends.
  void endOfFunction(State &S, const clang::Stmt *End,
                     const model::CallFrame &Frame, bool Recording);

  /// Tensors whose data is NULL and that no way lets through.
  void findRefusals(const CallOutcome<State> &Out,
                    const model::CallFrame &Frame);

private:
  using Frame = model::CallFrame;
  using Field = model::TensorField;

  // Statements (TensorDomain.cpp).
  void declare(State &S, const clang::DeclStmt *Declared, const Frame &F,
               bool Recording);
  void step(State &S, const clang::Expr *Changed);
  void binary(State &S, const clang::BinaryOperator *Operator, const Frame &F,
              bool Recording);
  void assign(State &S, const clang::BinaryOperator *Operator, const Frame &F,
              bool Recording);
  void call(State &S, const clang::Expr *Call, const Frame &F, bool Recording);
  void construct(State &S, const clang::CXXConstructExpr *Construct,
                 const Frame &F, bool Recording);
  void finish(State &S, const clang::ReturnStmt *Return, const Frame &F,
              bool Recording);
  void answer(State &S, const clang::Expr *Value, const Frame &F,
              bool Recording);
  void recordAnswer(const State &S, const clang::Expr *Value,
                    std::optional<bool> Truth, const Frame &F);
  void lambda(State &S, const clang::LambdaExpr *Lambda, const Frame &F,
              bool Recording);
  void copyWhole(State &S, const clang::Expr *Target,
                 const model::Place &Source);
  void readMember(State &S, const clang::MemberExpr *Member, const Frame &F,
                  bool Recording);
  void writeField(State &S, const model::Place &Target,
                  const clang::Expr *Value, const Frame &F);
  void handOver(State &S, const clang::Expr *Call, llvm::StringRef Name,
                const Frame &F, bool Recording);
  void trustGuard(TensorFacts &Facts, model::GuardScope Tests,
                  model::PathId Path);
  void markIgnored(const State &AtEnd, llvm::ArrayRef<PendingUse> Older);
  bool isFollowed(const clang::Expr *Call, const Frame &F);
  bool mentionsTensor(const clang::Stmt *E, const Frame &F, unsigned Depth = 0);

  // Addresses (TensorData.cpp).
  std::optional<DataPointer> dataPointer(const State &S, const clang::Expr *E,
                                         const Frame &F, unsigned Depth = 0);
  std::optional<DataPointer> sum(const State &S, const clang::Expr *Address,
                                 const clang::Expr *Distance, const Frame &F,
                                 unsigned Depth);
  std::optional<DataPointer> returned(const State &S,
                                      const clang::CallExpr *Call,
                                      const Frame &F, unsigned Depth);
  void access(State &S, const clang::Expr *Element, const Frame &F,
              bool Recording);
  void accessArray(State &S, const clang::Expr *Element, const Frame &F,
                   bool Recording);
  void alignmentCall(State &S, const clang::CallExpr *Call, const Frame &F,
                     bool Recording);
  void pass(State &S, const clang::Expr *Address, const clang::Expr *At,
            model::MemoryAccess Access, const Frame &F, bool Recording);
  void useData(State &S, UseKind Kind, const clang::Expr *At,
               const DataPointer &From, clang::QualType Element, bool Block,
               const Frame &F, bool Recording);
  bool mentions(const clang::Stmt *E, model::PathId Path, Field Wanted,
                const Frame &F, unsigned Depth = 0);

  // Tests (TensorRefine.cpp).
  struct Side;
  Side side(const clang::Expr *E, const Frame &F);
  bool compare(State &S, const clang::Expr *Left, Comparison Op,
               const clang::Expr *Right, bool Truth, const Frame &F);
  bool compareConstant(State &S, const Side &Value, Comparison Op,
                       int64_t Constant, bool Truth, const Frame &F);
  bool compareSides(State &S, const Side &Left, const Side &Right,
                    Comparison Op, bool Truth, const Frame &F);
  void shareDevice(State &S, model::PathId Left, model::PathId Right);
  bool refineAlignment(State &S, const clang::BinaryOperator *Remainder,
                       bool Zero, const Frame &F);
  void noteMixed(State &S, const clang::Stmt *E, bool Equal, const Frame &F,
                 unsigned Depth = 0);
  void comparePointer(State &S, const Side &Value, bool Null, const Frame &F);
  bool compareStructs(State &S, const clang::CXXOperatorCallExpr *Operator,
                      bool Equal, const Frame &F);
  bool refineFlags(State &S, const clang::Expr *E, bool NonZero,
                   const Frame &F);
  bool refineCount(State &S, const clang::Expr *E, Comparison Op,
                   int64_t Constant, bool Truth, const Frame &F);
  std::optional<model::PathId> countOf(const clang::Expr *E, const Frame &F,
                                       unsigned Depth = 0);
  void noteTested(model::PathId Path, Field Which, const Frame &F);

  // Ownership (TensorOwnership.cpp).
  void capsuleCall(State &S, const clang::Expr *Call, const Frame &F,
                   bool Recording);
  bool runsDeleter(State &S, const clang::CallExpr *Call, const Frame &F,
                   bool Recording);
  void takePointer(State &S, model::PathId Path, const clang::Expr *Capsule,
                   const Frame &F);
  bool isOwner(const clang::CXXConstructorDecl *Constructor) const;
  void takeOver(State &S, const clang::VarDecl *Variable,
                const clang::Expr *Value, const Frame &F);
  void keep(State &S, const clang::Expr *Given, const Frame &F, bool ByOwner);
  void freeMemory(State &S, const clang::Expr *Freed, const clang::Expr *At,
                  const Frame &F, bool Recording);
  void endOwnership(State &S, const clang::Stmt *End, const Frame &F,
                    bool Recording);
  bool refineRename(State &S, const clang::Expr *Call, bool Failed,
                    const Frame &F);
  bool refineRenameResult(State &S, const clang::Expr *Call, Comparison Op,
                          int64_t Constant, bool Truth, const Frame &F);
  void renamed(State &S, model::PathId Capsule, bool Renamed);

  TensorUse *record(const State &S, UseKind Kind, const clang::Expr *At,
                    model::PathId Path, const Frame &F, bool Recording);
  model::StructKind kindOf(model::PathId Path) const {
    return Paths.info(Path).Kind;
  }
  const model::VariableDefinitions &
  definitionsOf(const clang::VarDecl *Variable);

  GraphCache &Graphs;
  model::TensorPaths &Paths;
  const TensorScope &Scope;
  const model::KnownFunctions &Known;
  /// The capsule each managed tensor was taken out of, where that is a path.
  std::map<model::PathId, model::PathId> CapsuleOf;
  /// Where the data of a tensor was first compared with NULL.
  std::map<model::PathId, const clang::Expr *> NullTests;
  /// The calls, null for the function itself, below which a tensor was tested.
  std::set<std::pair<const clang::Expr *, model::PathId>> TestedUnder;
};

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_TENSORDOMAIN_H
