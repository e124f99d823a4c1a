//===--- FillFlow.cpp - how an exported tensor is made --------------------===//

#include "flow/FillFlow.h"

#include "flow/AccessPath.h"
#include "flow/FillJudge.h"
#include "flow/PointerTest.h"
#include "model/Callable.h"
#include "model/Constants.h"
#include "model/Walk.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;
using dlpack_tidy::model::Allocation;
using dlpack_tidy::model::Allocator;
using dlpack_tidy::model::CapsuleAction;
using dlpack_tidy::model::CapsuleEvent;
using dlpack_tidy::model::StructKind;
using dlpack_tidy::model::TensorField;

namespace dlpack_tidy::flow {
namespace {

class FillDomain {
public:
  using State = FillState;

  FillDomain(const llvm::DenseSet<const FunctionDecl *> &Worth,
             GraphCache &Graphs, FillFindings &Into)
      : Worth(Worth), Graphs(Graphs), Into(Into) {}

  bool follows(const Expr *, const FunctionDecl *Callee,
               const model::CallFrame &) {
    return Worth.contains(Callee->getCanonicalDecl());
  }
  void enter(const model::CallFrame &, bool) {}
  bool refineConstant(State &, const Expr *, Comparison, int64_t, bool,
                      const model::CallFrame &) {
    return false;
  }

  void initialise(State &Facts, const CXXCtorInitializer *Initializer,
                  const model::CallFrame &Frame, bool Recording) {
    At = {&Frame, Recording};
    const FieldDecl *Field = Initializer->getAnyMember();
    if (!Field)
      return;
    AccessPath Path;
    Path.Root = Field->getParent()->getCanonicalDecl();
    assign(Facts, Path.plus(Field), Initializer->getInit(),
           Initializer->getSourceRange());
  }

  void transfer(State &Facts, const Stmt *Statement,
                const model::CallFrame &Frame, bool Recording) {
    At = {&Frame, Recording};
    if (const auto *Declaration = dyn_cast<DeclStmt>(Statement)) {
      for (const Decl *Each : Declaration->decls())
        if (const auto *Variable = dyn_cast<VarDecl>(Each))
          declare(Facts, Variable);
    } else if (const auto *Operator = dyn_cast<BinaryOperator>(Statement)) {
      if (Operator->getOpcode() == BO_Assign)
        assign(Facts, path(Operator->getLHS()), Operator->getRHS(),
               Operator->getSourceRange());
    } else if (const auto *Return = dyn_cast<ReturnStmt>(Statement)) {
      leave(Facts, Return);
    } else if (isa<CXXThrowExpr>(Statement)) {
      lose(Facts, FillFault::LostByThrow, Statement);
    } else if (const auto *Lambda = dyn_cast<LambdaExpr>(Statement)) {
      for (const Expr *Captured : Lambda->capture_inits())
        handOut(Facts, Captured, nullptr);
    } else if (const auto *List = dyn_cast<InitListExpr>(Statement)) {
      for (const Expr *Element : List->inits())
        if (Element)
          handOut(Facts, Element, nullptr);
    } else if (!release(Facts, Statement)) {
      call(Facts, Statement);
    }
  }

  bool refine(State &Facts, const Expr *Test, bool Truth,
              const model::CallFrame &Frame) {
    Test = testedPointer(Test, Truth);
    if (!Test)
      return false;
    AccessPath Path = pathOf(Test, Frame, Graphs);
    if (!Path || !Facts.Tensors.count(Path))
      return false;
    if (!Truth)
      Facts.Tensors.erase(Path);
    return true;
  }

private:
  AccessPath path(const Expr *Object) {
    return pathOf(Object, *At.Frame, Graphs);
  }
  static AccessPath variablePath(const VarDecl *Variable) {
    AccessPath Path;
    Path.Root = Variable->getCanonicalDecl();
    return Path;
  }
  const model::Definitions *locals() {
    const FunctionGraph *Graph = Graphs.graph(At.Frame->Function);
    return Graph ? &Graph->definitions() : nullptr;
  }

  //===--- Making ---------------------------------------------------------===//

  void declare(State &Facts, const VarDecl *Variable) {
    if (Variable->hasGlobalStorage() || Variable->getType()->isReferenceType())
      return;
    AccessPath Path = variablePath(Variable);
    StructKind Kind = model::madeKind(Variable->getType());
    if (Kind == StructKind::None) {
      if (Variable->hasInit())
        make(Facts, Path, Variable->getType(), Variable->getInit());
      return;
    }
    Allocation Made = model::allocationOf(Variable);
    MadeTensor Tensor = tensor(Made, Kind, Variable->getSourceRange());
    const Expr *Init = Made.At ? model::stripped(Made.At) : nullptr;
    if (Init && !isa<CXXConstructExpr, InitListExpr>(Init))
      Tensor.Foreign = true; // a copy of something
    if (const auto *Construct = dyn_cast_or_null<CXXConstructExpr>(Init))
      Tensor.Foreign = Construct->getNumArgs() > 0;
    Facts.Tensors[Path] = Tensor;
    writeList(Facts, Path, Init);
  }

  MadeTensor tensor(const Allocation &Made, StructKind Kind,
                    SourceRange Where) {
    MadeTensor Tensor;
    Tensor.Made = Made;
    Tensor.At = Where;
    Tensor.Kind = Kind;
    Tensor.Zeroed = Made.Zeroed;
    Tensor.In = At.Frame->Function;
    return Tensor;
  }

  /// A pointer that is set to a new object.
  bool make(State &Facts, const AccessPath &Path, QualType Type,
            const Expr *Value) {
    QualType Pointee = model::pointeeOf(Type.getNonReferenceType());
    if (Pointee.isNull())
      return false;
    std::optional<Allocation> Made = model::allocationOf(Value, Pointee);
    StructKind Kind = Made ? model::madeKind(Made->Type) : StructKind::None;
    if (Kind == StructKind::None)
      return false;
    Facts.Tensors[Path] = tensor(*Made, Kind, Made->At->getSourceRange());
    if (const auto *New = dyn_cast<CXXNewExpr>(Made->At))
      if (const Expr *Initialiser = New->getInitializer())
        writeList(Facts, Path, model::stripped(Initialiser));
    return true;
  }

  /// `DLManagedTensor{tensor, ctx, deleter}`
  void writeList(State &Facts, const AccessPath &To, const Expr *Value) {
    const auto *List = dyn_cast_or_null<InitListExpr>(Value);
    if (!List)
      return;
    if (const InitListExpr *Semantic = List->getSemanticForm())
      List = Semantic;
    const RecordDecl *Record = List->getType()->getAsRecordDecl();
    if (!Record)
      return;
    unsigned Index = 0;
    if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
      Index = Class->getNumBases();
    for (const FieldDecl *Field : Record->fields()) {
      if (Index >= List->getNumInits())
        break;
      const Expr *Init = List->getInit(Index++);
      if (Init && !isa<ImplicitValueInitExpr>(Init))
        assign(Facts, To.plus(Field), Init, Init->getSourceRange());
    }
  }

  //===--- Writing --------------------------------------------------------===//

  void assign(State &Facts, const AccessPath &To, const Expr *Value,
              SourceRange Where) {
    if (!To || !Value)
      return;
    const auto *Target = To.last() ? To.last() : To.variable();
    if (Target && make(Facts, To, Target->getType(), Value))
      return;
    if (copy(Facts, To, Value))
      return;
    AccessPath From = path(Value);
    AccessPath Root;
    MadeTensor *Source = Facts.tensorAt(From, &Root);
    if (Source && !To.startsWith(Root) && isWhole(From))
      store(*Source, To);
    point(Facts, To, Value, Where);
    MadeTensor *Tensor = Facts.tensorAt(To, &Root);
    if (!Tensor)
      return;
    if (To == Root) {
      // Another object, or all of this one.
      if (isa<InitListExpr>(model::stripped(Value))) {
        Tensor->Zeroed = true;
        writeList(Facts, To, model::stripped(Value));
      } else if (!(From == To)) {
        Tensor->Foreign = true;
      }
      return;
    }
    write(*Tensor, To, Value);
    if (const auto *List = dyn_cast<InitListExpr>(model::stripped(Value)))
      writeList(Facts, To, List);
  }

  /// `m->dl_tensor = t`: what is known of the local struct holds for the copy.
  bool copy(State &Facts, const AccessPath &To, const Expr *Value) {
    const Expr *Copied = model::stripped(Value);
    if (model::structKind(Copied->getType()) != StructKind::Tensor)
      return false;
    AccessPath From = path(Copied);
    AccessPath Root;
    MadeTensor *Source = Facts.tensorAt(From, &Root);
    MadeTensor *Target = Facts.tensorAt(To);
    if (!Source || !Target || Source == Target || !(Root == From) ||
        Source->Foreign)
      return false;
    Target->Written = Target->Written | Source->Written;
    Target->Touched = Target->Touched | Source->Touched;
    Target->Rankless = Source->Rankless;
    Target->NullStrides = Source->NullStrides;
    if (Source->Zeroed)
      Target->TensorZeroed = true;
    std::vector<std::pair<AccessPath, LocalPointer>> Copies;
    for (const auto &[Path, Pointer] : Facts.Pointers)
      if (Path.startsWith(From) && Path.last())
        Copies.push_back({To.plus(Path.last()), Pointer});
    for (auto &[Path, Pointer] : Copies)
      Facts.Pointers[Path] = Pointer;
    return true;
  }

  void write(MadeTensor &Tensor, const AccessPath &To, const Expr *Value) {
    std::optional<TensorField> Field = model::tensorField(To.last());
    if (!Field) {
      // A whole struct inside of a holder, or a member of the holder's own,
      // which may keep the data alive.
      Tensor.Keeps |= model::canKeepAlive(To.last()->getType());
      if (model::madeKind(To.last()->getType()) != StructKind::None) {
        Tensor.Written.insertAll();
        Tensor.Touched.insertAll();
      }
      return;
    }
    noteOwner(Tensor, *Field, Value);
    // Only part of a composite is written by a list; its parts come next.
    bool IsList = isa<InitListExpr>(model::stripped(Value));
    if (!IsList || *Field != TensorField::Tensor) {
      Tensor.Written.insert(*Field);
      Tensor.Touched.insert(*Field);
    } else {
      Tensor.TensorZeroed = true;
    }
    if (*Field == TensorField::Strides)
      Tensor.NullStrides = model::isNullPointer(Value) ? Value : nullptr;
    if (*Field == TensorField::Ndim)
      Tensor.Rankless =
          model::integerConstant(Value, Graphs.context()) == int64_t(0);
    if (*Field == TensorField::Deleter)
      Tensor.Deleter = model::functionOf(Value);
    if (At.Recording && *Field == TensorField::Deleter && Tensor.Deleter)
      Into.Pairings.push_back({Tensor.Made, Tensor.Deleter, Value});
  }

  /// Whose memory the data is, and whether anything is kept of the owner.
  void noteOwner(MadeTensor &Tensor, TensorField Field, const Expr *Value) {
    if (Field == TensorField::Data) {
      Tensor.MemberData = model::memberStorage(Value);
      Tensor.ConstData = model::constMemory(Value);
    }
    if (Field == TensorField::Flags)
      Tensor.SaysFlags |=
          model::integerConstant(Value, Graphs.context()).value_or(1) & 1;
    if (Field != TensorField::ManagerContext || model::isNullPointer(Value))
      return;
    QualType Held = model::pointeeOf(model::stripped(Value)->getType());
    if (!Held.isNull() && Held->isRecordType() && !model::canKeepAlive(Held)) {
      Tensor.IdleContext = true;
      return;
    }
    AccessPath Context = path(Value);
    bool Borrowed =
        isa<CXXThisExpr>(model::stripped(Value)) ||
        (Context.variable() && isa<ParmVarDecl>(Context.variable()));
    Tensor.Keeps |= !Borrowed;
  }

  /// The pointer to a tensor is put somewhere else.
  void store(MadeTensor &Tensor, const AccessPath &To) {
    bool LocalName = To.variable() && To.variable()->hasLocalStorage() &&
                     To.Fields.empty() && !isa<ParmVarDecl>(To.variable());
    if (!LocalName)
      judge(Tensor, 2);
    Tensor.HandedOut = true;
  }

  /// Remembers or forgets what a pointer field points into.
  void point(State &Facts, const AccessPath &To, const Expr *Value,
             SourceRange Where) {
    std::optional<TensorField> Field = model::tensorField(To.last());
    for (auto It = Facts.Pointers.begin(); It != Facts.Pointers.end();)
      It = It->first.startsWith(To) ? Facts.Pointers.erase(It) : std::next(It);
    if (Field != TensorField::Data && Field != TensorField::Shape &&
        Field != TensorField::Strides)
      return;
    model::LocalStorage Storage =
        model::localStorage(Value, At.Frame->Function, locals());
    if (Storage)
      Facts.Pointers[To] = {Storage, Where, At.Frame->Function};
  }

  //===--- Handing out ----------------------------------------------------===//

  /// A path that names the struct or its holder, not a field's value.
  static bool isWhole(const AccessPath &Path) {
    return !Path.last() ||
           model::madeKind(Path.last()->getType()) != StructKind::None;
  }

  void handOut(State &Facts, const Expr *Value, const FunctionDecl *To,
               unsigned Enough = 4) {
    AccessPath Path = path(Value);
    MadeTensor *Tensor = Facts.tensorAt(Path);
    if (!Tensor)
      return;
    if (!isWhole(Path)) {
      // `fill(&t.dtype)` writes the field; its value does nothing.
      const auto *Address = dyn_cast<UnaryOperator>(model::stripped(Value));
      if (Address && Address->getOpcode() == UO_AddrOf)
        if (std::optional<TensorField> Field =
                model::tensorField(Path.last())) {
          Tensor->Written.insert(*Field);
          Tensor->Touched.insert(*Field);
        }
      return;
    }
    if (To && copiesMetadata(To))
      forgetMetadata(Facts, Path);
    if (Tensor->Written.tensorFields() >= Enough) {
      judge(*Tensor, Enough);
      Tensor->HandedOut = true;
    } else {
      Tensor->Foreign = Tensor->HandedOut = true;
    }
  }

  /// PyTorch copies shape and strides at once.
  static bool copiesMetadata(const FunctionDecl *To) {
    return model::plainName(To) == "fromDLPack" ||
           model::plainName(To) == "fromDLPackVersioned";
  }
  static void forgetMetadata(State &Facts, const AccessPath &Tensor) {
    for (auto It = Facts.Pointers.begin(); It != Facts.Pointers.end();) {
      std::optional<TensorField> Field = model::tensorField(It->first.last());
      bool Copied =
          It->first.Root == Tensor.Root &&
          (Field == TensorField::Shape || Field == TensorField::Strides);
      It = Copied ? Facts.Pointers.erase(It) : std::next(It);
    }
  }

  void call(State &Facts, const Stmt *Statement) {
    const auto *Value = dyn_cast<Expr>(Statement);
    if (!Value)
      return;
    if (std::optional<CapsuleEvent> Event = model::capsuleEvent(Value);
        Event && Event->Action == CapsuleAction::Create) {
      onCapsule(Facts, *Event);
      return;
    }
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(Statement)) {
      if (Construct->getConstructor()->isCopyOrMoveConstructor())
        return;
      for (const Expr *Argument : Construct->arguments())
        handOut(Facts, Argument, Construct->getConstructor(), 2);
      return;
    }
    const auto *Call = dyn_cast<CallExpr>(Statement);
    if (!Call)
      return;
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call)) {
      if (Operator->getOperator() == OO_Equal)
        assign(Facts, path(Operator->getArg(0)), Operator->getArg(1),
               Operator->getSourceRange());
      return;
    }
    if (isa<CXXMemberCallExpr>(Call) && !Call->getNumArgs())
      return;
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (Callee && writesMemory(Facts, Call, model::plainName(Callee)))
      return;
    const FunctionDecl *Body = model::calleeWithBody(Call);
    if (Body && Worth.contains(Body->getCanonicalDecl()))
      return;
    for (const Expr *Argument : Call->arguments())
      handOut(Facts, Argument, Callee);
  }

  void onCapsule(State &Facts, const CapsuleEvent &Event) {
    if (model::makesTensorCapsule(Event) && At.Recording) {
      model::LocalStorage Storage =
          model::localStorage(Event.Pointer, At.Frame->Function, locals());
      if (Storage) {
        FillFinding Found;
        Found.Fault = FillFault::OnStack;
        Found.At = Event.Pointer->getSourceRange();
        Found.Storage = Storage;
        add(std::move(Found));
      }
    }
    handOut(Facts, Event.Pointer, nullptr, 2);
  }

  bool writesMemory(State &Facts, const CallExpr *Call, StringRef Name) {
    Name.consume_front("__builtin_");
    if (Call->getNumArgs() < 3 ||
        (Name != "memset" && Name != "memcpy" && Name != "memmove"))
      return false;
    AccessPath Path = path(Call->getArg(0));
    if (MadeTensor *Tensor = Facts.tensorAt(Path)) {
      if (!isWhole(Path)) {
        if (std::optional<TensorField> Field = model::tensorField(Path.last()))
          Tensor->Written.insert(*Field);
      } else if (Name == "memset") {
        Tensor->Zeroed = true;
      } else {
        Tensor->Foreign = true;
      }
    }
    return true;
  }

  bool release(State &Facts, const Stmt *Statement) {
    Allocator With;
    const Expr *Freed = model::freedBy(Statement, With);
    if (const auto *Call = dyn_cast<CallExpr>(Statement);
        !Freed && Call && Call->getNumArgs() == 1 &&
        model::tensorField(Call->getCallee()) == TensorField::Deleter)
      Freed = Call->getArg(0);
    if (!Freed)
      return false;
    if (MadeTensor *Tensor = Facts.tensorAt(path(Freed)))
      Tensor->Freed = true;
    return true;
  }

  void leave(State &Facts, const ReturnStmt *Return) {
    const Expr *Value = Return->getRetValue();
    if (Value) {
      AccessPath Path = path(Value);
      const Expr *Inner = model::stripped(Value);
      // `return t;` copies the struct out of the variable.
      if (const auto *Construct = dyn_cast<CXXConstructExpr>(Inner);
          Construct && Construct->getNumArgs() == 1 &&
          Construct->getConstructor()->isCopyOrMoveConstructor())
        Path = path(Construct->getArg(0));
      // `return new DLManagedTensor{...};` has no name but the function's.
      AccessPath Result;
      Result.Root = At.Frame->Function;
      if (!Path && make(Facts, Result, Value->getType(), Value))
        Path = Result;
      if (MadeTensor *Tensor = Facts.tensorAt(Path); Tensor && isWhole(Path)) {
        if (Tensor->In == At.Frame->Function)
          judge(*Tensor, 2);
        Tensor->HandedOut = true;
        if (Tensor->Made.By == Allocator::Stack)
          Tensor->Returned = true;
      }
    }
    lose(Facts, FillFault::LostByReturn, Return);
  }

  void lose(const State &Facts, FillFault Fault, const Stmt *Where) {
    if (At.Recording)
      for (FillFinding &Each :
           lostTensors(Facts, Fault, Where, *At.Frame, Graphs))
        add(std::move(Each));
  }

  void judge(MadeTensor &Tensor, unsigned Enough) {
    for (FillFinding &Each : judgeTensor(Tensor, Enough))
      add(std::move(Each));
  }

  void add(FillFinding Found) {
    if (!At.Recording)
      return;
    for (const FillFinding &Each : Into.Faults)
      if (Each.Fault == Found.Fault && Each.At == Found.At)
        return;
    Into.Faults.push_back(std::move(Found));
  }

  struct {
    const model::CallFrame *Frame = nullptr;
    bool Recording = false;
  } At;
  const llvm::DenseSet<const FunctionDecl *> &Worth;
  GraphCache &Graphs;
  FillFindings &Into;
};

bool throws(const FunctionDecl *Function) {
  bool Found = false;
  model::forEachStatement(
      Function, [&](const Stmt *Each) { Found |= isa<CXXThrowExpr>(Each); });
  return Found;
}

} // namespace

FillFindings followFills(const model::Producers &Made, GraphCache &Graphs) {
  FillFindings All;
  // Helpers that touch tensors are worth following, and those that throw.
  llvm::DenseSet<const FunctionDecl *> Worth;
  for (const FunctionDecl *Each : Made.concerned()) {
    Worth.insert(Each->getCanonicalDecl());
    for (const FunctionDecl *Reached : Made.reachedFrom(Each))
      if (throws(Reached))
        Worth.insert(Reached->getCanonicalDecl());
  }
  for (const FunctionDecl *Each : Made.concerned()) {
    if (!Made.isReachableFromOutside(Each))
      continue;
    Budget Limits;
    FillDomain Domain(Worth, Graphs, All);
    Engine<FillDomain> Ways(Domain, Graphs, Limits);
    model::CallFrame Frame;
    Frame.Function = Each;
    FillState Nothing;
    Nothing.Reachable = false;
    FillState End = Ways.run(Frame, FillState(), true).joined(Nothing);
    if (End.Reachable)
      for (FillFinding &Each : danglingFields(End))
        All.Faults.push_back(std::move(Each));
    if (Limits.Spent)
      All.NotAnalysed.push_back(Each);
  }
  return All;
}

} // namespace dlpack_tidy::flow
