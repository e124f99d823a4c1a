//===--- EmbeddedPython.cpp - the rules over Python text in C++ literals --===//

#include "checks/EmbeddedPython.h"

#include "checks/PythonRules.h"
#include "python/EmbeddedText.h"
#include "python/SourceText.h"

#include "llvm/ADT/DenseMap.h"

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
  std::vector<std::unique_ptr<python::EmbeddedText>> All;
};

EmbeddedPython::EmbeddedPython(const flow::Analysis &Unit)
    : Read(std::make_unique<Texts>()), Context(Unit.context()) {
  Read->All = python::embeddedTexts(Unit);
  for (const auto &Each : Read->All)
    for (const python::Unanalysed &Missed : Each->found().NotAnalysed)
      Unit.giveUp(Each->function(), "the Python text in it: " + Missed.Reason);
}

EmbeddedPython::~EmbeddedPython() {
  std::lock_guard<std::mutex> Lock(registry().Mutex);
  registry().Entries.erase(&Context);
}

std::vector<fixes::Finding>
EmbeddedPython::findings(StringRef Check, const ExportOptions &Options) const {
  std::vector<fixes::Finding> Findings;
  for (const auto &Each : Read->All) {
    python::PythonSourceText Source(Each->text(), Each->found());
    for (const PythonFinding &One : judge(Each->found(), Options, Source))
      if (Check == One.Check)
        Findings.push_back(Each->inSource(One.Found));
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
