//===--- ExportTests.cpp - C++ tests that say where an array lives --------===//

#include "flow/ExportTests.h"

#include "flow/ElementFacts.h"
#include "flow/ValueTests.h"
#include "model/Callable.h"
#include "model/Constants.h"
#include "model/Guess.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;
using namespace dlpack_tidy::model;

namespace dlpack_tidy::flow {
namespace {

StringRef calleeName(const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(E);
  return Call ? plainName(Call->getDirectCallee()) : StringRef();
}

/// An attribute without which an object is no jax.Array.
bool isJaxAttribute(StringRef Name) {
  return Name == "__dlpack_device__" || Name == "platform" ||
         Name == "devices" || Name == "sharding";
}

/// `is_exportable(x)`, `check_dlpack(x)`: a function of the program's own,
/// without a body here, whose name says that it looks where arrays live.
bool isGuardByName(const CallExpr *Call) {
  std::optional<StringRef> Guessed = guessedCallee(Call);
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Guessed && (!Callee || bindingStyle(Callee) ||
                   Callee->isInStdNamespace() || calleeWithBody(Call)))
    return false;
  std::string Name = (Guessed ? *Guessed : plainName(Callee)).lower();
  auto Says = [&](StringRef Word) { return StringRef(Name).contains(Word); };
  return Says("dlpack") || Says("platform") || Says("backend") ||
         Says("on_cpu") || Says("is_cpu") || Says("is_gpu") || Says("on_gpu") ||
         Says("tpu") || Says("memory_kind") || Says("exportable");
}

class Tests {
public:
  Tests(ExportState &State, PyLowering &Lowering, const CallFrame &Frame)
      : State(State), Lowering(Lowering), Frame(Frame) {}

  bool refine(const Expr *Test, bool Truth) {
    if (refineNull(Test, Truth))
      return true;
    if (std::optional<OperatorTest> Operator = operatorTest(Test))
      return compared(Operator->Op, Operator->Left, Operator->Right, Truth);
    if (std::optional<ComparingCall> Call = comparingCall(Test))
      return equal(Call->Left, Call->Right, Truth != Call->ZeroIsEqual);
    if (std::optional<MembershipCall> Call = membershipCall(Test))
      if (member(*Call, Truth))
        return true;
    if (const auto *Call = dyn_cast<CallExpr>(withoutGuessedConversions(Test)))
      if (aboutObject(Call, Truth))
        return true;
    return opaque(Test);
  }

private:
  bool compared(Comparison Op, const Expr *Left, const Expr *Right,
                bool Truth) {
    bool IsEquality = Op == Comparison::Equal || Op == Comparison::NotEqual;
    if (IsEquality) {
      bool Equal = (Op == Comparison::Equal) == Truth;
      for (auto [Call, Other] : {std::pair(Left, Right), {Right, Left}}) {
        // `strcmp(a, b) == 0`, `RichCompareBool(…) == 1`, `s.find(v) != end`.
        std::optional<int64_t> Constant =
            integerConstant(Other, Lowering.context());
        if (std::optional<ComparingCall> Inner = comparingCall(Call))
          if (Constant)
            return equal(Inner->Left, Inner->Right,
                         ((*Constant == 0) == Inner->ZeroIsEqual) == Equal);
        const Expr *Held = Lowering.heldBy(Call, Frame);
        if (std::optional<MembershipCall> Inner =
                membershipCall(Held ? Held : Call))
          if (isEndIterator(Other) || Constant)
            return member(*Inner, (Constant && *Constant != 0) == Equal) ||
                   opaque(Call);
      }
    } else if (std::optional<int64_t> Zero =
                   integerConstant(Right, Lowering.context());
               Zero && *Zero == 0) {
      // `count(v) > 0`, `RichCompareBool(…) > 0`.
      if (Op == Comparison::Greater) {
        if (std::optional<MembershipCall> Inner = membershipCall(Left))
          if (member(*Inner, Truth))
            return true;
        if (std::optional<ComparingCall> Inner = comparingCall(Left))
          return equal(Inner->Left, Inner->Right, Truth != Inner->ZeroIsEqual);
      }
    }
    if (refineComparison(State, Op, Lowering.lower(Left, Frame),
                         Lowering.lower(Right, Frame), Truth))
      return true;
    if (IsEquality && endOfDevices(Left, (Op == Comparison::Equal) == Truth))
      return true;
    return integer(Op, Left, Right, Truth) || opaque(Left) || opaque(Right);
  }

  /// `for (auto device : x.devices())` has looked at them all once it is done.
  bool endOfDevices(const Expr *Iterator, bool AtEnd) {
    const auto *Reference = dyn_cast<DeclRefExpr>(stripped(Iterator));
    if (!Reference || !Reference->getDecl()->isImplicit())
      return false;
    const Expr *Range = Lowering.heldBy(Reference, Frame);
    if (!Range)
      return false;
    PyRef Container = Lowering.lower(Range, Frame);
    PyRef Array = arrayOfDevice(Container);
    if (Array && AtEnd)
      excludeJax(State, Array);
    if (AtEnd)
      endElements(State, subjectKey(Container));
    return Array != nullptr;
  }

  bool equal(const Expr *Left, const Expr *Right, bool Truth) {
    return refineComparison(State, Comparison::Equal,
                            Lowering.lower(Left, Frame),
                            Lowering.lower(Right, Frame), Truth) ||
           opaque(Left) || opaque(Right);
  }

  /// A plain integer variable against a constant: it may become a dl_device.
  bool integer(Comparison Op, const Expr *Left, const Expr *Right, bool Truth) {
    std::optional<int64_t> Constant =
        integerConstant(Right, Lowering.context());
    const Expr *Value = Left;
    if (!Constant) {
      Constant = integerConstant(Left, Lowering.context());
      Value = Right;
      Op = mirrored(Op);
    }
    if (!Constant || !Value->getType()->isIntegralOrEnumerationType())
      return false;
    PyRef Number = Lowering.lower(Value, Frame);
    if (!isPlainNumber(Number))
      return false;
    refineInteger(State, subjectKey(Number), Op, *Constant, Truth);
    return true;
  }

  bool member(const MembershipCall &Call, bool Truth) {
    PyRef Container = valueOf(Lowering.lower(Call.Container, Frame));
    if (Container->Kind != PyKind::Tuple)
      return false;
    // A map's elements are pairs: its keys are what is looked up.
    std::vector<PyRef> Keys;
    for (PyRef Each : Container->Elements) {
      PyRef Key = valueOf(Each);
      Keys.push_back(Key->Kind == PyKind::Tuple && !Key->Elements.empty()
                         ? Key->Elements.front()
                         : Key);
    }
    return refineMembership(State, Lowering.lower(Call.Value, Frame), Keys,
                            Truth);
  }

  /// `hasattr(x, "platform")`, `isinstance<py::array>(x)`, `x.is_none()`, and
  /// functions whose name says what they look at.
  bool aboutObject(const CallExpr *Call, bool Truth) {
    StringRef Name = calleeName(Call);
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
      return Name == "is_none" &&
             none(Member->getImplicitObjectArgument(), Truth);
    unsigned Count = Call->getNumArgs();
    if ((Name == "hasattr" || Name == "PyObject_HasAttrString" ||
         Name == "PyObject_HasAttr" ||
         Name == "PyObject_HasAttrStringWithError") &&
        Count == 2) {
      std::string Attribute = attributeName(Call->getArg(1));
      if (!Truth && isJaxAttribute(Attribute))
        excludeJax(State, Lowering.lower(Call->getArg(0), Frame));
      return true;
    }
    if (Name == "isinstance" || Name == "PyObject_IsInstance")
      return instance(Call, Truth);
    if (Count >= 1 && (Name == "PyCapsule_CheckExact" ||
                       Name == "PyCapsule_IsValid" || Name == "PyArray_Check"))
      return is(Call->getArg(0),
                Name == "PyArray_Check" ? ObjectOrigin::HostArray
                                        : ObjectOrigin::Capsule,
                Truth);
    if (!isGuardByName(Call))
      return false;
    bool Found = false;
    for (const Expr *Argument : Call->arguments())
      if (isPythonObject(Argument->getType())) {
        excludeJax(State, Lowering.lower(Argument, Frame));
        Found = true;
      }
    return Found;
  }

  std::string attributeName(const Expr *Name) {
    PyRef Text = valueOf(Lowering.lower(Name, Frame));
    return Text->Kind == PyKind::String ? Text->Text : interned(Name);
  }

  /// `isinstance<py::array>(x)`, `isinstance(x, torch.Tensor)`.
  bool instance(const CallExpr *Call, bool Truth) {
    if (Call->getNumArgs() == 1) {
      const TemplateArgumentList *Given =
          Call->getDirectCallee()->getTemplateSpecializationArgs();
      if (!Given || Given->size() == 0 ||
          Given->get(0).getKind() != TemplateArgument::Type)
        return false;
      return is(Call->getArg(0), originOfType(Given->get(0).getAsType()),
                Truth);
    }
    if (Call->getNumArgs() != 2)
      return false;
    std::string Class = dottedName(Lowering.lower(Call->getArg(1), Frame));
    auto Of = [&](StringRef Module) {
      return StringRef(Class).starts_with(Module);
    };
    if (Class == "jax.Array") {
      if (!Truth)
        excludeJax(State, Lowering.lower(Call->getArg(0), Frame));
      return true;
    }
    if (Of("numpy."))
      return is(Call->getArg(0), ObjectOrigin::HostArray, Truth);
    if (Of("torch.") || Of("cupy.") || Of("tensorflow.") || Of("mlx."))
      return is(Call->getArg(0), ObjectOrigin::Foreign, Truth);
    return false;
  }

  bool is(const Expr *Object, ObjectOrigin Origin, bool Truth) {
    if (Origin == ObjectOrigin::Unknown)
      return false;
    std::string Key = subjectKey(Lowering.lower(Object, Frame));
    if (Truth && !Key.empty()) {
      ExportFacts Facts = State.get(Key);
      Facts.Origin = Origin;
      State.set(Key, Facts);
    }
    return true;
  }

  /// The C API: a device query that came back NULL told nothing, and what goes
  /// on from there goes on unguarded.
  bool refineNull(const Expr *Test, bool Truth) {
    const Expr *Value = Test->IgnoreParenImpCasts();
    bool IsNull = !Truth;
    if (std::optional<OperatorTest> Compared = operatorTest(Value)) {
      bool IsEqual = Compared->Op == Comparison::Equal;
      if (!IsEqual && Compared->Op != Comparison::NotEqual)
        return false;
      bool RightIsNull = isNull(Compared->Right);
      if (!RightIsNull && !isNull(Compared->Left))
        return false;
      Value = RightIsNull ? Compared->Left : Compared->Right;
      IsNull = IsEqual == Truth;
    }
    if (!Value->getType()->isPointerType() && !isPythonObject(Value->getType()))
      return false;
    PyRef Answer = Lowering.lower(Value, Frame);
    std::optional<Query> Asked = query(Answer);
    if (!Asked)
      return false;
    // An answer that is NULL is no answer: nothing about the place is learnt.
    bool IsDevice = Asked->Asked != Question::Platform &&
                    Asked->Asked != Question::MemoryKind;
    if (IsNull && IsDevice && valueOf(Answer)->Style == BindingStyle::CPython)
      takeBack(State, Asked->Subject);
    return true;
  }

  bool isNull(const Expr *E) {
    return E->IgnoreParenCasts()->isNullPointerConstant(
               Lowering.context(), Expr::NPC_ValueDependentIsNotNull) !=
           Expr::NPCK_NotNull;
  }

  bool none(const Expr *Object, bool Truth) {
    PyExpr None;
    None.Kind = PyKind::None;
    return refineComparison(State, Comparison::Equal,
                            Lowering.lower(Object, Frame), &None, Truth);
  }

  bool opaque(const Expr *E);

  ExportState &State;
  PyLowering &Lowering;
  const CallFrame &Frame;
};

/// Calls \p Visit with every part of an expression that asks about an array.
class QuerySearch : public RecursiveASTVisitor<QuerySearch> {
public:
  QuerySearch(PyLowering &Lowering, const CallFrame &Frame,
              std::function<void(PyRef)> Visit)
      : Lowering(Lowering), Frame(Frame), Visit(std::move(Visit)) {}
  bool VisitExpr(Expr *E) {
    // Only names and calls can be answers; the rest wraps them.
    if (isa<DeclRefExpr>(E) || isa<CallExpr>(E) || isa<MemberExpr>(E)) {
      PyRef Value = Lowering.lower(E, Frame);
      if (query(Value))
        Visit(Value);
    }
    return true;
  }

private:
  PyLowering &Lowering;
  const CallFrame &Frame;
  std::function<void(PyRef)> Visit;
};

bool Tests::opaque(const Expr *E) {
  bool Found = false;
  QuerySearch Search(Lowering, Frame, [&](PyRef Value) {
    refineOpaque(State, Value);
    Found = true;
  });
  Search.TraverseStmt(const_cast<Expr *>(E));
  return Found;
}

} // namespace

bool refineTest(ExportState &State, const Expr *Test, bool Truth,
                PyLowering &Lowering, const CallFrame &Frame) {
  return Tests(State, Lowering, Frame).refine(Test, Truth);
}

bool isPlainNumber(PyRef Value) {
  return Value && !subjectKey(Value).empty() && !query(Value) &&
         ((Value->Kind == PyKind::Variable && !Value->Definition) ||
          Value->Kind == PyKind::Item);
}

bool asksAboutAnArray(const Expr *E, PyLowering &Lowering,
                      const CallFrame &Frame) {
  bool Found = false;
  QuerySearch Search(Lowering, Frame, [&](PyRef) { Found = true; });
  Search.TraverseStmt(const_cast<Expr *>(E));
  return Found;
}

} // namespace dlpack_tidy::flow
