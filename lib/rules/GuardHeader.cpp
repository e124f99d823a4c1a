//===- GuardHeader.cpp - dlpack_guard/rules.h from the rules --------------===//

#include "rules/GuardHeader.h"
#include "rules/DeviceTypes.h"
#include "rules/Dtypes.h"
#include "rules/ErrorMessages.h"
#include "rules/Producers.h"
#include "rules/RuleIds.h"
#include <string_view>

namespace dlpack_tidy::rules {


static constexpr char Top[] =
    R"(//===- rules.h - The rules, devices and messages of DLPack ------*- C++ -*-===//
//
// Part of dlpack_guard. Written by dlpack-guard-rules from the tables the
// checks of dlpack-tidy read, so that both name the same rules and give the
// same advice: run `dlpack-guard-rules FILE` instead of editing it.
//
//===----------------------------------------------------------------------===//

// clang-format off

#ifndef DLPACK_GUARD_RULES_H
#define DLPACK_GUARD_RULES_H

#include <cstdint>

namespace dlpack_guard {

/// A rule, under the name of the check that finds code breaking it, and what
/// code that meets it should do.
struct Rule {
  const char *Id;
  const char *Advice;
};

namespace rule {
)";

/// "dlpack-tpu-memory-kind" -> "TpuMemoryKind".
static std::string identifier(std::string_view Id) {
  Id.remove_prefix(std::string_view("dlpack-").size());
  std::string Name;
  bool Upper = true;
  for (char C : Id) {
    if (C == '-') {
      Upper = true;
      continue;
    }
    Name +=
        Upper && C >= 'a' && C <= 'z' ? static_cast<char>(C - 'a' + 'A') : C;
    Upper = false;
  }
  return Name;
}

/// \p Text as a C++ string literal.
static std::string quoted(std::string_view Text) {
  std::string Literal = "\"";
  for (char C : Text) {
    if (C == '"' || C == '\\')
      Literal += '\\';
    Literal += C;
  }
  return Literal + '"';
}

/// "kDLCUDAHost" -> "CUDAHost".
static std::string deviceIdentifier(const DeviceType &Device) {
  return std::string(Device.Name).substr(std::string_view("kDL").size());
}

static const char *accessName(HostAccess Access) {
  switch (Access) {
  case HostAccess::Never:
    return "Never";
  case HostAccess::AfterSynchronise:
    return "AfterSynchronise";
  case HostAccess::Always:
    return "Always";
  case HostAccess::Unknown:
    break;
  }
  return "Unknown";
}

static std::string ruleConstants() {
  std::string Text;
  for (const Rule &R : allRules())
    Text += "inline constexpr Rule " + identifier(R.Id) + "{" + quoted(R.Id) +
            ",\n    " + quoted(R.Advice) + "};\n";
  Text += "} // namespace rule\n\n/// All rules.\n"
          "inline constexpr const Rule *AllRules[] = {\n";
  for (const Rule &R : allRules())
    Text += "    &rule::" + identifier(R.Id) + ",\n";
  return Text + "};\n";
}

static std::string devices() {
  std::string Text = R"(
/// Whether code on the host may dereference DLTensor::data.
enum class HostAccess {
  Never,            ///< device memory, or an opaque handle
  AfterSynchronise, ///< managed memory, once the device is synchronised
  Always,           ///< CPU memory and pinned host memory
  Unknown           ///< depends on the runtime that made the tensor
};

/// The values of DLDeviceType; a dlpack.h may list fewer.
namespace device {
)";
  for (const DeviceType &D : DeviceTypes)
    Text += "inline constexpr std::int32_t " + deviceIdentifier(D) + " = " +
            std::to_string(D.Value) + ";\n";
  Text += R"(} // namespace device

struct DeviceRow {
  std::int32_t Value;
  const char *Name;
  HostAccess Host;
};

inline constexpr DeviceRow DeviceRows[] = {
)";
  for (const DeviceType &D : DeviceTypes)
    Text += "    {" + std::to_string(D.Value) + ", " + quoted(D.Name) +
            ", HostAccess::" + accessName(D.Host) + "},\n";
  return Text + "};\n";
}

static std::string dtypes() {
  std::string Text = R"(
struct DtypeRow {
  int Code;
  const char *Name;
  int Bits; ///< the only legal DLDataType::bits, or 0 where several are
};

inline constexpr DtypeRow DtypeRows[] = {
)";
  for (const DtypeCode &D : DtypeCodes)
    Text += "    {" + std::to_string(D.Value) + ", " + quoted(D.Name) + ", " +
            std::to_string(D.Bits) + "},\n";
  return Text + "};\n";
}

static std::string jaxDeviceRequests() {
  std::string Text = R"(
/// Device types some release of JAX serves in __dlpack__(dl_device=(type, id)).
inline constexpr std::int32_t JaxDeviceRequests[] = {)";
  const char *Separator = "";
  acceptedDeviceTypes(Version::latest()).forEach([&](int Value) {
    if (!deviceType(Value))
      return;
    Text += Separator + std::to_string(Value);
    Separator = ", ";
  });
  return Text + "};\n";
}

/// The errors of the two calls a producer answers; the empty pattern has no
/// text to find it by.
static std::string errors() {
  std::string Text = R"(
/// What a producer says when it refuses. "{}" in Pattern stands for any text
/// within one line, "{#}" for a number that ends its line.
struct KnownError {
  const char *Pattern;
  const Rule *Broken;
  const char *Advice;
};

/// Where two patterns fit one text the more specific comes first.
inline constexpr KnownError KnownErrors[] = {
)";
  for (const ErrorRule &E : errorRules()) {
    if (E.Call != ExportCall::DlpackDevice && E.Call != ExportCall::Dlpack)
      continue;
    if (std::string_view(E.Pattern).empty())
      continue;
    Text += "    {" + quoted(E.Pattern) +
            ",\n     &rule::" + identifier(E.Check) + ",\n     " +
            quoted(E.Advice) + "},\n";
  }
  return Text + "};\n";
}

std::string guardHeader() {
  return Top + ruleConstants() + devices() + dtypes() + jaxDeviceRequests() +
         errors() +
         "\n} // namespace dlpack_guard\n\n#endif // DLPACK_GUARD_RULES_H\n";
}

} // namespace dlpack_tidy::rules
