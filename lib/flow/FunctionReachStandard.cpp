//===--- FunctionReachStandard.cpp - calls into the standard library ------===//

#include "flow/Callables.h"
#include "flow/FunctionReach.h"
#include "flow/KnownCalls.h"
#include "model/NdarrayType.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

// No tables of LLVM's at namespace scope: they would run LLVM code while the
// plugin is loaded, before it can refuse a foreign version.
#include <map>
#include <set>

using namespace clang;
using dlpack_tidy::model::isInNamespace;

namespace dlpack_tidy::flow {
namespace {

/// `std::ranges::copy` and `std::views::take` are objects with operator().
const VarDecl *calledObject(const Expr *Call) {
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
  if (!Operator || Operator->getOperator() != OO_Call)
    return nullptr;
  const auto *Reference =
      dyn_cast<DeclRefExpr>(Operator->getArg(0)->IgnoreParenImpCasts());
  const auto *Variable =
      Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  return Variable && isInNamespace(Variable, "std") ? Variable : nullptr;
}

CallForm formOf(const VarDecl *Object) {
  for (const DeclContext *Context = Object->getDeclContext(); Context;
       Context = Context->getParent())
    if (const auto *Space = dyn_cast<NamespaceDecl>(Context))
      if (Space->getName() == "views")
        return CallForm::View;
  return CallForm::Ranges;
}

/// `std::make_pair<float *, int>(...)`.
bool spellsWritableType(const Expr *Call, WriteAccess &Access) {
  const auto *Plain = dyn_cast<CallExpr>(Call);
  const auto *Callee =
      Plain ? dyn_cast<DeclRefExpr>(Plain->getCallee()->IgnoreParenImpCasts())
            : nullptr;
  return Callee &&
         llvm::any_of(Callee->template_arguments(),
                      [&](const TemplateArgumentLoc &Each) {
                        const TemplateArgument &A = Each.getArgument();
                        return A.getKind() == TemplateArgument::Type &&
                               Access.granted(A.getAsType());
                      });
}

bool isExecutionPolicy(QualType Type) {
  const CXXRecordDecl *Record =
      Type.getNonReferenceType()->getAsCXXRecordDecl();
  return Record && Record->getIdentifier() &&
         Record->getName().ends_with("_policy") && isInNamespace(Record, "std");
}

const std::set<llvm::StringRef> Inserters = {
    "push_back",   "push_front", "insert",       "assign",
    "push",        "resize",     "append",       "insert_or_assign",
    "try_emplace", "reset",      "swap",         "insert_range",
    "operator=",   "operator+=", "append_range", "emplace_hint"};

/// Non-const members that lead to a part of the object instead of changing it.
const std::set<llvm::StringRef> HandsOut = {
    "begin",      "end",         "rbegin",      "rend",        "data",
    "operator[]", "at",          "front",       "back",        "value",
    "operator*",  "operator->",  "get",         "top",         "find",
    "operator()", "lower_bound", "upper_bound", "equal_range", "value_or",
    "c_str",      "and_then",    "transform",   "join"};

/// Are the elements something that can lead on? Numbers cannot.
bool keepsPointers(QualType Type) {
  std::optional<model::LibraryTemplate> Holder =
      model::libraryTemplate(Type, "std");
  if (!Holder || holdingOf(Type) != Holding::Elements)
    return !Type->isIntegerType() && mayHoldPointers(Type);
  for (const TemplateArgument &Each : elementsOf(*Holder))
    if (Each.getKind() == TemplateArgument::Type &&
        keepsPointers(Each.getAsType()))
      return true;
  return false;
}

/// What an iterator, a range or a pointer leads to; null where that is not
/// known.
QualType elementOf(QualType Type) {
  Type = Type.getNonReferenceType();
  if (Type->isPointerType())
    return Type->getPointeeType();
  std::optional<model::LibraryTemplate> Found =
      model::libraryTemplate(Type, "std");
  if (!Found)
    Found = model::libraryTemplate(Type, "__gnu_cxx");
  if (!Found || Found->Arguments.empty() ||
      Found->Arguments.front().getKind() != TemplateArgument::Type)
    return {};
  QualType First = Found->Arguments.front().getAsType();
  // `back_insert_iterator<vector<T>>`, `__normal_iterator<T *, vector<T>>`
  bool Through = First->isPointerType() || Found->Name.contains("insert");
  return Through ? elementOf(First) : First;
}

bool isAtomicReference(QualType Type) {
  std::optional<model::LibraryTemplate> Found =
      model::libraryTemplate(Type, "std");
  return Found && Found->Name.ends_with("atomic_ref");
}

} // namespace

bool assignsThrough(QualType Type) {
  std::optional<model::LibraryTemplate> Found =
      model::libraryTemplate(Type, "std");
  return Found && llvm::any_of(Found->Arguments, [](const TemplateArgument &A) {
           return A.getKind() == TemplateArgument::Type &&
                  A.getAsType()->isLValueReferenceType();
         });
}

Reach FunctionReach::callStandard(const Site &At) {
  if (const VarDecl *Object = calledObject(At.Call))
    return callStandardFunction(At, Object->getName(), 1,
                                unsigned(formOf(Object)));
  if (const auto *Method = dyn_cast<CXXMethodDecl>(At.Callee))
    if (At.HasObject)
      return callStandardMethod(At, Method);
  std::string Name = At.Callee->getDeclName().getAsString();
  unsigned First =
      !At.Arguments.empty() && isExecutionPolicy(At.Arguments[0]->getType())
          ? 1
          : 0;
  return callStandardFunction(At, Name, First, unsigned(CallForm::Plain));
}

Reach FunctionReach::callStandardFunction(const Site &At, StringRef Name,
                                          unsigned First, unsigned Form) {
  KnownCall Known = knownStandardCall(Name, At.Arguments.size() - First,
                                      static_cast<CallForm>(Form));
  Reach Given = everything(At, First);
  applyCallables(At, Given);
  if (spellsWritableType(At.Call, Owner.Access))
    spell(Given, WritableSpelling::Kind::Fixed, At.Call);
  auto Writes = [&](unsigned I) {
    Reach Into = At.Reaches[I];
    Into.merge(loaded(At.Reaches[I], At.Arguments[I]->getType()));
    write(Into, {}, At.where(), Name);
    // Elements that are pointers arrive where the output iterator leads.
    QualType Element = elementOf(At.Arguments[I]->getType());
    if (Element.isNull() ||
        (mayHoldPointers(Element) && Owner.Access.granted(Element)))
      store(Into, Given, At.where());
  };
  switch (Known.What) {
  case KnownCall::Does::Reads:
    break;
  case KnownCall::Does::Constructs:
    return makeObject(At, First);
  case KnownCall::Does::WritesOne:
    Writes(First + Known.First);
    break;
  case KnownCall::Does::WritesFrom:
    for (unsigned I = First + Known.First; I < At.Reaches.size(); ++I)
      if (!callableIn(At.Arguments[I]))
        Writes(I);
    break;
  case KnownCall::Does::Unknown:
    for (unsigned I = First; I < At.Reaches.size(); ++I)
      if (!callableIn(At.Arguments[I]) &&
          (Owner.Access.granted(At.typeOf(I)) || Form)) {
        affectAll(At.Reaches[I], Effect::Kind::Written, At.where(), Name);
        Writes(I);
      }
    break;
  }
  bool Leads = At.Call->isGLValue() || mayHoldPointers(At.Call->getType());
  return Leads ? Given : Reach();
}

Reach FunctionReach::callStandardMethod(const Site &At,
                                        const CXXMethodDecl *Method) {
  QualType Object = At.objectType();
  Holding How = holdingOf(Object);
  std::string Name = Method->getDeclName().getAsString();
  SourceLocation Where = At.where();
  Reach Given = everything(At, 1);
  applyCallables(At, Given);
  if (Name == "emplace" || Name == "emplace_back" || Name == "emplace_front") {
    std::optional<model::LibraryTemplate> Holder =
        model::libraryTemplate(Object, "std");
    if (Holder && !Holder->Arguments.empty() &&
        Holder->Arguments.front().getKind() == TemplateArgument::Type)
      Given = construct(Holder->Arguments.front().getAsType(), At, 1);
    if (Owner.Access.granted(Object))
      store(At.Reaches[0], Given, Where);
    return At.Reaches[0];
  }
  if (!Method->isConst() && !HandsOut.count(Name))
    affect(At.Reaches[0], Effect{Effect::Kind::Written, Where, Name});
  if (Name == "operator=" && assignsThrough(Object))
    affectAll(At.Reaches[0], Effect::Kind::Written, Where, Name);
  if (isAtomicReference(Object) && Name != "load" && !plainName(Method).empty())
    affectAll(At.Reaches[0], Effect::Kind::Written, Where, Name);
  if (Inserters.count(Name)) {
    for (unsigned I = 1; I < At.Reaches.size(); ++I)
      affectAll(addressIn(At, I), Effect::Kind::Kept, Where, Name);
    if (keepsPointers(Object))
      store(At.Reaches[0],
            Owner.Access.granted(Object) ? Given : Given.readOnly(), Where);
    return At.Reaches[0];
  }
  if (How == Holding::Unknown) // streams, std::function, threads
    for (unsigned I = 1; I < At.Reaches.size(); ++I)
      if (!isNumberType(At.typeOf(I)) || At.typeOf(I)->isLValueReferenceType())
        if (Owner.Access.granted(At.typeOf(I)))
          affectAll(At.Reaches[I], Effect::Kind::Written, Where, Name);
  if (!At.Call->isGLValue() && !mayHoldPointers(At.Call->getType()))
    return {};
  Reach Inner = loaded(At.Reaches[0], Object);
  switch (How) {
  case Holding::Elements: {
    // Elements, and iterators to them, are a part of the object; an element
    // that is returned by value is a copy of what it leads to.
    bool ByValue = !At.Call->isGLValue() &&
                   holdingOf(At.Call->getType()) != Holding::Pointer &&
                   !At.Call->getType()->isPointerType();
    if (!ByValue)
      return At.Reaches[0];
    Inner.merge(Given);
    return Inner;
  }
  case Holding::Pointer: {
    bool Itself = At.Call->isGLValue() &&
                  At.Call->getType()->getCanonicalTypeUnqualified() ==
                      Object->getCanonicalTypeUnqualified();
    return Itself ? At.Reaches[0] : Inner;
  }
  case Holding::Unknown:
    break;
  }
  Inner.merge(At.Reaches[0]);
  Inner.merge(Given);
  return Inner;
}

/// An algorithm, a thread or std::visit calls what it is given with what else
/// it is given.
void FunctionReach::applyCallables(const Site &At, const Reach &Elements) {
  if (Elements.empty())
    return;
  for (const Expr *Each : At.Arguments)
    if (const FunctionDecl *Callable = callableIn(Each))
      forEachInstance(Callable, [&](const FunctionDecl *Instance) {
        applyCallable(Instance, Elements, At);
      });
}

void FunctionReach::applyCallable(const FunctionDecl *Callable,
                                  const Reach &Elements, const Site &At) {
  if (Inlined.count(Callable)) {
    for (const ParmVarDecl *Each : Callable->parameters()) {
      QualType Type = Each->getType();
      if (!Type->isReferenceType() &&
          (!mayHoldPointers(Type) || isNumberType(Type)))
        continue;
      bool ReadOnly = !Owner.Access.granted(Type) && !Type->isReferenceType();
      Changed |= Nodes[node(Each, Each)].Content.merge(
          ReadOnly ? Elements.readOnly() : Elements);
    }
    return;
  }
  Site Inner;
  Inner.Call = At.Call;
  Inner.Callee = Callable;
  for (unsigned I = 0; I < Callable->getNumParams(); ++I) {
    Inner.Arguments.push_back(At.Call);
    Inner.Reaches.push_back(Elements);
  }
  if (const auto *Method = dyn_cast<CXXMethodDecl>(Callable))
    if (Method->isInstance()) {
      Inner.HasObject = true;
      Inner.Arguments.insert(Inner.Arguments.begin(), At.Call);
      Inner.Reaches.insert(Inner.Reaches.begin(), Elements);
    }
  if (const CallSummary *Summary = Owner.summaryOf(Callable))
    callKnown(Inner, *Summary);
  else
    callUnknown(Inner);
}

} // namespace dlpack_tidy::flow
