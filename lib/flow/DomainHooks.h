//===--- DomainHooks.h - what a domain of the engine may leave out --------===//
#ifndef DLPACK_TIDY_FLOW_DOMAINHOOKS_H
#define DLPACK_TIDY_FLOW_DOMAINHOOKS_H

#include "model/CallFrame.h"

#include "clang/AST/Expr.h"

namespace dlpack_tidy::flow {

/// Calls the optional members of \p Domain where it has them; see Engine.h.
template <typename Domain> class DomainHooks {
  using State = typename Domain::State;
  using Frame = model::CallFrame;

  template <typename D>
  static auto endOfScope(int, D &To, State &Facts, const clang::VarDecl *Each,
                         const Frame &In, bool Recording)
      -> decltype(To.endOfScope(Facts, Each, In, Recording)) {
    To.endOfScope(Facts, Each, In, Recording);
  }
  template <typename D>
  static void endOfScope(long, D &, State &, const clang::VarDecl *,
                         const Frame &, bool) {}
  template <typename D>
  static auto enterCall(int, D &To, State &Facts, const Frame &Callee)
      -> decltype(To.enterCall(Facts, Callee)) {
    To.enterCall(Facts, Callee);
  }
  template <typename D>
  static void enterCall(long, D &, State &, const Frame &) {}
  template <typename D>
  static auto leaveCall(int, D &To, State &Facts, const clang::Expr *Returned,
                        const Frame &Callee)
      -> decltype(To.leaveCall(Facts, Returned, Callee)) {
    To.leaveCall(Facts, Returned, Callee);
  }
  template <typename D>
  static void leaveCall(long, D &, State &, const clang::Expr *,
                        const Frame &) {}
  template <typename S>
  static auto weight(int, const S &Facts) -> decltype(Facts.weight()) {
    return Facts.weight();
  }
  template <typename S> static unsigned weight(long, const S &) { return 1; }
  template <typename D>
  static constexpr auto tracksFlags(int) -> decltype(D::TracksFlags) {
    return D::TracksFlags;
  }
  template <typename D> static constexpr bool tracksFlags(long) {
    return false;
  }

public:
  static constexpr bool TracksFlags = tracksFlags<Domain>(0);

  static void endOfScope(Domain &To, State &Facts, const clang::VarDecl *Each,
                         const Frame &In, bool Recording) {
    endOfScope(0, To, Facts, Each, In, Recording);
  }
  /// What one step with these facts costs, in steps with few facts.
  static unsigned weight(const State &Facts) { return weight(0, Facts); }
  static void enterCall(Domain &To, State &Facts, const Frame &Callee) {
    enterCall(0, To, Facts, Callee);
  }
  static void leaveCall(Domain &To, State &Facts, const clang::Expr *Returned,
                        const Frame &Callee) {
    leaveCall(0, To, Facts, Returned, Callee);
  }
};

} // namespace dlpack_tidy::flow

#endif // DLPACK_TIDY_FLOW_DOMAINHOOKS_H
