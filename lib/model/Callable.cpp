//===--- Callable.cpp - the function behind an expression -----------------===//

#include "model/Callable.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace dlpack_tidy::model {
namespace {

const FunctionDecl *definitionOf(const FunctionDecl *Function) {
  if (!Function)
    return nullptr;
  const FunctionDecl *Definition = nullptr;
  return Function->hasBody(Definition) ? Definition : Function;
}

bool isNeverReassigned(const VarDecl *Variable) {
  return Variable->hasInit() &&
         (Variable->getType().isConstQualified() || Variable->isConstexpr() ||
          !Variable->getType()->isPointerType() || Variable->isLocalVarDecl());
}

const FunctionDecl *find(const Expr *Value, unsigned Depth) {
  if (!Value || Depth > 8)
    return nullptr;
  Value = stripped(Value);
  if (const auto *Lambda = dyn_cast<LambdaExpr>(Value))
    return Lambda->getCallOperator();
  if (const auto *Operator = dyn_cast<UnaryOperator>(Value)) {
    // `&f`, `*f` and the `+` that turns a lambda into a pointer.
    if (Operator->getOpcode() == UO_AddrOf ||
        Operator->getOpcode() == UO_Deref || Operator->getOpcode() == UO_Plus)
      return find(Operator->getSubExpr(), Depth + 1);
    return nullptr;
  }
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(Value)) {
    // The conversion of a lambda to a function pointer.
    if (isa_and_nonnull<CXXConversionDecl>(Call->getMethodDecl()))
      return find(Call->getImplicitObjectArgument(), Depth + 1);
    return nullptr;
  }
  if (const auto *Member = dyn_cast<MemberExpr>(Value))
    return definitionOf(dyn_cast<FunctionDecl>(Member->getMemberDecl()));
  const auto *Reference = dyn_cast<DeclRefExpr>(Value);
  if (!Reference)
    return nullptr;
  if (const auto *Function = dyn_cast<FunctionDecl>(Reference->getDecl()))
    return definitionOf(Function);
  if (const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl()))
    if (isNeverReassigned(Variable))
      return find(Variable->getInit(), Depth + 1);
  return nullptr;
}

bool hasEffect(const Stmt *Body) {
  if (!Body || isa<NullStmt>(Body))
    return false;
  if (const auto *Block = dyn_cast<CompoundStmt>(Body)) {
    for (const Stmt *Each : Block->body())
      if (hasEffect(Each))
        return true;
    return false;
  }
  if (const auto *Return = dyn_cast<ReturnStmt>(Body))
    return Return->getRetValue() != nullptr;
  // `(void)self;`
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(Body))
    return !Cast->getType()->isVoidType() ||
           !isa<DeclRefExpr>(Cast->getSubExpr()->IgnoreParenImpCasts());
  return true;
}

} // namespace

const FunctionDecl *functionOf(const Expr *Value) { return find(Value, 0); }

bool hasEmptyBody(const FunctionDecl *Function) {
  return Function && Function->hasBody() && !hasEffect(Function->getBody());
}

bool isOneOf(StringRef Name, std::initializer_list<StringRef> Names) {
  return llvm::any_of(Names, [&](StringRef Each) { return Name == Each; });
}

const VarDecl *variableIn(const Expr *Value) {
  const auto *Reference =
      Value ? dyn_cast<DeclRefExpr>(Value->IgnoreParenImpCasts()) : nullptr;
  return Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
}

StringRef plainName(const NamedDecl *Declared) {
  return Declared && Declared->getDeclName().isIdentifier()
             ? Declared->getName()
             : StringRef();
}

bool writesThrough(const FunctionDecl *Callee, unsigned Index) {
  if (!Callee || Index >= Callee->getNumParams())
    return false;
  QualType Type = Callee->getParamDecl(Index)->getType();
  if (!Type->isLValueReferenceType() ||
      Type.getNonReferenceType().isConstQualified())
    return false;
  // As the template has it: `T &` is set, `T &&` is whatever was given. A pack
  // is one parameter there.
  const FunctionDecl *Pattern = Callee->getTemplateInstantiationPattern();
  if (Pattern && Pattern->getNumParams() > 0)
    Type = Pattern->getParamDecl(std::min(Index, Pattern->getNumParams() - 1))
               ->getType();
  if (const auto *Pack = dyn_cast<PackExpansionType>(Type))
    Type = Pack->getPattern();
  return Type->isLValueReferenceType() &&
         !(Callee->isInStdNamespace() &&
           isOneOf(plainName(Callee),
                   {"move", "forward", "get", "as_const", "addressof", "begin",
                    "end", "rbegin", "rend", "data", "size", "empty"}));
}

const Expr *stripped(const Expr *Value) {
  while (Value) {
    const Expr *Inner = Value->IgnoreParenCasts();
    if (const auto *Full = dyn_cast<FullExpr>(Inner))
      Inner = Full->getSubExpr();
    else if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Inner))
      Inner = Temporary->getSubExpr();
    else if (const auto *Temporary = dyn_cast<CXXBindTemporaryExpr>(Inner))
      Inner = Temporary->getSubExpr();
    else if (const auto *Construct = dyn_cast<CXXConstructExpr>(Inner);
             Construct && Construct->getNumArgs() >= 1 &&
             (Construct->getConstructor()->isCopyOrMoveConstructor() ||
              (Construct->getConstructor()->isConvertingConstructor(false) &&
               plainName(Construct->getConstructor()->getParent()) ==
                   "function")))
      Inner = Construct->getArg(0);
    else if (const auto *List = dyn_cast<InitListExpr>(Inner);
             List && List->getNumInits() == 1 &&
             !List->getType()->isRecordType())
      Inner = List->getInit(0);
    if (Inner == Value)
      return Value;
    Value = Inner;
  }
  return Value;
}

} // namespace dlpack_tidy::model
