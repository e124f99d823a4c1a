//===--- LegacyNameUses.cpp - where C++ code speaks the old dlpack.h ------===//

#include "model/LegacyNameUses.h"

#include "model/Callable.h"
#include "model/DLPackTypes.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include <map>
#include <set>

using namespace clang;
using dlpack_tidy::rules::LegacyKind;
using dlpack_tidy::rules::LegacyName;

namespace dlpack_tidy::model {
namespace {

class NameFinder : public RecursiveASTVisitor<NameFinder> {
public:
  explicit NameFinder(ASTContext &Context)
      : Context(Context), Sources(Context.getSourceManager()) {}

  bool shouldVisitTemplateInstantiations() const { return false; }

  /// All that is declared in \p Outer; of the system's headers only the types,
  /// which may be those of an installed dlpack.h.
  void visit(const DeclContext *Outer) {
    for (Decl *Each : Outer->decls())
      if (!Sources.isInSystemHeader(
              Sources.getExpansionLoc(Each->getLocation())) ||
          isa<EnumDecl, RecordDecl, TypedefNameDecl>(Each))
        TraverseDecl(Each);
      else if (const auto *Block = dyn_cast<LinkageSpecDecl>(Each))
        visit(Block);
  }

  bool VisitDeclRefExpr(DeclRefExpr *Reference) {
    if (const auto *Constant = dyn_cast<EnumConstantDecl>(Reference->getDecl()))
      if (const LegacyName *Name = enumerator(Constant))
        add(*Name, Reference->getLocation());
    return true;
  }
  bool VisitEnumConstantDecl(EnumConstantDecl *Constant) {
    if (const LegacyName *Name = enumerator(Constant))
      declare(*Name, Constant->getLocation());
    return true;
  }

  bool VisitMemberExpr(MemberExpr *Member) {
    if (const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl()))
      if (const LegacyName *Name = field(Field))
        add(*Name, Member->getMemberLoc());
    return true;
  }
  bool VisitFieldDecl(FieldDecl *Field) {
    if (const LegacyName *Name = field(Field))
      declare(*Name, Field->getLocation());
    return true;
  }
  bool VisitDesignatedInitExpr(DesignatedInitExpr *Initialiser) {
    for (const DesignatedInitExpr::Designator &Each :
         Initialiser->designators())
      if (Each.isFieldDesignator() && Each.getFieldName())
        if (const LegacyName *Name = rules::legacyName(
                LegacyKind::Field, Each.getFieldName()->getName().str()))
          if (isDeviceRecord(Initialiser->getType()->getAsRecordDecl()))
            add(*Name, Each.getFieldLoc());
    return true;
  }

  /// Any way to write a type; its last token is the name.
  bool VisitTypeLoc(TypeLoc Written) {
    if (Written.getAs<QualifiedTypeLoc>() || Written.getType().isNull())
      return true;
    const RecordDecl *Record = Written.getType()->getAsRecordDecl();
    if (isDeviceRecord(Record))
      addType(Written.getEndLoc());
    return true;
  }
  bool VisitTypedefNameDecl(TypedefNameDecl *Alias) {
    if (isDeviceRecord(Alias->getUnderlyingType()->getAsRecordDecl()))
      if (const LegacyName *Name = type(plainName(Alias)))
        declare(*Name, Alias->getLocation());
    return true;
  }
  bool VisitRecordDecl(RecordDecl *Record) {
    if (Record->isThisDeclarationADefinition() && isDeviceRecord(Record))
      if (const LegacyName *Name = type(plainName(Record)))
        declare(*Name, Record->getLocation());
    return true;
  }
  bool VisitClassTemplateSpecializationDecl(
      ClassTemplateSpecializationDecl *Instance) {
    if (Instance->isExplicitSpecialization())
      if (const LegacyName *Name = rules::legacyName(
              LegacyKind::Type, Instance->getQualifiedNameAsString()))
        add(*Name, Instance->getLocation());
    return true;
  }

  std::vector<LegacyNameUses> result() {
    std::vector<LegacyNameUses> All;
    for (auto &[Key, Places] : Found) {
      auto Elsewhere = DeclaredElsewhere.find(Key.second);
      if (Elsewhere != DeclaredElsewhere.end() &&
          Elsewhere->second.count(Key.first))
        continue;
      LegacyNameUses Uses;
      Uses.Name = Key.second;
      for (SourceLocation At : Places)
        Uses.Places.push_back(At);
      llvm::sort(Uses.Places, [&](SourceRange L, SourceRange R) {
        return Sources.isBeforeInTranslationUnit(L.getBegin(), R.getBegin());
      });
      Uses.NewNameKnown = isNewNameKnown(*Key.second);
      All.push_back(std::move(Uses));
    }
    llvm::sort(All, [&](const LegacyNameUses &L, const LegacyNameUses &R) {
      return Sources.isBeforeInTranslationUnit(L.Places.front().getBegin(),
                                               R.Places.front().getBegin());
    });
    return All;
  }

private:
  const LegacyName *type(StringRef Name) const {
    return rules::legacyName(LegacyKind::Type, Name.str());
  }
  const LegacyName *enumerator(const EnumConstantDecl *Constant) const {
    return rules::legacyName(LegacyKind::Enumerator, plainName(Constant).str());
  }
  const LegacyName *field(const FieldDecl *Field) const {
    const LegacyName *Name =
        rules::legacyName(LegacyKind::Field, plainName(Field).str());
    if (!Name || tensorField(Field) != TensorField::Device)
      return nullptr;
    // A struct of somebody's own, shaped alike, keeps its field's name.
    const RecordDecl *Record = Field->getParent();
    const TypedefNameDecl *Alias = Record->getTypedefNameForAnonDecl();
    return plainName(Alias ? static_cast<const NamedDecl *>(Alias) : Record) ==
                   "DLTensor"
               ? Name
               : nullptr;
  }

  void addType(SourceLocation At) {
    SourceLocation Spelled = Sources.getSpellingLoc(At);
    StringRef Token =
        Lexer::getSourceText(CharSourceRange::getTokenRange(Spelled, Spelled),
                             Sources, Context.getLangOpts());
    if (const LegacyName *Name = type(Token))
      add(*Name, At);
  }

  void add(const LegacyName &Name, SourceLocation At) {
    if (At.isInvalid() || Sources.isInSystemHeader(Sources.getExpansionLoc(At)))
      return;
    FileID File = Sources.getFileID(Sources.getExpansionLoc(At));
    std::vector<SourceLocation> &Places = Found[{File, &Name}];
    if (llvm::find(Places, At) == Places.end())
      Places.push_back(At);
  }

  /// A declaration in a header is a vendored dlpack.h and not this file's to
  /// change; one in the file itself is renamed with its uses.
  void declare(const LegacyName &Name, SourceLocation At) {
    if (Sources.isInMainFile(Sources.getExpansionLoc(At)))
      add(Name, At);
    else
      DeclaredElsewhere[&Name].insert(
          Sources.getFileID(Sources.getExpansionLoc(At)));
  }

  bool isNewNameKnown(const LegacyName &Name) const {
    if (!DeclaredElsewhere.count(&Name))
      return true;
    // A field cannot be there under both names.
    if (Name.Kind == LegacyKind::Field)
      return false;
    return !Context.getTranslationUnitDecl()
                ->lookup(DeclarationName(&Context.Idents.get(Name.Replacement)))
                .empty();
  }

  ASTContext &Context;
  const SourceManager &Sources;
  std::map<std::pair<FileID, const LegacyName *>, std::vector<SourceLocation>>
      Found;
  /// The headers that declare a name: what else they say of it is one matter
  /// with the declaration.
  std::map<const LegacyName *, std::set<FileID>> DeclaredElsewhere;
};

} // namespace

std::vector<LegacyNameUses> findLegacyNames(ASTContext &Context) {
  // Nobody can use a name that is not in the text.
  bool Any = false;
  for (const rules::LegacyName &Each : rules::legacyNames()) {
    std::string_view Name = Each.Name;
    Name.remove_prefix(
        Name.rfind(':') == std::string_view::npos ? 0 : Name.rfind(':') + 1);
    bool InCpp = Each.Kind == LegacyKind::Type ||
                 Each.Kind == LegacyKind::Field ||
                 Each.Kind == LegacyKind::Enumerator;
    Any |= InCpp && Context.Idents.find(StringRef(Name.data(), Name.size())) !=
                        Context.Idents.end();
  }
  if (!Any)
    return {};
  NameFinder Finder(Context);
  Finder.visit(Context.getTranslationUnitDecl());
  return Finder.result();
}

} // namespace dlpack_tidy::model
