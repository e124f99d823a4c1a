#include "fixes/ConstNdarray.h"
namespace dlpack_tidy::fixes {
std::optional<Fix>
ConstNdarray::fixFor(const std::vector<flow::ArrayUse> &) const {
  return std::nullopt;
}
} // namespace dlpack_tidy::fixes
