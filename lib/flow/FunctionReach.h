//===--- FunctionReach.h - where a function's arguments get to ------------===//
#ifndef DLPACK_TIDY_FLOW_FUNCTIONREACH_H
#define DLPACK_TIDY_FLOW_FUNCTIONREACH_H

#include "flow/WriteProof.h"

#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace dlpack_tidy::flow {

/// Assigning to an object of this type assigns through it: `std::tie(a, b)`.
bool assignsThrough(clang::QualType Type);

/// One function, walked until nothing new is learnt about what its variables
/// lead to. Lambdas that are not bound by themselves are walked in place.
class FunctionReach {
public:
  FunctionReach(WriteProof &Owner, const clang::FunctionDecl *Function);

  void run();
  CallSummary summary() const;
  std::vector<ArrayUse> uses() const;

private:
  struct Node {
    Reach Content;
    Effect Worst;
    const clang::VarDecl *Variable = nullptr;
  };
  /// A call with its arguments walked. A method's object is argument 0.
  struct Site {
    const clang::Expr *Call = nullptr;
    const clang::FunctionDecl *Callee = nullptr;
    /// In a template: what the name may mean where Callee is not known.
    const clang::OverloadExpr *Candidates = nullptr;
    llvm::SmallVector<const clang::Expr *, 4> Arguments;
    llvm::SmallVector<Reach, 4> Reaches;
    bool HasObject = false;

    /// The type the callee receives argument \p I by.
    clang::QualType typeOf(unsigned I) const;
    /// The class a method is called on, null for functions.
    clang::QualType objectType() const;
    std::string name() const;
    clang::SourceLocation where() const { return Call->getBeginLoc(); }
  };

  // Memory.
  NodeId node(const void *Key, const clang::VarDecl *Variable = nullptr);
  NodeId outside() const { return 2 * ParameterCount; }
  bool isTracked(NodeId Node) const;
  bool isLocal(const clang::VarDecl *Variable);
  Reach closure(const Reach &From) const;
  Reach contents(const Reach &Places) const;
  Reach loaded(const Reach &Places, clang::QualType As);
  Reach marked(Reach Value, const clang::Expr *By);
  void write(const Reach &Places, const Reach &Value, clang::SourceLocation At,
             llvm::StringRef Through = "");
  void store(const Reach &Places, const Reach &Value, clang::SourceLocation At);
  void affect(const Reach &What, Effect Worst);
  void affectAll(const Reach &What, Effect::Kind Kind, clang::SourceLocation At,
                 llvm::StringRef Name = "");
  void spell(const Reach &What, WritableSpelling::Kind Kind,
             const clang::Expr *At);

  void addSpellings(NodeId Array, ArrayUse &Use) const;
  void addLostUses(NodeId Array, ArrayUse &Use) const;

  // Statements.
  void setUpParameters();
  void walkFunction();
  void walk(const clang::Stmt *Part);
  void declare(const clang::VarDecl *Variable);
  void walkLambda(const clang::LambdaExpr *Lambda);

  // Expressions.
  Reach eval(const clang::Expr *E);
  Reach evalUnmarked(const clang::Expr *E);
  Reach evalReference(const clang::DeclRefExpr *E);
  Reach evalMember(const clang::MemberExpr *E);
  Reach evalCast(const clang::CastExpr *E);
  Reach evalUnary(const clang::UnaryOperator *E);
  Reach evalBinary(const clang::BinaryOperator *E);
  Reach evalInitList(const clang::InitListExpr *E);
  Reach evalNew(const clang::CXXNewExpr *E);
  Reach evalLambda(const clang::LambdaExpr *E);
  Reach evalUnknown(const clang::Expr *E);
  bool copiesElements(clang::QualType Made);
  bool isElement(const clang::Expr *E);
  Reach copied(const clang::Expr *E, const Reach &Value);
  void walkDependentLoop(const clang::CXXForRangeStmt *Loop);
  Reach temporary(const clang::Expr *Key, const Reach &Content);

  // Calls.
  Site siteOf(const clang::CallExpr *E) const;
  Reach evalCall(const clang::CallExpr *E);
  std::optional<Reach> callLibrary(const Site &At);
  Reach evalConstruct(const clang::CXXConstructExpr *E);
  Reach evalSource(const model::ArraySource &Source, const Site &At);
  Reach callLambda(const Site &At);
  Reach callNanobind(const Site &At);
  Reach callStandard(const Site &At);
  Reach callStandardMethod(const Site &At, const clang::CXXMethodDecl *Method);
  Reach callStandardFunction(const Site &At, llvm::StringRef Name,
                             unsigned First, unsigned Form);
  Reach callEigen(const Site &At);
  Reach callPlaceholder(const Site &At);
  Reach callKnown(const Site &At, const CallSummary &Summary);
  Reach callUnknown(const Site &At);
  Reach callCandidates(Site &At);
  bool onlyReadBy(const clang::OverloadExpr *Candidates, unsigned I);
  Reach callDependent(const clang::CallExpr *E);
  Reach assign(const Site &At);
  Reach makeObject(const Site &At, unsigned First);
  Reach construct(clang::QualType Type, const Site &At, unsigned First);
  bool constructWith(const clang::CXXConstructorDecl *Constructor,
                     const Site &At, unsigned First, Reach &Content);
  Reach resultsOf(const clang::FunctionDecl *Callable);
  bool letOthersCall(const clang::Expr *Argument, Effect::Kind Kind,
                     clang::SourceLocation At);
  void applyCallables(const Site &At, const Reach &Elements);
  void applyCallable(const clang::FunctionDecl *Callable, const Reach &Elements,
                     const Site &At);
  bool leadsToArray(const Reach &Places) const;
  Reach addressIn(const Site &At, unsigned I) const;
  Reach mapped(const Reach &Inner, const Site &At) const;
  Reach everything(const Site &At, unsigned First = 0) const;

  WriteProof &Owner;
  const clang::FunctionDecl *Function;
  unsigned ParameterCount; ///< the object of a method counts as the first
  std::vector<bool> HasDeep;
  std::vector<Node> Nodes;
  llvm::DenseMap<const void *, NodeId> Known;
  llvm::DenseMap<const clang::VarDecl *, bool> Local;
  llvm::DenseSet<const clang::FunctionDecl *> Inlined;
  llvm::DenseSet<const clang::VarDecl *> SharedDeclarations;
  llvm::MapVector<NodeId, model::ArraySource> Sources;
  llvm::MapVector<const clang::Expr *, std::pair<WritableSpelling, Reach>>
      Spellings;
  Reach Returned;
  const clang::FunctionDecl *Current; ///< whose `return` is being walked
  bool Changed = false;
};

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_FUNCTIONREACH_H
