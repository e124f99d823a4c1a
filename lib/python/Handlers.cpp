//===--- Handlers.cpp - who takes an error in Python text -----------------===//

#include "python/Handlers.h"

using namespace dlpack_tidy::model;

namespace dlpack_tidy::python {
namespace {

/// The classes that an `except` names: one, or a tuple of them.
rules::ExceptionSet received(PyRef Type) {
  rules::ExceptionSet Set;
  PyRef Known = valueOf(Type);
  if (Known && Known->Kind == PyKind::Tuple) {
    for (PyRef Each : Known->Elements)
      Set = Set | received(Each);
    return Set;
  }
  if (!Type)
    return Set;
  std::string Name = dottedName(Type);
  if (Name.empty())
    Name = Type->Text;
  if (std::optional<rules::PyException> Class = rules::exceptionNamed(Name))
    Set.insert(*Class);
  return Set;
}

bool isEllipsisOrText(Node Statement) {
  if (!Statement.is(Syntax::ExpressionStatement))
    return false;
  Node Inner = Statement.first();
  return !Inner || Inner.text() == "..." || Inner.is(Syntax::String);
}

bool doesNothing(Node Body) {
  for (Node Each : Body.children())
    if (!Each.is(Syntax::Pass) && !isEllipsisOrText(Each))
      return false;
  return true;
}

/// The error goes on to the caller: `raise`, perhaps after some logging.
bool onlyRaisesAgain(Node Body) {
  std::vector<Node> Statements = Body.children();
  for (size_t I = 0; I + 1 < Statements.size(); ++I)
    if (!Statements[I].is(Syntax::ExpressionStatement))
      return false;
  return !Statements.empty() && Statements.back().is(Syntax::Raise) &&
         !Statements.back().first();
}

/// Whether the block always leaves by return, raise, break or continue.
bool alwaysLeaves(Node Body) {
  std::vector<Node> Statements = Body.children();
  if (Statements.empty())
    return false;
  switch (Statements.back().kind()) {
  case Syntax::Return:
  case Syntax::Raise:
  case Syntax::Break:
  case Syntax::Continue:
    return true;
  default:
    return false;
  }
}

/// The names the body of a `try` binds.
std::vector<std::string_view> boundNames(Node Body) {
  std::vector<std::string_view> Found;
  for (Node Each : Body.children()) {
    Node Inner = Each.is(Syntax::ExpressionStatement) ? Each.first() : Each;
    if (Inner.is(Syntax::Assignment))
      forEachTarget(Inner.field(Field::Left),
                    [&](Node Name) { Found.push_back(Name.text()); });
  }
  return Found;
}

bool testsAny(Node Test, const std::vector<std::string_view> &Wanted) {
  std::vector<Node> Pending{Test};
  while (!Pending.empty()) {
    Node Each = Pending.back();
    Pending.pop_back();
    if (Each.is(Syntax::Identifier))
      for (std::string_view Name : Wanted)
        if (Each.text() == Name)
          return true;
    for (Node Child : Each.children())
      Pending.push_back(Child);
  }
  return false;
}

/// Whether what follows \p Try (or `with`) asks if its result is there: the
/// empty handler is then the first half of a fallback.
bool askedLater(Node Try) {
  std::vector<std::string_view> Bound = boundNames(Try.field(Field::Body));
  for (Node Inner = Try; Inner && !Inner.is(Syntax::Function);
       Inner = Inner.parent()) {
    bool After = false;
    for (Node Each : Inner.parent().children()) {
      if (After && (Each.is(Syntax::If) || Each.is(Syntax::While)) &&
          testsAny(Each.field(Field::Condition), Bound))
        return true;
      After |= Each.id() == Inner.id();
    }
  }
  return Bound.empty();
}

} // namespace

std::vector<Handler> handlersOf(Node Try, Lowering &Lower, const Scope &Inside,
                                const State &Now) {
  std::vector<Handler> Found;
  bool FallsThrough = !alwaysLeaves(Try.field(Field::Body));
  for (Node Clause : Try.children()) {
    if (!Clause.is(Syntax::Except) && !Clause.is(Syntax::ExceptGroup))
      continue;
    Node Body, Type;
    for (Node Part : Clause.children())
      (Part.is(Syntax::Block) ? Body : Type) = Part;
    if (onlyRaisesAgain(Body))
      continue;
    Handler Made;
    Made.Range = Clause.span();
    if (Type.is(Syntax::AsPattern))
      Type = Type.first();
    if (Type) {
      Made.Receives = received(Lower.lower(Type, Inside, Now));
      Made.Spelling = Type.text();
      Made.Exception = Type.span();
    } else {
      Made.Receives.insert(rules::PyException::BaseException);
      Made.Spelling = "everything";
    }
    Made.Swallows = FallsThrough && doesNothing(Body) && !askedLater(Try);
    Found.push_back(std::move(Made));
  }
  return Found;
}

bool choosesDevice(Node With, Lowering &Lower, const Scope &Inside,
                   const State &Now) {
  for (Node Item : With.first().children()) {
    Node Value = Item.field(Field::Value);
    if (Value.is(Syntax::Call) &&
        dottedName(Lower.lower(Value.field(Field::FunctionOf), Inside, Now)) ==
            "jax.default_device")
      return true;
  }
  return false;
}

bool expectsFailure(Node With) {
  for (Node Item : With.first().children()) {
    Node Value = Item.field(Field::Value);
    if (Value.is(Syntax::AsPattern))
      Value = Value.first();
    Node Function = Value.field(Field::FunctionOf);
    std::string_view Name = Function.is(Syntax::Attribute)
                                ? Function.field(Field::AttributeName).text()
                                : Function.text();
    for (const char *Each : {"raises", "assertRaises", "assertRaisesRegex"})
      if (Name == Each)
        return true;
  }
  return false;
}

std::vector<Handler> contextHandlersOf(Node With, Lowering &Lower,
                                       const Scope &Inside, const State &Now) {
  std::vector<Handler> Found;
  for (Node Item : With.first().children()) {
    Node Value = Item.field(Field::Value);
    if (Value.is(Syntax::AsPattern))
      Value = Value.first();
    if (!Value.is(Syntax::Call))
      continue;
    PyRef Call = Lower.lower(Value, Inside, Now);
    PyRef Function = Call->Kind == PyKind::Call ? Call->Base : nullptr;
    if (!Function)
      continue;
    Handler Made;
    Made.Range = Value.span();
    Made.Spelling = Value.text();
    if (dottedName(Function) != "contextlib.suppress")
      continue;
    for (PyRef Each : Call->Elements)
      Made.Receives = Made.Receives | received(Each);
    Made.Swallows = !alwaysLeaves(With.field(Field::Body)) && !askedLater(With);
    Found.push_back(std::move(Made));
  }
  return Found;
}

} // namespace dlpack_tidy::python
