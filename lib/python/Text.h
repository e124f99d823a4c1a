//===--- Text.h - what was found in one Python text -----------------------===//
//
// The front end's result: the places the rules judge, with all they need to
// know, in byte offsets of the text.
//
//===----------------------------------------------------------------------===//
#ifndef DLPACK_TIDY_PYTHON_TEXT_H
#define DLPACK_TIDY_PYTHON_TEXT_H

#include "flow/ExportFacts.h"
#include "rules/LegacyNames.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace dlpack_tidy::python {

/// How sure it is that a JAX array arrives at a place.
enum class Certainty {
  Known,    ///< annotation, `jnp.*` result: it does
  Likely,   ///< nothing says who made it, but the text works with JAX
  Possible, ///< nothing says who made it, and the text never mentions JAX
  Forwarded ///< the function is itself part of the protocol and passes it on
};

struct Export {
  flow::ExportSite Site;
  Certainty Sure = Certainty::Likely;
  /// The array exists only while JAX traces the function: no export succeeds.
  bool Traced = false;
  std::string Function; ///< the function it stands in, empty for the module
};

/// A name or call that the libraries gave up.
struct LegacyUse {
  model::PyRef Expression = nullptr; ///< the attribute or the call
  /// The array behind a capsule that is handed over: `x` of
  /// `from_dlpack(to_dlpack(x))`; null where it is not in sight.
  model::PyRef Array = nullptr;
  const rules::LegacyName *Entry = nullptr;
  std::string Function;
};

/// A write through a tensor that shares memory with an immutable JAX array, or
/// to a view that NumPy keeps read-only.
struct SharedWrite {
  model::Span At;
  std::string Tensor;   ///< how the tensor reads
  model::Span Made;     ///< the call that made it share
  std::string Consumer; ///< that call's function
  std::string Array;    ///< how the JAX array reads
  bool Refused = false; ///< ValueError is raised in place of the write
  std::string Function;
};

/// A part that was not looked at, and why.
struct Unanalysed {
  uint32_t Begin = 0;
  std::string Function;
  std::string Reason;
};

struct Options {
  /// Text inside C++: names that nothing in the text binds are what the
  /// embedding program put there, so any array may arrive.
  bool Embedded = false;
  /// Functions that settle the backend of the arrays they are given, by their
  /// own name or with the modules before it.
  std::vector<std::string> GuardFunctions;
};

struct Analysis {
  /// Owns the expressions that the sites refer to.
  std::shared_ptr<model::PyArena> Arena;
  std::vector<Export> Exports;
  std::vector<LegacyUse> LegacyUses;
  std::vector<SharedWrite> SharedWrites;
  std::vector<Unanalysed> NotAnalysed;
  /// The names that imports at the top of the text give to modules: "numpy" is
  /// "np" here.
  std::map<std::string, std::string> ModuleNames;
  /// Where a line with another import goes.
  uint32_t ImportPoint = 0;
};

/// Whether \p Text can have anything to find: cheap, no parse.
bool mentionsExchange(std::string_view Text);

/// Looks at \p Text. Never fails: broken text gives what could be understood
/// and an entry in NotAnalysed.
Analysis analyse(std::string_view Text, const Options &Wanted = {});

} // namespace dlpack_tidy::python

#endif // DLPACK_TIDY_PYTHON_TEXT_H
