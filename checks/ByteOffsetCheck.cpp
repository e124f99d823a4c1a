//===--- ByteOffsetCheck.cpp - dlpack-byte-offset -------------------------===//
//
// The address of the first element: data plus byte_offset, aligned as the
// producer made it. docs/checks/dlpack-byte-offset.md tells the story.
//
//===----------------------------------------------------------------------===//

#include "checks/TensorCheck.h"
#include "fixes/TensorFixes.h"
#include "model/SourceText.h"

using namespace clang;

namespace dlpack_tidy::checks {
namespace {

using model::TensorField;

class ByteOffsetCheck : public TensorCheck {
public:
  using TensorCheck::TensorCheck;

protected:
  std::optional<Fault> judge(const flow::TensorUse &Use) override;

private:
  std::optional<Fault> judgeAlignment(const flow::TensorUse &Use);
};

std::optional<TensorCheck::Fault>
ByteOffsetCheck::judge(const flow::TensorUse &Use) {
  if (Use.Kind == flow::UseKind::AssumesAlignment)
    return judgeAlignment(Use);
  std::optional<int> Level = flow::levelOf(Use);
  if (!Level || !Use.OffsetIgnored || !Use.Source)
    return std::nullopt;
  Fault Found;
  Found.Rule = "offset";
  Found.At = Use.Source;
  Found.Level = *Level;
  std::string Name = model::quoted(Use.Source, context());
  bool Elsewhere = Use.Facts.Seen.contains(TensorField::ByteOffset);
  if (Elsewhere)
    Found.Level = std::max(Found.Level, 1);
  Found.Message =
      "the first element is at data + byte_offset, and " + Name +
      (Elsewhere ? " is used without it on this way" : " is used without it") +
      ", so slices from MLX, CuPy or PyTorch are read from the wrong address; "
      "add byte_offset, or refuse tensors where it is not zero";
  if (std::optional<fixes::Fix> Fix =
          fixes::addByteOffset(Use.Source, context()))
    Found.Fixes.push_back(*Fix);
  return Found;
}

std::optional<TensorCheck::Fault>
ByteOffsetCheck::judgeAlignment(const flow::TensorUse &Use) {
  std::optional<int> Level = flow::levelOf(Use);
  if (!Level || Use.Facts.Aligned.isSurely(true))
    return std::nullopt;
  Fault Found;
  Found.Rule = "alignment";
  Found.At = Use.At;
  Found.Level = std::max(*Level, 1) == 2 ? 2 : *Level;
  Found.Message =
      "producers do not promise any alignment beyond the element's, and "
      "assuming it here crashes or gives garbage for slices; test the address "
      "first, and copy or use unaligned loads where it is not aligned";
  return Found;
}

} // namespace

std::unique_ptr<tidy::ClangTidyCheck>
makeByteOffsetCheck(StringRef Name, tidy::ClangTidyContext *Context) {
  return std::make_unique<ByteOffsetCheck>(Name, Context);
}

} // namespace dlpack_tidy::checks
