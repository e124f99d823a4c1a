//===--- KnownCalls.h - what library functions do to their arguments ------===//
#ifndef DLPACK_TIDY_FLOW_KNOWNCALLS_H
#define DLPACK_TIDY_FLOW_KNOWNCALLS_H

#include "llvm/ADT/StringRef.h"

namespace dlpack_tidy::flow {

/// What a function of the standard or the C library does with memory its
/// pointer and iterator arguments lead to.
struct KnownCall {
  enum class Does {
    Unknown,    ///< may write through any of them
    Reads,      ///< only reads (a callable among the arguments may do more)
    WritesFrom, ///< writes through the arguments from index First on
    WritesOne,  ///< writes through argument First only
    Constructs  ///< makes an object of the arguments
  };
  Does What = Does::Unknown;
  unsigned First = 0;
};

/// `std::copy`, `std::ranges::copy`, `std::views::take`.
enum class CallForm { Plain, Ranges, View };

/// \p Name without its namespace; \p Count the number of arguments after an
/// execution policy.
KnownCall knownStandardCall(llvm::StringRef Name, unsigned Count,
                            CallForm Form);

/// memcpy and its like, in and outside namespace std.
KnownCall knownCCall(llvm::StringRef Name);

/// Formatting and logging libraries take arguments by forwarding reference and
/// only print them.
bool onlyPrints(llvm::StringRef Namespace);

/// A non-const member function of Eigen's expressions that hands out a part of
/// the expression (block, row, array, operator()) instead of changing it.
bool isEigenAccessor(llvm::StringRef Name);

/// A member function of Eigen's that writes what it is given, although it takes
/// it by reference to const.
bool writesEigenArguments(llvm::StringRef Name);

/// Members of nanobind's array that say something about it and lead nowhere.
bool isNdarrayMetadata(llvm::StringRef Name);

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_KNOWNCALLS_H
