//===--- GlobalStores.cpp - what global Python objects are set to ---------===//

#include "model/GlobalStores.h"

#include "model/PyLowering.h"
#include "model/Unwrap.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace dlpack_tidy::model {
namespace {

const VarDecl *globalIn(const Expr *E) {
  const auto *Reference = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
  const auto *Variable =
      Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  return Variable && Variable->hasGlobalStorage() &&
                 isPythonObject(Variable->getType())
             ? Variable->getCanonicalDecl()
             : nullptr;
}

class StoreSearch : public RecursiveASTVisitor<StoreSearch> {
public:
  StoreSearch(llvm::DenseMap<const VarDecl *, const Expr *> &Stores,
              ASTContext &Context)
      : Stores(Stores), Context(Context) {}

  bool VisitBinaryOperator(BinaryOperator *Operator) {
    if (Operator->getOpcode() == BO_Assign)
      add(globalIn(Operator->getLHS()), Operator->getRHS());
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *Call) {
    if (Call->getOperator() == OO_Equal && Call->getNumArgs() == 2)
      add(globalIn(Call->getArg(0)), Call->getArg(1));
    return true;
  }
  bool VisitVarDecl(VarDecl *Variable) {
    if (Variable->hasGlobalStorage() && Variable->getInit() &&
        isPythonObject(Variable->getType()))
      add(Variable->getCanonicalDecl(), Variable->getInit());
    return true;
  }

private:
  void add(const VarDecl *Variable, const Expr *Value) {
    if (!Variable || isNothing(Value, Context))
      return;
    auto [Slot, New] = Stores.try_emplace(Variable, Value);
    if (!New)
      Slot->second = nullptr;
  }

  llvm::DenseMap<const VarDecl *, const Expr *> &Stores;
  ASTContext &Context;
};

} // namespace

const Expr *GlobalStores::valueOf(const VarDecl *Variable) {
  if (!isPythonObject(Variable->getType()))
    return nullptr;
  if (!IsRead)
    readUnit();
  return Stores.lookup(Variable->getCanonicalDecl());
}

void GlobalStores::readUnit() {
  IsRead = true;
  const SourceManager &Sources = Context.getSourceManager();
  StoreSearch Search(Stores, Context);
  for (Decl *Top : Context.getTranslationUnitDecl()->decls())
    if (!Sources.isInSystemHeader(Sources.getExpansionLoc(Top->getLocation())))
      Search.TraverseDecl(Top);
}

} // namespace dlpack_tidy::model
