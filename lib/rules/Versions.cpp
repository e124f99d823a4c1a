//===- Versions.cpp - Release numbers that can be compared ----------------===//

#include "rules/Versions.h"

namespace dlpack_tidy::rules {

std::string Version::str() const {
  std::string Text = std::to_string(Major) + "." + std::to_string(Minor);
  if (Patch != 0 || Build != 0)
    Text += "." + std::to_string(Patch);
  if (Build != 0)
    Text += "." + std::to_string(Build);
  return Text;
}

} // namespace dlpack_tidy::rules
