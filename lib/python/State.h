//===--- State.h - what is known at one point of Python text --------------===//
#ifndef DLPACK_TIDY_PYTHON_STATE_H
#define DLPACK_TIDY_PYTHON_STATE_H

#include "flow/ExportFacts.h"
#include "python/Scopes.h"

#include <map>
#include <vector>

namespace dlpack_tidy::python {

/// The call that made a tensor or a view share memory with an immutable JAX
/// array.
struct Sharing {
  model::Span Made;      ///< the call
  std::string Consumer;  ///< "torch.from_dlpack"
  std::string Array;     ///< how the array reads
  bool Writable = false; ///< nothing stops a write: NumPy's views refuse it
};

/// A test whose result a variable holds (`ok = x.platform() == "cpu"`).
struct HeldTest {
  Node Expression;
  const Scope *Inside = nullptr;
  std::vector<uint64_t> Mentions; ///< the variables it looks at
  /// `ok = ok and …`: the test that the variable held before.
  std::shared_ptr<const HeldTest> Before;
};

/// What is known of one variable's value; what is known of the array in it is
/// kept in State::Arrays. Copied with every branch, so it only points.
struct Binding {
  /// What it was set to, where that is one expression that still holds.
  model::PyRef Definition = nullptr;
  std::shared_ptr<const HeldTest> Test;
  /// May: writing to it changes a JAX array.
  std::shared_ptr<const Sharing> Shares;
  /// Must: some test looked at its value on every way.
  bool Tested = false;
  /// May: a value that exists only while JAX traces the function.
  bool Traced = false;

  friend bool operator==(const Binding &L, const Binding &R);
};

/// Whether two expressions were written the same and mean the same objects.
bool sameExpression(model::PyRef L, model::PyRef R);

/// Whether \p Value looks at the variable \p Identity.
bool mentions(model::PyRef Value, uint64_t Identity);

class State {
public:
  flow::ExportState Arrays;
  std::map<uint64_t, Binding> Variables;
  /// The same for `self.t` and `tensors[0]`, by their key; null where it is
  /// known to share nothing.
  std::map<std::string, std::shared_ptr<const Sharing>> Members;
  /// Must: a test of a library's version or of its names' existence.
  bool VersionTested = false;
  /// Must: a test of the platform that the whole process works on.
  bool BackendTested = false;

  bool reachable() const { return Arrays.Reachable; }
  void end() { Arrays.Reachable = false; }
  const Binding *find(uint64_t Identity) const {
    auto Found = Variables.find(Identity);
    return Found == Variables.end() ? nullptr : &Found->second;
  }
  /// The variable gets a new value: expressions that look at it no longer hold,
  /// and other names of its old value go their own way with what is known.
  void assign(uint64_t Identity, Binding New, const flow::ExportFacts &Facts);
  /// The same for `x.tensor` and `xs[0]`, by their key.
  void assignKey(const std::string &Key, const flow::ExportFacts &Facts);
  /// Forgets the variables of a scope that was left.
  void leave(const Scope &Inside);
  /// Joins another way that leads here; true where something changed.
  bool join(State Incoming, model::PyArena &Arena);

private:
  void settleAlias(uint64_t Identity, Binding &Slot);
  void forgetMembers(const std::string &Key);
};

/// The key under which facts of a variable of its own are kept.
std::string keyOf(uint64_t Identity);
/// The key for what holds for each element of the object \p Key; empty for "".
std::string elementKey(const std::string &Key);

} // namespace dlpack_tidy::python

#endif // DLPACK_TIDY_PYTHON_STATE_H
