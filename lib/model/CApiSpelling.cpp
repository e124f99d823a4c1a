//===--- CApiSpelling.cpp - Python-level calls through the CPython C API --===//

#include "model/Constants.h"
#include "model/PyLowering.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace dlpack_tidy::model {
namespace {

bool isNull(const Expr *E, ASTContext &Context) {
  return E->IgnoreParenCasts()->isNullPointerConstant(
             Context, Expr::NPC_ValueDependentIsNotNull) != Expr::NPCK_NotNull;
}

const VarDecl *castVariable(const Expr *E) {
  const auto *Reference = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
  return Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
}

/// `PyDict_SetItemString(kw, "k", v)`, `PyTuple_SET_ITEM(t, 0, v)` and the
/// elements of a `PyObject *args[]`: what is stored into a container variable.
class ContainerStores : public RecursiveASTVisitor<ContainerStores> {
public:
  struct Store {
    const Expr *Key;
    const Expr *Value;
  };
  ContainerStores(const VarDecl *Container, std::vector<Store> &Found)
      : Container(Container), Found(Found) {}

  bool VisitCallExpr(CallExpr *Call) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee || !Callee->getIdentifier() || Call->getNumArgs() < 3 ||
        castVariable(Call->getArg(0)) != Container)
      return true;
    StringRef Name = Callee->getName();
    if (Name == "PyDict_SetItemString" || Name == "PyDict_SetItem" ||
        Name == "PyTuple_SetItem" || Name == "PyTuple_SET_ITEM")
      Found.push_back({Call->getArg(1), Call->getArg(2)});
    return true;
  }

private:
  const VarDecl *Container;
  std::vector<Store> &Found;
};

std::vector<ContainerStores::Store> storesInto(const VarDecl *Container) {
  std::vector<ContainerStores::Store> Found;
  const auto *Owner =
      dyn_cast_or_null<FunctionDecl>(Container->getParentFunctionOrMethod());
  if (Owner && Owner->hasBody())
    ContainerStores(Container, Found).TraverseStmt(Owner->getBody());
  return Found;
}

Span restOfArguments(const CallExpr *E, unsigned First) {
  if (First < E->getNumArgs())
    return spanOf({E->getArg(First)->getBeginLoc(),
                   E->getArg(E->getNumArgs() - 1)->getEndLoc()});
  uint32_t Close = E->getRParenLoc().getRawEncoding();
  return Span::characters(Close, Close);
}

} // namespace

PyRef PyLowering::lowerCApi(const CallExpr *E, StringRef Name,
                            const CallFrame &Frame) {
  unsigned Count = E->getNumArgs();
  auto Argument = [&](unsigned I) { return lower(E->getArg(I), Frame); };
  auto OneOf = [&](std::initializer_list<StringRef> Names) {
    return llvm::is_contained(Names, Name);
  };
  if (Count == 0) {
    return unknown(E);
  }
  if (OneOf({"PyImport_ImportModule", "PyImport_Import",
             "PyImport_ImportModuleNoBlock", "PyImport_AddModule"})) {
    PyRef Module = valueOf(Argument(0));
    if (Module->Kind != PyKind::String)
      return unknown(E);
    PyExpr &Made = make(PyKind::Module, E);
    Made.Text = Module->Text;
    return &Made;
  }
  if (OneOf({"PyObject_GetAttrString", "PyObject_GetAttr"}) && Count == 2)
    return attributeNamed(E, Argument(0), E->getArg(1), Frame);
  if (OneOf({"PyObject_GetOptionalAttrString", "PyObject_GetOptionalAttr",
             "_PyObject_LookupAttr"}) &&
      Count == 3)
    return attributeNamed(E, Argument(0), E->getArg(1), Frame);
  if (OneOf({"PyUnicode_FromString",
             "PyUnicode_InternFromString",
             "PyUnicode_AsUTF8",
             "PyUnicode_AsUTF8AndSize",
             "PyUnicode_AsUTF8String",
             "PyUnicode_AsASCIIString",
             "PyBytes_AsString",
             "PyLong_FromLong",
             "PyLong_FromLongLong",
             "PyLong_FromSize_t",
             "PyLong_AsLong",
             "PyLong_AsLongLong",
             "PyLong_AsInt",
             "_PyLong_AsInt",
             "PyBool_FromLong",
             "Py_NewRef",
             "Py_XNewRef",
             "_Py_NewRef",
             "PyObject_Str",
             "PyObject_GetIter",
             "PyIter_Next",
             "PySequence_List",
             "PySequence_Tuple",
             "PySequence_Fast"}))
    return Argument(0);
  if (OneOf({"PyTuple_GetItem", "PyTuple_GET_ITEM", "PySequence_GetItem",
             "PySequence_ITEM", "PyList_GetItem", "PyList_GET_ITEM",
             "PyList_GetItemRef", "PyObject_GetItem", "PyDict_GetItem",
             "PyDict_GetItemString", "PyMapping_GetItemString"}) &&
      Count == 2)
    return item(E, Argument(0), E->getArg(1), Frame);
  if (Name == "PyTuple_Pack") {
    PyExpr &Made = make(PyKind::Tuple, E);
    for (unsigned I = 1; I < Count; ++I)
      Made.Elements.push_back(Argument(I));
    return &Made;
  }
  if (Name == "Py_BuildValue")
    return lowerBuildValue(E, 0, Frame);
  return lowerCApiCall(E, Name, Frame);
}

/// PyObject_Call… in all its forms.
PyRef PyLowering::lowerCApiCall(const CallExpr *E, StringRef Name,
                                const CallFrame &Frame) {
  unsigned Count = E->getNumArgs();
  PyExpr &Call = make(PyKind::Call, E);
  auto Method = [&](unsigned Object, unsigned NameIndex) {
    Call.Base = attributeNamed(E, lower(E->getArg(Object), Frame),
                               E->getArg(NameIndex), Frame);
  };
  auto Objects = [&](unsigned First) {
    Call.Arguments = restOfArguments(E, First);
    for (unsigned I = First; I < Count; ++I)
      if (!isNull(E->getArg(I), Context))
        Call.Elements.push_back(lower(E->getArg(I), Frame));
  };
  auto Format = [&](unsigned Index) {
    Call.Arguments = restOfArguments(E, Index);
    if (Index >= Count || isNull(E->getArg(Index), Context))
      return;
    PyRef Values = lowerBuildValue(E, Index, Frame);
    if (Values->Kind == PyKind::Tuple)
      Call.Elements = Values->Elements;
    else if (Values->Kind == PyKind::Unknown)
      addUnreadable(Call, E->getArg(Index));
    else
      Call.Elements = {Values};
  };

  if (Name == "PyObject_CallMethod" && Count >= 2) {
    Method(0, 1);
    Format(2);
  } else if (Name == "PyObject_CallMethodNoArgs" && Count == 2) {
    Method(0, 1);
  } else if (Name == "PyObject_CallMethodOneArg" && Count == 3) {
    Method(0, 1);
    Objects(2);
  } else if (Name == "PyObject_CallMethodObjArgs" && Count >= 2) {
    Method(0, 1);
    Objects(2);
  } else if ((Name == "PyObject_CallNoArgs" || Name == "_PyObject_CallNoArg" ||
              Name == "_PyObject_CallNoArgs") &&
             Count == 1) {
    Call.Base = lower(E->getArg(0), Frame);
  } else if (Name == "PyObject_CallOneArg" && Count == 2) {
    Call.Base = lower(E->getArg(0), Frame);
    Objects(1);
  } else if (Name == "PyObject_CallFunctionObjArgs") {
    Call.Base = lower(E->getArg(0), Frame);
    Objects(1);
  } else if (Name == "PyObject_CallFunction") {
    Call.Base = lower(E->getArg(0), Frame);
    Format(1);
  } else if (Name == "PyObject_CallObject" && Count == 2) {
    Call.Base = lower(E->getArg(0), Frame);
    addTupleArguments(Call, E->getArg(1), Frame);
  } else if (Name == "PyObject_Call" && Count == 3) {
    Call.Base = lower(E->getArg(0), Frame);
    addTupleArguments(Call, E->getArg(1), Frame);
    addKeywordObject(Call, E->getArg(2), Frame);
  } else if ((Name == "PyObject_Vectorcall" ||
              Name == "_PyObject_Vectorcall") &&
             Count == 4) {
    Call.Base = lower(E->getArg(0), Frame);
    addVector(Call, E->getArg(1), 0, E->getArg(3), Frame,
              vectorLength(E->getArg(2)));
  } else if (Name == "PyObject_VectorcallMethod" && Count == 4) {
    // The object itself is the first of the arguments.
    PyExpr Arguments;
    addVector(Arguments, E->getArg(1), 0, nullptr, Frame);
    PyRef Object =
        Arguments.Elements.empty() ? unknown(E) : Arguments.Elements.front();
    Call.Base = attributeNamed(E, Object, E->getArg(0), Frame);
    addVector(Call, E->getArg(1), 1, E->getArg(3), Frame,
              vectorLength(E->getArg(2)));
  } else {
    return unknown(E);
  }
  return &Call;
}

void PyLowering::addTupleArguments(PyExpr &Call, const Expr *Tuple,
                                   const CallFrame &Frame) {
  if (isNull(Tuple, Context))
    return;
  PyRef Values = valueOf(lower(Tuple, Frame));
  if (Values->Kind == PyKind::Tuple) {
    Call.Elements = Values->Elements;
    return;
  }
  const VarDecl *Variable = castVariable(Tuple);
  const auto Stores =
      Variable ? storesInto(Variable) : std::vector<ContainerStores::Store>();
  for (const ContainerStores::Store &Each : Stores)
    Call.Elements.push_back(lower(Each.Value, Frame));
  // `PyTuple_New(0)` gives no argument; any other tuple may hold some.
  const Expr *Init = Variable ? Variable->getInit() : Tuple;
  const auto *Make =
      Init ? dyn_cast<CallExpr>(Init->IgnoreParenCasts()) : nullptr;
  const FunctionDecl *Callee = Make ? Make->getDirectCallee() : nullptr;
  bool IsEmpty = Callee && Callee->getIdentifier() &&
                 Callee->getName() == "PyTuple_New" &&
                 integerConstant(Make->getArg(0), Context) == 0;
  if (Stores.empty() && !IsEmpty)
    addUnreadable(Call, Tuple);
}

void PyLowering::addKeywordObject(PyExpr &Call, const Expr *Dictionary,
                                  const CallFrame &Frame) {
  if (isNull(Dictionary, Context))
    return;
  // A dictionary made by Py_BuildValue("{s:O}") lowers to pairs of elements.
  PyRef Values = valueOf(lower(Dictionary, Frame));
  if (Values->Kind == PyKind::Tuple && !Values->Keywords.empty())
    Call.Keywords = Values->Keywords;
  const VarDecl *Variable = castVariable(Dictionary);
  const auto Stores =
      Variable ? storesInto(Variable) : std::vector<ContainerStores::Store>();
  for (const ContainerStores::Store &Each : Stores) {
    PyRef Key = valueOf(lower(Each.Key, Frame));
    if (Key->Kind == PyKind::String)
      Call.Keywords.push_back({Key->Text, lower(Each.Value, Frame),
                               spanOf(Each.Value->getSourceRange())});
  }
  if (Call.Keywords.empty())
    addUnreadable(Call, Dictionary);
}

/// How many positional arguments a vectorcall has, where that is constant:
/// `2 | PY_VECTORCALL_ARGUMENTS_OFFSET`, directly or in a variable.
std::optional<unsigned> PyLowering::vectorLength(const Expr *Count) const {
  const VarDecl *Variable = castVariable(Count->IgnoreParenCasts());
  if (Variable && Variable->getInit())
    Count = Variable->getInit();
  Expr::EvalResult Result;
  if (Count->isValueDependent() || !Count->EvaluateAsInt(Result, Context))
    return std::nullopt;
  llvm::APInt Value = Result.Val.getInt();
  Value.clearBit(Value.getBitWidth() - 1);
  return Value.getLimitedValue(1000);
}

/// The arguments of a vectorcall: an array's initialiser, names from a tuple of
/// strings that pair with the last ones. Without names the first \p Length of
/// them are passed.
void PyLowering::addVector(PyExpr &Call, const Expr *Array, unsigned Skip,
                           const Expr *Names, const CallFrame &Frame,
                           std::optional<unsigned> Length) {
  const Expr *Base = Array->IgnoreParenCasts();
  if (const auto *Offset = dyn_cast<BinaryOperator>(Base)) {
    // `args + 1`: the slot before is scratch space for the callee.
    if (Offset->getOpcode() == BO_Add)
      if (std::optional<int64_t> By =
              integerConstant(Offset->getRHS(), Context)) {
        Skip += *By;
        if (Length)
          *Length += *By;
        Base = Offset->getLHS()->IgnoreParenCasts();
      }
  }
  if (const auto *Address = dyn_cast<UnaryOperator>(Base))
    if (Address->getOpcode() == UO_AddrOf)
      Base = Address->getSubExpr()->IgnoreParenCasts();
  const VarDecl *Variable = castVariable(Base);
  if (!Variable) {
    addUnreadable(Call, Array);
    return;
  }
  const Expr *Init = Variable->getInit();
  const auto *List =
      Init ? dyn_cast<InitListExpr>(Init->IgnoreImplicit()) : nullptr;
  if (!List) {
    // `&obj`: a vector of one.
    if (Skip == 0)
      Call.Elements.push_back(lower(Base, Frame));
    return;
  }
  bool Named = Names && !isNull(Names, Context);
  unsigned Given = List->getNumInits();
  if (Length && !Named)
    Given = std::min(Given, *Length);
  for (unsigned I = Skip; I < Given; ++I)
    if (!isNull(List->getInit(I), Context) || I > Skip)
      Call.Elements.push_back(lower(List->getInit(I), Frame));
  if (!Named)
    return;
  PyRef Keys = valueOf(lower(Names, Frame));
  if (Keys->Kind != PyKind::Tuple) {
    // Named, but nobody here can say how.
    Call.Elements.clear();
    addUnreadable(Call, Names);
    return;
  }
  size_t Positional = Call.Elements.size() >= Keys->Elements.size()
                          ? Call.Elements.size() - Keys->Elements.size()
                          : 0;
  for (size_t I = 0;
       I < Keys->Elements.size() && Positional + I < Call.Elements.size();
       ++I) {
    PyRef Key = valueOf(Keys->Elements[I]);
    if (Key->Kind == PyKind::String)
      Call.Keywords.push_back({Key->Text, Call.Elements[Positional + I],
                               Call.Elements[Positional + I]->Range});
  }
  Call.Elements.resize(Positional);
}

//===--- Py_BuildValue formats --------------------------------------------===//

PyRef PyLowering::lowerBuildValue(const CallExpr *E, unsigned FormatIndex,
                                  const CallFrame &Frame) {
  std::optional<std::string> Text = stringConstant(E->getArg(FormatIndex));
  if (!Text)
    return unknown(E);
  StringRef Format = *Text;
  unsigned Next = FormatIndex + 1;
  PyRef Values = parseFormat(E, Format, Next, Frame, '\0');
  if (Values->Kind == PyKind::Tuple && Values->Elements.size() == 1)
    return Values->Elements.front();
  return Values;
}

PyRef PyLowering::parseFormat(const CallExpr *E, StringRef &Format,
                              unsigned &Next, const CallFrame &Frame,
                              char Close) {
  PyExpr &Values = make(PyKind::Tuple, E);
  while (!Format.empty()) {
    char Code = Format.front();
    Format = Format.drop_front();
    if (Code == Close)
      break;
    if (Code == ' ' || Code == ',' || Code == ':' || Code == '\t')
      continue;
    if (Code == '(' || Code == '[') {
      Values.Elements.push_back(
          parseFormat(E, Format, Next, Frame, Code == '(' ? ')' : ']'));
      continue;
    }
    if (Code == '{') {
      PyRef Pairs = parseFormat(E, Format, Next, Frame, '}');
      PyExpr &Dictionary = make(PyKind::Tuple, E);
      for (size_t I = 0; I + 1 < Pairs->Elements.size(); I += 2)
        if (Pairs->Elements[I]->Kind == PyKind::String)
          Dictionary.Keywords.push_back(
              {Pairs->Elements[I]->Text, Pairs->Elements[I + 1], {}});
      Values.Elements.push_back(&Dictionary);
      continue;
    }
    if (Next >= E->getNumArgs())
      break;
    Values.Elements.push_back(lower(E->getArg(Next++), Frame));
    if (!Format.empty() && (Format.front() == '#' || Format.front() == '&')) {
      Format = Format.drop_front();
      ++Next;
    }
  }
  return &Values;
}

} // namespace dlpack_tidy::model
