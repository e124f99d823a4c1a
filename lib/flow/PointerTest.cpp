//===--- PointerTest.cpp - conditions that ask whether a pointer is NULL ---===//

#include "flow/PointerTest.h"

#include "model/Callable.h"
#include "model/Capsule.h"

using namespace clang;

namespace dlpack_tidy::flow {

const Expr *testedPointer(const Expr *Test, bool &Truth) {
  if (const auto *Compared = dyn_cast<BinaryOperator>(Test);
      Compared && Compared->isEqualityOp()) {
    bool Right = model::isNullPointer(Compared->getRHS());
    if (!Right && !model::isNullPointer(Compared->getLHS()))
      return nullptr;
    if (Compared->getOpcode() == BO_EQ)
      Truth = !Truth;
    Test = Right ? Compared->getLHS() : Compared->getRHS();
  }
  Test = model::stripped(Test);
  if (const auto *Set = dyn_cast<BinaryOperator>(Test);
      Set && Set->getOpcode() == BO_Assign)
    Test = model::stripped(Set->getLHS());
  return Test;
}

} // namespace dlpack_tidy::flow
