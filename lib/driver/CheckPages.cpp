//===--- CheckPages.cpp - the documentation of the checks -----------------===//

#include "driver/CheckPages.h"

#include "driver/Catalogue.h"

using namespace llvm;

namespace dlpack_tidy::driver {
namespace {

constexpr struct {
  StringLiteral Check;
  StringLiteral Text;
} Pages[] = {
#include "Pages.inc"
    {"", ""}};

} // namespace

StringRef pageOf(StringRef Check) {
  // No check of clang-tidy: the page about scans speaks of it.
  if (Check == StaleNolint.Name)
    return sectionOf(pageOf("../scan"), "NOLINT comments that silence nothing");
  for (const auto &Page : Pages)
    if (Page.Check == Check)
      return Page.Text;
  return {};
}

StringRef sectionOf(StringRef Page, StringRef Heading) {
  size_t At = Page.find(("\n## " + Twine(Heading) + "\n").str());
  if (At == StringRef::npos)
    return {};
  StringRef Section = Page.substr(At).ltrim('\n').split('\n').second;
  return Section.take_front(Section.find("\n## ")).trim();
}

StringRef codeIn(StringRef Section) {
  size_t Fence = Section.find("```");
  if (Fence == StringRef::npos)
    return {};
  StringRef Code = Section.drop_front(Fence).split('\n').second;
  return Code.take_front(Code.find("```")).trim('\n');
}

std::string addressOf(StringRef Check) {
  std::string Documentation = DLPACK_TIDY_ADDRESS "/blob/main/docs/";
  if (Check == StaleNolint.Name)
    return Documentation + "scan.md#nolint-comments-that-silence-nothing";
  return Documentation + "checks/" + Check.str() + ".md";
}

StringRef programVersion() { return DLPACK_TIDY_VERSION; }

StringRef homeAddress() { return DLPACK_TIDY_ADDRESS; }

} // namespace dlpack_tidy::driver
