//===--- TensorCheck.h - what the checks of DLPack structs have in common -===//
#ifndef DLPACK_TIDY_CHECKS_TENSORCHECK_H
#define DLPACK_TIDY_CHECKS_TENSORCHECK_H

#include "checks/DlpackCheck.h"
#include "flow/TensorUse.h"
#include "model/CallMeaning.h"

#include <optional>
#include <string>
#include <vector>

namespace dlpack_tidy::checks {

/// Looks at every use of a DLPack struct. Options `GuardFunctions` and
/// `HostReadFunctions` (local or global): names, separated by semicolons.
class TensorCheck : public DlpackCheck {
public:
  TensorCheck(llvm::StringRef Name, clang::tidy::ClangTidyContext *Context);
  void storeOptions(clang::tidy::ClangTidyOptions::OptionMap &Opts) override;

protected:
  /// What is wrong with \p Use, or nothing. Of the faults of one rule in one
  /// tensor of a function the surest and first is reported.
  struct Fault {
    int Level = 0;
    std::string Rule;
    std::string Message;
    const clang::Stmt *At = nullptr;
    std::vector<fixes::Note> Notes;
    std::vector<fixes::Fix> Fixes;
    /// Said once a tensor, in the function that was given it where there is a
    /// choice, and not again for the helpers it is passed to.
    bool OncePerTensor = false;
  };
  virtual std::optional<Fault> judge(const flow::TensorUse &Use) = 0;
  /// Rules that need no facts.
  virtual void examineRest(const flow::Analysis &Unit) {}

  void examine(const flow::Analysis &Unit) final;
  const flow::TensorReport &tensors() const;
  clang::ASTContext &context() const;
  /// What to call the data that \p Use speaks of: "'t.data'" where that stands
  /// in the same function, else "the data of 'm'".
  std::string dataOf(const flow::TensorUse &Use) const;

private:
  const std::string GuardFunctions, HostReadFunctions;
  const flow::Analysis *Unit = nullptr;
};

} // namespace dlpack_tidy::checks

#endif // DLPACK_TIDY_CHECKS_TENSORCHECK_H
