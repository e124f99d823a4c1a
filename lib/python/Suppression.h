//===--- Suppression.h - NOLINT comments in Python text -------------------===//
#ifndef DLPACK_TIDY_PYTHON_SUPPRESSION_H
#define DLPACK_TIDY_PYTHON_SUPPRESSION_H

#include <string>
#include <string_view>
#include <vector>

namespace dlpack_tidy::python {

/// The NOLINT, NOLINTNEXTLINE, NOLINTBEGIN and NOLINTEND comments of a text;
/// they mean what they mean to clang-tidy: `# NOLINT(dlpack-legacy-api)`, with
/// `*` for any part of a name, or `# NOLINT` for every check.
class Suppressions {
public:
  /// One comment.
  struct Entry {
    unsigned Line;   ///< where it stands
    unsigned Column; ///< in bytes, from 1
    /// The lines it is about.
    unsigned First;
    unsigned Last;
    /// Patterns; empty for every check.
    std::vector<std::string> Checks;
  };

  explicit Suppressions(std::string_view Text);

  /// Whether \p Check is silent on \p Line, counted from 1.
  bool covers(unsigned Line, std::string_view Check) const;

  /// Each comment once; one that begins a region and has no end is none.
  const std::vector<Entry> &entries() const { return Entries; }

private:
  void read(std::string_view Comment, unsigned Line, unsigned Column,
            std::vector<Entry> &Open);

  std::vector<Entry> Entries;
};

} // namespace dlpack_tidy::python

#endif // DLPACK_TIDY_PYTHON_SUPPRESSION_H
