//===--- Plan.cpp - which translation units a scan has to parse -----------===//

#include "driver/Plan.h"

#include "driver/Commands.h"
#include "driver/MissingMacros.h"
#include "driver/PythonUnit.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using namespace llvm;
namespace path = llvm::sys::path;

namespace dlpack_tidy::driver {
namespace {

class Planner {
public:
  Planner(const SourceSet &Sources, const Toolchain &Tools,
          const std::optional<CompileDatabase> &Database)
      : Sources(Sources), Tools(Tools), Database(Database) {}

  Plan plan() {
    readGraph();
    for (const Source &Each : Sources.Files)
      if (Each.Written == Language::Python && mayHaveFindings(Each.Path)) {
        UnitCommand Unit;
        Unit.File = Each.Path;
        Unit.Folder = path::parent_path(Each.Path).str();
        Made.Units.push_back(std::move(Unit));
        Covered.insert(Each.Path);
      }
    for (const Source &Each : Sources.Files)
      if (Each.Written != Language::Header && Graph.mayUseDLPack(Each.Path))
        parse(Each);
    for (const Source &Each : Sources.Files)
      if (Each.Written == Language::Header && Graph.mayUseDLPack(Each.Path) &&
          !Covered.contains(Each.Path))
        parse(sourceFor(Each));
    Made.Skipped = count_if(Sources.Files, [&](const Source &Each) {
      return !Covered.contains(Each.Path);
    });
    return std::move(Made);
  }

private:
  void readGraph() {
    for (const std::string &Each : Sources.Roots)
      Graph.addRoot(Each);
    for (const Source &Each : Sources.Files)
      if (Each.Written != Language::Python)
        Graph.add(Each.Path);
    // A header that is named alone is read through a source that includes it.
    bool OnlyHeaders = all_of(Sources.Files, [](const Source &Each) {
      return Each.Written == Language::Header;
    });
    if (Database && OnlyHeaders)
      for (const std::string &Each : Database->files())
        Graph.add(Each);
  }

  /// A source that includes \p Header and that is known how to compile: the one
  /// of the same name if it does, else the nearest; the header itself where
  /// there is none.
  Source sourceFor(const Source &Header) const {
    std::optional<Source> Best;
    auto Rank = [&](StringRef Path) {
      bool Namesake = path::stem(Path) == path::stem(Header.Path);
      bool Beside = path::parent_path(Path) == path::parent_path(Header.Path);
      return std::make_tuple(!Namesake, !Beside, Path.size(), Path);
    };
    for (StringRef Path : Graph.includersOf(Header.Path)) {
      std::optional<Language> Written = languageOf(Path);
      if (!Written || *Written == Language::Header)
        continue;
      if (Database && !Database->find(Path))
        continue;
      if (!Best || Rank(Path) < Rank(Best->Path))
        Best = Source{Path.str(), *Written};
    }
    return Best.value_or(Header);
  }

  void parse(const Source &File) {
    std::optional<CompileDatabase::Command> Known =
        Database ? Database->find(File.Path) : std::nullopt;
    Made.Units.push_back(
        Known ? commandFromDatabase(File, *Known, Tools)
              : commandWithoutDatabase(File, Graph.includeFolders(File.Path),
                                       macrosFor(File), Tools));
    UnitCommand &Unit = Made.Units.back();
    if (!Known && !Unit.Macros)
      for (const std::string &Each : hiddenSwitches(Graph.closureOf(File.Path)))
        Unit.Arguments.insert(std::prev(Unit.Arguments.end()),
                              "-D" + Each + "=1");
    for (StringRef Each : Graph.closureOf(File.Path))
      Covered.insert(Each);
  }

  /// What only missing headers define; nullopt where none is missing. CUDA
  /// files never name the header that nvcc includes.
  std::optional<std::string> macrosFor(const Source &File) const {
    bool Complete =
        all_of(Graph.foreignIncludes(File.Path), [&](const std::string &Each) {
          return isInstalled(Each, Tools);
        });
    if (Complete && File.Written != Language::Cuda)
      return std::nullopt;
    return missingMacros(Graph.closureOf(File.Path),
                         File.Written != Language::C);
  }

  const SourceSet &Sources;
  const Toolchain &Tools;
  const std::optional<CompileDatabase> &Database;
  IncludeGraph Graph;
  Plan Made;
  /// Files that a unit of the plan brings in.
  StringSet<> Covered;
};

} // namespace

Plan makePlan(const SourceSet &Sources, const Toolchain &Tools,
              const std::optional<CompileDatabase> &Database) {
  return Planner(Sources, Tools, Database).plan();
}

} // namespace dlpack_tidy::driver
