//===--- ParsedFunctions.h - which functions the parse understood ---------===//
#ifndef DLPACK_TIDY_DRIVER_PARSEDFUNCTIONS_H
#define DLPACK_TIDY_DRIVER_PARSEDFUNCTIONS_H

#include "clang/AST/ASTContext.h"

#include <string>
#include <tuple>
#include <vector>

namespace dlpack_tidy::driver {

/// A function or lambda that takes a DLPack struct or an array, or whose text
/// names DLPack.
struct ParsedFunction {
  std::string File;
  unsigned Line = 0;
  std::string Name;
  /// Clang recovered from an error in an expression that has to do with the
  /// array: with the parameter, or, where the function takes none, with
  /// anything. What the checks say of the function may then be incomplete.
  bool Recovered = false;

  auto place() const { return std::tie(File, Line, Name); }
};

/// The functions of the unit's own files (system headers aside); paths as clang
/// spells them.
std::vector<ParsedFunction> parsedFunctions(clang::ASTContext &Context);

/// Sorts by place. What several translation units saw counts once: as
/// understood where one of them did.
void unite(std::vector<ParsedFunction> &Functions);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_PARSEDFUNCTIONS_H
