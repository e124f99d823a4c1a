//===- ErrorTable.cpp - The table behind ErrorMessages.h ------------------===//

#include "rules/JaxErrors.h"
#include "rules/LibraryErrors.h"
#include <array>

namespace dlpack_tidy::rules {

template <std::size_t N, std::size_t M>
static constexpr std::array<ErrorRule, N + M>
concatenate(const ErrorRule (&First)[N], const ErrorRule (&Second)[M]) {
  std::array<ErrorRule, N + M> All{};
  for (std::size_t I = 0; I != N; ++I)
    All[I] = First[I];
  for (std::size_t I = 0; I != M; ++I)
    All[N + I] = Second[I];
  return All;
}

static constexpr auto Rules = concatenate(JaxErrors, LibraryErrors);

ErrorRuleRange errorRules() {
  return {Rules.data(), Rules.data() + Rules.size()};
}

} // namespace dlpack_tidy::rules
