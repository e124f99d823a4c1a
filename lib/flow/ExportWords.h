//===--- ExportWords.h - which functions have to do with exports ----------===//
#ifndef DLPACK_TIDY_FLOW_EXPORTWORDS_H
#define DLPACK_TIDY_FLOW_EXPORTWORDS_H

#include "model/GlobalStores.h"

#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"

namespace dlpack_tidy::flow {

/// Says which functions mention an exchange, or call one that does. The others
/// cost nothing.
class ExportWords {
public:
  explicit ExportWords(model::GlobalStores &Globals) : Globals(Globals) {}

  bool isMentionedIn(const clang::FunctionDecl *Function, unsigned Depth = 0);
  /// One of the functions asked about so far mentions "dl_device".
  bool mentionsDlDevice() const { return DlDevice; }

private:
  model::GlobalStores &Globals;
  llvm::DenseMap<const clang::FunctionDecl *, bool> Known;
  bool DlDevice = false;
};

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_EXPORTWORDS_H
