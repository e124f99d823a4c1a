//===--- Calls.cpp - expressions, and calls into functions of the text ----===//

#include "python/Flow.h"

#include <algorithm>

using namespace dlpack_tidy::model;

namespace dlpack_tidy::python {
namespace {

/// Deeper nesting is cut off and reported.
constexpr unsigned MaxDepth = 150;
/// Calls are followed this deep.
constexpr unsigned MaxCalls = 4;
/// Characters of a function that does little more than import a module.
constexpr size_t MaxImporter = 300;

/// `sys.exit(…)`, `pytest.skip(…)`, `self.fail(…)`
bool neverReturns(PyRef Call) {
  PyRef Function = valueOf(Call->Base);
  if (!Function)
    return false;
  if (Function->Kind == PyKind::Variable)
    return Function->Text == "exit" || Function->Text == "quit";
  if (Function->Kind != PyKind::Attribute)
    return false;
  if (Function->Text == "skipTest" || Function->Text == "fail")
    if (PyRef Object = valueOf(Function->Base);
        Object && Object->Text == "self")
      return true;
  constexpr std::string_view Leaving[] = {"sys.exit",    "os._exit",
                                          "os.abort",    "pytest.skip",
                                          "pytest.fail", "pytest.xfail"};
  for (std::string_view Each : Leaving)
    if (Function->Text == Each.substr(Each.rfind('.') + 1))
      return dottedName(Function) == Each;
  return false;
}

} // namespace

/// What evaluating \p At does, in the order in which Python does it.
void Flow::evaluate(Node At, State &Now, unsigned Depth) {
  if (!At || !Now.reachable())
    return;
  if (Depth > MaxDepth)
    return giveUp(At, "an expression is nested too deeply");
  switch (At.kind()) {
  case Syntax::Identifier:
  case Syntax::Integer:
  case Syntax::Float:
  case Syntax::True:
  case Syntax::False:
  case Syntax::None:
  case Syntax::Comment:
    return;
  case Syntax::Attribute:
    legacyAttribute(At, Now);
    return evaluate(At.field(Field::Object), Now, Depth + 1);
  case Syntax::Call:
    return callExpression(At, Now, Depth);
  case Syntax::Boolean: {
    Node Left = At.field(Field::Left);
    evaluate(Left, Now, Depth + 1);
    bool GoesOn = At.field(Field::Operator).text() == "and";
    State Right = Now;
    refine(Left, Right, GoesOn);
    evaluate(At.field(Field::Right), Right, Depth + 1);
    refine(Left, Now, !GoesOn);
    Now.join(std::move(Right), Lower.arena());
    return;
  }
  case Syntax::Conditional: {
    std::vector<Node> Parts = At.children();
    if (Parts.size() != 3)
      return;
    evaluate(Parts[1], Now, Depth + 1);
    State Otherwise = Now;
    refine(Parts[1], Now, true);
    evaluate(Parts[0], Now, Depth + 1);
    refine(Parts[1], Otherwise, false);
    evaluate(Parts[2], Otherwise, Depth + 1);
    Now.join(std::move(Otherwise), Lower.arena());
    return;
  }
  case Syntax::Binary: {
    Node Left = At;
    for (; Left.is(Syntax::Binary); Left = Left.field(Field::Left))
      evaluate(Left.field(Field::Right), Now, Depth + 1);
    return evaluate(Left, Now, Depth + 1);
  }
  case Syntax::NamedExpression: {
    Node Value = At.field(Field::Value);
    evaluate(Value, Now, Depth + 1);
    return bindName(At.field(Field::Name), read(Value, Now), Value, Now);
  }
  case Syntax::Lambda:
    return lambda(At, Now, Depth);
  case Syntax::ListComprehension:
  case Syntax::SetComprehension:
  case Syntax::DictionaryComprehension:
  case Syntax::Generator:
    return comprehension(At, Now, Depth);
  default:
    for (Node Each : At.children())
      evaluate(Each, Now, Depth + 1);
  }
}

/// The body of a lambda runs later, with arguments nobody knows.
void Flow::lambda(Node At, State &Now, unsigned Depth) {
  const Scope *Around = Top->Names;
  const Scope &Own = Names.of(At, Around);
  State Inside = Now;
  Node Statement = Top->Statement;
  Top->Names = &Own;
  Top->Statement = Node();
  enterParameters(At, Own, Inside, false);
  evaluate(At.field(Field::Body), Inside, Depth + 1);
  Top->Names = Around;
  Top->Statement = Statement;
}

void Flow::comprehension(Node At, State &Now, unsigned Depth) {
  const Scope *Around = Top->Names;
  Node Statement = Top->Statement;
  State Inside = Now;
  Top->Names = &Names.of(At, Around);
  Top->Statement = Node();
  std::vector<Node> Parts = At.children();
  for (Node Each : Parts) {
    if (Each.is(Syntax::ForIn)) {
      evaluate(Each.field(Field::Right), Inside, Depth + 1);
      bindElement(Each.field(Field::Left), Each.field(Field::Right), Inside);
    } else if (Each.is(Syntax::IfClause)) {
      evaluate(Each.first(), Inside, Depth + 1);
      refine(Each.first(), Inside, true);
    }
  }
  if (!Parts.empty())
    evaluate(Parts.front(), Inside, Depth + 1);
  Top->Names = Around;
  Top->Statement = Statement;
}

void Flow::callExpression(Node At, State &Now, unsigned Depth) {
  Node Function = At.field(Field::FunctionOf);
  evaluate(Function.is(Syntax::Attribute) ? Function.field(Field::Object)
                                          : Function,
           Now, Depth + 1);
  Node Arguments = At.field(Field::Arguments);
  if (Arguments.is(Syntax::Generator))
    evaluate(Arguments, Now, Depth + 1);
  else
    for (Node Each : Arguments.children())
      evaluate(Each.is(Syntax::KeywordArgument) ? Each.field(Field::Value)
                                                : Each,
               Now, Depth + 1);
  if (!Now.reachable())
    return;

  Lower.setResult(At, nullptr);
  PyRef Call = read(At, Now);
  if (Call->Kind != PyKind::Call)
    return;
  if (isGuard(Call)) {
    for (PyRef Each : Call->Elements) {
      Exchange Settled;
      Settled.Role = ExchangeRole::Guard;
      Settled.Subject = Each;
      flow::apply(Now.Arrays, Settled);
    }
    return;
  }
  if (Callee To = calleeOf(At, Now)) {
    if (!canFollow(To) && !(canEnter(To) && handsShared(Call, Now)))
      return;
    Outcome Back = follow(To, Call, Now, nullptr);
    Lower.setResult(At, Back.Value);
    Now = Back.After;
    Followed[At.id()] = std::move(Back);
    return;
  }
  if (neverReturns(Call)) {
    mayRaise(Now);
    return Now.end();
  }
  if (std::optional<Exchange> What = classify(Call)) {
    record(*What, At, Now);
    flow::apply(Now.Arrays, *What);
  }
  legacyMethod(Call, Now);
  writingCall(At, Call, Now);
}

Flow::Callee Flow::calleeOf(Node Call, const State &Now) {
  Node Function = Call.field(Field::FunctionOf);
  if (Function.is(Syntax::Identifier)) {
    Resolved Found = Names.resolve(Function.text(), *Top->Names);
    if (Found.Declared && Found.Declared->Bindings == 1 &&
        Found.Declared->Binding.is(Syntax::Function))
      return {Found.Declared->Binding, Found.Home, nullptr};
    return {};
  }
  if (!Function.is(Syntax::Attribute))
    return {};
  // self.method(…), and Class.method(…) inside the class
  Node Object = Function.field(Field::Object);
  if (!Object.is(Syntax::Identifier))
    return {};
  Resolved Found = Names.resolve(Object.text(), *Top->Names);
  if (!Found.Home || !Found.Declared)
    return {};
  Node Class;
  PyRef Self = nullptr;
  if (Found.Declared->Binding.is(Syntax::Class)) {
    Class = Found.Declared->Binding;
  } else if ((Class = classOfSelf(Object))) {
    Self = read(Object, Now);
  }
  if (!Class)
    return {};
  // The class's scope was made when its methods were collected.
  const Scope &Members = Names.of(Class, &ModuleScope);
  const Variable *Member =
      Members.local(Function.field(Field::AttributeName).text());
  if (!Member || !Member->Binding.is(Syntax::Function))
    return {};
  FunctionInfo *Info = infoOf(Member->Binding);
  if (Info && isStaticMethod(*Info))
    Self = nullptr;
  return {Member->Binding, &Members, Self};
}

/// A function that the options name.
bool Flow::isGuard(PyRef Call) const {
  PyRef Function = valueOf(Call->Base);
  if (Wanted.GuardFunctions.empty() || !Function)
    return false;
  std::string Dotted = dottedName(Function);
  return std::any_of(Wanted.GuardFunctions.begin(), Wanted.GuardFunctions.end(),
                     [&](const std::string &Name) {
                       return Name == Dotted || Name == Function->Text;
                     });
}

bool Flow::canEnter(const Callee &To) const {
  unsigned Calls = 0;
  for (const Frame *Each = Top; Each; Each = Each->Caller, ++Calls)
    if (Each->Function.id() == To.Function.id())
      return false;
  return Calls <= MaxCalls;
}

/// Whether the function can do anything that matters here.
bool Flow::canFollow(const Callee &To) const {
  // `def load_jax(): import jax; return jax`
  std::string_view Text = To.Function.text();
  bool Imports = Text.size() < MaxImporter &&
                 Text.find("import ") != std::string_view::npos;
  return canEnter(To) && (Imports || mentionsAny(GuardWords, To.Function) ||
                          mentionsAny(Triggers, To.Function));
}

Outcome Flow::follow(const Callee &To, PyRef Call, const State &Now,
                     const ReturnTest &Keep) {
  FunctionInfo *Info = infoOf(To.Function);
  Frame Inner;
  Inner.Function = To.Function;
  Inner.Names = &Names.of(To.Function, To.Home);
  Inner.Caller = Top;
  Inner.Recording = Top->Recording && !Keep && Info && Info->CallersKnown;
  Inner.RecordingWrites = Top->RecordingWrites && !Keep;
  Inner.Name = Info ? Info->Name : std::string(To.Function.text());
  if (Inner.Recording)
    Info->Seen = true;

  State Inside = Now;
  bindParameters(To, *Inner.Names, Call, Inside);
  Top = &Inner;
  block(To.Function.field(Field::Body), Inside);
  if (Inside.reachable())
    Inner.Returns.push_back({Node(), Inside});

  Outcome Back;
  Back.After = Now;
  Back.After.end();
  bool First = true;
  for (Return &Each : Inner.Returns) {
    if (Keep)
      Keep(Each.Value, Each.Then);
    if (!Each.Then.reachable())
      continue;
    PyRef Value = Each.Value ? read(Each.Value, Each.Then) : nullptr;
    flow::ExportFacts Result;
    if (Value)
      Result = factsOf(Value, Each.Then);
    Back.Traced |= Each.Value && isTraced(Each.Value, Each.Then);
    if (Each.Value && !Back.Shares)
      Back.Shares = sharingOf(Each.Value, Each.Then);
    if (First)
      Back.Result = Result;
    else
      Back.Result.join(Result);
    Back.Value = First || sameExpression(Back.Value, Value) ? Value : nullptr;
    First = false;
    Back.After.join(std::move(Each.Then), Lower.arena());
  }
  Top = Inner.Caller;
  Back.After.leave(*Inner.Names);
  return Back;
}

/// Gives the parameters of a followed function the caller's arguments: a fact
/// learnt about the parameter is a fact about the caller's array.
void Flow::bindParameters(const Callee &To, const Scope &Own, PyRef Call,
                          State &Now) {
  size_t Position = 0;
  bool First = true, KeywordOnly = false;
  for (Node Each : To.Function.field(Field::ParametersOf).children()) {
    Node Name = parameterName(Each);
    if (!Name || Each.is(Syntax::ListSplatPattern) ||
        Each.is(Syntax::DictionarySplatPattern)) {
      KeywordOnly |= Each.is(Syntax::ListSplatPattern) || Each.text() == "*";
      if (Name)
        Now.assign(Own.local(Name.text())->Identity, Binding(), {});
      continue;
    }
    PyRef Given = nullptr;
    if (First && To.Self)
      Given = To.Self;
    else if (!KeywordOnly && Position < Call->Elements.size())
      Given = Call->Elements[Position++];
    else
      Given = Call->keyword(Name.text());
    First = false;
    Node Default = Each.field(Field::Value);
    if (!Given && Default && !Call->OpenArguments)
      Given = Lower.lower(Default, *To.Home, State());

    Binding New;
    flow::ExportFacts Facts;
    if (Given) {
      if (Given->Kind != PyKind::Unknown)
        New.Definition = Given;
      Facts = factsOf(Given, Now);
      New.Shares = sharing(Given, Now);
    }
    ObjectOrigin Promised =
        Lower.annotated(Each.field(Field::TypeOf), *To.Home);
    if (Facts.Origin == ObjectOrigin::Unknown)
      Facts.Origin = Promised;
    std::string Alias = Given ? subjectKey(Given) : std::string();
    if (!Alias.empty())
      Now.Arrays.set(Alias, Facts);
    Now.assign(Own.local(Name.text())->Identity, std::move(New),
               Alias.empty() ? Facts : flow::ExportFacts());
  }
}

/// A function that anybody may call: its parameters are what the annotations
/// promise, and tracers in a function that JAX compiles.
void Flow::enterParameters(Node Function, const Scope &Own, State &Now,
                           bool Traced) {
  for (Node Each : Function.field(Field::ParametersOf).children()) {
    Node Name = parameterName(Each);
    if (!Name)
      continue;
    Binding New;
    New.Traced = Traced;
    flow::ExportFacts Facts, Elements;
    Node Type = Each.field(Field::TypeOf);
    Facts.Origin = Lower.annotated(Type, *Own.Parent);
    Elements.Origin = Lower.annotatedElements(Type, *Own.Parent);
    uint64_t Identity = Own.local(Name.text())->Identity;
    Now.assign(Identity, std::move(New), Facts);
    if (Elements.Origin != ObjectOrigin::Unknown)
      Now.Arrays.set(elementKey(keyOf(Identity)), Elements);
  }
}

} // namespace dlpack_tidy::python
