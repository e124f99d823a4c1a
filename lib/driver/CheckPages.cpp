//===--- CheckPages.cpp - the documentation of the checks -----------------===//

#include "driver/CheckPages.h"

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
  if (pageOf(Check).empty())
    return DLPACK_TIDY_ADDRESS "/blob/main/docs/scan.md";
  return (Twine(DLPACK_TIDY_ADDRESS) + "/blob/main/docs/checks/" + Check +
          ".md")
      .str();
}

StringRef programVersion() { return DLPACK_TIDY_VERSION; }

StringRef homeAddress() { return DLPACK_TIDY_ADDRESS; }

} // namespace dlpack_tidy::driver
