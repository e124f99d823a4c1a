//===--- TensorFixes.cpp - edits of code that reads DLPack structs --------===//

#include "fixes/TensorFixes.h"

#include "model/SourceText.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace dlpack_tidy::fixes {
namespace {

const Expr *parentExpr(const Expr *E, ASTContext &Context) {
  DynTypedNodeList Parents = Context.getParents(*E);
  return Parents.size() == 1 ? Parents[0].get<Expr>() : nullptr;
}

/// `m->dl_tensor.data` is spelled `m->dl_tensor.`: what stands before a field.
std::string accessBefore(const MemberExpr *Field, ASTContext &Context) {
  if (Field->isImplicitAccess())
    return "";
  std::string Base = model::textOf(Field->getBase(), Context);
  return Base.empty() ? "" : Base + (Field->isArrow() ? "->" : ".");
}

/// The explicit cast of the address to another pointer type, or null.
const ExplicitCastExpr *castAround(const Expr *Data, ASTContext &Context) {
  for (const Expr *Parent = parentExpr(Data, Context); Parent;
       Parent = parentExpr(Parent, Context)) {
    if (isa<ImplicitCastExpr, ParenExpr>(Parent))
      continue;
    return dyn_cast<ExplicitCastExpr>(Parent);
  }
  return nullptr;
}

/// What the address becomes at once, where that is no cast: `void *p = t.data`.
QualType takenAs(const Expr *Data, ASTContext &Context) {
  QualType Type = Data->getType();
  for (const Expr *Parent = parentExpr(Data, Context);
       Parent && isa<ImplicitCastExpr, ParenExpr>(Parent);
       Parent = parentExpr(Parent, Context))
    Type = Parent->getType();
  return Type;
}

} // namespace

std::optional<Fix> addByteOffset(const Expr *Data, ASTContext &Context) {
  const auto *Field = dyn_cast<MemberExpr>(Data->IgnoreParenImpCasts());
  if (!Field || !Field->getType()->isVoidPointerType())
    return std::nullopt;
  std::string Before = accessBefore(Field, Context);
  std::string Spelled = model::textOf(Field, Context);
  if (Spelled.empty() || (Before.empty() && !Field->isImplicitAccess()))
    return std::nullopt;
  bool CPlusPlus = Context.getLangOpts().CPlusPlus;
  std::string Sum = (CPlusPlus ? "static_cast<char *>(" + Spelled + ")"
                               : "(char *)" + Spelled) +
                    " + " + Before + "byte_offset";
  Fix Made;
  Made.Safety = FixSafety::Safe;
  Made.Description = "add byte_offset to the address";
  const ExplicitCastExpr *Cast = castAround(Data, Context);
  if (!Cast) {
    QualType Taken = takenAs(Data, Context);
    if (!Taken->isVoidPointerType())
      return std::nullopt;
    Made.Edits.push_back({model::spanOf(Field), Sum});
    return Made;
  }
  if (!Cast->getType()->isPointerType())
    return std::nullopt;
  if (const auto *Static = dyn_cast<CXXStaticCastExpr>(Cast)) {
    // From char * another pointer takes a reinterpret_cast, except void *.
    if (!Cast->getType()->isVoidPointerType())
      Made.Edits.push_back(
          {model::spanOf(SourceRange(Static->getOperatorLoc())),
           "reinterpret_cast"});
  } else if (isa<CStyleCastExpr>(Cast)) {
    Sum = "(" + Sum + ")";
  }
  Made.Edits.push_back({model::spanOf(Field), Sum});
  return Made;
}

std::optional<Fix> compactStride(const flow::TensorUse &Use,
                                 ASTContext &Context) {
  const auto *Element = dyn_cast<ArraySubscriptExpr>(Use.At->IgnoreParens());
  flow::Rank Dimensions = Use.Facts.Dimensions;
  if (!Element || !Use.Index || Dimensions.Low != Dimensions.High ||
      *Use.Index < 0 || *Use.Index >= Dimensions.High || Dimensions.High > 4)
    return std::nullopt;
  const auto *Field =
      dyn_cast<MemberExpr>(Element->getBase()->IgnoreParenImpCasts());
  if (!Field || model::tensorField(Field) != model::TensorField::Strides)
    return std::nullopt;
  std::string Before = accessBefore(Field, Context);
  std::string Strides = model::textOf(Field, Context);
  std::string Spelled = model::textOf(Element, Context);
  if (Strides.empty() || Spelled.empty())
    return std::nullopt;
  std::string Compact;
  for (int64_t I = *Use.Index + 1; I < Dimensions.High; ++I)
    Compact += (Compact.empty() ? "" : " * ") + Before + "shape[" +
               std::to_string(I) + "]";
  if (Compact.empty())
    Compact = "1";
  Fix Made;
  Made.Safety = FixSafety::Safe;
  Made.Description = "use the row-major stride where strides is NULL";
  Made.Edits.push_back(
      {model::spanOf(Element),
       "(" + Strides + " ? " + Spelled + " : " + Compact + ")"});
  return Made;
}

std::optional<Fix> testDeleter(const Expr *Call, ASTContext &Context) {
  DynTypedNodeList Parents = Context.getParents(*Call);
  if (Parents.size() != 1 || !Parents[0].get<CompoundStmt>())
    return std::nullopt;
  std::string Deleter =
      model::textOf(cast<CallExpr>(Call)->getCallee(), Context);
  if (Deleter.empty())
    return std::nullopt;
  uint32_t Begin = Call->getBeginLoc().getRawEncoding();
  Fix Made;
  Made.Safety = FixSafety::Safe;
  Made.Description = "test the deleter before it is called";
  Made.Edits.push_back(
      {model::Span::characters(Begin, Begin), "if (" + Deleter + ") "});
  return Made;
}

/// `rows * columns` becomes an index or a 64-bit number at once.
static bool isWantedWide(const Expr *Product, ASTContext &Context) {
  const Expr *Parent = parentExpr(Product, Context);
  while (Parent && isa<ParenExpr>(Parent))
    Parent = parentExpr(Parent, Context);
  if (const auto *Cast = dyn_cast_or_null<ImplicitCastExpr>(Parent))
    return Cast->getType()->isIntegerType() &&
           Context.getTypeSize(Cast->getType()) == 64;
  if (const auto *Element = dyn_cast_or_null<ArraySubscriptExpr>(Parent))
    return Element->getIdx()->IgnoreParens() == Product;
  const auto *Sum = dyn_cast_or_null<BinaryOperator>(Parent);
  if (!Sum || !Sum->isAdditiveOp())
    return false;
  return Sum->getType()->isPointerType() || isWantedWide(Sum, Context);
}

static std::optional<Fix> widenVariable(const VarDecl *Variable,
                                        ASTContext &Context) {
  const TypeSourceInfo *Spelled = Variable->getTypeSourceInfo();
  if (!Spelled || isa<ParmVarDecl>(Variable) || !Variable->isLocalVarDecl() ||
      Variable->getType()->isUnsignedIntegerType())
    return std::nullopt;
  SourceRange Range =
      Spelled->getTypeLoc().getUnqualifiedLoc().getSourceRange();
  std::string Text = model::textOf(Range, Context);
  DynTypedNodeList Parents = Context.getParents(*Variable);
  const auto *Declared =
      Parents.size() == 1 ? Parents[0].get<DeclStmt>() : nullptr;
  if ((Text != "int" && Text != "int32_t" && Text != "std::int32_t") ||
      !Declared || !Declared->isSingleDecl())
    return std::nullopt;
  Fix Made;
  Made.Description = "make '" + Variable->getNameAsString() + "' 64 bits wide";
  Made.Edits.push_back({model::spanOf(Range), "int64_t"});
  return Made;
}

std::optional<Fix> widen(const flow::NarrowedSize &Site, ASTContext &Context) {
  if (Site.Variable)
    return widenVariable(Site.Variable, Context);
  if (!Site.Product || !isWantedWide(Site.Product, Context))
    return std::nullopt;
  // The leftmost factor widens all of them.
  const Expr *First = Site.Product->getLHS()->IgnoreParenImpCasts();
  while (const auto *Inner = dyn_cast<BinaryOperator>(First))
    First = Inner->getLHS()->IgnoreParenImpCasts();
  std::string Text = model::textOf(First, Context);
  if (Text.empty() || !First->getType()->isSignedIntegerType())
    return std::nullopt;
  Fix Made;
  Made.Safety = FixSafety::Safe;
  Made.Description = "multiply in 64 bits";
  Made.Edits.push_back(
      {model::spanOf(First), Context.getLangOpts().CPlusPlus
                                 ? "static_cast<int64_t>(" + Text + ")"
                                 : "(int64_t)" + Text});
  return Made;
}

} // namespace dlpack_tidy::fixes
