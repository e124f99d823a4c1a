//===--- DtypeLabelRules.cpp - a DLDataType beside what it stands for -----===//

#include "checks/DtypeLabelRules.h"

#include "checks/Findings.h"
#include "model/Callable.h"
#include "model/Constants.h"
#include "model/DLPackTypes.h"
#include "model/SourceText.h"
#include "model/TypeLabels.h"
#include "model/Walk.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace dlpack_tidy::model;

namespace dlpack_tidy::checks {
namespace {

/// DLDataTypeCode, whoever declared it: an enum whose constants have the values
/// that their names stand for.
bool isCodeEnum(const EnumDecl *Enum) {
  constexpr unsigned Enough = 3;
  unsigned Agreeing = 0;
  for (const EnumConstantDecl *Each : Enum->enumerators()) {
    StringRef Name = plainName(Each);
    Name.consume_front("kDL");
    TypeLabel Said = typeLabel(Name, /*Literal=*/false);
    // With widths they are element types.
    if (Said && (Said.Bits || *Said.Code != Each->getInitVal().getExtValue()))
      return false;
    Agreeing += static_cast<bool>(Said);
  }
  return Agreeing >= Enough;
}

class LabelLook {
public:
  LabelLook(const FunctionDecl *Function, ASTContext &Context)
      : Function(Function), Context(Context) {}

  std::vector<fixes::Finding> run() {
    forEachStatement(Function, [&](const Stmt *Each) {
      if (const auto *Case = dyn_cast<CaseStmt>(Each)) {
        // `case A: case B:` share what follows.
        if (!isa<SwitchCase>(Case->getSubStmt()))
          judge(typeLabel(Case->getLHS()), Case->getLHS(), Case->getSubStmt());
      } else if (const auto *If = dyn_cast<IfStmt>(Each)) {
        if (const Expr *Constant = comparedConstant(If->getCond()))
          judge(typeLabel(Constant), Constant, If->getThen());
      }
    });
    return std::move(Found);
  }

private:
  /// `d == Dtype::i64`
  static const Expr *comparedConstant(const Expr *Test) {
    const auto *Compared =
        dyn_cast<BinaryOperator>(Test->IgnoreParenImpCasts());
    if (!Compared || Compared->getOpcode() != BO_EQ)
      return nullptr;
    for (const Expr *Side : {Compared->getRHS(), Compared->getLHS()})
      if (const auto *Named = dyn_cast<DeclRefExpr>(stripped(Side));
          Named && isa<EnumConstantDecl>(Named->getDecl()))
        return Side;
    return nullptr;
  }

  void judge(const TypeLabel &Said, const Expr *Label, const Stmt *Branch) {
    if (!Said || !Branch)
      return;
    unsigned Count = 0;
    const InitListExpr *Only = nullptr;
    forEachStatement(Branch, [&](const Stmt *Each) {
      const auto *List = dyn_cast<InitListExpr>(Each);
      if (!List || !isDtypeRecord(List->getType()->getAsRecordDecl()))
        return;
      if (const InitListExpr *Semantic = List->getSemanticForm())
        List = Semantic;
      Count += List != Only;
      Only = List;
    });
    if (Count == 1 && Only->getNumInits() >= 2)
      compare(Said, Label, Only);
    else if (Count == 0)
      compareCode(Said, Label, Branch);
  }

  /// `case HALF: code = kDLBfloat; break;`
  void compareCode(const TypeLabel &Said, const Expr *Label,
                   const Stmt *Branch) {
    unsigned Count = 0;
    const DeclRefExpr *Only = nullptr;
    forEachStatement(Branch, [&](const Stmt *Each) {
      const auto *Named = dyn_cast<DeclRefExpr>(Each);
      const auto *Constant =
          Named ? dyn_cast<EnumConstantDecl>(Named->getDecl()) : nullptr;
      if (!Constant || !isCodeEnum(cast<EnumDecl>(Constant->getDeclContext())))
        return;
      ++Count;
      Only = Named;
    });
    if (Count != 1)
      return;
    const auto *Constant = cast<EnumConstantDecl>(Only->getDecl());
    if (Constant->getInitVal().getExtValue() == *Said.Code)
      return;
    fixes::Finding Wrong = findingAt(
        Only->getSourceRange(),
        "'" + constantName(Label) +
            "' is exported with another type code than its name says, so "
            "consumers read wrong values; write the code of the element type",
        1);
    addNote(Wrong, Label->getSourceRange(), "the type is named here");
    Found.push_back(std::move(Wrong));
  }

  void compare(const TypeLabel &Said, const Expr *Label,
               const InitListExpr *List) {
    std::optional<int64_t> Code = integerConstant(List->getInit(0), Context);
    std::optional<int64_t> Bits = integerConstant(List->getInit(1), Context);
    bool WrongCode = Code && *Code != *Said.Code;
    bool WrongBits = Bits && Said.Bits && *Bits != *Said.Bits;
    if (!WrongCode && !WrongBits)
      return;
    fixes::Finding Wrong = findingAt(
        List->getSourceRange(),
        quoted(Label, Context) + " is exported with another " +
            (WrongCode && WrongBits ? "type code and width"
             : WrongCode            ? "type code"
                                    : "width") +
            " than its name says, so consumers read wrong values; write the "
            "code and the bits of the element type",
        1);
    addNote(Wrong, Label->getSourceRange(), "the type is named here");
    Found.push_back(std::move(Wrong));
  }

  const FunctionDecl *Function;
  ASTContext &Context;
  std::vector<fixes::Finding> Found;
};

} // namespace

std::vector<fixes::Finding> judgeDtypeLabels(const FunctionDecl *Function,
                                             ASTContext &Context) {
  // Most functions neither answer with a type nor fill one in.
  QualType Type = Function->getReturnType();
  bool Answers = isDtypeRecord(Type.getNonReferenceType()->getAsRecordDecl());
  // A type code alone is a small number.
  Answers |= Type->isEnumeralType() ||
             Type->isSpecificBuiltinType(BuiltinType::UChar) ||
             Type->isSpecificBuiltinType(BuiltinType::Int);
  for (const ParmVarDecl *Each : Function->parameters())
    Answers |= pointeeKind(Each->getType()) != StructKind::None;
  if (!Answers || Function->isDependentContext())
    return {};
  return LabelLook(Function, Context).run();
}

} // namespace dlpack_tidy::checks
