//===- Versions.h - Release numbers that can be compared --------*- C++ -*-===//
//
// Part of dlpack-tidy. Facts about libraries are tied to the releases they
// hold for; this is the release number those tables are written in.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_TIDY_RULES_VERSIONS_H
#define DLPACK_TIDY_RULES_VERSIONS_H

#include <climits>
#include <optional>
#include <string>
#include <string_view>

namespace dlpack_tidy::rules {

/// A release number of up to four components; missing ones count as zero, so
/// "0.12" and "0.12.0.0" are the same release.
struct Version {
  int Major = 0;
  int Minor = 0;
  int Patch = 0;
  int Build = 0;

  /// Reads "1", "0.11", "0.4.25" or "0.12.0.1". Anything else (signs, spaces,
  /// "rc" suffixes, a fifth component, a component above 999999) is no version.
  static constexpr std::optional<Version> parse(std::string_view Text);

  /// A release later than every release there will be.
  static constexpr Version latest() {
    return {INT_MAX, INT_MAX, INT_MAX, INT_MAX};
  }

  /// "0.11", "0.4.25", "0.12.0.1": at least two components, no trailing zeros
  /// after them.
  std::string str() const;

  friend constexpr bool operator==(const Version &L, const Version &R) {
    return L.Major == R.Major && L.Minor == R.Minor && L.Patch == R.Patch &&
           L.Build == R.Build;
  }
  friend constexpr bool operator<(const Version &L, const Version &R) {
    if (L.Major != R.Major)
      return L.Major < R.Major;
    if (L.Minor != R.Minor)
      return L.Minor < R.Minor;
    if (L.Patch != R.Patch)
      return L.Patch < R.Patch;
    return L.Build < R.Build;
  }
  friend constexpr bool operator!=(const Version &L, const Version &R) {
    return !(L == R);
  }
  friend constexpr bool operator>(const Version &L, const Version &R) {
    return R < L;
  }
  friend constexpr bool operator<=(const Version &L, const Version &R) {
    return !(R < L);
  }
  friend constexpr bool operator>=(const Version &L, const Version &R) {
    return !(L < R);
  }
};

/// The releases from Since on and before Before: [Since, Before).
struct VersionRange {
  Version Since;
  Version Before = Version::latest();

  constexpr bool contains(Version V) const { return Since <= V && V < Before; }

  /// The same range, ended: since(0, 4, 26).until(0, 11).
  constexpr VersionRange until(int Major, int Minor, int Patch = 0) const {
    return {Since, {Major, Minor, Patch}};
  }

  /// Whether some release from Min on is in the range. This is the question a
  /// project asks that supports every release from Min on.
  constexpr bool reaches(Version Min) const {
    return Since < Before && (Min < Before || Before == Version::latest());
  }
};

/// Every release from Major.Minor.Patch on.
constexpr VersionRange since(int Major, int Minor, int Patch = 0) {
  return {{Major, Minor, Patch}};
}

constexpr std::optional<Version> Version::parse(std::string_view Text) {
  constexpr int MaxComponent = 999999;
  int Parts[4] = {0, 0, 0, 0};
  int Index = 0;
  bool HasDigit = false;
  for (char C : Text) {
    if (C == '.') {
      if (!HasDigit || ++Index == 4)
        return std::nullopt;
      HasDigit = false;
      continue;
    }
    if (C < '0' || C > '9')
      return std::nullopt;
    Parts[Index] = Parts[Index] * 10 + (C - '0');
    if (Parts[Index] > MaxComponent)
      return std::nullopt;
    HasDigit = true;
  }
  if (!HasDigit)
    return std::nullopt;
  return Version{Parts[0], Parts[1], Parts[2], Parts[3]};
}

} // namespace dlpack_tidy::rules

#endif // DLPACK_TIDY_RULES_VERSIONS_H
