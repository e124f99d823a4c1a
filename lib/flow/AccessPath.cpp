//===--- AccessPath.cpp - one object, however the source gets to it -------===//

#include "flow/AccessPath.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace dlpack_tidy::flow {
namespace {

/// Methods and functions that hand on the object they are called for.
bool handsOnObject(StringRef Method) {
  return llvm::StringSwitch<bool>(Method)
      .Case("get", true)
      .Case("ptr", true)
      .Case("release", true)
      .Case("value", true)
      .Case("operator->", true)
      .Default(false);
}
bool handsOnArgument(StringRef Function) {
  return llvm::StringSwitch<bool>(Function)
      .Case("move", true)
      .Case("forward", true)
      .Case("addressof", true)
      .Case("as_const", true)
      .Default(false);
}

StringRef nameOf(const FunctionDecl *Function) {
  return Function && Function->getDeclName().isIdentifier()
             ? Function->getName()
             : StringRef();
}

class Resolver {
public:
  explicit Resolver(GraphCache &Graphs) : Graphs(Graphs) {}

  AccessPath resolve(const Expr *Object, const model::CallFrame &Frame) {
    if (!Object || ++Steps > 64)
      return {};
    Object = Object->IgnoreParenCasts();
    if (const auto *Full = dyn_cast<FullExpr>(Object))
      return resolve(Full->getSubExpr(), Frame);
    if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Object))
      return resolve(Temporary->getSubExpr(), Frame);
    if (const auto *Temporary = dyn_cast<CXXBindTemporaryExpr>(Object))
      return resolve(Temporary->getSubExpr(), Frame);
    if (const auto *Reference = dyn_cast<DeclRefExpr>(Object))
      return ofVariable(dyn_cast<VarDecl>(Reference->getDecl()), Frame);
    if (const auto *Member = dyn_cast<MemberExpr>(Object))
      return ofMember(Member, Frame);
    if (isa<CXXThisExpr>(Object))
      return ofThis(cast<CXXThisExpr>(Object), Frame);
    if (const auto *Operator = dyn_cast<UnaryOperator>(Object))
      return Operator->getOpcode() == UO_AddrOf ||
                     Operator->getOpcode() == UO_Deref
                 ? resolve(Operator->getSubExpr(), Frame)
                 : AccessPath();
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(Object))
      return ofConstruction(Construct, Frame);
    if (const auto *Call = dyn_cast<CallExpr>(Object))
      return ofCall(Call, Frame);
    return {};
  }

private:
  /// A reference, or a pointer that never changes, is the object it was bound
  /// to; a value is an object of its own.
  static bool isAlias(const VarDecl *Variable) {
    return Variable->getType()->isReferenceType() ||
           Variable->getType()->isPointerType();
  }

  AccessPath ofVariable(const VarDecl *Variable,
                        const model::CallFrame &Frame) {
    if (!Variable)
      return {};
    Variable = Variable->getCanonicalDecl();
    AccessPath Own;
    Own.Root = Variable;
    if (!isAlias(Variable))
      return Own;
    for (const model::CallFrame *Each = &Frame; Each; Each = Each->Caller) {
      if (const Expr *Passed = Each->argument(Variable)) {
        AccessPath Outer =
            Each->Caller ? resolve(Passed, *Each->Caller) : AccessPath();
        return Outer ? Outer : Own;
      }
      const FunctionGraph *Graph = Graphs.graph(Each->Function);
      if (!Graph)
        continue;
      if (const Expr *Set = Graph->definitions().of(Variable).single()) {
        AccessPath Outer = resolve(Set, *Each);
        return Outer ? Outer : Own;
      }
    }
    return Own;
  }

  AccessPath ofMember(const MemberExpr *Member, const model::CallFrame &Frame) {
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    if (!Field) {
      AccessPath Static;
      Static.Root = dyn_cast<VarDecl>(Member->getMemberDecl());
      return Static;
    }
    AccessPath Base = resolve(Member->getBase(), Frame);
    return Base ? Base.plus(Field) : AccessPath();
  }

  AccessPath ofThis(const CXXThisExpr *This, const model::CallFrame &Frame) {
    if (const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(Frame.CallSite))
      if (Frame.Caller)
        if (AccessPath Outer =
                resolve(Call->getImplicitObjectArgument(), *Frame.Caller))
          return Outer;
    AccessPath Own;
    Own.Root = This->getType()->getPointeeCXXRecordDecl();
    if (Own.Root)
      Own.Root = Own.Root->getCanonicalDecl();
    return Own;
  }

  AccessPath ofConstruction(const CXXConstructExpr *Construct,
                            const model::CallFrame &Frame) {
    // Moving a handle or a smart pointer keeps the object it holds.
    const CXXConstructorDecl *Constructor = Construct->getConstructor();
    if (Construct->getNumArgs() == 1 && Constructor->isMoveConstructor())
      return resolve(Construct->getArg(0), Frame);
    return {};
  }

  AccessPath ofCall(const CallExpr *Call, const model::CallFrame &Frame) {
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call)) {
      if (Operator->getOperator() == OO_Arrow ||
          (Operator->getOperator() == OO_Star && Operator->getNumArgs() == 1))
        return resolve(Operator->getArg(0), Frame);
      return {};
    }
    if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Call)) {
      if (Method->getNumArgs() == 0 &&
          handsOnObject(nameOf(Method->getMethodDecl())))
        return resolve(Method->getImplicitObjectArgument(), Frame);
      return {};
    }
    if (Call->getNumArgs() == 1 &&
        handsOnArgument(nameOf(Call->getDirectCallee())))
      return resolve(Call->getArg(0), Frame);
    return {};
  }

  GraphCache &Graphs;
  unsigned Steps = 0;
};

} // namespace

bool AccessPath::startsWith(const AccessPath &Prefix) const {
  return Root == Prefix.Root && Fields.size() >= Prefix.Fields.size() &&
         std::equal(Prefix.Fields.begin(), Prefix.Fields.end(), Fields.begin());
}

AccessPath AccessPath::plus(const ValueDecl *Field) const {
  AccessPath Longer = *this;
  Longer.Fields.push_back(cast<ValueDecl>(Field->getCanonicalDecl()));
  return Longer;
}

AccessPath AccessPath::parent() const {
  AccessPath Shorter = *this;
  if (!Shorter.Fields.empty())
    Shorter.Fields.pop_back();
  return Shorter;
}

std::string AccessPath::spelled() const {
  std::string Text;
  if (const VarDecl *Variable = variable())
    Text = Variable->getNameAsString();
  for (const ValueDecl *Field : Fields)
    Text += (Text.empty() ? "" : ".") + Field->getNameAsString();
  return Text;
}

AccessPath pathOf(const Expr *Object, const model::CallFrame &Frame,
                  GraphCache &Graphs) {
  return Resolver(Graphs).resolve(Object, Frame);
}

} // namespace dlpack_tidy::flow
