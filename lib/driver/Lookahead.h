//===--- Lookahead.h - what stands after a name in the source -------------===//
#ifndef DLPACK_TIDY_DRIVER_LOOKAHEAD_H
#define DLPACK_TIDY_DRIVER_LOOKAHEAD_H

#include "clang/Basic/SourceLocation.h"
#include "clang/Basic/TokenKinds.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class LangOptions;
class SourceManager;
} // namespace clang

namespace dlpack_tidy::driver {

enum class ArgumentKind { Type, Value };

/// Reads the raw tokens after a place; macros are not expanded.
class Lookahead {
public:
  Lookahead(const clang::SourceManager &Sources,
            const clang::LangOptions &Language)
      : Sources(Sources), Language(Language) {}

  /// The kind of the token after the one at \p At, which moves on to it.
  clang::tok::TokenKind next(clang::SourceLocation &At) const;

  /// True where the name at \p At stands before `<…>` that reads as template
  /// arguments.
  bool isTemplate(clang::SourceLocation At) const;
  /// What the arguments are that follow the template's name at \p At; at least
  /// one. \p IsValue knows single names.
  llvm::SmallVector<ArgumentKind, 4>
  arguments(clang::SourceLocation At,
            llvm::function_ref<bool(llvm::StringRef)> IsValue) const;
  /// True where the name at \p At reads as the type of a declaration, a
  /// parameter or a cast.
  bool isType(clang::SourceLocation At) const;

private:
  bool startsValue(clang::SourceLocation At,
                   llvm::function_ref<bool(llvm::StringRef)> IsValue) const;

  const clang::SourceManager &Sources;
  const clang::LangOptions &Language;
};

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_LOOKAHEAD_H
