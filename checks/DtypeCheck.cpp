//===--- DtypeCheck.cpp - dlpack-dtype ------------------------------------===//
//
// Elements accessed as a type nobody made sure they have.
// docs/checks/dlpack-dtype.md tells the story.
//
//===----------------------------------------------------------------------===//

#include "checks/DtypeLabelRules.h"
#include "checks/TensorCheck.h"
#include "model/ElementType.h"
#include "model/SourceText.h"
#include "model/TypeLabels.h"

using namespace clang;

namespace dlpack_tidy::checks {
namespace {

using model::TensorField;

class DtypeCheck : public TensorCheck {
public:
  using TensorCheck::TensorCheck;

protected:
  std::optional<Fault> judge(const flow::TensorUse &Use) override;
  void examineRest(const flow::Analysis &Unit) override;

private:
  std::optional<Fault> judgeAnswer(const flow::TensorUse &Use);
};

/// `if (d.bits == 16) return F16;`: a constant that says more than was asked.
std::optional<TensorCheck::Fault>
DtypeCheck::judgeAnswer(const flow::TensorUse &Use) {
  model::TypeLabel Said = model::typeLabel(Use.At);
  const flow::TensorFacts &Facts = Use.Facts;
  if (!Said || Use.Truth || Use.InOwnDeleter ||
      (Facts.Codes.isAll() && Facts.Widths.isAll()) ||
      Facts.Seen.contains(TensorField::Code) ||
      Facts.Compared.contains(TensorField::Code) ||
      Facts.Compared.contains(TensorField::Bits))
    return std::nullopt;
  bool Code = !Facts.Codes.isSubsetOf(flow::NumberSet::of({*Said.Code}));
  bool Bits = Said.Bits && !Facts.Widths.isSubsetOf(flow::widthSet(*Said.Bits));
  if (!Code && !Bits)
    return std::nullopt;
  Fault Found;
  Found.Rule = "answer";
  Found.At = Use.At;
  Found.Level = 1;
  std::string Missing = Code && Bits ? "dtype.code and dtype.bits"
                        : Code       ? "dtype.code"
                                     : "dtype.bits";
  Found.Message = model::quoted(Use.At, context()) +
                  " is the answer here though " + Missing +
                  " may say another type, whose elements are then read as "
                  "what they are not; compare " +
                  Missing + " and refuse what does not match";
  return Found;
}

void DtypeCheck::examineRest(const flow::Analysis &Unit) {
  for (const FunctionDecl *Each : Unit.functions())
    for (const fixes::Finding &Found : judgeDtypeLabels(Each, context()))
      report(Found);
}

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
  if (Use.Kind == flow::UseKind::Answers)
    return judgeAnswer(Use);
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
