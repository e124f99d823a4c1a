//===--- ElementFacts.cpp - what holds for every element of a container ---===//

#include "flow/ElementFacts.h"

namespace dlpack_tidy::flow {
namespace {

// Assigning to the container ends what is reached through its name.
std::string soFar(const std::string &Container) { return Container + "[#]"; }
std::string all(const std::string &Container) { return Container + "[*]"; }

/// The facts of no element: joined with those of one, they are its facts.
ExportFacts ofNone() {
  ExportFacts Facts;
  Facts.Places = 0;
  Facts.Devices = rules::DeviceSet();
  Facts.DeviceAsked = true;
  return Facts;
}

} // namespace

void beginElements(ExportState &State, const std::string &Container) {
  if (!Container.empty())
    State.set(soFar(Container), ofNone());
}

void addElement(ExportState &State, const std::string &Container,
                const ExportFacts &Element) {
  if (Container.empty() || !State.knows(soFar(Container)))
    return;
  ExportFacts Facts = State.get(soFar(Container));
  if (Facts == ofNone())
    Facts = Element;
  else
    Facts.join(Element);
  State.set(soFar(Container), Facts);
}

void endElements(ExportState &State, const std::string &Container) {
  if (Container.empty() || !State.knows(soFar(Container)))
    return;
  // Of an empty container everything holds.
  State.set(all(Container), State.get(soFar(Container)));
}

ExportFacts anyElement(const ExportState &State, const std::string &Container) {
  return Container.empty() ? ExportFacts() : State.get(all(Container));
}

} // namespace dlpack_tidy::flow
