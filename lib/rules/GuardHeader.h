//===- GuardHeader.h - dlpack_guard/rules.h from the rules ------*- C++ -*-===//
//
// Part of dlpack-tidy. The run-time header stands alone, so it cannot include
// the tables of lib/rules; this writes them down for it.
//
//===----------------------------------------------------------------------===//

#ifndef DLPACK_TIDY_RULES_GUARDHEADER_H
#define DLPACK_TIDY_RULES_GUARDHEADER_H

#include <string>

namespace dlpack_tidy::rules {

/// The whole text of dlpack_guard/rules.h.
std::string guardHeader();

} // namespace dlpack_tidy::rules

#endif // DLPACK_TIDY_RULES_GUARDHEADER_H
