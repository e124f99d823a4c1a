//===--- TensorRefusal.cpp - tensors refused for a NULL that is legal -----===//

#include "flow/TensorDomain.h"

#include "model/PythonApi.h"
#include "model/Walk.h"

using namespace clang;

namespace dlpack_tidy::flow {
namespace {

/// The ways on which the function does what it is for: those that return NULL,
/// false or -1 refuse. NULL as an address, where data is NULL, is the answer.
bool succeeds(const std::optional<Constant> &Returned, QualType Type) {
  if (!Returned || Type->isFloatingType())
    return true;
  if (Type->isPointerType() && !model::isPyObjectPointer(Type) &&
      !model::isManaged(model::pointeeKind(Type)))
    return true;
  return Returned->Number > 0 ||
         (Returned->Number == 0 && Type->isIntegralOrEnumerationType() &&
          !Type->isBooleanType());
}

/// Whether \p Test only chooses an address: `data ? wrap(data) : nullptr`.
bool choosesAddress(const Expr *Test, const FunctionDecl *Function) {
  return model::anyStatement(Function, [&](const Stmt *Each) {
    const auto *Choice = dyn_cast<ConditionalOperator>(Each);
    return Choice && Choice->getType()->isPointerType() &&
           model::anyStatement(Choice->getCond(),
                               [&](const Stmt *Part) { return Part == Test; });
  });
}

} // namespace

void TensorDomain::findRefusals(const CallOutcome<State> &Out, const Frame &F) {
  if (NullTests.empty())
    return;
  State Success;
  Success.Reachable = false;
  for (const auto &[Returned, Way] : Out.Returns)
    if (succeeds(Returned, F.Function->getReturnType()))
      Success.join(Way);
  if (!Success.Reachable)
    return;
  for (const auto &[Path, Test] : NullTests) {
    const TensorFacts &Facts = Success.tensor(Path);
    if (Facts.DataNull.isSurely(false) && Facts.Empty.mayBe(true) &&
        !choosesAddress(Test, F.Function))
      record(Success, UseKind::RefusesNull, Test, Path, F, true);
  }
}

} // namespace dlpack_tidy::flow
