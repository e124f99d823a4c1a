//===--- EmbeddedPython.cpp - the rules over Python text in C++ literals --===//

#include "checks/EmbeddedPython.h"

#include "checks/PythonRules.h"
#include "python/EmbeddedText.h"
#include "python/SourceText.h"

#include "llvm/ADT/DenseMap.h"

#include <map>
#include <mutex>

using namespace clang;

namespace dlpack_tidy::checks {
namespace {

struct Registry {
  std::mutex Mutex;
  llvm::DenseMap<ASTContext *, std::weak_ptr<const EmbeddedPython>> Entries;
};
Registry &registry() {
  static Registry Instance;
  return Instance;
}

} // namespace

struct EmbeddedPython::Texts {
  explicit Texts(const flow::Analysis &Unit)
      : Unit(Unit), All(python::embeddedTexts(Unit)) {}

  /// What was found in each of them, by the guard functions that were named.
  const std::vector<python::Analysis> &
  found(const std::vector<std::string> &GuardFunctions) {
    auto [Slot, New] = Found.try_emplace(GuardFunctions);
    if (New)
      for (const auto &Each : All) {
        Slot->second.push_back(Each->look(GuardFunctions));
        for (const python::Unanalysed &Missed : Slot->second.back().NotAnalysed)
          Unit.giveUp(Each->function(),
                      "the Python text in it: " + Missed.Reason);
      }
    return Slot->second;
  }

  const flow::Analysis &Unit;
  const std::vector<std::unique_ptr<python::EmbeddedText>> All;
  std::map<std::vector<std::string>, std::vector<python::Analysis>> Found;
};

EmbeddedPython::EmbeddedPython(const flow::Analysis &Unit)
    : Read(std::make_unique<Texts>(Unit)), Context(Unit.context()) {}

EmbeddedPython::~EmbeddedPython() {
  std::lock_guard<std::mutex> Lock(registry().Mutex);
  registry().Entries.erase(&Context);
}

std::vector<fixes::Finding>
EmbeddedPython::findings(StringRef Check, const ExportOptions &Options) const {
  std::vector<fixes::Finding> Findings;
  const std::vector<python::Analysis> &Found =
      Read->found(Options.GuardFunctions);
  for (size_t Index = 0; Index < Found.size(); ++Index) {
    const python::EmbeddedText &Text = *Read->All[Index];
    python::PythonSourceText Source(Text.text(), Found[Index]);
    for (const PythonFinding &One : judge(Found[Index], Options, Source))
      if (Check == One.Check)
        Findings.push_back(Text.inSource(One.Found));
  }
  return Findings;
}

std::shared_ptr<const EmbeddedPython>
embeddedPythonOf(const flow::Analysis &Unit) {
  {
    std::lock_guard<std::mutex> Lock(registry().Mutex);
    if (std::shared_ptr<const EmbeddedPython> Known =
            registry().Entries.lookup(&Unit.context()).lock())
      return Known;
  }
  auto Made = std::make_shared<const EmbeddedPython>(Unit);
  std::lock_guard<std::mutex> Lock(registry().Mutex);
  registry().Entries[&Unit.context()] = Made;
  return Made;
}

} // namespace dlpack_tidy::checks
