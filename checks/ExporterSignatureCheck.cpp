//===--- ExporterSignatureCheck.cpp - what a bound __dlpack__ promises ----===//
//
// Consumers pass four keywords, look the method up on the type, ask the device
// first and tell "cannot" by BufferError. An exporter that differs works with
// the one library it was tried with.
//
//===----------------------------------------------------------------------===//

#include "checks/DlpackCheck.h"
#include "checks/Findings.h"
#include "checks/RefusalRules.h"

#include "model/Callable.h"
#include "model/Exporter.h"
#include "model/PythonApi.h"
#include "model/Walk.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace dlpack_tidy::model;

namespace dlpack_tidy::checks {
namespace {

constexpr const char *Protocol[] = {"stream", "max_version", "dl_device",
                                    "copy"};

std::string listed(const std::vector<std::string> &Names) {
  std::string Text;
  for (size_t I = 0; I < Names.size(); ++I)
    Text += (I == 0                  ? "'"
             : I + 1 == Names.size() ? "' and '"
                                     : "', '") +
            Names[I];
  return Text + "'";
}

bool isInteger(QualType Type) {
  Type = Type.getNonReferenceType();
  return Type->isIntegerType() && !Type->isBooleanType();
}
/// std::optional<int>
bool isOptionalInteger(QualType Type) {
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Type.getNonReferenceType()->getAsCXXRecordDecl());
  return Class && plainName(Class) == "optional" &&
         Class->getTemplateArgs().size() > 0 &&
         Class->getTemplateArgs()[0].getKind() == TemplateArgument::Type &&
         isInteger(Class->getTemplateArgs()[0].getAsType());
}

class ExporterSignatureCheck : public DlpackCheck {
public:
  using DlpackCheck::DlpackCheck;

private:
  const flow::Analysis *Unit = nullptr;

  void examine(const flow::Analysis &TheUnit) override {
    Unit = &TheUnit;
    llvm::DenseSet<const FunctionDecl *> Exports;
    for (const Exporter &Each : Unit->exporters()) {
      examineAttachment(Each);
      if (Each.Name != "__dlpack__" || Each.How == Exporter::Instance)
        continue;
      examineDeviceMethod(Each);
      examineKeywords(Each);
      examineIgnored(Each);
      examineTypes(Each);
      if (!Each.Function || !Each.Function->hasBody())
        continue;
      examineVersion(Each);
      examineStored(Each);
      for (const FunctionDecl *Reached :
           Unit->producers().reachedFrom(Each.Function))
        if (Exports.insert(Reached).second)
          for (const fixes::Finding &Refusal :
               judgeRefusals(Reached, &Each, Unit->graphs()))
            report(Refusal);
    }
    for (const FunctionDecl *Each : Unit->producers().concerned())
      if (!Exports.contains(Each))
        for (const fixes::Finding &Refusal :
             judgeRefusals(Each, nullptr, Unit->graphs()))
          report(Refusal);
  }

  const ParentMap *parentsIn(const FunctionDecl *Function) const {
    const flow::FunctionGraph *Graph = Unit->graphs().graph(Function);
    return Graph ? &Graph->parents() : nullptr;
  }

  void say(const Exporter &Of, std::string Message, int Level = 1) {
    report(
        findingAt(Of.NameLiteral->getSourceRange(), std::move(Message), Level));
  }

  //===--- How it is attached ---------------------------------------------===//

  void examineAttachment(const Exporter &Of) {
    if (Of.How == Exporter::Method)
      return;
    const char *As = Of.How == Exporter::Static     ? "a static method"
                     : Of.How == Exporter::Property ? "a property"
                                                    : "an attribute of one "
                                                      "instance";
    say(Of, "consumers look '" + Of.Name +
                "' up on the type and call it with the object (nanobind from "
                "2.13 on): as " +
                As + " it is refused with a TypeError; bind it as a method");
  }

  /// `__dlpack_device__` may be attached in a way this check does not know;
  /// then its name stands somewhere.
  void examineDeviceMethod(const Exporter &Of) {
    for (const Exporter &Each : Unit->exporters())
      if (Each.Name == "__dlpack_device__" && Each.Class == Of.Class)
        return;
    unsigned Bound = 0;
    for (const Exporter &Each : Unit->exporters())
      Bound += Each.Name == "__dlpack_device__";
    if (literalsNamed("__dlpack_device__") > Bound)
      return;
    say(Of, "'__dlpack__' without '__dlpack_device__' beside it: PyTorch, JAX "
            "and CuPy ask for the device first and fail with an "
            "AttributeError; bind both");
  }

  unsigned literalsNamed(StringRef Text) const {
    unsigned Count = 0;
    for (const FunctionDecl *Function : Unit->functions())
      if (!Function->isDependentContext())
        forEachStatement(Function, [&](const Stmt *Each) {
          const auto *Literal = dyn_cast<StringLiteral>(Each);
          Count += Literal && Literal->getCharByteWidth() == 1 &&
                   Literal->getString() == Text;
        });
    return Count;
  }

  //===--- Keywords -------------------------------------------------------===//

  void examineKeywords(const Exporter &Of) {
    if (Of.OpenKeywords)
      return;
    std::vector<std::string> Missing;
    for (const char *Name : Protocol)
      if (!Of.keyword(Name))
        Missing.push_back(Name);
    if (Missing.empty())
      return;
    say(Of, "'__dlpack__' does not take " + listed(Missing) +
                ": consumers that pass " +
                (Missing.size() > 1 ? "them" : "it") +
                " get a TypeError and, unless they try again without, give "
                "up; take all four keywords and refuse what you cannot do "
                "with a BufferError");
  }

  void examineIgnored(const Exporter &Of) {
    if (!Of.Function || !Of.Function->hasBody())
      return;
    std::vector<std::string> Ignored;
    if (Of.KeywordDictionary && !isUsed(Of.KeywordDictionary, Of.Function))
      Ignored.assign(std::begin(Protocol), std::end(Protocol));
    for (const ExporterKeyword &Each : Of.Keywords)
      if (Each.Holder && !isUsed(Each.Holder, Of.Function) &&
          (Each.Name == "copy" || Each.Name == "dl_device"))
        Ignored.push_back(Each.Name);
    if (!Ignored.empty()) {
      say(Of, "'__dlpack__' takes " + listed(Ignored) + " and ignores " +
                  (Ignored.size() > 1 ? "them" : "it") +
                  ": who asks for a copy, or for another device, silently gets "
                  "the array itself; honour the request or refuse it with a "
                  "BufferError");
      return;
    }
    const ExporterKeyword *Stream = Of.keyword("stream");
    if (Stream && Stream->Holder && !isUsed(Stream->Holder, Of.Function))
      say(Of,
          "'__dlpack__' ignores 'stream': work still queued on this side "
          "races with the consumer; wait for it on the stream that is passed, "
          "or refuse anything but None for host memory",
          exportsDeviceMemory(Of) ? 1 : 2);
  }

  /// True where the value of \p Held matters to \p In: it is read, other than
  /// to say that it is not (`(void)copy`).
  bool isUsed(const VarDecl *Held, const FunctionDecl *In,
              unsigned Depth = 0) const {
    const ParentMap *Parents = parentsIn(In);
    if (!Parents || Depth > 3)
      return true;
    bool Used = false;
    forEachStatement(In, [&](const Stmt *Each) {
      const auto *Reference = dyn_cast<DeclRefExpr>(Each);
      if (Reference && Reference->getDecl() == Held)
        Used = Used || matters(Reference, *Parents, Depth);
    });
    return Used;
  }

  bool matters(const DeclRefExpr *Reference, const ParentMap &Parents,
               unsigned Depth) const {
    const Expr *Value = Reference;
    const Stmt *Parent = Parents.getParent(Value);
    for (; Parent; Parent = Parents.getParent(Parent)) {
      const auto *Outer = dyn_cast<Expr>(Parent);
      const auto *Address = dyn_cast<UnaryOperator>(Parent);
      bool PassesOn =
          isa<CastExpr, ParenExpr, FullExpr, MaterializeTemporaryExpr,
              CXXBindTemporaryExpr>(Parent) ||
          (Address && Address->getOpcode() == UO_AddrOf) ||
          (isa<CXXConstructExpr>(Parent) &&
           cast<CXXConstructExpr>(Parent)->getNumArgs() == 1) ||
          (isa<CallExpr>(Parent) &&
           plainName(cast<CallExpr>(Parent)->getDirectCallee()) == "move");
      if (Outer && Outer->getType()->isVoidType() && isa<CastExpr>(Parent))
        return false;
      if (!PassesOn)
        break;
      Value = Outer;
    }
    const auto *Call = dyn_cast_or_null<CallExpr>(Parent);
    if (!Call)
      return !isa_and_nonnull<CompoundStmt>(Parent);
    // What a parser writes to is not read there.
    if (plainName(Call->getDirectCallee()).starts_with("PyArg_Parse"))
      return false;
    const FunctionDecl *Callee = calleeWithBody(Call);
    for (unsigned I = 0; Callee && I < Call->getNumArgs(); ++I)
      if (Call->getArg(I) == Value && I < Callee->getNumParams())
        return isUsed(Callee->getParamDecl(I), Callee, Depth + 1);
    return true;
  }

  /// One of the two methods names a device whose work is queued.
  bool exportsDeviceMemory(const Exporter &Of) const {
    bool Found = false;
    for (const Exporter &Each : Unit->exporters()) {
      if (Each.Class != Of.Class || !Each.Function || !Each.Function->hasBody())
        continue;
      for (const FunctionDecl *Reached :
           Unit->producers().reachedFrom(Each.Function))
        forEachStatement(Reached, [&](const Stmt *Part) {
          const auto *Reference = dyn_cast<DeclRefExpr>(Part);
          const auto *Named =
              Reference ? dyn_cast<EnumConstantDecl>(Reference->getDecl())
                        : nullptr;
          const auto *Enum =
              Named ? dyn_cast<EnumDecl>(Named->getDeclContext()) : nullptr;
          const TypedefNameDecl *Alias =
              Enum ? Enum->getTypedefNameForAnonDecl() : nullptr;
          StringRef Name = Alias ? plainName(Alias) : plainName(Enum);
          if (!Name.contains("DeviceType"))
            return;
          int64_t Value = Named->getInitVal().getExtValue();
          Found |= Value == 2 || Value == 10 || Value == 13 || Value == 14;
        });
    }
    return Found;
  }

  void examineTypes(const Exporter &Of) {
    for (const ExporterKeyword &Each : Of.Keywords) {
      if (!Each.Holder || !isa<ParmVarDecl>(Each.Holder))
        continue;
      QualType Type = Each.Holder->getType();
      if (Each.Name == "dl_device" &&
          (isInteger(Type) || isOptionalInteger(Type)))
        say(Of, "'dl_device' is a (type, id) tuple, and as an integer it is "
                "refused with a TypeError; take a tuple, or an object");
      else if (Each.Name == "max_version" &&
               (isInteger(Type) || isOptionalInteger(Type)))
        say(Of, "'max_version' is a (major, minor) tuple, and as an integer it "
                "is refused with a TypeError; take a tuple, or an object");
      else if (Each.Name == "stream" && isInteger(Type))
        say(Of, "'stream' as a plain integer refuses None with a TypeError, "
                "and None is what JAX and others pass; take an optional or an "
                "object");
      else if (Each.Name == "copy" && Of.Style == BindingStyle::Nanobind &&
               Type.getNonReferenceType()->isBooleanType())
        say(Of, "'copy' as a plain bool refuses None with a TypeError, and "
                "None is what NumPy passes; take an optional or an object");
    }
  }

  //===--- What comes out -------------------------------------------------===//

  void examineVersion(const Exporter &Of) {
    const ExporterKeyword *Version = Of.keyword("max_version");
    bool Asked =
        Of.OpenKeywords
            ? !Of.KeywordDictionary || isUsed(Of.KeywordDictionary, Of.Function)
            : Version &&
                  (!Version->Holder || isUsed(Version->Holder, Of.Function));
    if (Asked)
      return;
    bool Versioned = false, Legacy = false;
    for (const FunctionDecl *Reached :
         Unit->producers().reachedFrom(Of.Function))
      for (const CapsuleSite &Site : Unit->producers().capsules())
        if (Site.In == Reached && Site.Event.Action == CapsuleAction::Create)
          for (const std::string &Name : Site.Event.Name.Values) {
            Versioned |= Name == "dltensor_versioned";
            Legacy |= Name == "dltensor";
          }
    if (Versioned && !Legacy)
      say(Of, "'__dlpack__' makes a versioned capsule although nobody asked: "
              "consumers that pass no max_version know only \"dltensor\" and "
              "refuse it (JAX before 0.12, TensorFlow, tvm-ffi); make one only "
              "for max_version[0] >= 1");
  }

  void examineStored(const Exporter &Of) {
    const Expr *Stored = storedReturn(Of.Function, 0);
    if (!Stored)
      return;
    report(findingAt(
        Stored->getSourceRange(),
        "every call of '__dlpack__' hands out this same capsule: a second "
        "consumer finds it consumed, or releases the tensor once more "
        "(nanobind from 2.13 on renames nothing); make a new capsule for each "
        "call",
        1));
  }

  /// The member or global that a function returns as its capsule.
  const Expr *storedReturn(const FunctionDecl *Function, unsigned Depth) const {
    const Expr *Found = nullptr;
    if (!Function->hasBody() || Depth > 3)
      return nullptr;
    forEachStatement(Function->getBody(), [&](const Stmt *Each) {
      const auto *Return = dyn_cast<ReturnStmt>(Each);
      const Expr *Value = Return && Return->getRetValue()
                              ? stripped(Return->getRetValue())
                              : nullptr;
      if (!Value || Found)
        return;
      QualType Type = Value->getType();
      bool IsObject = isPyObjectPointer(Type) ||
                      ownsPythonReference(Type->getAsCXXRecordDecl());
      if (const auto *Member = dyn_cast<MemberExpr>(Value)) {
        if (IsObject && isa<FieldDecl>(Member->getMemberDecl()))
          Found = Value;
      } else if (const auto *Reference = dyn_cast<DeclRefExpr>(Value)) {
        const auto *Variable = dyn_cast<VarDecl>(Reference->getDecl());
        // `return Py_None;`, `Py_NotImplemented` are of another type.
        if (IsObject && Variable && Variable->hasGlobalStorage())
          Found = Value;
      } else if (const auto *Call = dyn_cast<CallExpr>(Value)) {
        if (const FunctionDecl *Callee = calleeWithBody(Call))
          Found = storedReturn(Callee, Depth + 1);
      }
    });
    return Found;
  }
};

} // namespace

std::unique_ptr<tidy::ClangTidyCheck>
makeExporterSignatureCheck(StringRef Name, tidy::ClangTidyContext *Context) {
  return std::make_unique<ExporterSignatureCheck>(Name, Context);
}

} // namespace dlpack_tidy::checks
