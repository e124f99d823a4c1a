//===--- Types.cpp - what annotations and classes say about an array ------===//

#include "python/Lowering.h"

using namespace dlpack_tidy::model;

namespace dlpack_tidy::python {
namespace {

ObjectOrigin namedType(std::string_view Dotted) {
  for (const char *Each :
       {"jax.Array", "jax.numpy.ndarray", "jax.numpy.DeviceArray",
        "jaxlib.xla_extension.ArrayImpl", "jaxtyping.Array"})
    if (Dotted == Each)
      return ObjectOrigin::Jax;
  if (Dotted == "numpy.ndarray" || Dotted == "numpy.typing.NDArray")
    return ObjectOrigin::HostArray;
  for (const char *Library :
       {"torch.", "cupy.", "tensorflow.", "tvm_ffi.", "mlx.", "paddle."})
    if (Dotted.substr(0, std::string_view(Library).size()) == Library)
      return ObjectOrigin::Foreign;
  for (const char *Each : {"int", "float", "bool", "str", "bytes"})
    if (Dotted == Each)
      return ObjectOrigin::HostArray;
  return ObjectOrigin::Unknown;
}

/// What an object of either type is: a JAX array may arrive where one of both
/// is, and None is no array.
ObjectOrigin either(ObjectOrigin L, ObjectOrigin R) {
  if (L == ObjectOrigin::Jax || R == ObjectOrigin::Jax)
    return ObjectOrigin::Jax;
  if (L == R)
    return L;
  auto IsArray = [](ObjectOrigin Each) {
    return Each == ObjectOrigin::HostArray || Each == ObjectOrigin::Foreign;
  };
  return IsArray(L) && IsArray(R) ? ObjectOrigin::Foreign
                                  : ObjectOrigin::Unknown;
}

} // namespace

ObjectOrigin typeOrigin(PyRef Type) {
  std::string Dotted = dottedName(Type);
  if (Dotted.empty() && Type->Kind == PyKind::Variable && !Type->Definition)
    Dotted = Type->Text; // int, str
  return namedType(Dotted);
}

/// The name of a generic type and what it is made of: the grammar has two
/// spellings for the same.
std::pair<std::string, std::vector<Node>>
Lowering::generic(Node Annotation, const Scope &Inside) {
  std::vector<Node> Parts = Annotation.children();
  if (Parts.size() < 2)
    return {};
  std::vector<Node> Arguments(Parts.begin() + 1, Parts.end());
  if (Arguments.size() == 1 && Arguments.front().is(Syntax::TypeParameter))
    Arguments = Arguments.front().children();
  PyRef Outer = lower(Parts.front(), Inside, State());
  std::string Name = dottedName(Outer);
  return {Name.empty() ? Outer->Text : Name, std::move(Arguments)};
}

/// `list[numpy.ndarray]`, `dict[str, jax.Array]`: what is in it.
ObjectOrigin Lowering::annotatedElements(Node Annotation, const Scope &Inside) {
  if (Annotation.is(Syntax::Type))
    return annotatedElements(Annotation.first(), Inside);
  if (!Annotation.is(Syntax::Subscript) && !Annotation.is(Syntax::Generic))
    return ObjectOrigin::Unknown;
  auto [Outer, Arguments] = generic(Annotation, Inside);
  size_t Dot = Outer.rfind('.');
  std::string_view Name =
      std::string_view(Outer).substr(Dot == std::string::npos ? 0 : Dot + 1);
  if (Arguments.empty())
    return ObjectOrigin::Unknown;
  for (const char *Each : {"dict", "Dict", "Mapping", "MutableMapping"})
    if (Name == Each)
      return annotated(Arguments.back(), Inside);
  for (const char *Each : {"list", "List", "tuple", "Tuple", "Sequence",
                           "Iterable", "Iterator", "Collection", "set"})
    if (Name == Each)
      return annotated(Arguments.front(), Inside);
  return ObjectOrigin::Unknown;
}

ObjectOrigin Lowering::annotated(Node Annotation, const Scope &Inside) {
  if (Annotation.is(Syntax::Type))
    return annotated(Annotation.first(), Inside);
  if (!Annotation)
    return ObjectOrigin::Unknown;
  // jax.Array | None
  if (Annotation.is(Syntax::Binary)) {
    Node Left = Annotation.field(Field::Left);
    Node Right = Annotation.field(Field::Right);
    if (Right.is(Syntax::None))
      return annotated(Left, Inside);
    if (Left.is(Syntax::None))
      return annotated(Right, Inside);
    return either(annotated(Left, Inside), annotated(Right, Inside));
  }
  // Optional[jax.Array], Union[a, b], Float[Array, "n"]
  if (Annotation.is(Syntax::Subscript) || Annotation.is(Syntax::Generic)) {
    auto [Outer, Arguments] = generic(Annotation, Inside);
    if (Arguments.empty())
      return ObjectOrigin::Unknown;
    if (Outer == "typing.Union" || Outer == "typing.Optional") {
      ObjectOrigin Joined = annotated(Arguments.front(), Inside);
      for (Node Each : Arguments)
        if (!Each.is(Syntax::None) && Each.text() != "None")
          Joined = either(Joined, annotated(Each, Inside));
      return Joined;
    }
    if (Outer == "typing.Annotated" || Outer.compare(0, 10, "jaxtyping.") == 0)
      return annotated(Arguments.front(), Inside);
    return namedType(Outer); // numpy.typing.NDArray[numpy.float32]
  }
  PyRef Named = lower(Annotation, Inside, State());
  if (Named->Kind != PyKind::String)
    return typeOrigin(Named);
  // "jax.Array": the first name is looked up like any other.
  std::string_view Text = Named->Text;
  size_t Dot = Text.find('.');
  Resolved Found = Names.resolve(Text.substr(0, Dot), Inside);
  if (!Found.Declared || !Found.Declared->Import)
    return namedType(Text);
  std::string Dotted =
      importedName(Found.Declared->Import, Text.substr(0, Dot));
  if (Dot != std::string_view::npos)
    Dotted += Text.substr(Dot);
  return namedType(Dotted);
}

} // namespace dlpack_tidy::python
