//===--- Branches.h - taking branch conditions apart ----------------------===//
#ifndef DLPACK_TIDY_FLOW_BRANCHES_H
#define DLPACK_TIDY_FLOW_BRANCHES_H

#include "flow/Comparison.h"
#include "flow/FunctionGraph.h"
#include "model/CallFrame.h"

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "clang/Analysis/CFG.h"

#include <optional>
#include <vector>

namespace dlpack_tidy::flow {

/// The expression whose value decides where \p Block goes, or null.
const clang::Expr *branchTest(const clang::CFGBlock *Block);

/// True where a way reaches the exit from \p Block by falling off the end.
bool fallsOffTheEnd(const clang::CFGBlock *Block);

/// The constants that lead to a switch section; none for a range.
struct CaseRange {
  std::vector<int64_t> Values;
};
/// The section that \p Block begins, or nothing where it is the default (or the
/// way round the switch).
std::optional<CaseRange> caseOf(const clang::CFGBlock *Block,
                                const clang::ASTContext &Context);
/// Every constant that has a section of its own.
std::vector<int64_t> casesOf(const clang::SwitchStmt *Switch,
                             const clang::ASTContext &Context);

/// \p Test without parentheses, casts to bool and negations; \p Truth is turned
/// with each negation.
const clang::Expr *stripTest(const clang::Expr *Test, bool &Truth);

/// `true`, `1`: a test that needs no facts.
std::optional<bool> constantTruth(const clang::Expr *Test);

/// `Value <op> Constant`, whichever way round it is written.
struct ConstantTest {
  const clang::Expr *Value;
  Comparison Op;
  int64_t Constant;
};
std::optional<ConstantTest> constantTest(const clang::Expr *Test,
                                         const clang::ASTContext &Context);
std::optional<Comparison> comparisonOf(clang::BinaryOperatorKind Opcode);
std::optional<Comparison> comparisonOf(clang::OverloadedOperatorKind Operator);

/// A test that was stored in a variable, or passed as an argument, and the
/// frame to read it in. `ok = false; if (test) ok = true;` counts.
struct HeldTest {
  const clang::Expr *Test = nullptr;
  bool Negated = false;
  const model::CallFrame *Frame = nullptr;
  explicit operator bool() const { return Test != nullptr; }
};
HeldTest heldTest(const clang::Expr *Variable, GraphCache &Graphs,
                  const model::CallFrame &Frame);

/// What decides whether the temporary was made that \p Block would have to
/// destroy: `c ? (void)0 : Fatal() << text` makes it unless c.
HeldTest temporaryTest(const clang::CFGBlock *Block,
                       const FunctionGraph &Graph);

/// True where a returned value can be refined: its type is bool or it is built
/// of tests.
bool isTest(const clang::Expr *Value);

/// The constant a return statement returns: integers, booleans, NULL as 0,
/// `std::nullopt` as 0.
std::optional<int64_t> returnedConstant(const clang::Expr *Value,
                                        const clang::ASTContext &Context);

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_BRANCHES_H
