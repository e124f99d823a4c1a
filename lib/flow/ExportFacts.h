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
#include <string>
#include <vector>

namespace dlpack_tidy::flow {

/// Where a jax.Array can live, as finely as its `__dlpack_device__` looks:
/// platform, and for a TPU whether the memory is pinned on the host.
enum Place : unsigned {
  Cpu = 1u << 0,
  Cuda = 1u << 1,
  Rocm = 1u << 2,
  OneApi = 1u << 3,
  TpuPinnedHost = 1u << 4,
  TpuMemory = 1u << 5,  ///< any memory kind but "pinned_host": record 000
  OtherPlace = 1u << 6, ///< METAL, plug-ins, what comes next: record 001
};
constexpr unsigned AllPlaces = (1u << 7) - 1;
constexpr unsigned Exportable = Cpu | Cuda | Rocm | OneApi | TpuPinnedHost;

/// What holds for one array on every way to a point ("must") or on some
/// ("may").
struct ExportFacts {
  /// Must: something on the way looked at where the array lives.
  bool Settled = false;
  /// May: the places it can be in.
  unsigned Places = AllPlaces;
  /// May: the device types `__dlpack_device__` can have answered.
  rules::DeviceSet Devices = rules::DeviceSet::all();
  /// Must: `__dlpack_device__` answered on every way.
  bool DeviceAsked = false;
  model::ObjectOrigin Origin = model::ObjectOrigin::Unknown;

  /// No value satisfies the tests on the way: the way is never taken.
  bool impossible() const { return Places == 0 || Devices.empty(); }
  /// Joins what another way brings; true where something changed.
  bool join(const ExportFacts &Other);
  friend bool operator==(const ExportFacts &L, const ExportFacts &R);
};

/// The facts of every array that has any, by model::subjectKey.
class ExportState {
public:
  ExportFacts get(const std::string &Key) const;
  void set(const std::string &Key, const ExportFacts &Facts);
  /// Something was assigned to \p Key: what was known of it and of all that is
  /// reached through it is gone.
  void kill(const std::string &Key);
  bool join(const ExportState &Other);
  bool Reachable = true;
  friend bool operator==(const ExportState &L, const ExportState &R);

private:
  std::map<std::string, ExportFacts> Known;
};

/// The effect of a call that came back: a device query settles its subject.
void apply(ExportState &State, const model::Exchange &Done);

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

/// One export, with all a rule needs to judge it.
struct ExportSite {
  model::Exchange What;
  ExportFacts Facts; ///< joined over every way and every caller that reaches it
  std::vector<model::Handler> Handlers; ///< innermost first
  /// C API: the result is used although it can be NULL; the use.
  model::Span UncheckedUse;
  /// The statement that holds the call, where another can be put before it;
  /// else empty.
  model::Span Statement;
  /// C API: what the function returns on failure ("NULL", "-1"), else empty.
  std::string FailureValue;
  /// C API: the variable that holds the result, else empty.
  std::string ResultVariable;
  /// The device types `dl_device` can ask for; nothing where it is absent,
  /// handed on whole, or the array's own.
  std::optional<rules::DeviceSet> Requested;
  /// C API: a NULL result reaches a test.
  bool NullTested = false;
};

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_EXPORTFACTS_H
