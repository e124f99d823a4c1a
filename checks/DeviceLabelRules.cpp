//===--- DeviceLabelRules.cpp - labels that drop what is known ------------===//

#include "checks/DeviceLabelRules.h"

#include "checks/Findings.h"
#include "model/Callable.h"
#include "model/Constants.h"
#include "model/DLPackTypes.h"
#include "model/DeviceLabels.h"
#include "model/Walk.h"
#include "rules/DeviceTypes.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace dlpack_tidy::model;

namespace dlpack_tidy::checks {
namespace {

/// Device types of which a machine has several; ids tell them apart.
bool hasSeveral(int64_t Type) {
  return Type == 2 || Type == 10 || Type == 13 || Type == 14;
}

class LabelJudge {
public:
  LabelJudge(const FunctionDecl *Function, ASTContext &Context)
      : Function(Function), Context(Context) {}

  std::vector<fixes::Finding> run() {
    std::vector<DeviceLabel> Labels = deviceLabels(Function, Context);
    if (!Labels.empty()) {
      judgeMemoryKind(Labels);
      judgeCases(Labels);
      judgeDeviceIds(Labels);
    }
    judgeImport();
    return std::move(Found);
  }

private:
  //===--- Memory kinds ---------------------------------------------------===//

  /// A member tells pinned or managed memory, and nobody looks at it.
  void judgeMemoryKind(const std::vector<DeviceLabel> &Labels) {
    std::vector<MemoryKindMember> Kinds = memoryKindsInSight(Function);
    if (Kinds.empty())
      return;
    bool Looked[3] = {false, false, false};
    for (const MemoryKindMember &Each : Kinds)
      if (mentions(Function, Each.Member))
        Looked[static_cast<int>(Each.Tells)] = true;
    if (Looked[static_cast<int>(MemoryKind::Any)])
      return;
    for (const MemoryKindMember &Each : Kinds) {
      if (Looked[static_cast<int>(Each.Tells)])
        continue;
      for (bool Device : {true, false})
        for (const DeviceLabel &Label : Labels)
          if (labelDrops(Label, Each.Tells) &&
              llvm::any_of(Label.Types, hasSeveral) == Device) {
            sayMemoryKind(Label, Each);
            return;
          }
    }
  }

  /// Whether memory of kind \p Kind would be labelled wrongly. A label that is
  /// right for one kind (kDLCUDAHost) was chosen with care.
  static bool labelDrops(const DeviceLabel &Label, MemoryKind Kind) {
    for (int64_t Type : Label.Types) {
      if (Type == 2 || Type == 10)
        return true;
      if (Type == 1 && Kind == MemoryKind::Pinned)
        return true;
    }
    return false;
  }

  void sayMemoryKind(const DeviceLabel &Label, const MemoryKindMember &Kind) {
    fixes::Finding Made = findingAt(
        Label.At->getSourceRange(),
        "the label is " + names(Label) + " whatever '" +
            Kind.Member->getNameAsString() +
            "' says: host-readable memory is taken for device memory, or is "
            "handed to code that may not have it; label it " +
            rightLabel(Kind.Tells) + ", or refuse it",
        1);
    addNote(Made, Kind.Member->getLocation(), "this tells the memory kind");
    Found.push_back(std::move(Made));
  }

  static std::string names(const DeviceLabel &Label) {
    std::string Text;
    for (int64_t Type : Label.Types)
      Text += (Text.empty() ? "" : " or ") +
              rules::deviceName(static_cast<int>(Type));
    return Text;
  }
  static const char *rightLabel(MemoryKind Kind) {
    switch (Kind) {
    case MemoryKind::Pinned:
      return "kDLCUDAHost (kDLROCMHost)";
    case MemoryKind::Managed:
      return "kDLCUDAManaged";
    case MemoryKind::Any:
      break;
    }
    return "kDLCUDAHost or kDLCUDAManaged as the kind is";
  }

  /// `case Managed: case Device: return {kDLCUDA, id};`
  void judgeCases(const std::vector<DeviceLabel> &Labels) {
    forEachStatement(Function, [&](const Stmt *Each) {
      const auto *Case = dyn_cast<CaseStmt>(Each);
      const auto *Named =
          Case ? dyn_cast<DeclRefExpr>(stripped(Case->getLHS())) : nullptr;
      std::optional<MemoryKind> Kind =
          Named ? memoryKindNamed(plainName(Named->getDecl())) : std::nullopt;
      // DLPack's own enumerators name the label, not the memory.
      if (!Kind || *Kind == MemoryKind::Any ||
          plainName(Named->getDecl()).starts_with("kDL"))
        return;
      const Stmt *Body = Case->getSubStmt();
      while (const auto *Next = dyn_cast<SwitchCase>(Body))
        Body = Next->getSubStmt();
      for (const DeviceLabel &Label : Labels)
        if (contains(Body, Label.At) && Label.Types.size() == 1 &&
            labelDrops(Label, *Kind))
          sayCase(Label, Named->getDecl(), *Kind);
    });
  }

  static bool contains(const Stmt *Root, const Stmt *Wanted) {
    bool Inside = false;
    forEachStatement(Root, [&](const Stmt *Each) { Inside |= Each == Wanted; });
    return Inside;
  }

  void sayCase(const DeviceLabel &Label, const ValueDecl *Case,
               MemoryKind Kind) {
    Found.push_back(findingAt(
        Label.At->getSourceRange(),
        "memory of kind '" + Case->getNameAsString() + "' is labelled " +
            names(Label) +
            " like any other: consumers treat it as what it is not; label it " +
            rightLabel(Kind) + ", or refuse it",
        1));
  }

  //===--- Device numbers -------------------------------------------------===//

  void judgeDeviceIds(const std::vector<DeviceLabel> &Labels) {
    std::vector<const ValueDecl *> Ids = deviceIdsInSight(Function);
    llvm::erase_if(
        Ids, [&](const ValueDecl *Each) { return mentions(Function, Each); });
    for (const DeviceLabel &Label : Labels) {
      bool Several = llvm::any_of(Label.Types, hasSeveral);
      const Expr *Id = Label.Id ? Label.Id : assignedId(Label);
      if (!Several || Label.Types.size() != 1 || !Id ||
          integerConstant(Id, Context) != int64_t(0))
        continue;
      fixes::Finding Made = findingAt(
          Id->getSourceRange(),
          "every tensor is labelled device 0" +
              (Ids.empty() ? std::string()
                           : " whatever '" + Ids.front()->getNameAsString() +
                                 "' says") +
              ": on a machine with several devices the consumer looks at the "
              "memory of another one; write the device the memory is on",
          Ids.empty() ? 2 : 1);
      Found.push_back(std::move(Made));
    }
  }

  /// `t.device.device_id = 0;` in the same function.
  const Expr *assignedId(const DeviceLabel &) const {
    const Expr *Only = nullptr;
    unsigned Count = 0;
    forEachStatement(Function, [&](const Stmt *Each) {
      const auto *Assignment = dyn_cast<BinaryOperator>(Each);
      if (Assignment && Assignment->getOpcode() == BO_Assign &&
          tensorField(Assignment->getLHS()) == TensorField::DeviceId) {
        Only = Assignment->getRHS();
        ++Count;
      }
    });
    return Count == 1 ? Only : nullptr;
  }

  //===--- The way in -----------------------------------------------------===//

  /// The device type of a tensor is looked at, its number is not, and a zero
  /// stands in its place.
  void judgeImport() {
    const Expr *Asked = nullptr;
    bool KnowsId = false;
    forEachStatement(Function, [&](const Stmt *Each) {
      const auto *Value = dyn_cast<Expr>(Each);
      if (!Value)
        return;
      std::optional<TensorField> Field = tensorField(Value);
      if (Field == TensorField::DeviceType)
        Asked = Value;
      KnowsId |= Field == TensorField::DeviceId;
      // The whole device is passed on.
      if (const auto *Call = dyn_cast<CallExpr>(Each))
        for (const Expr *Argument : Call->arguments())
          KnowsId |= isDeviceRecord(
              Argument->getType().getNonReferenceType()->getAsRecordDecl());
    });
    if (!Asked || KnowsId)
      return;
    forEachStatement(Function, [&](const Stmt *Each) {
      if (const auto *Case = dyn_cast<CaseStmt>(Each)) {
        std::optional<int64_t> Type = integerConstant(Case->getLHS(), Context);
        if (Type && hasSeveral(*Type) && isDeviceType(Case->getLHS()))
          judgeBranch(Case->getSubStmt());
      } else if (const auto *If = dyn_cast<IfStmt>(Each)) {
        if (testsSeveral(If->getCond()))
          judgeBranch(If->getThen());
      } else if (const auto *Choice = dyn_cast<ConditionalOperator>(Each)) {
        if (testsSeveral(Choice->getCond()))
          judgeBranch(Choice->getTrueExpr());
      }
    });
  }

  bool isDeviceType(const Expr *Constant) const {
    const auto *Named = dyn_cast<DeclRefExpr>(stripped(Constant));
    return !Named || isa<EnumConstantDecl>(Named->getDecl());
  }

  bool testsSeveral(const Expr *Test) const {
    const auto *Compared =
        dyn_cast<BinaryOperator>(Test->IgnoreParenImpCasts());
    if (!Compared || Compared->getOpcode() != BO_EQ)
      return false;
    auto Matches = [&](const Expr *Field, const Expr *Constant) {
      std::optional<int64_t> Type = integerConstant(Constant, Context);
      return tensorField(stripped(Field)) == TensorField::DeviceType && Type &&
             hasSeveral(*Type);
    };
    return Matches(Compared->getLHS(), Compared->getRHS()) ||
           Matches(Compared->getRHS(), Compared->getLHS());
  }

  void judgeBranch(const Stmt *Branch) {
    while (const auto *Next = dyn_cast<SwitchCase>(Branch))
      Branch = Next->getSubStmt();
    const Expr *Zero = nullptr;
    forEachStatement(Branch, [&](const Stmt *Each) {
      if (!Zero)
        Zero = zeroId(Each);
    });
    if (Zero)
      Found.push_back(findingAt(
          Zero->getSourceRange(),
          "the tensor's device_id is never read and device 0 stands in its "
          "place: a tensor of another device is read from the wrong memory; "
          "pass device.device_id on",
          1));
  }

  /// A constant zero where something called like a device number is meant.
  const Expr *zeroId(const Stmt *Each) const {
    auto IsZero = [&](const Expr *Value) {
      return Value && integerConstant(Value, Context) == int64_t(0) &&
             !Value->getType()->isBooleanType() &&
             !isa<CXXBoolLiteralExpr>(stripped(Value));
    };
    if (const auto *List = dyn_cast<InitListExpr>(Each)) {
      if (const InitListExpr *Semantic = List->getSemanticForm())
        List = Semantic;
      const RecordDecl *Record = List->getType()->getAsRecordDecl();
      unsigned Index = 0;
      bool OnHost = false;
      if (Record)
        for (const FieldDecl *Field : Record->fields()) {
          if (Index >= List->getNumInits())
            break;
          const Expr *Init = List->getInit(Index++);
          // Host memory has no number; the answer may be where a copy goes.
          if (tensorField(Field) == TensorField::DeviceType)
            if (std::optional<int64_t> Type = integerConstant(Init, Context))
              OnHost = !hasSeveral(*Type);
          if (OnHost)
            continue;
          if (namesDeviceId(plainName(Field)) && IsZero(Init) &&
              !isa<ImplicitValueInitExpr>(Init))
            return Init;
        }
    } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(Each)) {
      return zeroArgument(Construct->getConstructor(),
                          {Construct->getArgs(), Construct->getNumArgs()},
                          IsZero);
    } else if (const auto *Call = dyn_cast<CallExpr>(Each)) {
      if (const FunctionDecl *Callee = Call->getDirectCallee();
          Callee && !isa<CXXOperatorCallExpr>(Call))
        return zeroArgument(Callee, {Call->getArgs(), Call->getNumArgs()},
                            IsZero);
    } else if (const auto *Assignment = dyn_cast<BinaryOperator>(Each)) {
      const Expr *Target = stripped(Assignment->getLHS());
      StringRef Name;
      if (const auto *Member = dyn_cast<MemberExpr>(Target))
        Name = plainName(Member->getMemberDecl());
      else if (const auto *Reference = dyn_cast<DeclRefExpr>(Target))
        Name = plainName(Reference->getDecl());
      if (Assignment->getOpcode() == BO_Assign && namesDeviceId(Name) &&
          IsZero(Assignment->getRHS()))
        return Assignment->getRHS();
    }
    return nullptr;
  }

  template <typename Test>
  static const Expr *zeroArgument(const FunctionDecl *Callee,
                                  llvm::ArrayRef<const Expr *> Arguments,
                                  Test IsZero) {
    for (unsigned I = 0; I < Arguments.size() && I < Callee->getNumParams();
         ++I)
      if (namesDeviceId(plainName(Callee->getParamDecl(I))) &&
          !isa<CXXDefaultArgExpr>(Arguments[I]) && IsZero(Arguments[I]))
        return Arguments[I];
    return nullptr;
  }

  const FunctionDecl *Function;
  ASTContext &Context;
  std::vector<fixes::Finding> Found;
};

} // namespace

std::vector<fixes::Finding> judgeDeviceLabels(const FunctionDecl *Function,
                                              ASTContext &Context) {
  return LabelJudge(Function, Context).run();
}

} // namespace dlpack_tidy::checks
