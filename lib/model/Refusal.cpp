//===--- Refusal.cpp - where code says no, and in which Python class ------===//

#include "model/Refusal.h"

#include "model/Callable.h"
#include "model/Walk.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace dlpack_tidy::model {
namespace {

/// How pybind11 and nanobind translate a C++ exception of this very class; a
/// class derived from one of these may have a translator of its own.
StringRef translated(const CXXRecordDecl *Class) {
  StringRef Name = plainName(Class);
  if (!Class->isInStdNamespace())
    return llvm::StringSwitch<StringRef>(Name)
        .Case("buffer_error", "BufferError")
        .Case("type_error", "TypeError")
        .Case("value_error", "ValueError")
        .Case("key_error", "KeyError")
        .Case("index_error", "IndexError")
        .Case("attribute_error", "AttributeError")
        .Case("import_error", "ImportError")
        .Default({});
  return llvm::StringSwitch<StringRef>(Name)
      .Case("invalid_argument", "ValueError")
      .Case("domain_error", "ValueError")
      .Case("length_error", "ValueError")
      .Case("range_error", "ValueError")
      .Case("out_of_range", "IndexError")
      .Case("overflow_error", "OverflowError")
      .Case("exception", "RuntimeError")
      .Case("runtime_error", "RuntimeError")
      .Case("logic_error", "RuntimeError")
      .Case("system_error", "RuntimeError")
      .Default({});
}

/// `if (acceptable) return 0;` right before \p Statement.
const Expr *testBefore(const Stmt *Statement, const CompoundStmt *Block) {
  const IfStmt *Before = nullptr;
  for (const Stmt *Each : Block->body()) {
    if (Each == Statement)
      break;
    Before = dyn_cast<IfStmt>(Each);
  }
  if (!Before || Before->getElse())
    return nullptr;
  const Stmt *Last = Before->getThen();
  if (const auto *Body = dyn_cast<CompoundStmt>(Last))
    Last = Body->body_empty() ? nullptr : Body->body_back();
  return isa_and_nonnull<ReturnStmt>(Last) ? Before->getCond() : nullptr;
}

void addConditions(Refusal &Into, const ParentMap &Parents) {
  const Stmt *Child = Into.At;
  for (const Stmt *At = Parents.getParent(Child); At;
       Child = At, At = Parents.getParent(At)) {
    if (const auto *If = dyn_cast<IfStmt>(At)) {
      if (Child != If->getCond())
        Into.Conditions.push_back(If->getCond());
    } else if (const auto *Switch = dyn_cast<SwitchStmt>(At)) {
      Into.Conditions.push_back(Switch->getCond());
    } else if (const auto *Choice = dyn_cast<ConditionalOperator>(At)) {
      if (Child != Choice->getCond())
        Into.Conditions.push_back(Choice->getCond());
    } else if (const auto *Block = dyn_cast<CompoundStmt>(At)) {
      if (Into.Conditions.empty())
        if (const Expr *Test = testBefore(Child, Block))
          Into.Conditions.push_back(Test);
    }
  }
}

std::optional<Refusal> thrown(const CXXThrowExpr *Throw) {
  const Expr *Value = Throw->getSubExpr();
  const CXXRecordDecl *Class =
      Value ? Value->getType()->getAsCXXRecordDecl() : nullptr;
  if (!Class)
    return std::nullopt;
  Refusal Made;
  Made.At = Throw;
  Made.PythonClass = translated(Class).str();
  Made.Spelling = Class->isInStdNamespace() ? "std::" + Class->getNameAsString()
                                            : Class->getNameAsString();
  return Made;
}

std::optional<Refusal> set(const CallExpr *Call) {
  StringRef Name = plainName(Call->getDirectCallee());
  if (Call->getNumArgs() < 1 ||
      (Name != "PyErr_SetString" && Name != "PyErr_Format" &&
       Name != "PyErr_SetObject" && Name != "PyErr_SetNone"))
    return std::nullopt;
  const auto *Reference =
      dyn_cast<DeclRefExpr>(Call->getArg(0)->IgnoreParenImpCasts());
  StringRef Class = Reference ? plainName(Reference->getDecl()) : StringRef();
  Refusal Made;
  Made.At = Call;
  Made.ByCApi = true;
  Made.Spelling = Class.str();
  Made.ClassExpression = Reference;
  if (Class.consume_front("PyExc_"))
    Made.PythonClass = Class.str();
  return Made;
}

} // namespace

std::vector<Refusal> refusalsIn(const FunctionDecl *Function,
                                const ParentMap &Parents) {
  std::vector<Refusal> Found;
  forEachStatement(Function->getBody(), [&](const Stmt *Each) {
    std::optional<Refusal> Made;
    if (const auto *Throw = dyn_cast<CXXThrowExpr>(Each))
      Made = thrown(Throw);
    else if (const auto *Call = dyn_cast<CallExpr>(Each))
      Made = set(Call);
    if (!Made)
      return;
    addConditions(*Made, Parents);
    Found.push_back(std::move(*Made));
  });
  return Found;
}

} // namespace dlpack_tidy::model
