//===--- Exporter.cpp - the __dlpack__ that a class offers ----------------===//

#include "model/Exporter.h"

#include "model/Callable.h"
#include "model/Constants.h"
#include "model/PyLowering.h"
#include "model/PythonApi.h"
#include "model/Walk.h"

#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace dlpack_tidy::model {
namespace {

bool isProtocolMethod(StringRef Name) {
  return Name == "__dlpack__" || Name == "__dlpack_device__";
}

/// The string literal that \p Value is or contains first: `"stream"`,
/// `"stream"_a`, `py::arg("stream") = py::none()`.
const StringLiteral *firstLiteral(const Expr *Value) {
  const StringLiteral *Found = nullptr;
  forEachStatement(Value, [&](const Stmt *Each) {
    if (!Found)
      Found = dyn_cast<StringLiteral>(Each);
  });
  return Found;
}

std::optional<Exporter::Attachment> attachmentOf(StringRef Method) {
  return llvm::StringSwitch<std::optional<Exporter::Attachment>>(Method)
      .Case("def", Exporter::Method)
      .Case("def_static", Exporter::Static)
      .Case("def_property_readonly", Exporter::Property)
      .Case("def_property_readonly_static", Exporter::Property)
      .Case("def_prop_ro", Exporter::Property)
      .Case("def_prop_ro_static", Exporter::Property)
      .Case("def_readonly", Exporter::Property)
      .Case("def_ro", Exporter::Property)
      .Default(std::nullopt);
}

bool isTypeNamed(QualType Type, StringRef Name) {
  return plainName(Type.getNonReferenceType()->getAsCXXRecordDecl()) == Name;
}

//===--- pybind11 and nanobind --------------------------------------------===//

class BindingReader {
public:
  std::optional<Exporter> read(const CXXMemberCallExpr *Call) {
    std::optional<Exporter::Attachment> How =
        attachmentOf(plainName(Call->getMethodDecl()));
    if (!How || Call->getNumArgs() < 2)
      return std::nullopt;
    const auto *Literal =
        dyn_cast<StringLiteral>(Call->getArg(0)->IgnoreParenImpCasts());
    if (!Literal || Literal->getCharByteWidth() != 1 ||
        !isProtocolMethod(Literal->getString()))
      return std::nullopt;
    const CXXRecordDecl *Class =
        Call->getImplicitObjectArgument()->getType()->getAsCXXRecordDecl();
    if (const QualType Type = Call->getImplicitObjectArgument()->getType();
        !Class && Type->isPointerType())
      Class = Type->getPointeeCXXRecordDecl();
    // `m.def("__dlpack__", …)` on a module makes no exporter.
    if (!Class || plainName(Class) == "module_" || plainName(Class) == "module")
      return std::nullopt;
    Exporter Made;
    Made.Name = Literal->getString().str();
    Made.How = *How;
    Made.Style = bindingStyle(Class).value_or(BindingStyle::Pybind11);
    Made.Class = Class->getCanonicalDecl();
    Made.NameLiteral = Literal;
    Made.Function = boundFunction(Call->getArg(1));
    readKeywords(Made, Call);
    return Made;
  }

private:
  /// Looks through `py::overload_cast<…>(f)` and `py::cpp_function(f, …)`.
  static const FunctionDecl *boundFunction(const Expr *Value) {
    if (const FunctionDecl *Direct = functionOf(Value))
      return Direct;
    Value = stripped(Value);
    if (const auto *Cast = dyn_cast<CXXOperatorCallExpr>(Value);
        Cast && Cast->getOperator() == OO_Call && Cast->getNumArgs() >= 2)
      return functionOf(Cast->getArg(1));
    if (const auto *Wrapped = dyn_cast<CXXConstructExpr>(Value);
        Wrapped && Wrapped->getNumArgs() >= 1)
      return functionOf(Wrapped->getArg(0));
    return nullptr;
  }

  static void readKeywords(Exporter &Into, const CXXMemberCallExpr *Call) {
    std::vector<const ParmVarDecl *> Parameters = parametersOf(Into.Function);
    std::vector<const ParmVarDecl *> Plain;
    for (const ParmVarDecl *Each : Parameters) {
      if (isTypeNamed(Each->getType(), "kwargs")) {
        Into.OpenKeywords = true;
        Into.KeywordDictionary = Each;
      } else if (!isTypeNamed(Each->getType(), "args")) {
        Plain.push_back(Each);
      }
    }
    if (!Into.Function)
      Into.OpenKeywords = !anyKeyword(Call);
    unsigned Next = 0;
    for (unsigned I = 2; I < Call->getNumArgs(); ++I) {
      if (!namesArgument(Call->getArg(I)))
        continue;
      const StringLiteral *Name = firstLiteral(Call->getArg(I));
      ExporterKeyword Keyword;
      Keyword.Name = Name ? Name->getString().str() : std::string();
      if (Next < Plain.size())
        Keyword.Holder = Plain[Next];
      ++Next;
      Into.Keywords.push_back(std::move(Keyword));
    }
  }

  static bool namesArgument(const Expr *Extra) {
    QualType Type = Extra->getType().getNonReferenceType();
    StringRef Name = plainName(Type->getAsCXXRecordDecl());
    // `arg`, `arg_v` and what else the releases call it; `args` is a parameter.
    return Name.starts_with("arg") && Name != "args";
  }
  static bool anyKeyword(const CXXMemberCallExpr *Call) {
    for (const Expr *Extra : Call->arguments())
      if (namesArgument(Extra))
        return true;
    return false;
  }

  /// The parameters without the object itself.
  static std::vector<const ParmVarDecl *>
  parametersOf(const FunctionDecl *Function) {
    std::vector<const ParmVarDecl *> Found;
    if (!Function)
      return Found;
    Found.assign(Function->param_begin(), Function->param_end());
    const auto *Method = dyn_cast<CXXMethodDecl>(Function);
    bool HasObject =
        Method && !Method->isStatic() && !Method->getParent()->isLambda();
    if (!HasObject && !Found.empty())
      Found.erase(Found.begin());
    return Found;
  }
};

//===--- PyMethodDef ------------------------------------------------------===//

constexpr int64_t MethKeywords = 0x2, MethClass = 0x10, MethStatic = 0x20,
                  MethFastcall = 0x80;

class MethodTableReader {
public:
  explicit MethodTableReader(ASTContext &Context) : Context(Context) {}

  void read(const VarDecl *Table, std::vector<Exporter> &Into) {
    const Expr *Initialiser = Table->getInit();
    const auto *List = dyn_cast_or_null<InitListExpr>(
        Initialiser ? Initialiser->IgnoreParenImpCasts() : nullptr);
    if (!List || !isMethodTable(Table->getType()))
      return;
    for (const Expr *Entry : List->inits())
      if (const auto *Fields = dyn_cast<InitListExpr>(Entry))
        readEntry(Table, Fields, Into);
  }

private:
  static bool isMethodTable(QualType Type) {
    const auto *Array = Type->getAsArrayTypeUnsafe();
    const RecordDecl *Entry =
        Array ? Array->getElementType()->getAsRecordDecl() : nullptr;
    return Entry && plainName(Entry) == "PyMethodDef";
  }

  void readEntry(const VarDecl *Table, const InitListExpr *Fields,
                 std::vector<Exporter> &Into) {
    if (Fields->getNumInits() < 3)
      return;
    const auto *Literal =
        dyn_cast<StringLiteral>(Fields->getInit(0)->IgnoreParenImpCasts());
    if (!Literal || !isProtocolMethod(Literal->getString()))
      return;
    int64_t Flags =
        integerConstant(Fields->getInit(2), Context).value_or(MethFastcall);
    Exporter Made;
    Made.Name = Literal->getString().str();
    Made.How =
        Flags & (MethStatic | MethClass) ? Exporter::Static : Exporter::Method;
    Made.Class = Table;
    Made.NameLiteral = Literal;
    Made.Function = functionOf(Fields->getInit(1));
    if (Flags & MethKeywords)
      readParser(Made);
    else
      Made.OpenKeywords = false;
    Into.push_back(std::move(Made));
  }

  /// `PyArg_ParseTupleAndKeywords(args, kw, "|OO", names, &stream, &version)`
  void readParser(Exporter &Made) {
    Made.OpenKeywords = true;
    if (!Made.Function || !Made.Function->hasBody())
      return;
    forEachStatement(Made.Function->getBody(), [&](const Stmt *Each) {
      const auto *Call = dyn_cast<CallExpr>(Each);
      if (Call && Call->getNumArgs() >= 4 &&
          plainName(Call->getDirectCallee()) == "PyArg_ParseTupleAndKeywords")
        readParserCall(Call, Made);
    });
  }

  void readParserCall(const CallExpr *Call, Exporter &Made) {
    std::vector<std::string> Names = namesIn(Call->getArg(3));
    if (Names.empty())
      return;
    std::vector<const VarDecl *> Outputs;
    for (unsigned I = 4; I < Call->getNumArgs(); ++I) {
      const auto *Address =
          dyn_cast<UnaryOperator>(Call->getArg(I)->IgnoreParenImpCasts());
      const auto *Reference =
          Address && Address->getOpcode() == UO_AddrOf
              ? dyn_cast<DeclRefExpr>(Address->getSubExpr()->IgnoreParenCasts())
              : nullptr;
      const auto *Variable =
          Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
      // Type objects and converters stand between the outputs.
      if (Variable && Variable->hasLocalStorage())
        Outputs.push_back(Variable);
    }
    Made.OpenKeywords = false;
    for (size_t I = 0; I < Names.size(); ++I)
      Made.Keywords.push_back(
          {Names[I], Outputs.size() == Names.size() ? Outputs[I] : nullptr});
  }

  static std::vector<std::string> namesIn(const Expr *List) {
    std::vector<std::string> Names;
    const auto *Reference = dyn_cast<DeclRefExpr>(List->IgnoreParenCasts());
    const auto *Variable =
        Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
    if (!Variable || !Variable->hasInit())
      return Names;
    forEachStatement(Variable->getInit(), [&](const Stmt *Each) {
      if (const auto *Literal = dyn_cast<StringLiteral>(Each))
        Names.push_back(Literal->getString().str());
    });
    return Names;
  }

  ASTContext &Context;
};

void findTables(const DeclContext *Where, const SourceManager &Sources,
                MethodTableReader &Reader, std::vector<Exporter> &Into) {
  for (const Decl *Each : Where->decls()) {
    if (Sources.isInSystemHeader(Sources.getExpansionLoc(Each->getLocation())))
      continue;
    if (const auto *Variable = dyn_cast<VarDecl>(Each))
      Reader.read(Variable, Into);
    else if (isa<NamespaceDecl, LinkageSpecDecl, CXXRecordDecl>(Each))
      findTables(cast<DeclContext>(Each), Sources, Reader, Into);
  }
}

/// `obj.attr("__dlpack__") = f` where obj is no class.
std::optional<Exporter> setOnInstance(const CXXOperatorCallExpr *Assignment) {
  if (Assignment->getOperator() != OO_Equal || Assignment->getNumArgs() != 2)
    return std::nullopt;
  const auto *Attribute =
      dyn_cast<CXXMemberCallExpr>(stripped(Assignment->getArg(0)));
  if (!Attribute || Attribute->getNumArgs() < 1 ||
      plainName(Attribute->getMethodDecl()) != "attr")
    return std::nullopt;
  const auto *Literal =
      dyn_cast<StringLiteral>(Attribute->getArg(0)->IgnoreParenImpCasts());
  if (!Literal || !isProtocolMethod(Literal->getString()))
    return std::nullopt;
  // An object that `py::cast` makes of a C++ value is an instance for sure.
  const auto *Reference =
      dyn_cast<DeclRefExpr>(stripped(Attribute->getImplicitObjectArgument()));
  const auto *Variable =
      Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  const Expr *Made =
      Variable && Variable->hasInit() ? stripped(Variable->getInit()) : nullptr;
  const auto *Call = dyn_cast_or_null<CallExpr>(Made);
  if (!Call || plainName(Call->getDirectCallee()) != "cast")
    return std::nullopt;
  Exporter Found;
  Found.Name = Literal->getString().str();
  Found.How = Exporter::Instance;
  Found.Style = BindingStyle::Pybind11;
  Found.Class = Variable;
  Found.NameLiteral = Literal;
  Found.OpenKeywords = true;
  return Found;
}

} // namespace

std::vector<Exporter>
findExporters(ASTContext &Context,
              llvm::ArrayRef<const FunctionDecl *> Functions) {
  std::vector<Exporter> Found;
  MethodTableReader Tables(Context);
  findTables(Context.getTranslationUnitDecl(), Context.getSourceManager(),
             Tables, Found);
  BindingReader Bindings;
  for (const FunctionDecl *Function : Functions) {
    if (Function->isDependentContext())
      continue;
    forEachStatement(Function, [&](const Stmt *Each) {
      std::optional<Exporter> Made;
      if (const auto *Call = dyn_cast<CXXMemberCallExpr>(Each))
        Made = Bindings.read(Call);
      else if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Each))
        Made = setOnInstance(Operator);
      else if (const auto *Declaration = dyn_cast<DeclStmt>(Each))
        for (const Decl *One : Declaration->decls())
          if (const auto *Variable = dyn_cast<VarDecl>(One))
            Tables.read(Variable, Found);
      if (Made)
        Found.push_back(std::move(*Made));
    });
  }
  return Found;
}

} // namespace dlpack_tidy::model
