//===--- ExportFacts.h - what is known about an array before its export ---===//
//
// Clang-free: the flow over C++ and the flow over Python text keep the same
// facts and refine them with the same functions.
//
//===----------------------------------------------------------------------===//
#ifndef DLPACK_TIDY_FLOW_EXPORTFACTS_H
#define DLPACK_TIDY_FLOW_EXPORTFACTS_H

#include "flow/Comparison.h"
#include "model/Exchange.h"
#include "model/Handler.h"
#include "rules/DeviceTypes.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace dlpack_tidy::flow {

/// Where a jax.Array can live: as finely as its `__dlpack_device__` looks, and
/// as tests can tell apart. A test of "METAL" rules out one of many plug-ins.
enum Place : unsigned {
  Cpu = 1u << 0,
  Cuda = 1u << 1,
  Rocm = 1u << 2,
  OneApi = 1u << 3,
  TpuPinnedHost = 1u << 4,
  TpuTestedKind = 1u << 5, ///< a memory kind the code names, not "pinned_host"
  TpuNoKind = 1u << 6,     ///< memory kind None
  TpuOtherKind = 1u << 7,
  TestedPlugin = 1u << 8, ///< METAL, where the code names it
  OtherPlugin = 1u << 9
};
constexpr unsigned AllPlaces = (1u << 10) - 1;
/// TPU memory that JAX does not export: record 000.
constexpr unsigned TpuMemory = TpuTestedKind | TpuNoKind | TpuOtherKind;
/// METAL, plug-ins, what comes next: record 001.
constexpr unsigned Plugins = TestedPlugin | OtherPlugin;
constexpr unsigned Exportable = Cpu | Cuda | Rocm | OneApi | TpuPinnedHost;

/// What holds for one array on every way to a point ("must") or on some
/// ("may").
struct ExportFacts {
  /// May: the places it can be in.
  unsigned Places = AllPlaces;
  /// May: the device types `__dlpack_device__` can have answered.
  rules::DeviceSet Devices = rules::DeviceSet::all();
  /// Must: `__dlpack_device__` answered on every way.
  bool DeviceAsked = false;
  model::ObjectOrigin Origin = model::ObjectOrigin::Unknown;
  /// May: it was given to a function of which only the name is known.
  bool Guessed = false;

  /// Something on every way asked where the array lives and acted on it. Two
  /// branches of one test that meet again have decided nothing.
  bool settled() const { return Places != AllPlaces; }
  /// Something vouched for the array: it is in one of \p Where. Where that
  /// contradicts the tests before it, it is believed.
  void settle(unsigned Where) {
    Places = (Places & Where) ? Places & Where : Where;
  }
  /// No value satisfies the tests on the way: the way is never taken.
  bool impossible() const { return Places == 0 || Devices.empty(); }
  /// Joins what another way brings; true where something changed.
  bool join(const ExportFacts &Other);
  friend bool operator==(const ExportFacts &L, const ExportFacts &R);
};

/// `v1.x`, `v1[0]` and `v1` itself are reached through `v1`; `v12` is not.
bool isReachedThrough(const std::string &Key, const std::string &Base);

/// The facts of every array that has any, by model::subjectKey.
class ExportState {
public:
  ExportFacts get(const std::string &Key) const;
  void set(const std::string &Key, const ExportFacts &Facts);
  bool knows(const std::string &Key) const { return Known.count(Key) != 0; }
  /// Something was assigned to \p Key: what was known of it and of all that is
  /// reached through it is gone.
  void kill(const std::string &Key);
  /// What is known of \p From and of what is reached through it holds for \p
  /// To.
  void copy(const std::string &From, const std::string &To);
  /// A variable holds an answer about an object that has been replaced since.
  void markStale(uint64_t Variable) { Stale.insert(Variable); }
  void markFresh(uint64_t Variable) { Stale.erase(Variable); }
  /// True where \p Value is read through such a variable.
  bool isStale(model::PyRef Value) const;
  bool join(const ExportState &Other);
  bool Reachable = true;
  friend bool operator==(const ExportState &L, const ExportState &R);

private:
  std::map<std::string, ExportFacts> Known;
  std::set<uint64_t> Stale; ///< by PyExpr::Identity
};

/// The effect of a call that came back: a device query settles its subject.
void apply(ExportState &State, const model::Exchange &Done);
/// Where `jax.device_put(x, where)` puts an array that \p Source tells about.
ExportFacts placedBy(const model::Exchange &Put, const ExportFacts &Source);
/// The device query of \p Subject failed and the code goes on: it told nothing.
void takeBack(ExportState &State, model::PyRef Subject);
/// \p Subject is no jax.Array: it has no `__dlpack_device__`, no `platform`.
void excludeJax(ExportState &State, model::PyRef Subject);

/// Learns from `Left <op> Right` having the value \p Truth, where one side asks
/// a question (model::query) and the other is a constant. Returns false where
/// the comparison says nothing about any array.
bool refineComparison(ExportState &State, Comparison Op, model::PyRef Left,
                      model::PyRef Right, bool Truth);
/// Learns about a plain integer variable; its values are device types.
void refineInteger(ExportState &State, const std::string &Key, Comparison Op,
                   int64_t Constant, bool Truth);
/// The same for `Value in {Elements…}`; also C++ `set.count(value)`.
bool refineMembership(ExportState &State, model::PyRef Value,
                      const std::vector<model::PyRef> &Elements, bool Truth);
/// A test that looks at an answer in a way the model cannot follow: both
/// outcomes count as settled, neither is blamed for what it admits.
void refineOpaque(ExportState &State, model::PyRef Value);

/// What holds for an export when it is reached through one chain of callers.
struct ExportArrival {
  ExportFacts Facts;                    ///< joined over every way there
  std::vector<model::Handler> Handlers; ///< innermost first
  /// The device types `dl_device` can ask for; nothing where it is absent,
  /// handed on whole, or the array's own.
  std::optional<rules::DeviceSet> Requested;
};

/// One export, with all a rule needs to judge it.
struct ExportSite : ExportArrival {
  model::Exchange What;
  /// The chains of callers, where there are several; the site's own facts and
  /// handlers are then those of one of them.
  std::vector<ExportArrival> Arrivals;
  /// It stands in the handler of a failed export of the same array.
  bool IsRetry = false;
  /// The export that failed before it passed no `max_version`.
  bool AfterPlain = false;
  /// C API: the result is used although it can be NULL; the use.
  model::Span UncheckedUse;
  /// The statement that holds the call, where another can be put before it;
  /// else empty.
  model::Span Statement;
  /// The statement is the body of an `if` or a loop and has no braces.
  bool NeedsBraces = false;
  /// C API: the array is held by an object of pybind11 or nanobind.
  bool SubjectIsWrapped = false;
  /// C API: what the function returns on failure ("NULL", "-1"), else empty.
  std::string FailureValue;
  /// C API: the variable that holds the result, else empty.
  std::string ResultVariable;
  /// C API: a NULL result reaches a test.
  bool NullTested = false;
};

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_EXPORTFACTS_H
