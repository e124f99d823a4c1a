//===--- ParsedFunctions.cpp - which functions the parse understood -------===//

#include "driver/ParsedFunctions.h"

#include "driver/FunctionBodies.h"
#include "model/ReadableName.h"

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;
using namespace llvm;

namespace dlpack_tidy::driver {
namespace {

/// As types are spelled: those of missing headers have no declaration that
/// could be asked.
constexpr llvm::StringLiteral ArrayTypes[] = {
    "ndarray<", "DLTensor",   "DLManagedTensor", "pybind11::array", "py::array",
    "array_t<", "at::Tensor", "torch::Tensor",   "TensorView"};
constexpr llvm::StringLiteral DLPackWords[] = {
    "DLTensor", "DLManaged", "__dlpack", "dl_tensor", "dltensor"};

bool containsAny(StringRef Text, ArrayRef<llvm::StringLiteral> Words) {
  return any_of(Words, [&](StringRef Each) { return Text.contains(Each); });
}

bool isArray(const ParmVarDecl *Parameter) {
  QualType Type = Parameter->getType();
  if (Type->isBuiltinType())
    return false;
  return containsAny(Type.getAsString(), ArrayTypes) ||
         containsAny(Type.getCanonicalType().getAsString(), ArrayTypes);
}

using Subjects = SmallPtrSet<const ValueDecl *, 4>;

/// Whether an expression refers to one of some parameters.
class Mention : public RecursiveASTVisitor<Mention> {
public:
  explicit Mention(const Subjects &Of) : Of(Of) {}
  bool VisitDeclRefExpr(DeclRefExpr *Use) {
    Found |= Of.count(Use->getDecl()) != 0;
    return !Found;
  }
  bool Found = false;

private:
  const Subjects &Of;
};

/// Looks for a recovery that mentions a subject; without subjects, for any.
class Recoveries : public RecursiveASTVisitor<Recoveries> {
public:
  explicit Recoveries(const Subjects &Of) : Of(Of) {}
  bool VisitRecoveryExpr(RecoveryExpr *Broken) {
    if (Of.empty()) {
      Found = true;
    } else {
      Mention Within(Of);
      for (Expr *Each : Broken->subExpressions())
        Within.TraverseStmt(Each);
      Found |= Within.Found;
    }
    return !Found;
  }
  bool Found = false;

private:
  const Subjects &Of;
};

class Collector : public FunctionBodies<Collector> {
public:
  explicit Collector(ASTContext &Context)
      : Sources(Context.getSourceManager()) {}

  bool TraverseDecl(Decl *Declared) {
    // Nothing of the libraries is of interest, and they are most of it.
    if (Declared && !isa<TranslationUnitDecl>(Declared) &&
        Sources.isInSystemHeader(Declared->getLocation()))
      return true;
    return RecursiveASTVisitor::TraverseDecl(Declared);
  }

  void add(const FunctionDecl *Function, SourceRange Written) {
    Subjects Arrays;
    for (const ParmVarDecl *Each : Function->parameters())
      if (isArray(Each))
        Arrays.insert(Each);
    if (Arrays.empty() && !namesDLPack(Written))
      return;
    Recoveries Broken(Arrays);
    Broken.TraverseStmt(Function->getBody());
    PresumedLoc At = Sources.getPresumedLoc(
        Sources.getExpansionLoc(Function->getLocation()));
    Functions.push_back({At.isValid() ? At.getFilename() : "",
                         At.isValid() ? At.getLine() : 0,
                         model::readableName(Function),
                         Broken.Found || Function->isInvalidDecl()});
  }

  std::vector<ParsedFunction> Functions;

private:
  bool namesDLPack(SourceRange Written) const {
    CharSourceRange Range = Sources.getExpansionRange(Written);
    auto [File, Begin] = Sources.getDecomposedLoc(Range.getBegin());
    auto [EndFile, End] = Sources.getDecomposedLoc(Range.getEnd());
    return File == EndFile &&
           containsAny(Sources.getBufferData(File).slice(Begin, End),
                       DLPackWords);
  }

  const SourceManager &Sources;
};

} // namespace

std::vector<ParsedFunction> parsedFunctions(ASTContext &Context) {
  Collector Found(Context);
  Found.TraverseAST(Context);
  return std::move(Found.Functions);
}

void unite(std::vector<ParsedFunction> &Functions) {
  llvm::sort(Functions, [](const ParsedFunction &L, const ParsedFunction &R) {
    return std::tuple_cat(L.place(), std::tie(L.Recovered)) <
           std::tuple_cat(R.place(), std::tie(R.Recovered));
  });
  Functions.erase(
      std::unique(Functions.begin(), Functions.end(),
                  [](const ParsedFunction &L, const ParsedFunction &R) {
                    return L.place() == R.place();
                  }),
      Functions.end());
}

} // namespace dlpack_tidy::driver
