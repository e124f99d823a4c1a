//===--- DeleterGilCheck.cpp - a deleter runs on any thread, at any time --===//
//
// The consumer calls the deleter: from a thread pool, while it holds no lock,
// or when the process ends and the interpreter is gone already.
//
//===----------------------------------------------------------------------===//

#include "checks/DlpackCheck.h"
#include "checks/Findings.h"

#include "fixes/DeleterFixes.h"
#include "flow/GilFlow.h"

using namespace clang;
using namespace dlpack_tidy::model;
using dlpack_tidy::flow::GilFault;
using dlpack_tidy::flow::GilFinding;

namespace dlpack_tidy::checks {
namespace {

class DeleterGilCheck : public DlpackCheck {
public:
  using DlpackCheck::DlpackCheck;

private:
  void examine(const flow::Analysis &Unit) override {
    for (const FunctionDecl *Deleter : Unit.producers().deleterFunctions()) {
      if (!Deleter->hasBody())
        continue;
      flow::Budget Limits;
      std::optional<GilFinding> Fault =
          flow::followGil(Deleter, Unit.graphs(), Limits);
      if (Limits.Spent)
        Unit.giveUp(Deleter, "too many ways to follow the interpreter's lock");
      if (Fault)
        say(*Fault, Deleter, Unit);
    }
  }

  void say(const GilFinding &Fault, const FunctionDecl *Deleter,
           const flow::Analysis &Unit) {
    bool NotHeld = Fault.Fault == GilFault::NotHeld;
    fixes::Finding Found =
        findingAt(Fault.At, NotHeld ? notHeld(Fault) : maybeDead());
    addNote(Found, placeOf(Deleter),
            "reached from the deleter, which a consumer may call on any thread "
            "and at any time");
    if (std::optional<fixes::Fix> Guard =
            Fault.AliveTested
                ? fixes::lockBefore(Fault.At.getBegin(), Deleter,
                                    Unit.context())
                : fixes::guardDeleter(Deleter, NotHeld, Unit.context()))
      Found.Fixes.push_back(std::move(*Guard));
    report(Found);
  }

  static SourceRange placeOf(const FunctionDecl *Deleter) {
    return Deleter->getLocation();
  }

  static std::string notHeld(const GilFinding &Fault) {
    std::string Does =
        Fault.ByDestruction
            ? "destroying '" + Fault.Through + "' drops a Python reference"
            : "'" + Fault.Through + "' touches Python objects";
    return "in a deleter, " + Does +
           " without holding the GIL: a consumer's thread corrupts the "
           "interpreter; take the GIL first" +
           (Fault.AliveTested ? ""
                              : ", and return early when Py_IsInitialized() "
                                "is false");
  }

  static std::string maybeDead() {
    return "this deleter takes the GIL even when the interpreter has shut "
           "down, "
           "which crashes or hangs the process at its end; return early when "
           "Py_IsInitialized() is false";
  }
};

} // namespace

std::unique_ptr<tidy::ClangTidyCheck>
makeDeleterGilCheck(StringRef Name, tidy::ClangTidyContext *Context) {
  return std::make_unique<DeleterGilCheck>(Name, Context);
}

} // namespace dlpack_tidy::checks
