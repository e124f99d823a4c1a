//===--- ConstSpelling.cpp - const in a written type ----------------------===//

#include "fixes/ConstSpelling.h"
#include "compat/TypeLocs.h"
#include "flow/WriteAccess.h"
#include "model/NdarrayType.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace dlpack_tidy::fixes {
namespace {

using Edits = std::vector<TypeEdit>;

class Speller {
public:
  Speller(const DeclContext *Use, ASTContext &Context)
      : Use(Use), Context(Context) {}

  std::optional<Edits> spell(TypeLoc Written);

private:
  std::optional<Edits> pointee(TypeLoc To);
  std::optional<Edits> specialization(TemplateSpecializationTypeLoc Written,
                                      TypeLoc Whole);
  std::optional<Edits> ndarray(TemplateSpecializationTypeLoc Written,
                               TypeLoc Whole);
  std::optional<Edits> aliasTemplate(TemplateSpecializationTypeLoc Written);
  std::optional<Edits> alias(const TypedefNameDecl *Alias, TypeLoc Whole);

  std::optional<Edits> argument(const TemplateArgumentLoc &Argument) {
    if (Argument.getArgument().getKind() != TemplateArgument::Type)
      return Edits();
    return spell(Argument.getTypeSourceInfo()->getTypeLoc());
  }
  /// What an edit may touch: text of a file, not of a macro.
  static bool isEditable(SourceLocation At) {
    return At.isValid() && At.isFileID();
  }
  std::optional<Edits> insertConst(TypeLoc Before) {
    SourceLocation At = Before.getBeginLoc();
    if (!isEditable(At))
      return std::nullopt;
    return Edits{{At, At, "const "}};
  }
  SourceLocation afterToken(SourceLocation Token) const {
    return Lexer::getLocForEndOfToken(Token, 0, Context.getSourceManager(),
                                      Context.getLangOpts());
  }
  std::string textOf(SourceRange Range, Edits Changes) const;

  const DeclContext *Use;
  ASTContext &Context;
  flow::WriteAccess Access;
};

/// Is there anything to change in this type?
bool leadsToWritable(QualType Type, flow::WriteAccess &Access) {
  return !Type.isNull() &&
         (Access.granted(Type) || model::writableNdarrayIn(Type) ||
          model::writableCallbackResult(Type));
}

std::optional<Edits> Speller::spell(TypeLoc Written) {
  Written = Written.getUnqualifiedLoc();
  if (Written.isNull())
    return std::nullopt;
  if (auto Function = Written.getAs<FunctionTypeLoc>())
    return spell(Function.getReturnLoc());
  if (!leadsToWritable(Written.getType(), Access))
    return Edits();
  if (auto Paren = Written.getAs<ParenTypeLoc>())
    return spell(Paren.getInnerLoc());
  if (Written.getType()->getContainedDeducedType() ||
      Written.getAs<DecltypeTypeLoc>())
    return Edits();
  if (auto Reference = Written.getAs<ReferenceTypeLoc>())
    return pointee(Reference.getPointeeLoc());
  if (auto Pointer = Written.getAs<PointerTypeLoc>())
    return pointee(Pointer.getPointeeLoc());
  if (auto Array = Written.getAs<ArrayTypeLoc>())
    return spell(Array.getElementLoc());
  TypeLoc Named = compat::unelaborated(Written);
  if (auto Template = Named.getAs<TemplateSpecializationTypeLoc>())
    return specialization(Template, Written);
  if (auto Alias = Named.getAs<TypedefTypeLoc>())
    return alias(Alias.getTypePtr()->getDecl(), Written);
  return std::nullopt;
}

/// `float *`, `float &`, `float **`, `Array &`.
std::optional<Edits> Speller::pointee(TypeLoc To) {
  if (To.getType()->getContainedDeducedType())
    return Edits();
  if (model::ndarrayRequest(To.getType()) ||
      leadsToWritable(To.getType(), Access))
    return spell(To);
  if (To.getType().isConstQualified())
    return Edits();
  return insertConst(To);
}

std::optional<Edits>
Speller::specialization(TemplateSpecializationTypeLoc Written, TypeLoc Whole) {
  const TemplateDecl *Template =
      Written.getTypePtr()->getTemplateName().getAsTemplateDecl();
  if (!Template)
    return std::nullopt;
  if (isa<TypeAliasTemplateDecl>(Template))
    return aliasTemplate(Written);
  QualType Type = Whole.getType();
  if (model::ndarrayRequest(Type))
    return ndarray(Written, Whole);
  if (!model::isInNamespace(Template, "std") || Written.getNumArgs() == 0)
    return std::nullopt;
  if (flow::holdingOf(Type) == flow::Holding::Pointer) {
    const TemplateArgumentLoc &First = Written.getArgLoc(0);
    if (First.getArgument().getKind() != TemplateArgument::Type)
      return std::nullopt;
    return pointee(First.getTypeSourceInfo()->getTypeLoc());
  }
  if (flow::holdingOf(Type) != flow::Holding::Elements &&
      Template->getName() != "function")
    return std::nullopt;
  Edits All;
  for (unsigned I = 0; I < Written.getNumArgs(); ++I) {
    std::optional<Edits> Each = argument(Written.getArgLoc(I));
    if (!Each)
      return std::nullopt;
    All.insert(All.end(), Each->begin(), Each->end());
  }
  if (All.empty())
    return std::nullopt;
  return All;
}

std::optional<Edits> Speller::ndarray(TemplateSpecializationTypeLoc Written,
                                      TypeLoc Whole) {
  std::optional<model::NdarrayRequest> Request =
      model::ndarrayRequest(Whole.getType());
  if (Request->Scalar.isNull()) {
    // The tag goes by the same qualifier as the template: `nb::`, `nanobind::`.
    SourceLocation Begin = Whole.getBeginLoc();
    SourceLocation After = afterToken(Written.getLAngleLoc());
    if (!isEditable(Begin) || !isEditable(After) ||
        !isEditable(Written.getTemplateNameLoc()))
      return std::nullopt;
    std::string Qualifier = textOf(
        CharSourceRange::getCharRange(Begin, Written.getTemplateNameLoc())
            .getAsRange(),
        {});
    bool Alone = Written.getNumArgs() == 0;
    return Edits{{After, After, Qualifier + (Alone ? "ro" : "ro, ")}};
  }
  for (unsigned I = 0; I < Written.getNumArgs(); ++I) {
    const TemplateArgumentLoc &Each = Written.getArgLoc(I);
    if (Each.getArgument().getKind() == TemplateArgument::Type &&
        Context.hasSameType(Each.getArgument().getAsType(), Request->Scalar))
      return insertConst(Each.getTypeSourceInfo()->getTypeLoc());
  }
  return std::nullopt; // it came with a pack
}

/// `Array<float, 2>`, where the alias passes its argument on as the scalar.
std::optional<Edits>
Speller::aliasTemplate(TemplateSpecializationTypeLoc Written) {
  std::optional<model::NdarrayRequest> Request =
      model::ndarrayRequest(Written.getType());
  if (!Request || Request->Scalar.isNull())
    return std::nullopt;
  std::optional<Edits> Found;
  for (unsigned I = 0; I < Written.getNumArgs(); ++I) {
    const TemplateArgumentLoc &Each = Written.getArgLoc(I);
    if (Each.getArgument().getKind() != TemplateArgument::Type ||
        !Context.hasSameType(Each.getArgument().getAsType(), Request->Scalar))
      continue;
    if (Found)
      return std::nullopt;
    Found = insertConst(Each.getTypeSourceInfo()->getTypeLoc());
  }
  return Found;
}

/// Replaces the alias by what it stands for, with const: the names in that text
/// have to mean the same here, so the alias has to come from around this place.
std::optional<Edits> Speller::alias(const TypedefNameDecl *Alias,
                                    TypeLoc Whole) {
  if (!Alias->getDeclContext()->Encloses(const_cast<DeclContext *>(Use)))
    return std::nullopt;
  TypeLoc Meaning = Alias->getTypeSourceInfo()->getTypeLoc();
  std::optional<Edits> Inner = spell(Meaning);
  if (!Inner || Inner->empty() || !isEditable(Whole.getBeginLoc()) ||
      !isEditable(Meaning.getBeginLoc()))
    return std::nullopt;
  return Edits{{Whole.getBeginLoc(), afterToken(Whole.getEndLoc()),
                textOf(SourceRange(Meaning.getBeginLoc(),
                                   afterToken(Meaning.getEndLoc())),
                       *Inner)}};
}

/// The characters of \p Range with \p Changes made, on one line.
std::string Speller::textOf(SourceRange Range, Edits Changes) const {
  const SourceManager &Sources = Context.getSourceManager();
  auto [File, Begin] = Sources.getDecomposedLoc(Range.getBegin());
  unsigned End = Sources.getFileOffset(Range.getEnd());
  StringRef Text = Sources.getBufferData(File);
  std::string Result;
  unsigned At = Begin;
  llvm::sort(Changes, [](const TypeEdit &L, const TypeEdit &R) {
    return L.Begin < R.Begin;
  });
  for (const TypeEdit &Each : Changes) {
    unsigned From = Sources.getFileOffset(Each.Begin);
    Result += Text.slice(At, From).str() + Each.Text;
    At = Sources.getFileOffset(Each.End);
  }
  Result += Text.slice(At, End).str();
  std::string OneLine;
  for (char C : Result)
    if (!isspace(static_cast<unsigned char>(C)))
      OneLine += C;
    else if (!OneLine.empty() && OneLine.back() != ' ')
      OneLine += ' ';
  return OneLine;
}

} // namespace

std::optional<std::vector<TypeEdit>>
constSpelling(TypeLoc Written, const DeclContext *Use, ASTContext &Context) {
  return Speller(Use, Context).spell(Written);
}

} // namespace dlpack_tidy::fixes
