//===--- VersionCheck.cpp - dlpack-version --------------------------------===//
//
// A versioned struct read by the layout of a version it may not have.
// docs/checks/dlpack-version.md tells the story.
//
//===----------------------------------------------------------------------===//

#include "checks/TensorCheck.h"
#include "model/SourceText.h"

using namespace clang;

namespace dlpack_tidy::checks {
namespace {

using model::TensorField;

class VersionCheck : public TensorCheck {
public:
  using TensorCheck::TensorCheck;

protected:
  std::optional<Fault> judge(const flow::TensorUse &Use) override;
};

std::optional<TensorCheck::Fault>
VersionCheck::judge(const flow::TensorUse &Use) {
  std::optional<int> Level = flow::levelOf(Use);
  if (Use.Kind != flow::UseKind::ReadsFields || !Level ||
      !Use.Facts.MajorMatches.mayBe(false) ||
      Use.Facts.Seen.contains(TensorField::Major) ||
      Use.Facts.Compared.contains(TensorField::Major))
    return std::nullopt;
  Fault Found;
  Found.Rule = "version";
  Found.OncePerTensor = true;
  Found.At = Use.At;
  Found.Level = *Level;
  std::string Name = model::quoted(Use.At, context());
  if (Use.Facts.MajorMatches.isSurely(false))
    Found.Message =
        Name + " is read after version.major turned out to be another one, "
               "whose fields lie elsewhere; call the deleter and read nothing "
               "else";
  else
    Found.Message =
        Name + " is read before version.major is compared, and another major "
               "version may have its fields elsewhere; refuse a major version "
               "other than DLPACK_MAJOR_VERSION first, and then call nothing "
               "but the deleter";
  return Found;
}

} // namespace

std::unique_ptr<tidy::ClangTidyCheck>
makeVersionCheck(StringRef Name, tidy::ClangTidyContext *Context) {
  return std::make_unique<VersionCheck>(Name, Context);
}

} // namespace dlpack_tidy::checks
