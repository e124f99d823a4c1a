//===- LegacyNames.h - Names that DLPack and its users gave up --*- C++ -*-===//
//
// Part of dlpack-tidy. Renamed and removed names, what replaces them, and the
// release that made the difference.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_TIDY_RULES_LEGACYNAMES_H
#define DLPACK_TIDY_RULES_LEGACYNAMES_H

#include "rules/Versions.h"
#include <string_view>

namespace dlpack_tidy::rules {

enum class LegacyKind {
  Type,           ///< C++: DLContext
  Field,          ///< C++: DLTensor::ctx
  Enumerator,     ///< C++: kDLGPU
  Macro,          ///< C++: DLPACK_VERSION
  PythonFunction, ///< jax.dlpack.to_dlpack
  PythonArgument, ///< a capsule handed to a function that took one before
  PythonMethod,   ///< x.device() on a jax.Array
  PythonAttribute ///< an attribute, a constant or a type attribute
};

struct LegacyName {
  LegacyKind Kind;
  /// The name as written; functions with their module, methods and attributes
  /// of arrays with a dot in front: ".device".
  const char *Name;
  const char *Replacement;
  const char *Library;
  /// First release that has the replacement.
  Version ReplacedIn;
  /// First release in which the old name fails.
  Version GoneIn;
  /// What the old name does from GoneIn on.
  const char *Effect;
  /// Putting Replacement in Name's place is the whole fix.
  bool IsRename;
};

struct LegacyNameRange {
  const LegacyName *First;
  const LegacyName *Last;
  const LegacyName *begin() const { return First; }
  const LegacyName *end() const { return Last; }
};
LegacyNameRange legacyNames();

/// The entry of \p Kind with this name, or nullptr.
const LegacyName *legacyName(LegacyKind Kind, std::string_view Name);

} // namespace dlpack_tidy::rules

#endif // DLPACK_TIDY_RULES_LEGACYNAMES_H
