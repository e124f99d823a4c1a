//===--- Surroundings.h - how the source around a name uses it ------------===//
#ifndef DLPACK_TIDY_DRIVER_SURROUNDINGS_H
#define DLPACK_TIDY_DRIVER_SURROUNDINGS_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace dlpack_tidy::driver {

/// A name in the text of its file. Comments and strings are not told apart from
/// code: a guess that rests on many uses stands a few wrong ones.
class Surroundings {
public:
  Surroundings(llvm::StringRef Text, size_t At, llvm::StringRef Name)
      : Text(Text), At(At), Name(Name) {}

  /// The name is one of the arguments in `Template<…>`, alone.
  bool isTemplateArgument() const;
  /// `using scope::Name;`
  bool isUsed() const;
  /// Somewhere in the file `Name<` stands, not as a comparison.
  bool isTemplateElsewhere() const;
  /// The file only ever writes `Name::…`, and what follows is mostly a type:
  /// `Eigen::Map<…>`, `Eigen::Index i`.
  bool readsAsNamespace() const;

private:
  llvm::StringRef Text;
  size_t At;
  llvm::StringRef Name;
};

/// The names that statements of \p Text call through a scope, without a result:
/// `scope::inner::check(x);`. Read as a declaration of `x`, such a statement
/// would be lost.
std::vector<std::string> calledStatements(llvm::StringRef Text);

/// The names that \p Text has as arguments of templates, through a scope:
/// `view<float, scope::row_major>`. Where clang knows the template, it looks
/// for a value first, and for nothing else.
std::vector<std::string> templateArguments(llvm::StringRef Text);

/// Where \p Text first has `.Name<…>` or `->Name<…>`.
std::optional<size_t> memberTemplateIn(llvm::StringRef Text,
                                       llvm::StringRef Name);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_SURROUNDINGS_H
