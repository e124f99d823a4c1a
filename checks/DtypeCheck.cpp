//===--- DtypeCheck.cpp - dlpack-dtype ------------------------------------===//
//
// Elements accessed as a type nobody made sure they have.
// docs/checks/dlpack-dtype.md tells the story.
//
//===----------------------------------------------------------------------===//

#include "checks/TensorCheck.h"
#include "model/ElementType.h"
#include "model/SourceText.h"

using namespace clang;

namespace dlpack_tidy::checks {
namespace {

using model::TensorField;

class DtypeCheck : public TensorCheck {
public:
  using TensorCheck::TensorCheck;

protected:
  std::optional<Fault> judge(const flow::TensorUse &Use) override;
};

/// Which of code, bits and lanes leave room for another type here.
struct Untested {
  bool Code = false, Bits = false, Lanes = false;
  bool any() const { return Code || Bits || Lanes; }
  bool all() const { return Code && Bits && Lanes; }
  std::string str() const {
    std::string Names;
    unsigned Left = Code + Bits + Lanes;
    for (auto [Missing, Name] :
         {std::pair(Code, "code"), std::pair(Bits, "bits"),
          std::pair(Lanes, "lanes")})
      if (Missing) {
        --Left;
        Names += (Names.empty() ? ""
                  : Left        ? ", "
                                : " and ") +
                 ("dtype." + std::string(Name));
      }
    return Names;
  }
};

Untested untestedIn(const flow::TensorUse &Use,
                    const model::ElementType &Element) {
  Untested Missing;
  const flow::TensorFacts &Facts = Use.Facts;
  Missing.Code = Element.Codes && !Facts.Compared.contains(TensorField::Code) &&
                 !Facts.Codes.isSubsetOf(flow::NumberSet::of(*Element.Codes));
  Missing.Bits = !Facts.Compared.contains(TensorField::Bits) &&
                 !Facts.Widths.isSubsetOf(flow::widthSet(Element.Bits));
  Missing.Lanes = !Facts.Compared.contains(TensorField::Lanes) &&
                  Facts.OneLane.mayBe(false);
  return Missing;
}

std::optional<TensorCheck::Fault>
DtypeCheck::judge(const flow::TensorUse &Use) {
  std::optional<int> Level = flow::levelOf(Use);
  if (!Level || Use.Element.isNull() || !Use.Source ||
      Use.Facts.Seen.contains(TensorField::Code))
    return std::nullopt;
  std::optional<model::ElementType> Element =
      model::elementType(Use.Element, context());
  if (!Element)
    return std::nullopt;
  Untested Missing = untestedIn(Use, *Element);
  if (!Missing.any())
    return std::nullopt;
  bool Passed = Use.Kind == flow::UseKind::PassesData;
  Fault Found;
  Found.Rule = "type";
  Found.At = Use.At;
  Found.Level = *Level;
  // Where two of the three are tested, the third was forgotten.
  bool Forgotten = !Missing.all() && (Use.Tested.contains(TensorField::Code) ||
                                      Use.Tested.contains(TensorField::Bits));
  if (Forgotten && Found.Level == 1 &&
      Missing.Code + Missing.Bits + Missing.Lanes == 1)
    Found.Level = 0;
  if (Passed && Missing.all())
    Found.Level = std::max(Found.Level, 1);
  std::string Type = Use.Element.getUnqualifiedType().getAsString(
      context().getPrintingPolicy());
  Found.Message =
      "the elements are used as '" + Type + "' though " + Missing.str() +
      " may say something else, which gives wrong values; compare " +
      (Missing.all() ? "code, bits and lanes" : Missing.str()) +
      " first and refuse what does not match";
  return Found;
}

} // namespace

std::unique_ptr<tidy::ClangTidyCheck>
makeDtypeCheck(StringRef Name, tidy::ClangTidyContext *Context) {
  return std::make_unique<DtypeCheck>(Name, Context);
}

} // namespace dlpack_tidy::checks
