//===--- PythonApi.cpp - what C++ code says to the interpreter ------------===//

#include "model/PythonApi.h"

#include "model/Callable.h"
#include "model/Walk.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace dlpack_tidy::model {
namespace {

PythonCall byName(StringRef Name) {
  return llvm::StringSwitch<PythonCall>(Name)
      .Case("PyGILState_Ensure", PythonCall::TakeGil)
      .Case("PyEval_RestoreThread", PythonCall::TakeGil)
      .Case("PyEval_AcquireThread", PythonCall::TakeGil)
      .Case("PyGILState_Release", PythonCall::DropGil)
      .Case("PyEval_SaveThread", PythonCall::DropGil)
      .Case("PyEval_ReleaseThread", PythonCall::DropGil)
      .Case("Py_IsInitialized", PythonCall::AskAlive)
      .Case("Py_IsFinalizing", PythonCall::AskDying)
      .Case("_Py_IsFinalizing", PythonCall::AskDying)
      .Case("PyGILState_Check", PythonCall::AskGil)
      .Case("PyThreadState_GetUnchecked", PythonCall::AskGil)
      .Case("_PyThreadState_UncheckedGet", PythonCall::AskGil)
      .Case("PyErr_Fetch", PythonCall::SaveError)
      .Case("PyErr_GetRaisedException", PythonCall::SaveError)
      .Case("PyErr_Restore", PythonCall::RestoreError)
      .Case("PyErr_SetRaisedException", PythonCall::RestoreError)
      .Case("PyErr_Clear", PythonCall::ClearError)
      .Case("PyErr_WriteUnraisable", PythonCall::ReportError)
      .Case("PyErr_FormatUnraisable", PythonCall::ReportError)
      .Case("PyErr_Print", PythonCall::ReportError)
      .Case("PyErr_PrintEx", PythonCall::ReportError)
      .Case("PyErr_Occurred", PythonCall::AskError)
      .Case("Py_AddPendingCall", PythonCall::Harmless)
      .Case("Py_AtExit", PythonCall::Harmless)
      .Case("Py_FatalError", PythonCall::Harmless)
      .Case("PyGILState_GetThisThreadState", PythonCall::Harmless)
      .Default(PythonCall::None);
}

/// The C API spells its functions Py…, _Py…: `Py_DECREF`, `PyDict_New`.
bool isApiName(StringRef Name) {
  Name.consume_front("_");
  if (!Name.consume_front("Py"))
    return false;
  return Name.contains('_');
}
bool needsNoLock(StringRef Name) {
  return Name.starts_with("PyMem_Raw") || Name.starts_with("PyThread_") ||
         Name.starts_with("PyMutex_") || Name.starts_with("PyInterpreterState");
}

StringRef namespaceOf(const Decl *Declared) {
  const DeclContext *Context = Declared->getDeclContext();
  StringRef Outermost;
  for (; Context && !Context->isTranslationUnit();
       Context = Context->getParent())
    if (const auto *Namespace = dyn_cast<NamespaceDecl>(Context);
        Namespace && !Namespace->isAnonymousNamespace())
      Outermost = Namespace->getName();
  return Outermost;
}

/// The binding libraries; `py` and `nb` as real namespaces are cut-down copies.
bool isBindingNamespace(StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Case("pybind11", true)
      .Case("nanobind", true)
      .Case("boost", true)
      .Case("py", true)
      .Case("nb", true)
      .Default(false);
}

bool derivesFrom(const CXXRecordDecl *Class,
                 llvm::function_ref<bool(const CXXRecordDecl *)> Holds,
                 unsigned Depth = 0) {
  if (!Class || Depth > 12)
    return false;
  if (Holds(Class))
    return true;
  Class = Class->getDefinition();
  if (!Class)
    return false;
  for (const CXXBaseSpecifier &Base : Class->bases())
    if (derivesFrom(Base.getType()->getAsCXXRecordDecl(), Holds, Depth + 1))
      return true;
  return false;
}

//===--- What a destructor drops ------------------------------------------===//

class DestructionSearch {
public:
  Destruction Found;

  void visit(QualType Type, const std::string &Member, unsigned Depth = 0) {
    if (Type.isNull() || Depth > 8)
      return;
    Type = Type.getCanonicalType();
    if (const auto *Array = dyn_cast<ConstantArrayType>(Type)) {
      visit(Array->getElementType(), Member, Depth + 1);
      return;
    }
    const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
    if (!Class)
      return;
    // A container that nobody has instantiated yet says enough by its name.
    if (!Class->getDefinition() && Class->isInStdNamespace()) {
      visitArguments(Class, Member, Depth);
      return;
    }
    Class = Class->getDefinition();
    if (!Class)
      return;
    if (ownsPythonReference(Class)) {
      if (Found.Drops.empty())
        Found.Drops = Member.empty() ? Class->getNameAsString() : Member;
      return;
    }
    if (Class->hasTrivialDestructor() || !Seen.insert(Class).second)
      return;
    if (Class->isInStdNamespace())
      visitArguments(Class, Member, Depth);
    else
      visitMembers(Class, Depth);
  }

private:
  /// vector<T>, optional<T>, unique_ptr<T>, map<K, V>: any of the arguments.
  void visitArguments(const CXXRecordDecl *Class, const std::string &Member,
                      unsigned Depth) {
    const auto *Instance = dyn_cast<ClassTemplateSpecializationDecl>(Class);
    if (!Instance || plainName(Class) == "function")
      return;
    for (const TemplateArgument &Each : Instance->getTemplateArgs().asArray())
      visitArgument(Each, Member, Depth);
  }
  void visitArgument(const TemplateArgument &Argument,
                     const std::string &Member, unsigned Depth) {
    if (Argument.getKind() == TemplateArgument::Type)
      visit(Argument.getAsType(), Member, Depth + 1);
    else if (Argument.getKind() == TemplateArgument::Pack)
      for (const TemplateArgument &Each : Argument.pack_elements())
        visitArgument(Each, Member, Depth);
  }

  void visitMembers(const CXXRecordDecl *Class, unsigned Depth) {
    const CXXDestructorDecl *Destructor = Class->getDestructor();
    const FunctionDecl *Body = nullptr;
    if (Destructor && Destructor->isUserProvided()) {
      // Somebody wrote a destructor that we cannot read: it may empty the
      // members under the lock or hand them to a thread that holds it.
      if (!Destructor->hasBody(Body))
        return;
      Found.Bodies.push_back(cast<CXXDestructorDecl>(Body));
    }
    for (const FieldDecl *Field : Class->fields())
      if (!Body || !empties(Body, Field))
        visit(Field->getType(),
              Class->getNameAsString() + "::" + Field->getNameAsString(),
              Depth + 1);
    for (const CXXBaseSpecifier &Base : Class->bases())
      visit(Base.getType(), {}, Depth + 1);
  }

  /// True where \p Body does more with \p Field than look at it: moves, resets,
  /// assigns, releases it or passes its address on.
  static bool empties(const FunctionDecl *Body, const FieldDecl *Field) {
    bool Found = false;
    auto Names = [&](const Expr *Value) {
      Value = stripped(Value);
      if (const auto *Address = dyn_cast<UnaryOperator>(Value))
        Value = stripped(Address->getSubExpr());
      const auto *Member = dyn_cast<MemberExpr>(Value);
      return Member && Member->getMemberDecl()->getCanonicalDecl() ==
                           Field->getCanonicalDecl();
    };
    forEachStatement(Body, [&](const Stmt *Each) {
      if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Each)) {
        StringRef Name = plainName(Method->getMethodDecl());
        if ((Name == "release" || Name == "reset" || Name == "clear" ||
             Name == "swap") &&
            Names(Method->getImplicitObjectArgument()))
          Found = true;
      }
      if (const auto *Call = dyn_cast<CallExpr>(Each))
        for (const Expr *Argument : Call->arguments())
          Found |= Names(Argument);
      if (const auto *Construct = dyn_cast<CXXConstructExpr>(Each))
        for (const Expr *Argument : Construct->arguments())
          Found |= Names(Argument);
    });
    return Found;
  }

  llvm::SmallPtrSet<const CXXRecordDecl *, 8> Seen;
};

} // namespace

PythonCall pythonCall(const Expr *Value) {
  const auto *Call = dyn_cast<CallExpr>(Value);
  if (!Call)
    return PythonCall::None;
  const FunctionDecl *Callee = Call->getDirectCallee();
  StringRef Name = plainName(Callee);
  if (const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee)) {
    bool Counts = Name == "dec_ref" || Name == "inc_ref";
    return Counts && isPythonHandle(Method->getParent()) ? PythonCall::NeedsGil
                                                         : PythonCall::None;
  }
  PythonCall Known = byName(Name);
  if (Known != PythonCall::None)
    return Known;
  if (!isApiName(Name))
    return PythonCall::None;
  return needsNoLock(Name) ? PythonCall::Harmless : PythonCall::NeedsGil;
}

/// A guard under another name, whose constructor takes the GIL by a call that
/// nobody can look into: in another file, or through a table of functions.
/// With \p Deep also by functions of this unit, by their names.
static GilScope takesGilOpaquely(const CXXRecordDecl *Class,
                                 bool Deep = false) {
  bool Found = false, Asks = false;
  for (const CXXConstructorDecl *Each : Class->ctors()) {
    auto Look = [&](const Stmt *Part) {
      const auto *Call = dyn_cast<CallExpr>(Part);
      if (!Call || (!Deep && Call->getDirectCallee() &&
                    Call->getDirectCallee()->hasBody()))
        return;
      const Expr *Callee = stripped(Call->getCallee());
      const auto *Member = dyn_cast<MemberExpr>(Callee);
      const auto *Reference = dyn_cast<DeclRefExpr>(Callee);
      std::string Name = Member ? plainName(Member->getMemberDecl()).lower()
                         : Reference ? plainName(Reference->getDecl()).lower()
                                     : std::string();
      Asks |= StringRef(Name).contains("alive") ||
              StringRef(Name).contains("initialized") ||
              StringRef(Name).contains("finaliz");
      Found |= StringRef(Name).contains("gil") ||
               StringRef(Name).contains("ensure") ||
               StringRef(Name).contains("attach") ||
               StringRef(Name).contains("acquire");
    };
    for (const CXXCtorInitializer *Init : Each->inits())
      if (Init->getInit())
        forEachStatement(Init->getInit(), Look);
    if (Each->hasBody())
      forEachStatement(Each->getBody(), Look);
  }
  return !Found ? GilScope::None
         : Asks ? GilScope::AcquireIfAlive
                : GilScope::Acquire;
}

static GilScope gilScope(const CXXRecordDecl *Class, bool FollowedByBody) {
  std::string Name = plainName(Class).lower();
  StringRef Lower = Name;
  if (!Lower.contains("gil")) {
    bool Guards = Lower.contains("guard") || Lower.contains("lock") ||
                  Lower.contains("scope");
    return Guards && Class->hasDefinition() ? takesGilOpaquely(Class)
                                            : GilScope::None;
  }
  if (FollowedByBody && !isBindingNamespace(namespaceOf(Class)))
    return GilScope::None;
  if (Lower.contains("release") || Lower.contains("nogil") ||
      Lower.contains("no_gil"))
    return GilScope::Release;
  return Lower.contains("acquire") || Lower.contains("guard") ||
                 Lower.contains("lock") || Lower.contains("ensure") ||
                 Lower.contains("scope")
             ? GilScope::Acquire
             : GilScope::None;
}

GilScope gilScope(const CXXConstructExpr *Construct) {
  const CXXConstructorDecl *Constructor = Construct->getConstructor();
  if (Constructor->isCopyOrMoveConstructor())
    return GilScope::None;
  return gilScope(Constructor->getParent(), Constructor->hasBody());
}

GilScope gilScope(const VarDecl *Guard) {
  const CXXRecordDecl *Class = Guard->getType()->getAsCXXRecordDecl();
  Class = Class ? Class->getDefinition() : nullptr;
  const CXXDestructorDecl *Destructor =
      Class ? Class->getDestructor() : nullptr;
  return Destructor ? gilScope(Class, Destructor->hasBody()) : GilScope::None;
}

bool saysGilTaken(const VarDecl *Guard) {
  const CXXRecordDecl *Class = Guard->getType()->getAsCXXRecordDecl();
  Class = Class ? Class->getDefinition() : nullptr;
  return Class && takesGilOpaquely(Class, true) == GilScope::AcquireIfAlive;
}

bool isErrorScope(const CXXRecordDecl *Class) {
  return Class && plainName(Class) == "error_scope";
}

bool isPythonHandle(const CXXRecordDecl *Class) {
  return derivesFrom(Class, [](const CXXRecordDecl *Each) {
    StringRef Name = plainName(Each);
    return (Name == "handle" || Name == "object" || Name == "object_base") &&
           isBindingNamespace(namespaceOf(Each));
  });
}

bool ownsPythonReference(const CXXRecordDecl *Class) {
  return derivesFrom(Class, [](const CXXRecordDecl *Each) {
    StringRef Name = plainName(Each);
    return (Name == "object" && isBindingNamespace(namespaceOf(Each))) ||
           Name == "THPPointer" || Name == "_object";
  });
}

bool isPyObjectPointer(QualType Type) {
  if (Type.isNull() || !Type.getNonReferenceType()->isPointerType())
    return false;
  const RecordDecl *Record =
      Type.getNonReferenceType()->getPointeeType()->getAsRecordDecl();
  return Record && plainName(Record) == "_object";
}

Destruction destructionOf(QualType Type) {
  DestructionSearch Search;
  Search.visit(Type, {});
  return std::move(Search.Found);
}

} // namespace dlpack_tidy::model
