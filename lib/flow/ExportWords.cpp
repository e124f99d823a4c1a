//===--- ExportWords.cpp - which functions have to do with exports --------===//

#include "flow/ExportWords.h"

#include "model/CallFrame.h"
#include "model/Callable.h"
#include "model/Unwrap.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace dlpack_tidy::flow {
namespace {

/// The words without which a function has no part in an exchange.
bool mentionsExchange(StringRef Text) {
  static constexpr StringRef Words[] = {
      "platform", "devices", "device",     "sharding",  "memory_kind",
      "asarray",  "tensor",  "device_get", "device_put"};
  return Text.contains("dlpack") || Text.contains("dl_device") ||
         Text == "as_tensor" || llvm::is_contained(Words, Text);
}

class WordSearch : public RecursiveASTVisitor<WordSearch> {
public:
  explicit WordSearch(model::GlobalStores &Globals) : Globals(Globals) {}
  bool Found = false;
  bool DlDevice = false;
  llvm::SmallVector<const FunctionDecl *, 8> Callees;

  bool VisitStringLiteral(StringLiteral *Literal) {
    if (Literal->getCharByteWidth() != 1)
      return true;
    Found |= mentionsExchange(Literal->getString());
    DlDevice |= Literal->getString().contains("dl_device");
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) { return name(E->getDecl()); }
  bool VisitMemberExpr(MemberExpr *E) { return name(E->getMemberDecl()); }
  bool VisitCallExpr(CallExpr *Call) { return call(Call); }
  bool VisitCXXConstructExpr(CXXConstructExpr *Call) { return call(Call); }

private:
  bool call(const Expr *Call) {
    if (const FunctionDecl *Callee = model::calleeWithBody(Call))
      Callees.push_back(Callee);
    return true;
  }
  bool name(const ValueDecl *Named) {
    // Interned names, and constants that hold one.
    if (model::plainName(Named).contains("dlpack"))
      Found = true;
    else if (const auto *Variable = dyn_cast<VarDecl>(Named))
      // An initialiser may speak of the variable itself.
      if (Variable->hasGlobalStorage() && Seen.insert(Variable).second) {
        const Expr *Value = Variable->getAnyInitializer();
        if (!Value || model::isNothing(Value, Variable->getASTContext()))
          Value = Globals.valueOf(Variable);
        if (Value)
          TraverseStmt(const_cast<Expr *>(Value));
      }
    return true;
  }

  model::GlobalStores &Globals;
  llvm::SmallPtrSet<const VarDecl *, 8> Seen;
};

} // namespace

bool ExportWords::isMentionedIn(const FunctionDecl *Function, unsigned Depth) {
  auto [Slot, New] = Known.try_emplace(Function, false);
  if (!New || Depth > 6)
    return Slot->second;
  WordSearch Words(Globals);
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Function))
    for (const CXXCtorInitializer *Each : Constructor->inits())
      Words.TraverseStmt(Each->getInit());
  Words.TraverseStmt(Function->getBody());
  DlDevice |= Words.DlDevice;
  bool Found = Words.Found;
  for (const FunctionDecl *Each : Words.Callees)
    Found = Found || isMentionedIn(Each, Depth + 1);
  return Known[Function] = Found;
}

} // namespace dlpack_tidy::flow
