//===--- Flow.h - carries facts along every way through Python text -------===//
//
// An abstract interpreter over the syntax tree: statements transform a State,
// branches refine it, loops run until nothing changes, calls of functions of
// the same text are followed with the caller's arguments.
//
//===----------------------------------------------------------------------===//
#ifndef DLPACK_TIDY_PYTHON_FLOW_H
#define DLPACK_TIDY_PYTHON_FLOW_H

#include "python/Lowering.h"
#include "python/Text.h"

#include <deque>
#include <functional>
#include <unordered_map>

namespace dlpack_tidy::python {

/// How a function of this text came back from one call.
struct Outcome {
  State After;
  flow::ExportFacts Result;
  std::shared_ptr<const Sharing> Shares; ///< with what it returns
  model::PyRef Value = nullptr; ///< where it always returns the same expression
  bool Traced = false;
};

class Flow {
public:
  Flow(Node Module, Analysis &Into, const Options &Wanted);

  /// Looks at the whole text.
  void run();

private:
  // What stands around a statement.
  struct Loop {
    State Breaks, Continues;
  };
  struct Protection {
    std::vector<model::Handler> Handlers;
    /// Joined over every point of the body that can raise.
    State AtRaise;
  };
  struct Return {
    Node Value;
    State Then;
  };
  /// A function that is being looked at, and its caller's if it was called.
  struct Frame {
    Node Function; ///< or the module, or a lambda
    const Scope *Names = nullptr;
    Frame *Caller = nullptr;
    bool Recording = true;
    /// Writes count wherever they are: the caller handed the tensor over.
    bool RecordingWrites = true;
    std::string Name;
    /// The statement that is evaluated, where another can be put before it.
    Node Statement;
    /// Inside `with pytest.raises(…)`: the failure is what is wanted.
    unsigned Expecting = 0;
    std::vector<Loop> Loops;
    std::vector<Protection *> Protections;
    std::vector<Return> Returns;
  };

  // Statements (Statements.cpp)
  void block(Node Block, State &Now);
  void statement(Node At, State &Now);
  void ifStatement(Node At, State &Now);
  void whileStatement(Node At, State &Now);
  void forStatement(Node At, State &Now);
  void tryStatement(Node At, State &Now);
  void withStatement(Node At, State &Now);
  void withBody(Node At, std::vector<model::Handler> Taken, State &Now);
  void matchStatement(Node At, State &Now);
  void returnStatement(Node At, State &Now);
  void assignment(Node At, State &Now);
  void augmented(Node At, State &Now);
  void bindTargets(const std::vector<Node> &Targets, Node Value, State &Now);
  /// \p Written is the expression in the text, where \p Value is just that.
  void bindTarget(Node Target, model::PyRef Value, Node Written, State &Now);
  void bindName(Node Name, model::PyRef Value, Node Written, State &Now);
  void bindUnknown(Node Target, State &Now);
  void bindElement(Node Target, Node Iterable, State &Now);
  model::PyRef someElement(model::PyRef Sequence, Node At, const State &Now,
                           unsigned Depth = 0);
  model::PyRef elementOf(model::PyRef Sequence, size_t Index, Node At);
  struct LoopParts {
    Node Body, Else, Condition, Target, Iterable;
  };
  void loop(Node At, const LoopParts &Parts, State &Now);
  void mayRaise(const State &Now);

  /// A function of this text, and the object it is a method of.
  struct Callee {
    Node Function;
    const Scope *Home = nullptr;
    model::PyRef Self = nullptr;
    explicit operator bool() const { return bool(Function); }
  };

  // Expressions and calls (Calls.cpp)
  void evaluate(Node At, State &Now, unsigned Depth = 0);
  void comprehension(Node At, State &Now, unsigned Depth);
  void lambda(Node At, State &Now, unsigned Depth);
  void callExpression(Node At, State &Now, unsigned Depth);
  bool followCall(Node At, model::PyRef Call, State &Now);
  /// Narrows the state in which the followed function returned a value.
  using ReturnTest = std::function<void(Node Value, State &Then)>;
  Outcome follow(const Callee &To, model::PyRef Call, const State &Now,
                 const ReturnTest &Keep);
  void bindParameters(const Callee &To, const Scope &Names, model::PyRef Call,
                      State &Now);
  void enterParameters(Node Function, const Scope &Names, State &Now,
                       bool Traced);
  Callee calleeOf(Node Call, const State &Now);
  bool canEnter(const Callee &To) const;
  bool canFollow(const Callee &To) const;
  bool isGuard(model::PyRef Call) const;

  // Tests (Tests.cpp): what holds where the test is true, or false
  void refine(Node Test, State &Now, bool Truth, unsigned Depth = 0);
  bool refineHeld(uint64_t Variable, State &Now, bool Truth, unsigned Depth);
  void refineComparison(Node Test, State &Now, bool Truth);
  void refinePair(Node LeftNode, std::string_view Operator, Node RightNode,
                  State &Now, bool Truth);
  bool refineInteger(flow::Comparison Op, model::PyRef Left, model::PyRef Right,
                     State &Now, bool Truth);
  bool refineIntegers(model::PyRef Value,
                      const std::vector<model::PyRef> &Numbers, State &Now,
                      bool Truth);
  bool refineReturned(Node Call, Node Other, State &Now, bool Equal);
  void refineMembers(model::PyRef Value, model::PyRef Set, State &Now,
                     bool Truth);
  void refineCall(Node Test, State &Now, bool Truth, unsigned Depth);
  void refineType(model::PyRef Call, State &Now, bool Truth);
  void refineByName(model::PyRef Call, State &Now, bool Truth);
  void noteTested(Node Test, State &Now);
  void opaque(model::PyRef Value, State &Now, unsigned Depth = 0);
  void refineQuantifier(Node Test, State &Now, bool Truth, unsigned Depth);
  void refinePattern(Node Pattern, Node Subject, State &Now, bool Truth);

  // What a value is (Values.cpp)
  flow::ExportFacts factsOf(model::PyRef Value, const State &Now,
                            unsigned Depth = 0);
  bool isTraced(Node Expression, const State &Now);
  /// The variables that \p Expression looks at.
  std::vector<uint64_t> mentioned(Node Expression);
  model::PyRef read(Node At, const State &Now) {
    return Lower.lower(At, *Top->Names, Now);
  }

  // Memory shared with JAX arrays (Sharing.cpp)
  using SharingRef = std::shared_ptr<const Sharing>;
  SharingRef sharingOf(Node At, const State &Now, unsigned Depth = 0);
  SharingRef sharing(model::PyRef Value, const State &Now, unsigned Depth = 0);
  SharingRef sharingCall(model::PyRef Call, const State &Now, unsigned Depth);
  SharingRef newSharing(model::PyRef Call, model::PyRef Array,
                        const State &Now);
  Node classOfSelf(Node Object);
  SharingRef memberSharing(Node Attribute, const State &Now);
  void noteMember(Node Target, SharingRef Shares, State &Now);
  bool handsShared(model::PyRef Call, const State &Now);
  void writingCall(Node At, model::PyRef Call, State &Now);
  void madeWritable(Node At, Node Array, State &Now);
  bool receivesValueError() const;
  void recordWrite(Node At, Node Tensor, const State &Now);

  // Sites (Sites.cpp)
  void record(const model::Exchange &What, Node At, const State &Now);
  void recordExport(const model::Exchange &What, Node At, const State &Now);
  std::optional<rules::DeviceSet> requested(const model::Exchange &What,
                                            const flow::ExportFacts &Facts,
                                            const State &Now) const;
  void recordLegacy(model::PyRef Expression, model::PyRef Array,
                    const rules::LegacyName *Entry, const State &Now);
  void legacyAttribute(Node At, const State &Now);
  void legacyMethod(model::PyRef Call, const State &Now);
  std::vector<model::Handler> handlers() const;
  Certainty certainty(const flow::ExportFacts &Facts,
                      const model::Exchange &What) const;
  bool isForwarding(const model::Exchange &What) const;
  std::string functionName() const;

  // The text as a whole (Flow.cpp)
  struct FunctionInfo {
    Node Function;
    const Scope *Home = nullptr;
    Node Class;     ///< the class it is a method of
    Node Decorated; ///< the definition with its decorators
    std::string Name;
    /// Called by name only, and only in this text: looked at where it is
    /// called.
    bool CallersKnown = false;
    bool Seen = false;
    /// What held where a nested function was defined.
    std::shared_ptr<State> Closure;
  };
  void collect(Node At, const Scope &Inside, Node Class,
               const std::string &Prefix);
  void addFunction(Node Function, Node Decorated, const Scope &Home, Node Class,
                   const std::string &Prefix);
  FunctionInfo *infoOf(Node Function);
  void lookAt(FunctionInfo &Which, bool Wanted = false);
  using MemberOrigins = std::map<std::string_view, model::ObjectOrigin>;
  const MemberOrigins &membersOf(Node Class);
  void membersFrom(const FunctionInfo &Method, MemberOrigins &Into);
  void enterMembers(const FunctionInfo &Method, State &Now);
  void lookAtWriters();
  void moduleStatements();
  void findTriggers();
  bool onlyCalled(std::string_view Name) const;
  bool mentionsAny(const std::vector<uint32_t> &Where, Node At) const;
  void noteImports();
  Node statementFor(Node At) const;
  bool isTracedFunction(const FunctionInfo &Which);
  bool isStaticMethod(const FunctionInfo &Which) const;
  void reportErrors();
  bool spend(Node At);
  void giveUp(Node At, std::string Reason);

  Node Module;
  Analysis &Into;
  Options Wanted;
  Scopes Names;
  Lowering Lower;
  const Scope &ModuleScope;
  Frame *Top = nullptr;
  bool UsesJax = false;
  bool AnySharing = false; ///< some view of a JAX array was seen
  /// Attributes of objects that some method made share memory, by the class.
  std::map<std::pair<const void *, std::string_view>, SharingRef> ClassMembers;

  std::deque<FunctionInfo> Functions; ///< in source order
  std::unordered_map<const void *, FunctionInfo *> FunctionByNode;
  /// Functions handed to `jax.jit(f)` and its kind by name.
  std::set<std::string_view> TracedNames;
  std::vector<uint32_t> Triggers;   ///< where the text mentions an exchange
  std::vector<uint32_t> GuardWords; ///< where it mentions what settles one
  /// What the attributes of a class's objects are, by the class.
  std::map<const void *, MemberOrigins> KnownMembers;
  /// What variables held before the test that is being looked at was made.
  std::map<uint64_t, std::shared_ptr<const HeldTest>> Earlier;
  /// What followed calls came back with, by the call's node.
  std::unordered_map<const void *, Outcome> Followed;
  std::unordered_map<const void *, size_t> ExportIndex;
  std::set<const void *> Reported;
  std::set<const void *> GivenUp;
  unsigned Steps = 0; ///< of the function that is looked at
  unsigned AllSteps = 0;
  unsigned Nesting = 0;
};

} // namespace dlpack_tidy::python

#endif // DLPACK_TIDY_PYTHON_FLOW_H
