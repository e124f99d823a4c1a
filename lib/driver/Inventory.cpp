//===--- Inventory.cpp - which libraries exchange tensors where -----------===//

#include "driver/Inventory.h"

#include "driver/Observed.h"
#include "flow/Analysis.h"
#include "flow/ExportFlow.h"
#include "model/ClangSpan.h"
#include "model/NdarrayType.h"
#include "model/ReadableName.h"
#include "model/Walk.h"
#include "rules/Consumers.h"

#include "clang/AST/ParentMap.h"

using namespace clang;

namespace dlpack_tidy::driver {
namespace {

constexpr char AnyArray[] = "any array";
constexpr char ThisCode[] = "this code";
constexpr char AnyConsumer[] = "any consumer";

/// The libraries as a picture names them, by their module.
std::string libraryOf(llvm::StringRef Module) {
  static const std::pair<llvm::StringRef, const char *> Known[] = {
      {"torch", "PyTorch"},
      {"numpy", "NumPy"},
      {"jax", "JAX"},
      {"cupy", "CuPy"},
      {"tensorflow", "TensorFlow"},
      {"mlx", "MLX"},
      {"tvm_ffi", "tvm-ffi"},
      {"tvm", "TVM"},
      {"paddle", "Paddle"},
      {"warp", "Warp"},
      {"cudf", "cuDF"},
      {"pyarrow", "pyarrow"},
      {"dpctl", "dpctl"},
      {"dpnp", "dpnp"},
      {"mxnet", "MXNet"}};
  llvm::StringRef First = Module.split('.').first;
  if (First.empty()) // `from .core import from_dlpack`
    return "this package";
  for (const auto &[Name, Shown] : Known)
    if (Name == First)
      return Shown;
  return First.str();
}

std::string producerOf(model::PyRef Subject) {
  switch (model::originOf(Subject)) {
  case model::ObjectOrigin::Jax:
    return "JAX";
  case model::ObjectOrigin::HostArray:
    return "NumPy";
  case model::ObjectOrigin::Foreign:
    if (model::PyRef Value = model::valueOf(Subject);
        Value && Value->Kind == model::PyKind::Call)
      if (std::string Made = model::dottedName(Value->Base); !Made.empty())
        return libraryOf(Made);
    return "another library";
  case model::ObjectOrigin::Unknown:
  case model::ObjectOrigin::Capsule:
    return AnyArray;
  }
  return AnyArray;
}

std::string consumerOf(const model::Exchange &What) {
  if (What.Role == model::ExchangeRole::Export)
    return ThisCode;
  if (const rules::Consumer *Known = rules::consumer(What.Consumer))
    return Known->Library;
  // The attribute of something that is no module.
  if (!llvm::StringRef(What.Consumer).contains('.'))
    return "some " + What.Consumer;
  return libraryOf(What.Consumer);
}

ExchangePlace placeOf(const flow::ExportSite &Site,
                      const checks::ExportOptions &Judged) {
  ExchangePlace Made;
  Made.Producer = producerOf(Site.What.Subject);
  Made.Consumer = consumerOf(Site.What);
  Made.Subject = model::spelled(Site.What.Subject);
  Made.Guarded = checks::faultOf(checks::worstArrival(Site, Judged), Judged) ==
                 checks::ExportFault::None;
  return Made;
}

} // namespace

/// Looks at one translation unit.
class Inventory::Collector {
public:
  Collector(Inventory &Into, ASTContext &Context)
      : Into(Into), Sources(Context.getSourceManager()),
        Unit(flow::analysisOf(Context)) {}

  void collect() {
    for (const flow::ExportSite &Each :
         Unit->exports(Into.Judged.GuardFunctions).exports())
      add(placeOf(Each, Into.Judged), model::beginOf(Each.What.Call->Range),
          nullptr);
    for (const model::Exchange &Each :
         Unit->exports(Into.Judged.GuardFunctions).others())
      collectCapsuleHandOver(Each);
    for (const FunctionDecl *Each : Unit->functions())
      collectParameters(Each);
    for (const FunctionDecl *Each : Unit->producers().concerned())
      collectCapsules(Each);
    for (const model::CapsuleSite &Each : Unit->producers().capsules())
      if (Each.Event.Action == model::CapsuleAction::Create &&
          model::makesTensorCapsule(Each.Event))
        add({ThisCode, AnyConsumer, "the capsule", "", 0, 0, "", true, true},
            Each.Event.Call->getBeginLoc(), Each.In);
  }

private:
  /// Whoever gets a capsule cannot ask where its tensor lives.
  void collectCapsuleHandOver(const model::Exchange &What) {
    if (What.Role != model::ExchangeRole::CapsuleHandOver)
      return;
    model::PyRef Array = model::arrayOfCapsule(What);
    ExchangePlace Made;
    Made.Producer = Array ? producerOf(Array) : AnyArray;
    Made.Consumer = consumerOf(What);
    Made.Subject = Array ? model::spelled(Array) : "the capsule";
    add(std::move(Made), model::beginOf(What.Call->Range), nullptr);
  }

  /// nanobind tests what it is asked to test before the function runs.
  void collectParameters(const FunctionDecl *Function) {
    for (const ParmVarDecl *Each : Function->parameters())
      if (model::isNdarrayOrView(Each->getType().getNonReferenceType()))
        add({AnyArray, "nanobind ndarray", Each->getNameAsString(), "", 0, 0,
             "", true, true},
            Each->getLocation(), Function);
  }

  /// Pointers to tensors taken out of capsules. Who reads the device type may
  /// refuse; whether that is enough is for the checks to say.
  void collectCapsules(const FunctionDecl *Function) {
    bool AsksDevice = false;
    std::vector<SourceLocation> Taken;
    model::forEachStatement(Function, [&](const Stmt *Each) {
      const auto *Value = llvm::dyn_cast<Expr>(Each);
      if (!Value)
        return;
      AsksDevice |= llvm::isa<MemberExpr>(Value) &&
                    model::tensorField(Value) == model::TensorField::DeviceType;
      if (!llvm::isa<CallExpr>(Value))
        return;
      std::optional<model::CapsuleEvent> Event = model::capsuleEvent(Value);
      if (Event && Event->Action == model::CapsuleAction::TakePointer &&
          (Event->Name.isProtocol() || isUsedAsTensor(Value, Function)))
        Taken.push_back(Value->getBeginLoc());
    });
    for (SourceLocation Each : Taken)
      add({AnyArray, "DLTensor code", "the capsule", "", 0, 0, "", AsksDevice,
           true},
          Each, Function);
  }

  /// Of a capsule whose name nobody asks for.
  static bool isUsedAsTensor(const Expr *Call, const FunctionDecl *Function) {
    ParentMap Parents(Function->getBody());
    return model::takenAs(Call, Parents, Function->getBody()) !=
           model::StructKind::None;
  }

  void add(ExchangePlace Place, SourceLocation At,
           const FunctionDecl *Function) {
    At = Sources.getFileLoc(At);
    if (At.isInvalid() || Sources.isInSystemHeader(At))
      return;
    Place.File = canonicalPath(Sources.getFilename(At), Into.Folder);
    Place.Line = Sources.getSpellingLineNumber(At);
    Place.Column = Sources.getSpellingColumnNumber(At);
    if (Function)
      Place.Function = model::readableName(Function);
    Into.Places.push_back(std::move(Place));
  }

  Inventory &Into;
  const SourceManager &Sources;
  std::shared_ptr<flow::Analysis> Unit;
};

class Inventory::Consumer : public ASTConsumer {
public:
  explicit Consumer(Inventory &Into) : Into(Into) {}
  void HandleTranslationUnit(ASTContext &Context) override {
    Collector(Into, Context).collect();
  }

private:
  Inventory &Into;
};

std::unique_ptr<ASTConsumer> Inventory::makeConsumer() {
  return std::make_unique<Consumer>(*this);
}

std::vector<ExchangePlace> exchangesOf(const python::Analysis &Found,
                                       const checks::ExportOptions &Judged) {
  std::vector<ExchangePlace> Made;
  for (const python::Export &Each : Found.Exports) {
    Made.push_back(placeOf(Each.Site, Judged));
    Made.back().Function = Each.Function;
    Made.back().Line = Each.Site.What.Call->Range.Begin;
  }
  return Made;
}

} // namespace dlpack_tidy::driver
