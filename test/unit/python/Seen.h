//===--- Seen.h - what the Python front end saw, as one line per site -----===//
#ifndef DLPACK_TIDY_TEST_UNIT_PYTHON_SEEN_H
#define DLPACK_TIDY_TEST_UNIT_PYTHON_SEEN_H

#include "python/Text.h"

#include <string>
#include <vector>

namespace dlpack_tidy::python::test {

/// "4 open jax", "7 settled likely cpu|cuda": line of the call, whether the
/// backend is settled, how sure it is that JAX arrays arrive, and the places
/// where not all are possible.
inline std::string describe(const Export &Each, std::string_view Text) {
  uint32_t Begin = Each.Site.What.Call->Range.Begin;
  size_t Line = 1;
  for (char Character : Text.substr(0, Begin))
    Line += Character == '\n';
  std::string Out = std::to_string(Line);
  const flow::ExportFacts &Facts = Each.Site.Facts;
  switch (Facts.Origin) {
  case model::ObjectOrigin::HostArray:
    return Out + " host";
  case model::ObjectOrigin::Foreign:
    return Out + " foreign";
  case model::ObjectOrigin::Capsule:
    return Out + " capsule";
  default:
    break;
  }
  if (Each.Traced)
    return Out + " traced";
  Out += Facts.settled() ? " settled" : " open";
  static const char *const Sure[] = {" jax", " likely", " possible",
                                     " forwarded"};
  Out += Sure[static_cast<int>(Each.Sure)];
  if (Facts.Places != flow::AllPlaces) {
    static constexpr std::pair<unsigned, const char *> Names[] = {
        {flow::Cpu, "cpu"},
        {flow::Cuda, "cuda"},
        {flow::Rocm, "rocm"},
        {flow::OneApi, "oneapi"},
        {flow::TpuPinnedHost, "tpu-pinned"},
        {flow::TpuMemory, "tpu"},
        {flow::Plugins, "other"}};
    std::string Places;
    for (const auto &[Place, Name] : Names)
      if (Facts.Places & Place)
        Places += (Places.empty() ? " " : "|") + std::string(Name);
    Out += Places;
  }
  return Out;
}

inline std::vector<std::string> seen(std::string_view Text,
                                     const Options &Wanted = {}) {
  std::vector<std::string> Lines;
  for (const Export &Each : analyse(Text, Wanted).Exports)
    Lines.push_back(describe(Each, Text));
  return Lines;
}

/// The same for the body of `def f(x: jax.Array):`, lines counted in it.
inline std::vector<std::string> seenIn(const std::string &Body) {
  std::string Text = "import contextlib, functools, jax, torch\n"
                     "import jax.numpy as jnp\nimport numpy as np\n"
                     "def f(x: jax.Array, y=None):\n" +
                     Body;
  std::vector<std::string> Lines;
  for (const Export &Each : analyse(Text).Exports) {
    std::string Line = describe(Each, Text);
    size_t Space = Line.find(' ');
    Lines.push_back(std::to_string(std::stoi(Line.substr(0, Space)) - 4) +
                    Line.substr(Space));
  }
  return Lines;
}

using Lines = std::vector<std::string>;

} // namespace dlpack_tidy::python::test

#endif // DLPACK_TIDY_TEST_UNIT_PYTHON_SEEN_H
