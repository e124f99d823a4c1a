//===--- NdarrayInputs.cpp - where Python hands arrays to nanobind code ---===//

#include "model/NdarrayInputs.h"
#include "compat/TypeLocs.h"
#include "model/Callable.h"
#include "model/NdarrayType.h"
#include "model/Walk.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace dlpack_tidy::model {
namespace {

const FunctionDecl *keyOf(const FunctionDecl *Function) {
  return Function->getCanonicalDecl();
}

bool isNamed(const FunctionDecl *Function, StringRef Name) {
  return Function && Function->getDeclName().isIdentifier() &&
         Function->getName() == Name;
}

bool isLambdaOperator(const FunctionDecl *Function) {
  const auto *Method = dyn_cast<CXXMethodDecl>(Function);
  return Method && Method->getParent()->isLambda();
}

std::optional<QualType> casterArray(QualType Type) {
  std::optional<LibraryTemplate> Found = libraryTemplate(Type, "nanobind");
  if (!Found || Found->Name != "type_caster" || Found->Arguments.empty() ||
      Found->Arguments.front().getKind() != TemplateArgument::Type)
    return std::nullopt;
  return writableNdarrayIn(Found->Arguments.front().getAsType());
}

/// `nb::module_`, `nb::class_<...>` and what derives from them: what a binding
/// helper of the user is handed besides the function it binds.
bool isBindingScope(QualType Type) {
  if (Type.isNull())
    return false;
  if (std::optional<LibraryTemplate> Template =
          libraryTemplate(Type, "nanobind"))
    return Template->Name == "class_" || Template->Name == "enum_";
  const CXXRecordDecl *Record =
      Type.getNonReferenceType()->getAsCXXRecordDecl();
  return Record && Record->getDeclName().isIdentifier() &&
         Record->getName() == "module_" && isInNamespace(Record, "nanobind");
}

/// An expression with a part of unknown type in it: does it mention something
/// that functions are bound in?
bool mentionsBindingScope(const Stmt *Part) {
  if (!Part || isa<LambdaExpr>(Part))
    return false;
  if (const auto *E = dyn_cast<Expr>(Part))
    if (isBindingScope(E->getType()))
      return true;
  return llvm::any_of(Part->children(), mentionsBindingScope);
}

const ValueDecl *namedBy(const Expr *E) {
  const auto *Reference = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  return Reference ? Reference->getDecl() : nullptr;
}

bool takesWritableArray(const FunctionDecl *Function) {
  return llvm::any_of(Function->parameters(), [](const ParmVarDecl *Each) {
    return writableNdarrayIn(Each->getType()) ||
           writableCallbackResult(Each->getType());
  });
}

/// `np.attr("zeros")(n)`: an array that has just been made, which can be
/// written whatever its user does.
bool isFreshArray(const Expr *Source, unsigned Depth = 0) {
  Source = stripped(Source);
  if (const auto *Variable = dyn_cast_or_null<VarDecl>(namedBy(Source)))
    return Depth < 2 && Variable->isLocalVarDecl() && Variable->hasInit() &&
           isFreshArray(Variable->getInit(), Depth + 1);
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(Source);
  if (!Call || Call->getNumArgs() == 0)
    return false;
  return anyStatement(Call->getArg(0), [](const Stmt *Each) {
    const auto *Name = dyn_cast<StringLiteral>(Each);
    return Name && Name->isOrdinary() &&
           isOneOf(Name->getString(),
                   {"arange", "array", "concatenate", "copy", "empty",
                    "empty_like", "full", "full_like", "linspace", "ones",
                    "ones_like", "pad", "stack", "zeros", "zeros_like"});
  });
}

} // namespace

std::optional<ArraySource> arraySource(const CallExpr *Call) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  using Kind = ArraySource::Kind;
  if (!Callee) { // in a template
    const Expr *Called = Call->getCallee()->IgnoreParenImpCasts();
    if (Call->isTypeDependent())
      if (std::optional<QualType> Array =
              writableCallbackResult(Called->getType()))
        return ArraySource{Kind::Callback, Call, *Array, nullptr,
                           namedBy(Called)};
    return std::nullopt;
  }
  if (isNamed(Callee, "cast") && !isa<CXXMethodDecl>(Callee) &&
      isInNamespace(Callee, "nanobind")) {
    if (std::optional<QualType> Array = writableNdarrayIn(Call->getType());
        Array && Call->getNumArgs() && !isFreshArray(Call->getArg(0)))
      return ArraySource{Kind::Cast, Call, *Array, nullptr, nullptr};
  } else if (isNamed(Callee, "try_cast") && Call->getNumArgs() > 1 &&
             isInNamespace(Callee, "nanobind")) {
    if (std::optional<QualType> Array =
            writableNdarrayIn(Call->getArg(1)->getType()))
      return ArraySource{Kind::TryCast, Call, *Array, Call->getArg(1),
                         namedBy(Call->getArg(1))};
  } else if (isNamed(Callee, "from_python")) {
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
      if (std::optional<QualType> Array =
              casterArray(Member->getImplicitObjectArgument()->getType()))
        return ArraySource{Kind::Caster, Call, *Array,
                           Member->getImplicitObjectArgument(),
                           namedBy(Member->getImplicitObjectArgument())};
  } else if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call)) {
    if (Operator->getOperator() == OO_Call)
      if (std::optional<QualType> Array =
              writableCallbackResult(Operator->getArg(0)->getType()))
        return ArraySource{Kind::Callback, Call, *Array, nullptr,
                           namedBy(Operator->getArg(0))};
  }
  return std::nullopt;
}

namespace {

/// How the callables of one argument are bound.
struct Manner {
  bool Cast = false;
  const NdarrayInputs::Signature *Again = nullptr;
};

} // namespace

/// One walk over the bodies of the translation unit. A lambda's body is walked
/// with its function.
class NdarrayInputs::Collector : public RecursiveASTVisitor<Collector> {
public:
  explicit Collector(NdarrayInputs &Out) : Out(Out) {}

  bool shouldVisitImplicitCode() const { return false; }

  bool VisitCallExpr(CallExpr *Call) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (Callee)
      Out.Called.insert(keyOf(Callee));
    if (arraySource(Call))
      HasSource = true;
    if (Callee ? isBindingCall(Call, Callee)
               : Call->isTypeDependent() && mentionsBindingScope(Call))
      for (Expr *Argument : Call->arguments())
        bindCallables(Argument);
    bindConstructors(Call);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *Construct) {
    Out.Called.insert(keyOf(Construct->getConstructor()));
    if (isInNamespace(Construct->getConstructor(), "nanobind"))
      for (Expr *Argument : Construct->arguments())
        bindCallables(Argument);
    return true;
  }

  /// `m.def("f", &f, undeclared)`.
  bool VisitRecoveryExpr(RecoveryExpr *Broken) {
    if (mentionsBindingScope(Broken))
      for (Expr *Part : Broken->subExpressions())
        bindCallables(Part);
    return true;
  }

  bool HasSource = false;
  bool HasBindings = false;
  const FunctionDecl *Current = nullptr;

private:
  bool isBindingCall(CallExpr *Call, const FunctionDecl *Callee) {
    if (isInNamespace(Callee, "nanobind"))
      return true;
    if (isInNamespace(Callee, "std"))
      return false;
    return llvm::any_of(Call->arguments(), [](const Expr *Each) {
      return isBindingScope(Each->getType());
    });
  }

  void bind(const FunctionDecl *Function, Manner How) {
    HasBindings = true;
    Out.Bound.insert(keyOf(Function));
    if (How.Cast)
      Out.BoundThroughCast.insert(keyOf(Function));
    if (How.Again)
      Out.Signatures[keyOf(Function)].push_back(*How.Again);
  }

  /// Binds every function and lambda that \p Part mentions without calling it.
  void bindCallables(const Stmt *Part, Manner How = {}) {
    if (!Part)
      return;
    if (const auto *Lambda = dyn_cast<LambdaExpr>(Part))
      return bindLambda(Lambda);
    if (const auto *Reference = dyn_cast<DeclRefExpr>(Part))
      return bindNamed(Reference->getDecl(), How);
    if (const auto *Call = dyn_cast<CallExpr>(Part)) {
      std::optional<Signature> Overload = overloadCast(Call);
      How.Cast |= !Overload;
      How.Again = Overload ? &*Overload : nullptr;
      for (const Expr *Argument : Call->arguments())
        bindCallables(Argument, How);
      return;
    }
    How.Cast |= isa<ExplicitCastExpr>(Part);
    for (const Stmt *Child : Part->children())
      bindCallables(Child, How);
  }

  /// `nb::overload_cast<A, B>(...)`
  std::optional<Signature> overloadCast(const CallExpr *Call) const {
    const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
    const auto *Named =
        Operator
            ? dyn_cast<DeclRefExpr>(Operator->getArg(0)->IgnoreParenImpCasts())
            : nullptr;
    if (!Named || !isInNamespace(Named->getDecl(), "nanobind") ||
        Named->getDecl()->getName() != "overload_cast")
      return std::nullopt;
    Signature Types{{}, Current};
    for (const TemplateArgumentLoc &Each : Named->template_arguments())
      if (Each.getArgument().getKind() == TemplateArgument::Type)
        Types.Types.push_back(Each.getTypeSourceInfo()->getTypeLoc());
    return Types;
  }

  void bindNamed(const ValueDecl *Named, Manner How) {
    if (const auto *Function = dyn_cast<FunctionDecl>(Named))
      return bind(Function, How);
    const auto *Variable = dyn_cast<VarDecl>(Named);
    if (!Variable || !Variable->hasInit())
      return;
    const Expr *Init = Variable->getInit()->IgnoreImplicit();
    if (const auto *Lambda = dyn_cast<LambdaExpr>(Init))
      bindLambda(Lambda);
  }

  void bindLambda(const LambdaExpr *Lambda) {
    bind(Lambda->getCallOperator(), {});
    if (const FunctionTemplateDecl *Template =
            Lambda->getCallOperator()->getDescribedFunctionTemplate())
      for (const FunctionDecl *Each : Template->specializations())
        bind(Each, {});
  }

  /// `nb::class_<C>(...).def(nb::init<A, B>())` binds C's constructor (A, B).
  void bindConstructors(CallExpr *Call) {
    const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
    if (!Member)
      return;
    std::optional<LibraryTemplate> Class = libraryTemplate(
        Member->getImplicitObjectArgument()->getType(), "nanobind");
    if (!Class || Class->Name != "class_" || Class->Arguments.empty() ||
        Class->Arguments.front().getKind() != TemplateArgument::Type)
      return;
    const CXXRecordDecl *Bound =
        Class->Arguments.front().getAsType()->getAsCXXRecordDecl();
    if (!Bound || !Bound->hasDefinition())
      return;
    for (const Expr *Argument : Call->arguments()) {
      std::optional<LibraryTemplate> Init =
          libraryTemplate(Argument->IgnoreImplicit()->getType(), "nanobind");
      if (Init && (Init->Name == "init" || Init->Name == "init_implicit"))
        bindConstructor(Bound, Init->Arguments,
                        writtenArguments(Argument->IgnoreImplicit()));
    }
  }

  /// The template arguments of `nb::init<A, B>()` as they stand there.
  Signature writtenArguments(const Expr *Init) const {
    Signature Types{{}, Current};
    const TypeSourceInfo *Written = nullptr;
    if (const auto *Temporary = dyn_cast<CXXTemporaryObjectExpr>(Init))
      Written = Temporary->getTypeSourceInfo();
    else if (const auto *Value = dyn_cast<CXXScalarValueInitExpr>(Init))
      Written = Value->getTypeSourceInfo();
    else if (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(Init))
      Written = Cast->getTypeInfoAsWritten();
    if (!Written)
      return Types;
    auto Template = compat::unelaborated(Written->getTypeLoc())
                        .getAs<TemplateSpecializationTypeLoc>();
    for (unsigned I = 0; Template && I < Template.getNumArgs(); ++I)
      if (Template.getArgLoc(I).getArgument().getKind() ==
          TemplateArgument::Type)
        Types.Types.push_back(
            Template.getArgLoc(I).getTypeSourceInfo()->getTypeLoc());
    return Types;
  }

  void bindConstructor(const CXXRecordDecl *Class,
                       ArrayRef<TemplateArgument> Types,
                       const Signature &Written) {
    auto Plain = [](QualType Type) {
      return Type.getNonReferenceType().getCanonicalType().getUnqualifiedType();
    };
    for (const CXXConstructorDecl *Each : Class->getDefinition()->ctors()) {
      if (Each->getNumParams() < Types.size())
        continue;
      bool Fits = true;
      for (size_t I = 0; I < Types.size(); ++I)
        Fits &= Types[I].getKind() == TemplateArgument::Type &&
                Plain(Types[I].getAsType()) ==
                    Plain(Each->getParamDecl(I)->getType());
      if (Fits)
        bind(Each, {/*Cast=*/Written.Types.empty(), &Written});
    }
  }

  NdarrayInputs &Out;
};

NdarrayInputs::NdarrayInputs(ArrayRef<const FunctionDecl *> Functions,
                             ASTContext &Context) {
  const SourceManager &Sources = Context.getSourceManager();
  auto IsForeign = [](const FunctionDecl *Each) {
    return isInNamespace(Each, "nanobind") && !isa<CXXMethodDecl>(Each);
  };
  Collector Walk(*this);
  llvm::DenseSet<const FunctionDecl *> WithSource;
  for (const FunctionDecl *Each : Functions) {
    bool PlainLambda =
        isLambdaOperator(Each) && !Each->isTemplateInstantiation();
    if (PlainLambda || IsForeign(Each))
      continue;
    Walk.HasSource = false;
    Walk.Current = Each;
    Walk.TraverseDecl(const_cast<FunctionDecl *>(Each));
    if (Walk.HasSource)
      WithSource.insert(Each);
  }
  for (const FunctionDecl *Each : Functions) {
    if (IsForeign(Each))
      continue;
    Binding How = Binding::No;
    if (Bound.count(keyOf(Each)))
      How = Binding::Here;
    else if (!Walk.HasBindings && Each->isExternallyVisible() &&
             !isLambdaOperator(Each) && !Called.count(keyOf(Each)) &&
             Sources.isInMainFile(Sources.getExpansionLoc(Each->getLocation())))
      How = Binding::Elsewhere;
    bool Takes = How != Binding::No && takesWritableArray(Each);
    bool HasSource = WithSource.count(Each);
    if (isLambdaOperator(Each) && How == Binding::No)
      continue; // a part of its function
    if (How == Binding::Here && isLambdaOperator(Each))
      HasSource = true; // its body was walked with its function's
    if (Takes || HasSource)
      Roots.push_back({Each, How});
  }
  dropPatterns();
}

/// Where a template is instantiated, its instances say more than its pattern.
void NdarrayInputs::dropPatterns() {
  llvm::DenseSet<const FunctionDecl *> Instantiated;
  for (const Root &Each : Roots)
    if (const FunctionDecl *Pattern =
            Each.Function->getTemplateInstantiationPattern())
      Instantiated.insert(Pattern);
  llvm::erase_if(Roots, [&](const Root &Each) {
    return Instantiated.count(Each.Function);
  });
}

bool NdarrayInputs::isBoundLambda(const LambdaExpr *Lambda) const {
  return Bound.count(keyOf(Lambda->getCallOperator()));
}
ArrayRef<NdarrayInputs::Signature>
NdarrayInputs::signatures(const FunctionDecl *Function) const {
  auto Found = Signatures.find(keyOf(Function));
  if (Found == Signatures.end())
    return {};
  return Found->second;
}
bool NdarrayInputs::isBoundThroughCast(const FunctionDecl *Function) const {
  return BoundThroughCast.count(keyOf(Function));
}
bool NdarrayInputs::isCalled(const FunctionDecl *Function) const {
  return Called.count(keyOf(Function));
}

} // namespace dlpack_tidy::model
