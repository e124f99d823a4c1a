//===--- Lowering.cpp - from Python's syntax to the model's expressions ---===//

#include "python/Lowering.h"

#include "rules/Consumers.h"

#include <algorithm>

using namespace dlpack_tidy::model;

namespace dlpack_tidy::python {
namespace {

constexpr unsigned MaxDepth = 200;

/// Modules that text run inside another program uses without importing them:
/// the embedding program has put them into the globals.
bool isLibrary(std::string_view Name) {
  for (const char *Each : {"jax", "numpy", "torch", "cupy", "tensorflow"})
    if (Name == Each)
      return true;
  return false;
}

/// What an attribute of an array is: still an array of the same library.
bool isArrayAttribute(std::string_view Name) {
  for (const char *Each : {"T", "mT", "H", "mH", "real", "imag", "at", "data"})
    if (Name == Each)
      return true;
  return false;
}

std::optional<int64_t> integerOf(std::string_view Text) {
  std::string Digits;
  for (char Each : Text)
    if (Each != '_')
      Digits += Each;
  int Base = 10;
  size_t Start = 0;
  if (Digits.size() > 2 && Digits[0] == '0') {
    char Kind = static_cast<char>(Digits[1] | 0x20);
    Base = Kind == 'x' ? 16 : Kind == 'o' ? 8 : Kind == 'b' ? 2 : 10;
    Start = Base == 10 ? 0 : 2;
  }
  int64_t Value = 0;
  for (char Each : Digits.substr(Start)) {
    int Digit = Each <= '9' ? Each - '0' : (Each | 0x20) - 'a' + 10;
    if (Digit < 0 || Digit >= Base || Value > (INT64_MAX - Digit) / Base)
      return std::nullopt;
    Value = Value * Base + Digit;
  }
  return Value;
}

} // namespace

PyExpr &Lowering::make(PyKind Kind, Node At) {
  PyExpr &Made = Arena.make(Kind, At.span());
  Made.Style = BindingStyle::Python;
  Made.Node = At.id();
  return Made;
}

PyRef Lowering::lower(Node At, const Scope &Inside, const State &Now,
                      unsigned Depth) {
  if (!At)
    return &Arena.make(PyKind::Unknown);
  if (Depth > MaxDepth) {
    CutOff = true;
    return &make(PyKind::Unknown, At);
  }
  switch (At.kind()) {
  case Syntax::Identifier:
    return name(At, Inside, Now, Depth);
  case Syntax::Attribute:
    return attribute(At, Inside, Now, Depth);
  case Syntax::Subscript:
    return item(At, Inside, Now, Depth);
  case Syntax::Call:
    return call(At, Inside, Now, Depth);
  case Syntax::Binary:
    return binary(At, Inside, Now, Depth);
  case Syntax::Unary:
    return unary(At, Inside, Now, Depth);
  case Syntax::Tuple:
  case Syntax::List:
  case Syntax::Set:
  case Syntax::ExpressionList:
  case Syntax::Dictionary:
    return sequence(At, Inside, Now, Depth);
  case Syntax::Conditional:
    return choice(At, Inside, Now, Depth);
  case Syntax::Parenthesized:
  case Syntax::Await:
  case Syntax::Type:
    return lower(At.first(), Inside, Now, Depth + 1);
  case Syntax::NamedExpression:
    return lower(At.field(Field::Value), Inside, Now, Depth + 1);
  case Syntax::String:
  case Syntax::ConcatenatedString:
    if (std::optional<std::string> Value = stringValue(At)) {
      PyExpr &Made = make(PyKind::String, At);
      Made.Text = std::move(*Value);
      return &Made;
    }
    return &make(PyKind::Unknown, At);
  case Syntax::Integer:
    if (std::optional<int64_t> Value = integerOf(At.text())) {
      PyExpr &Made = make(PyKind::Integer, At);
      Made.Number = *Value;
      return &Made;
    }
    return &make(PyKind::Unknown, At);
  case Syntax::True:
  case Syntax::False: {
    PyExpr &Made = make(PyKind::Boolean, At);
    Made.Number = At.is(Syntax::True);
    return &Made;
  }
  case Syntax::None:
    return &make(PyKind::None, At);
  default:
    return &make(PyKind::Unknown, At);
  }
}

PyRef Lowering::name(Node At, const Scope &Inside, const State &Now,
                     unsigned Depth) {
  Resolved Found = Names.resolve(At.text(), Inside);
  if (Found.Declared && Found.Declared->Import)
    return imported(Found.Declared->Import, At);
  if (!Found.Declared) {
    std::string_view Module = rules::customaryModule(At.text());
    if (!Module.empty() || isLibrary(At.text()))
      return modulePath(std::string(Module.empty() ? At.text() : Module), At);
  }
  PyExpr &Made = make(PyKind::Variable, At);
  Made.Text = At.text();
  Made.Identity = Found.Identity;
  if (const Binding *Known = Now.find(Found.Identity))
    Made.Definition = Known->Definition;
  else if (Found.Declared && Found.Home != &Inside &&
           Found.Declared->Bindings == 1)
    Made.Definition = defined(Found, At, Depth);
  Made.Origin = Now.Arrays.get(keyOf(Found.Identity)).Origin;
  return &Made;
}

/// The value of a variable that is set once, in a scope around the one that
/// reads it.
PyRef Lowering::defined(const Resolved &Name, Node At, unsigned Depth) {
  Node Binding = Name.Declared->Binding;
  if (!Binding.is(Syntax::Assignment) ||
      !Binding.field(Field::Left).is(Syntax::Identifier))
    return nullptr;
  auto [Slot, New] = Constants.try_emplace(Name.Identity, nullptr);
  if (!New || !Pending.insert(Name.Identity).second)
    return Slot->second;
  Slot->second =
      lower(Binding.field(Field::Right), *Name.Home, State(), Depth + 1);
  Pending.erase(Name.Identity);
  return Slot->second;
}

PyRef Lowering::attribute(Node At, const Scope &Inside, const State &Now,
                          unsigned Depth) {
  Ref Base = lower(At.field(Field::Object), Inside, Now, Depth + 1);
  std::string_view Name = At.field(Field::AttributeName).text();
  if (Base->Kind == PyKind::Integer && Name == "value")
    return Base; // DLDeviceType.kDLCPU.value
  if (std::optional<int64_t> Value = memberValue(At, Base, Inside)) {
    PyExpr &Made = make(PyKind::Integer, At);
    Made.Number = *Value;
    return &Made;
  }
  PyExpr &Made = make(PyKind::Attribute, At);
  Made.Base = Base;
  Made.Text = Name;
  if (isArrayAttribute(Name))
    Made.Origin = originOf(Base);
  ObjectOrigin Known = Now.Arrays.get(subjectKey(&Made)).Origin;
  if (Known != ObjectOrigin::Unknown)
    Made.Origin = Known;
  return &Made;
}

PyRef Lowering::item(Node At, const Scope &Inside, const State &Now,
                     unsigned Depth) {
  Ref Base = lower(At.field(Field::Value), Inside, Now, Depth + 1);
  Ref Index = lower(At.field(Field::SubscriptOf), Inside, Now, Depth + 1);
  Ref Sequence = valueOf(Base);
  if (Sequence && Sequence->Kind == PyKind::Tuple &&
      Index->Kind == PyKind::Integer && Index->Number >= 0 &&
      static_cast<size_t>(Index->Number) < Sequence->Elements.size()) {
    PyExpr &Element = Arena.make(PyKind::Unknown);
    Element = *Sequence->Elements[static_cast<size_t>(Index->Number)];
    Element.Range = At.span();
    return &Element;
  }
  PyExpr &Made = make(PyKind::Item, At);
  Made.Base = Base;
  Made.Elements.push_back(Index);
  // A piece of an array is an array of the same library.
  ObjectOrigin Whole = originOf(Base);
  if (Whole != ObjectOrigin::Capsule &&
      !(Sequence && Sequence->Kind == PyKind::Tuple))
    Made.Origin = Whole;
  ObjectOrigin Known = Now.Arrays.get(subjectKey(&Made)).Origin;
  if (Known == ObjectOrigin::Unknown)
    Known = Now.Arrays.get(elementKey(subjectKey(Base))).Origin;
  if (Known != ObjectOrigin::Unknown)
    Made.Origin = Known;
  return &Made;
}

void Lowering::arguments(Node List, PyExpr &Into, const Scope &Inside,
                         const State &Now, unsigned Depth) {
  if (!List.is(Syntax::ArgumentList)) {
    // `f(x for x in xs)`: the generator is the one argument.
    Into.Elements.push_back(lower(List, Inside, Now, Depth + 1));
    return;
  }
  if (List.end() >= List.begin() + 2)
    Into.Arguments = Span::characters(List.begin() + 1, List.end() - 1);
  for (Node Each : List.children()) {
    if (Each.is(Syntax::KeywordArgument))
      Into.Keywords.push_back(
          {std::string(Each.field(Field::Name).text()),
           lower(Each.field(Field::Value), Inside, Now, Depth + 1),
           Each.span()});
    else if (Each.is(Syntax::ListSplat) || Each.is(Syntax::DictionarySplat))
      Into.OpenArguments = true;
    else
      Into.Elements.push_back(lower(Each, Inside, Now, Depth + 1));
  }
}

PyRef Lowering::call(Node At, const Scope &Inside, const State &Now,
                     unsigned Depth) {
  auto Result = Results.find(At.id());
  if (Result != Results.end() && Result->second) {
    // What the function returned, standing where it was called.
    PyExpr &Returned = Arena.make(Result->second->Kind);
    Returned = *Result->second;
    Returned.Range = At.span();
    return &Returned;
  }
  PyExpr &Made = make(PyKind::Call, At);
  Made.Base = lower(At.field(Field::FunctionOf), Inside, Now, Depth + 1);
  arguments(At.field(Field::Arguments), Made, Inside, Now, Depth);

  Ref Function = Made.Base;
  // getattr(x, "platform"): the attribute.
  if (Function->Kind == PyKind::Variable && Function->Text == "getattr" &&
      Made.Elements.size() >= 2)
    if (Ref Name = valueOf(Made.Elements[1]);
        Name && Name->Kind == PyKind::String) {
      PyExpr &Attribute = make(PyKind::Attribute, At);
      Attribute.Base = Made.Elements[0];
      Attribute.Text = Name->Text;
      return &Attribute;
    }
  // frozenset({…}), tuple([…]): the same elements.
  if (Function->Kind == PyKind::Variable && Made.Elements.size() == 1)
    for (const char *Each : {"frozenset", "set", "tuple", "list"})
      if (Function->Text == Each)
        if (Ref Only = valueOf(Made.Elements.front());
            Only && Only->Kind == PyKind::Tuple)
          return Only;
  // jax.jit(f)(x), jax.vmap(f)(x): results of JAX.
  if (Ref Inner = valueOf(Function); Inner && Inner->Kind == PyKind::Call) {
    std::string Maker = dottedName(Inner->Base);
    for (const char *Each : {"jax.jit", "jax.vmap", "jax.pmap", "jax.grad"})
      if (Maker == Each)
        Made.Origin = ObjectOrigin::Jax;
  }
  return &Made;
}

PyRef Lowering::unary(Node At, const Scope &Inside, const State &Now,
                      unsigned Depth) {
  Ref Operand = lower(At.field(Field::Argument), Inside, Now, Depth + 1);
  PyExpr &Made = make(PyKind::Unknown, At);
  if (Operand->Kind == PyKind::Integer && At.token(0).text() == "-") {
    Made.Kind = PyKind::Integer;
    Made.Number = -Operand->Number;
    return &Made;
  }
  Made.Origin = originOf(Operand);
  return &Made;
}

PyRef Lowering::binary(Node At, const Scope &Inside, const State &Now,
                       unsigned Depth) {
  // A long sum is a deep tree to the left: walk it down without recursion.
  std::vector<Node> Right;
  Node Left = At;
  while (Left.is(Syntax::Binary)) {
    Right.push_back(Left.field(Field::Right));
    Left = Left.field(Field::Left);
  }
  Ref Value = lower(Left, Inside, Now, Depth + 1);
  for (auto It = Right.rbegin(); It != Right.rend(); ++It) {
    Ref Other = lower(*It, Inside, Now, Depth + 1);
    Ref L = valueOf(Value), R = valueOf(Other);
    PyExpr &Made = make(PyKind::Unknown, At);
    if (L && R && L->Kind == PyKind::Tuple && R->Kind == PyKind::Tuple) {
      // (1, 2) + (3,) and {"cpu"} | {"gpu"}
      Made.Kind = PyKind::Tuple;
      Made.Elements = L->Elements;
      Made.Elements.insert(Made.Elements.end(), R->Elements.begin(),
                           R->Elements.end());
    } else {
      ObjectOrigin Mine = originOf(Value), Theirs = originOf(Other);
      // An array and a number make an array; two libraries nobody knows what.
      if (Mine == Theirs || Theirs == ObjectOrigin::HostArray)
        Made.Origin = Mine;
      else if (Mine == ObjectOrigin::HostArray)
        Made.Origin = Theirs;
      else if (Mine == ObjectOrigin::Jax || Theirs == ObjectOrigin::Jax)
        Made.Origin = ObjectOrigin::Jax;
    }
    Value = &Made;
  }
  return Value;
}

PyRef Lowering::sequence(Node At, const Scope &Inside, const State &Now,
                         unsigned Depth) {
  PyExpr &Made = make(PyKind::Tuple, At);
  for (Node Each : At.children()) {
    if (Each.is(Syntax::ListSplat) || Each.is(Syntax::DictionarySplat)) {
      Made.Kind = PyKind::Unknown;
      Made.Elements.clear();
      return &Made;
    }
    // What is asked of a dictionary is whether it has a key.
    Node Element = Each.is(Syntax::Pair) ? Each.field(Field::Key) : Each;
    Made.Elements.push_back(lower(Element, Inside, Now, Depth + 1));
  }
  return &Made;
}

PyRef Lowering::choice(Node At, const Scope &Inside, const State &Now,
                       unsigned Depth) {
  std::vector<Node> Parts = At.children(); // value, condition, alternative
  PyExpr &Made = make(PyKind::Choice, At);
  if (Parts.size() != 3) {
    Made.Kind = PyKind::Unknown;
    return &Made;
  }
  Made.Elements = {lower(Parts[0], Inside, Now, Depth + 1),
                   lower(Parts[2], Inside, Now, Depth + 1)};
  return &Made;
}

} // namespace dlpack_tidy::python
