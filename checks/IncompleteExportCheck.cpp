//===--- IncompleteExportCheck.cpp - what an exported struct has to say ---===//

#include "checks/DeviceLabelRules.h"
#include "checks/DlpackCheck.h"
#include "checks/Findings.h"

#include "flow/FillFlow.h"
#include "model/Callable.h"
#include "model/SourceText.h"
#include "model/Walk.h"

#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace dlpack_tidy::model;
using dlpack_tidy::flow::FillFault;
using dlpack_tidy::flow::FillFinding;

namespace dlpack_tidy::checks {
namespace {

const char *fieldName(TensorField Field) {
  switch (Field) {
  case TensorField::Data:
    return "data";
  case TensorField::DeviceType:
    return "device.device_type";
  case TensorField::DeviceId:
    return "device.device_id";
  case TensorField::Ndim:
    return "ndim";
  case TensorField::Code:
    return "dtype.code";
  case TensorField::Bits:
    return "dtype.bits";
  case TensorField::Lanes:
    return "dtype.lanes";
  case TensorField::Shape:
    return "shape";
  case TensorField::Strides:
    return "strides";
  case TensorField::ByteOffset:
    return "byte_offset";
  case TensorField::Deleter:
    return "deleter";
  case TensorField::Major:
    return "version.major";
  case TensorField::Flags:
    return "flags";
  default:
    return "a field";
  }
}

std::string listed(const std::vector<TensorField> &Fields) {
  std::string Text;
  for (size_t I = 0; I < Fields.size(); ++I)
    Text += std::string(I == 0                   ? "'"
                        : I + 1 == Fields.size() ? "' and '"
                                                 : "', '") +
            fieldName(Fields[I]);
  return Text + "'";
}

const char *structName(StructKind Kind) {
  return Kind == StructKind::Versioned ? "DLManagedTensorVersioned"
         : Kind == StructKind::Managed ? "DLManagedTensor"
                                       : "DLTensor";
}

const char *leavesGarbage(const FillFinding &Fault) {
  if (Fault.ByNew)
    return "'new' without parentheses";
  return Fault.By == Allocator::Stack ? "the declaration" : "the allocation";
}

class IncompleteExportCheck : public DlpackCheck {
public:
  using DlpackCheck::DlpackCheck;

private:
  void examine(const flow::Analysis &Unit) override {
    for (const FillFinding &Each : Unit.fillFindings().Faults)
      say(Each, Unit.context());
    for (const FunctionDecl *Function : Unit.functions())
      if (!Function->isDependentContext())
        for (const fixes::Finding &Each :
             judgeDeviceLabels(Function, Unit.context()))
          report(Each);
    for (const FunctionDecl *Function : Unit.producers().concerned())
      examineArrays(Function, Unit.context());
  }

  /// Each call and each `new` gives another array; `values.data()` does not.
  static bool makesArray(const Expr *Value) {
    return isa<CXXNewExpr>(stripped(Value)) ||
           (isa<CallExpr>(stripped(Value)) &&
            !isa<CXXMemberCallExpr>(stripped(Value)));
  }

  /// `t.strides = t.shape`, or both from one array.
  void examineArrays(const FunctionDecl *Function, ASTContext &Context) {
    struct Set {
      TensorField Field;
      const Expr *Value;
      std::string Struct;
    };
    std::vector<Set> Arrays;
    forEachStatement(Function, [&](const Stmt *Each) {
      const auto *Assignment = dyn_cast<BinaryOperator>(Each);
      if (!Assignment || Assignment->getOpcode() != BO_Assign)
        return;
      const auto *Target =
          dyn_cast<MemberExpr>(Assignment->getLHS()->IgnoreParens());
      std::optional<TensorField> Field =
          Target ? tensorField(Target) : std::nullopt;
      if (Field == TensorField::Shape || Field == TensorField::Strides)
        Arrays.push_back(
            {*Field, Assignment->getRHS()->IgnoreParenImpCasts(),
             textOf(Target->getBase()->getSourceRange(), Context)});
    });
    for (const Set &Strides : Arrays) {
      if (Strides.Field != TensorField::Strides ||
          isNullPointer(Strides.Value) || makesArray(Strides.Value))
        continue;
      std::string Text = textOf(Strides.Value->getSourceRange(), Context);
      bool Shared = llvm::any_of(Arrays, [&](const Set &Shape) {
        return Shape.Field == TensorField::Shape &&
               Shape.Struct == Strides.Struct &&
               (textOf(Shape.Value->getSourceRange(), Context) == Text ||
                tensorField(Strides.Value) == TensorField::Shape);
      });
      if (Shared)
        report(findingAt(Strides.Value->getSourceRange(),
                         "shape and strides are the same array, so the sizes "
                         "are read as strides and consumers see the wrong "
                         "elements; give the strides an array of their own"));
    }
  }

  void say(const FillFinding &Fault, ASTContext &Context) {
    switch (Fault.Fault) {
    case FillFault::NeverWritten:
      sayGarbage(Fault, Context);
      break;
    case FillFault::LeftZero:
      sayZero(Fault);
      break;
    case FillFault::NullStrides:
      report(findingAt(Fault.At, nullStrides(), 1));
      break;
    case FillFault::LostByThrow:
      sayLost(Fault,
              "an exception leaves here, and the tensor that is only "
              "known by this function's pointer leaks with all it "
              "holds; keep it in a std::unique_ptr until it is complete");
      break;
    case FillFault::LostByReturn:
      sayLost(Fault, "this way out forgets the tensor: it leaks with all it "
                     "holds; free it first");
      break;
    default:
      break;
    }
  }

  static std::string nullStrides() {
    return "strides of NULL are not allowed since DLPack 1.2 for a tensor that "
           "has dimensions: consumers index them, or refuse the tensor; write "
           "the compact row-major strides";
  }

  void sayLost(const FillFinding &Fault, const char *Message) {
    fixes::Finding Found = findingAt(Fault.At, Message);
    addNote(Found, Fault.Made, "the tensor is made here");
    report(Found);
  }

  void sayGarbage(const FillFinding &Fault, ASTContext &Context) {
    fixes::Finding Found = findingAt(
        Fault.Made,
        std::string("nobody writes ") + listed(Fault.Fields) + " of this " +
            structName(Fault.Kind) + " before it is handed out, and " +
            leavesGarbage(Fault) +
            " leaves there what was there: the consumer reads garbage; "
            "value-initialise the struct and set every field");
    offerInitialiser(Found, Fault, Context);
    report(Found);
  }

  void sayZero(const FillFinding &Fault) {
    if (Fault.Fields.size() == 1 && Fault.Fields[0] == TensorField::Strides) {
      report(findingAt(Fault.Made, nullStrides(), 1));
      return;
    }
    report(findingAt(Fault.Made,
                     "nobody writes " + listed(Fault.Fields) + " of this " +
                         structName(Fault.Kind) +
                         " before it is handed out: zero means no device, no "
                         "dtype or no version there, and consumers refuse the "
                         "tensor or misread it; set every field"));
  }

  /// `new Holder` as `new Holder()`, `DLTensor t;` as `DLTensor t{};`
  static void offerInitialiser(fixes::Finding &Found, const FillFinding &Fault,
                               ASTContext &Context) {
    const SourceManager &Sources = Context.getSourceManager();
    if (!Context.getLangOpts().CPlusPlus ||
        (!Fault.ByNew && Fault.By != Allocator::Stack))
      return;
    SourceLocation End = Lexer::getLocForEndOfToken(
        Fault.Made.getEnd(), 0, Sources, Context.getLangOpts());
    if (End.isInvalid() || End.isMacroID())
      return;
    fixes::Fix Fix;
    Fix.Safety = fixes::FixSafety::Safe;
    Fix.Description = "value-initialise the struct";
    Fix.Edits.push_back({before(End), Fault.ByNew ? "()" : "{}"});
    Found.Fixes.push_back(std::move(Fix));
  }
};

} // namespace

std::unique_ptr<tidy::ClangTidyCheck>
makeIncompleteExportCheck(StringRef Name, tidy::ClangTidyContext *Context) {
  return std::make_unique<IncompleteExportCheck>(Name, Context);
}

} // namespace dlpack_tidy::checks
