//===--- LostUses.cpp - uses of a variable that the parser dropped --------===//

#include "flow/LostUses.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace dlpack_tidy::flow {
namespace {

/// Where the tree mentions anything by name: uses, declarations, captures.
class Mentions : public RecursiveASTVisitor<Mentions> {
public:
  explicit Mentions(const SourceManager &Sources) : Sources(Sources) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitDeclRefExpr(DeclRefExpr *E) { return add(E->getLocation()); }
  bool VisitMemberExpr(MemberExpr *E) { return add(E->getMemberLoc()); }
  bool VisitCXXDependentScopeMemberExpr(CXXDependentScopeMemberExpr *E) {
    return add(E->getMemberLoc());
  }
  bool VisitOverloadExpr(OverloadExpr *E) { return add(E->getNameLoc()); }
  bool VisitNamedDecl(NamedDecl *D) { return add(D->getLocation()); }
  bool TraverseLambdaCapture(LambdaExpr *, const LambdaCapture *Capture,
                             Expr *Init) {
    add(Capture->getLocation());
    return !Init || TraverseStmt(Init);
  }

  bool contains(SourceLocation At) const { return Seen.count(At); }

private:
  bool add(SourceLocation At) {
    Seen.insert(Sources.getSpellingLoc(At));
    return true;
  }
  const SourceManager &Sources;
  llvm::DenseSet<SourceLocation> Seen;
};

/// Identifiers of a body that stand for variables: not members, not names in
/// preprocessor lines.
template <typename Visitor>
void forEachName(SourceRange Body, ASTContext &Context, Visitor Visit) {
  const SourceManager &Sources = Context.getSourceManager();
  SourceLocation Begin = Sources.getSpellingLoc(Body.getBegin());
  SourceLocation End = Sources.getSpellingLoc(Body.getEnd());
  FileID File = Sources.getFileID(Begin);
  if (Begin.isInvalid() || File != Sources.getFileID(End))
    return;
  StringRef Text = Sources.getBufferData(File);
  Lexer Lex(Sources.getLocForStartOfFile(File), Context.getLangOpts(),
            Text.begin(), Text.begin() + Sources.getFileOffset(Begin),
            Text.end());
  bool Directive = false, AfterMember = false;
  for (Token Next; !Lex.LexFromRawLexer(Next);) {
    if (Sources.getFileOffset(Next.getLocation()) > Sources.getFileOffset(End))
      return;
    if (Next.isAtStartOfLine())
      Directive = Next.is(tok::hash);
    if (!Directive && !AfterMember && Next.is(tok::raw_identifier))
      Visit(Next.getRawIdentifier(), Next.getLocation());
    AfterMember = Next.isOneOf(tok::period, tok::arrow, tok::coloncolon);
  }
}

} // namespace

SourceLocation lostUse(const FunctionDecl *Function,
                       ArrayRef<const ValueDecl *> Variables,
                       ASTContext &Context) {
  if (!Context.getDiagnostics().hasErrorOccurred() || !Function->getBody())
    return {};
  llvm::StringSet<> Names;
  for (const ValueDecl *Each : Variables)
    if (!Each->getName().empty())
      Names.insert(Each->getName());
  Mentions Known(Context.getSourceManager());
  Known.TraverseDecl(const_cast<FunctionDecl *>(Function));
  // A branch that `if constexpr` discards is in the pattern only.
  if (const FunctionDecl *Pattern = Function->getTemplateInstantiationPattern())
    Known.TraverseDecl(const_cast<FunctionDecl *>(Pattern));
  SourceLocation Lost;
  forEachName(Function->getBody()->getSourceRange(), Context,
              [&](StringRef Name, SourceLocation At) {
                if (Lost.isInvalid() && Names.contains(Name) &&
                    !Known.contains(At))
                  Lost = At;
              });
  return Lost;
}

} // namespace dlpack_tidy::flow
