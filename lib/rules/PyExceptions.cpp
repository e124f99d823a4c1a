//===- PyExceptions.cpp - Python exception types and who catches them -----===//

#include "rules/PyExceptions.h"

namespace dlpack_tidy::rules {

namespace {
struct Entry {
  PyException Type;
  PyException Base;
  const char *Name;    ///< as handlers spell it
  const char *OldName; ///< or nullptr
};
} // namespace

static constexpr Entry Entries[] = {
    {PyException::BaseException, PyException::BaseException, "BaseException",
     nullptr},
    {PyException::Exception, PyException::BaseException, "Exception", nullptr},
    {PyException::BufferError, PyException::Exception, "BufferError", nullptr},
    {PyException::ValueError, PyException::Exception, "ValueError", nullptr},
    {PyException::LookupError, PyException::Exception, "LookupError", nullptr},
    {PyException::KeyError, PyException::LookupError, "KeyError", nullptr},
    {PyException::TypeError, PyException::Exception, "TypeError", nullptr},
    {PyException::ConcretizationTypeError, PyException::TypeError,
     "jax.errors.ConcretizationTypeError", nullptr},
    {PyException::AttributeError, PyException::Exception, "AttributeError",
     nullptr},
    {PyException::AssertionError, PyException::Exception, "AssertionError",
     nullptr},
    {PyException::RuntimeError, PyException::Exception, "RuntimeError",
     nullptr},
    {PyException::NotImplementedError, PyException::RuntimeError,
     "NotImplementedError", nullptr},
    {PyException::JaxRuntimeError, PyException::RuntimeError,
     "jax.errors.JaxRuntimeError", "XlaRuntimeError"},
};

static_assert(sizeof(Entries) / sizeof(Entries[0]) ==
                  static_cast<unsigned>(PyException::JaxRuntimeError) + 1,
              "one entry an enumerator, in its order");

static const Entry &entry(PyException E) {
  return Entries[static_cast<unsigned>(E)];
}

const char *name(PyException E) { return entry(E).Name; }

PyException baseOf(PyException E) { return entry(E).Base; }

std::string str(ExceptionSet Exceptions) {
  if (Exceptions.empty())
    return "no exception";
  std::string Text;
  unsigned Left = Exceptions.size();
  Exceptions.forEach([&](PyException E) {
    --Left;
    if (!Text.empty())
      Text += Left == 0 ? " or " : ", ";
    Text += name(E);
  });
  return Text;
}

static std::string_view lastComponent(std::string_view Name) {
  if (std::size_t Dot = Name.rfind('.'); Dot != std::string_view::npos)
    Name.remove_prefix(Dot + 1);
  constexpr std::string_view CApi = "PyExc_";
  if (Name.substr(0, CApi.size()) == CApi)
    Name.remove_prefix(CApi.size());
  return Name;
}

std::optional<PyException> exceptionNamed(std::string_view Name) {
  Name = lastComponent(Name);
  for (const Entry &E : Entries)
    if (Name == lastComponent(E.Name) || (E.OldName && Name == E.OldName))
      return E.Type;
  return std::nullopt;
}

bool catches(PyException Caught, PyException Raised) {
  while (Raised != Caught) {
    if (Raised == PyException::BaseException)
      return false;
    Raised = baseOf(Raised);
  }
  return true;
}

ExceptionSet uncaught(ExceptionSet Raised, ExceptionSet Handlers) {
  ExceptionSet Left;
  Raised.forEach([&](PyException R) {
    bool Received = false;
    Handlers.forEach([&](PyException H) { Received |= catches(H, R); });
    if (!Received)
      Left.insert(R);
  });
  return Left;
}

} // namespace dlpack_tidy::rules
