//===--- ExportOptions.cpp - the options of the export rules --------------===//

#include "checks/ExportRules.h"

#include <sstream>

namespace dlpack_tidy::checks {

std::vector<std::string> readOptions(ExportOptions &Into,
                                     const std::string &MinJax,
                                     const std::string &Accepted,
                                     const std::string &Style) {
  std::vector<std::string> Wrong;
  if (!MinJax.empty()) {
    if (std::optional<rules::Version> Given = rules::Version::parse(MinJax))
      Into.MinJax = *Given;
    else
      Wrong.push_back("'" + MinJax +
                      "' is no version; MinJaxVersion looks like 0.11");
  }
  std::istringstream Items(Accepted);
  for (std::string Each; std::getline(Items, Each, ';');) {
    std::istringstream Number(Each);
    int Type = 0;
    if (!(Number >> Type >> std::ws) || !Number.eof()) {
      Wrong.push_back("'" + Each +
                      "' is no number; AcceptedDeviceTypes looks like 1;2;10");
      continue;
    }
    if (!Into.Accepted)
      Into.Accepted = rules::DeviceSet::none();
    Into.Accepted->insert(Type);
  }
  if (Style == "device-query")
    Into.Style = fixes::FixStyle::DeviceQuery;
  else if (Style == "guard")
    Into.Style = fixes::FixStyle::Guard;
  else if (!Style.empty() && Style != "host-copy")
    Wrong.push_back("'" + Style +
                    "' is no FixStyle; there are host-copy, device-query and "
                    "guard");
  return Wrong;
}

} // namespace dlpack_tidy::checks
