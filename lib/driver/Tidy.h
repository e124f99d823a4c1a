//===--- Tidy.h - clang-tidy's own command line ---------------------------===//
#ifndef DLPACK_TIDY_DRIVER_TIDY_H
#define DLPACK_TIDY_DRIVER_TIDY_H

namespace dlpack_tidy::driver {

/// Runs clang-tidy with our checks on top. Wrong use is one line on standard
/// error and a non-zero status: unknown checks and missing files, about which
/// clang-tidy itself is silent or long-winded, are refused before it starts.
int runTidy(int Count, const char **Values);

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_TIDY_H
