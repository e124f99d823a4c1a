//===--- ExportTests.h - C++ tests that say where an array lives ----------===//
#ifndef DLPACK_TIDY_FLOW_EXPORTTESTS_H
#define DLPACK_TIDY_FLOW_EXPORTTESTS_H

#include "flow/ExportFacts.h"
#include "model/CallFrame.h"
#include "model/PyLowering.h"

namespace dlpack_tidy::flow {

/// Learns from the C++ expression \p Test having the value \p Truth: `==` and
/// `!=` in all their spellings (operators, strcmp, PyObject_RichCompareBool,
/// `.equal`), membership in a set of constants, None tests. A test of an answer
/// that it cannot follow settles the array without blaming anyone. Returns
/// false where the test is about no array.
bool refineTest(ExportState &State, const clang::Expr *Test, bool Truth,
                model::PyLowering &Lowering, const model::CallFrame &Frame);

/// An integer that the model knows nothing about but its name; what tests say
/// about it is kept, for it may become a dl_device.
bool isPlainNumber(model::PyRef Value);

/// True where some part of \p E asks about an array.
bool asksAboutAnArray(const clang::Expr *E, model::PyLowering &Lowering,
                      const model::CallFrame &Frame);

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_EXPORTTESTS_H
