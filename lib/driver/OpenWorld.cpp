//===--- OpenWorld.cpp - declares names whose headers are missing ---------===//

#include "driver/OpenWorld.h"

#include "compat/SemaSource.h"
#include "driver/Lookahead.h"
#include "driver/Surroundings.h"
#include "model/Placeholder.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/SemaConsumer.h"
#include "clang/Sema/TypoCorrection.h"
#include "llvm/ADT/DenseSet.h"

#include <map>

using namespace clang;

namespace dlpack_tidy::driver {
namespace {

/// Enough for any file that a person wrote.
constexpr unsigned MaxDeclared = 20000;

/// Declares names in one place of one translation unit.
class Declarer {
public:
  Declarer(ASTContext &Context, DeclContext *Where,
           const DeclarationNameInfo &Name, QualType Anything)
      : Context(Context), Where(Where), At(Name.getLoc()),
        Name(Name.getName().getAsIdentifierInfo()), Anything(Anything),
        Written(Context.getTrivialTypeSourceInfo(Anything, At)) {}

  NamedDecl *makeNamespace() const {
    return NamespaceDecl::Create(Context, Where, /*Inline=*/false, At, At, Name,
                                 /*PrevDecl=*/nullptr, /*Nested=*/false);
  }
  NamedDecl *makeType() const {
    return TypedefDecl::Create(Context, Where, At, At, Name, Written);
  }
  NamedDecl *makeVariable() const {
    return VarDecl::Create(Context, Where, At, At, Name, Anything, Written,
                           Where->isRecord() ? SC_Static : SC_Extern);
  }
  /// template <class, auto, class...> using Name = anything;
  NamedDecl *makeTemplate(ArrayRef<ArgumentKind> Arguments) const {
    auto *List = parametersFor(Arguments);
    auto *Alias = TypeAliasDecl::Create(Context, Where, At, At, Name, Written);
    auto *Made =
        TypeAliasTemplateDecl::Create(Context, Where, At, Name, List, Alias);
    Alias->setDescribedAliasTemplate(Made);
    Alias->setImplicit();
    return Made;
  }

  /// template <class, auto, class...> static anything Name;
  NamedDecl *makeTemplateOf(VarDecl *Variable,
                            ArrayRef<ArgumentKind> Arguments) const {
    auto *List = parametersFor(Arguments);
    auto *Made =
        VarTemplateDecl::Create(Context, Where, At, Name, List, Variable);
    Variable->setDescribedVarTemplate(Made);
    Variable->setImplicit();
    Variable->setAccess(AS_public);
    return Made;
  }

  TypoCorrection declare(NamedDecl *Made) const {
    Made->setImplicit();
    if (Where->isRecord())
      Made->setAccess(AS_public);
    Where->addDecl(Made);
    return TypoCorrection(Made);
  }

private:
  /// A parameter for each of \p Arguments, the last of any number.
  TemplateParameterList *parametersFor(ArrayRef<ArgumentKind> Arguments) const {
    SmallVector<NamedDecl *, 4> Parameters;
    for (ArgumentKind Each : Arguments)
      Parameters.push_back(parameter(
          Each, Parameters.size(), Parameters.size() + 1 == Arguments.size()));
    return TemplateParameterList::Create(Context, At, At, Parameters, At,
                                         /*RequiresClause=*/nullptr);
  }

  NamedDecl *parameter(ArgumentKind Kind, unsigned Position, bool Any) const {
    if (Kind == ArgumentKind::Type)
      return TemplateTypeParmDecl::Create(Context, Where, At, At, 0, Position,
                                          nullptr, /*Typename=*/true, Any);
    QualType Auto = Context.getAutoDeductType();
    return NonTypeTemplateParmDecl::Create(
        Context, Where, At, At, 0, Position, nullptr, Auto, Any,
        Context.getTrivialTypeSourceInfo(Auto, At));
  }

  ASTContext &Context;
  DeclContext *const Where;
  const SourceLocation At;
  IdentifierInfo *const Name;
  const QualType Anything;
  TypeSourceInfo *const Written;
};

class OpenWorld : public compat::MemberSource {
public:
  void InitializeSema(Sema &Started) override { S = &Started; }
  void ForgetSema() override { S = nullptr; }

  TypoCorrection CorrectTypo(const DeclarationNameInfo &Typo, int LookupKind,
                             Scope *Around, CXXScopeSpec *Qualifier,
                             CorrectionCandidateCallback &Candidates,
                             DeclContext *Member, bool Entering,
                             const ObjCObjectPointerType *) override {
    if (!S || !mayDeclare(Typo))
      return TypoCorrection();
    DeclContext *Where = placeFor(Qualifier, Member, Entering);
    QualType Anything = anything();
    if (!Where || Anything.isNull() || ++Declared > MaxDeclared)
      return TypoCorrection();
    Declarer Make(S->Context, Where, Typo, Anything);
    NamedDecl *Made =
        declarationFor(Typo, LookupKind, *Where, Around, Candidates, Make);
    if (!Made)
      return TypoCorrection();
    TypoCorrection Found = Make.declare(Made);
    if (auto *Space = dyn_cast<NamespaceDecl>(Made))
      declareExpected(*Space, Typo.getLoc(), Anything);
    // LLVM 16 looks at the place of each diagnostic without asking for one.
    Found.setCorrectionRange(Qualifier, Typo);
    return Found;
  }

  /// The prelude's class, as soon as it is there: stand-ins inherit from it.
  void use(CXXRecordDecl &Class) {
    Anything = &Class;
    Class.setHasExternalVisibleStorage();
  }

  /// What could be anything has any member.
  bool findMember(const DeclContext &Where, DeclarationName Name) override {
    IdentifierInfo *Identifier = Name.getAsIdentifierInfo();
    if (!S || !Anything || &Where != Anything || !Identifier ||
        !Anything->noload_lookup(Name).empty())
      return false;
    ASTContext &Context = S->Context;
    SourceLocation At = Anything->getLocation();
    QualType Type = compat::typeOf(Context, Anything);
    NamedDecl *Member =
        VarDecl::Create(Context, Anything, At, At, Identifier, Type,
                        Context.getTrivialTypeSourceInfo(Type, At), SC_Static);
    const SourceManager &Sources = S->getSourceManager();
    FileID Main = Sources.getMainFileID();
    if (std::optional<size_t> Use = memberTemplateIn(
            Sources.getBufferData(Main), Identifier->getName()))
      Member =
          Declarer(Context, Anything, DeclarationNameInfo(Name, At), Type)
              .makeTemplateOf(
                  cast<VarDecl>(Member),
                  ahead().arguments(
                      Sources.getLocForStartOfFile(Main).getLocWithOffset(*Use),
                      [](StringRef) { return false; }));
    Member->setImplicit();
    Member->setAccess(AS_public);
    Anything->addHiddenDecl(Member);
    SetExternalVisibleDeclsForName(Anything, Name, {Member});
    return true;
  }

private:
  /// A wrong declaration of these would wreck all that comes later.
  bool mayDeclare(const DeclarationNameInfo &Typo) const {
    const IdentifierInfo *Name = Typo.getName().getAsIdentifierInfo();
    if (!Name || Name->getName().empty() || Name->getName().starts_with("__") ||
        Name->isStr("std") || Name->isStr("size_t") || Name->isStr("ptrdiff_t"))
      return false;
    return Typo.getLoc().isValid() &&
           !S->getSourceManager().isInSystemHeader(Typo.getLoc());
  }

  DeclContext *placeFor(CXXScopeSpec *Qualifier, DeclContext *Member,
                        bool Entering) const {
    DeclContext *Where = Member;
    if (!Where && Qualifier && Qualifier->isSet()) {
      if (Qualifier->isInvalid())
        return nullptr;
      Where = S->computeDeclContext(*Qualifier, Entering);
      if (!Where)
        return nullptr;
    }
    if (!Where || Where->isFunctionOrMethod())
      Where = S->Context.getTranslationUnitDecl();
    Where = Where->getPrimaryContext();
    if (Where->isDependentContext())
      return nullptr;
    for (const DeclContext *Each = Where; Each; Each = Each->getParent())
      if (Each->isStdNamespace())
        return nullptr;
    return Where;
  }

  QualType anything() const {
    return Anything ? compat::typeOf(S->Context, Anything) : QualType();
  }

  /// The text of a name's file, as far as it was not written by a macro.
  Surroundings around(SourceLocation At, StringRef Name) const {
    const SourceManager &Sources = S->getSourceManager();
    auto [File, Offset] = Sources.getDecomposedExpansionLoc(At);
    return Surroundings(Sources.getBufferData(File), Offset, Name);
  }

  /// Whether a template argument of this name is a value: a constant, or a
  /// template's parameter.
  bool isValue(StringRef Name, Scope *Around) const {
    NamedDecl *Found =
        Around ? S->LookupSingleName(Around, &S->Context.Idents.get(Name),
                                     SourceLocation(), Sema::LookupOrdinaryName)
               : nullptr;
    return Found && isa<ValueDecl>(Found);
  }

  /// What clang would look for as the wrong thing, or not ask for at all: a
  /// statement `scope::check(x);` reads as the declaration of `x` where a type
  /// is looked for first, an argument of a known template as a value.
  void declareExpected(NamespaceDecl &Space, SourceLocation At,
                       QualType Anything) {
    const SourceManager &Sources = S->getSourceManager();
    FileID File = Sources.getFileID(Sources.getExpansionLoc(At));
    if (Read.insert(File).second) {
      StringRef Text = Sources.getBufferData(File);
      for (const std::string &Each : calledStatements(Text))
        Expected.try_emplace(Each, false);
      for (const std::string &Each : templateArguments(Text))
        Expected.try_emplace(Each, true);
    }
    std::string Front = Space.getQualifiedNameAsString() + "::";
    for (const auto &[Whole, IsType] : Expected) {
      StringRef Name = Whole;
      if (!Name.consume_front(Front) || Name.contains(':'))
        continue;
      DeclarationNameInfo Place(&S->Context.Idents.get(Name), At);
      Declarer Make(S->Context, &Space, Place, Anything);
      Make.declare(IsType ? Make.makeType() : Make.makeVariable());
    }
  }

  Lookahead ahead() const {
    return Lookahead(S->getSourceManager(), S->getLangOpts());
  }

  NamedDecl *declarationFor(const DeclarationNameInfo &Typo, int LookupKind,
                            const DeclContext &Where, Scope *Around,
                            CorrectionCandidateCallback &Candidates,
                            const Declarer &Make) const {
    SourceLocation At = Typo.getLoc();
    StringRef Name = Typo.getName().getAsIdentifierInfo()->getName();
    Surroundings Text = around(At, Name);
    bool AtFileScope = Where.isFileContext() && !Where.isRecord();
    auto IsSpace = [&] {
      return AtFileScope &&
             (!isUppercase(Name.front()) || Text.readsAsNamespace());
    };
    if (LookupKind == Sema::LookupNamespaceName)
      return Make.makeNamespace();
    if (LookupKind == Sema::LookupNestedNameSpecifierName)
      return IsSpace() ? Make.makeNamespace() : Make.makeType();
    if (ahead().isTemplate(At))
      return Make.makeTemplate(ahead().arguments(
          At, [&](StringRef Each) { return isValue(Each, Around); }));
    SourceLocation Next = At;
    if (ahead().next(Next) == tok::coloncolon && IsSpace())
      return Make.makeNamespace();
    if (Text.isUsed() && Text.isTemplateElsewhere())
      return Make.makeTemplate(ArgumentKind::Type);

    NamedDecl *Type = Make.makeType(), *Variable = Make.makeVariable();
    bool TypeFits = Candidates.ValidateCandidate(TypoCorrection(Type));
    bool VariableFits = Candidates.ValidateCandidate(TypoCorrection(Variable));
    if (TypeFits &&
        (!VariableFits || ahead().isType(At) || Text.isTemplateArgument()))
      return Type;
    return VariableFits ? Variable : nullptr;
  }

  Sema *S = nullptr;
  CXXRecordDecl *Anything = nullptr;
  unsigned Declared = 0;
  /// The files read for what they expect of namespaces, and that: whether it
  /// is a type.
  llvm::DenseSet<FileID> Read;
  std::map<std::string, bool> Expected;
};

class OpenWorldConsumer : public SemaConsumer {
public:
  void InitializeSema(Sema &Started) override {
    World->InitializeSema(Started);
    compat::addSource(Started, World);
    Started.Context.setExternalSource(World);
  }
  void ForgetSema() override { World->ForgetSema(); }
  void HandleTagDeclDefinition(TagDecl *Defined) override {
    if (auto *Class = dyn_cast<CXXRecordDecl>(Defined);
        model::isPlaceholder(Class))
      World->use(*Class);
  }

private:
  llvm::IntrusiveRefCntPtr<OpenWorld> World =
      llvm::makeIntrusiveRefCnt<OpenWorld>();
};

} // namespace

std::unique_ptr<ASTConsumer> makeOpenWorld() {
  return std::make_unique<OpenWorldConsumer>();
}

} // namespace dlpack_tidy::driver
