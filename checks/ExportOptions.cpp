//===--- ExportOptions.cpp - the options of the export rules --------------===//

#include "checks/ExportRules.h"

#include <charconv>
#include <sstream>

namespace dlpack_tidy::checks {

namespace {

/// "check_array; lib::settle" as its names.
std::vector<std::string> namesIn(const std::string &List) {
  std::vector<std::string> Names;
  std::istringstream Items(List);
  for (std::string Each; std::getline(Items, Each, ';');) {
    size_t Begin = Each.find_first_not_of(" \t");
    if (Begin != std::string::npos)
      Names.push_back(
          Each.substr(Begin, Each.find_last_not_of(" \t") + 1 - Begin));
  }
  return Names;
}

} // namespace

std::vector<std::string> readOptions(ExportOptions &Into,
                                     const OptionTexts &From) {
  std::vector<std::string> Wrong;
  Into.GuardFunctions = namesIn(From.GuardFunctions);
  const std::string &Style = From.FixStyle;
  if (!From.MinJaxVersion.empty()) {
    if (std::optional<rules::Version> Given =
            rules::Version::parse(From.MinJaxVersion))
      Into.MinJax = *Given;
    else
      Wrong.push_back("'" + From.MinJaxVersion +
                      "' is no version; MinJaxVersion looks like 0.11");
  }
  for (const std::string &Each : namesIn(From.AcceptedDeviceTypes)) {
    int Type = 0;
    const char *End = Each.data() + Each.size();
    if (std::from_chars(Each.data(), End, Type).ptr != End) {
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
