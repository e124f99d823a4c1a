//===--- RefusalRules.cpp - an array is refused by BufferError ------------===//

#include "checks/RefusalRules.h"

#include "checks/Findings.h"
#include "model/Callable.h"
#include "model/DLPackTypes.h"
#include "model/Refusal.h"
#include "model/Walk.h"

using namespace clang;
using namespace dlpack_tidy::model;

namespace dlpack_tidy::checks {
namespace {

std::string aboutField(TensorField Field) {
  switch (Field) {
  case TensorField::Device:
  case TensorField::DeviceType:
  case TensorField::DeviceId:
    return "device";
  case TensorField::Dtype:
  case TensorField::Code:
  case TensorField::Bits:
  case TensorField::Lanes:
    return "dtype";
  default:
    return {};
  }
}

/// What \p Named holds: an argument of the exporter, or a field of a tensor
/// (`DLDevice device = t->device;`).
std::string aboutVariable(const ValueDecl *Named, const Exporter *Of,
                          const flow::FunctionGraph &Graph) {
  const auto *Variable = dyn_cast<VarDecl>(Named);
  if (!Variable)
    return {};
  if (Of)
    for (const ExporterKeyword &Each : Of->Keywords)
      if (Each.Holder == Variable && Each.Name != "stream")
        return Each.Name;
  if (isa<ParmVarDecl>(Variable))
    return {};
  const Expr *Set = Graph.definitions().of(Variable).single();
  std::optional<TensorField> Field =
      Set ? tensorField(stripped(Set)) : std::nullopt;
  return Field ? aboutField(*Field) : std::string();
}

/// What about the array a refusal is for, or empty where it is for something
/// else.
std::string refusedFor(const Refusal &Made, const Exporter *Of,
                       const flow::FunctionGraph &Graph) {
  std::string About;
  // What is around the innermost condition only says when it is asked.
  if (Made.Conditions.empty())
    return About;
  forEachStatement(Made.Conditions.front(), [&](const Stmt *Part) {
    const auto *Value = dyn_cast<Expr>(Part);
    if (!Value || !About.empty())
      return;
    if (std::optional<TensorField> Field = tensorField(Value))
      About = aboutField(*Field);
    else if (const auto *Reference = dyn_cast<DeclRefExpr>(Value))
      About = aboutVariable(Reference->getDecl(), Of, Graph);
  });
  return About;
}

/// `if (!isinstance<tuple>(max_version))`: the argument is no such thing at
/// all, which is no matter of what can be exchanged.
bool asksForType(const Refusal &Made) {
  return !Made.Conditions.empty() &&
         anyStatement(Made.Conditions.front(), [](const Stmt *Part) {
           const auto *Call = dyn_cast<CallExpr>(Part);
           StringRef Name =
               Call ? plainName(Call->getDirectCallee()) : StringRef();
           return Name == "isinstance" || Name.ends_with("_Check") ||
                  Name.ends_with("_CheckExact") ||
                  Name == "PyObject_IsInstance" ||
                  Name == "PyType_FastSubclass" ||
                  Name == "PyType_HasFeature" || Name == "Py_IS_TYPE" ||
                  Name == "PyObject_TypeCheck";
         });
}

fixes::Finding wrongClass(const Refusal &Made, const std::string &About) {
  fixes::Finding Found = findingAt(
      Made.At->getSourceRange(),
      "consumers and producers tell an array that cannot be exchanged (here "
      "for "
      "its " +
          About + ") by BufferError; '" + Made.Spelling + "' arrives as " +
          Made.PythonClass + " and passes their handlers by; raise BufferError",
      1);
  if (Made.ByCApi && Made.ClassExpression) {
    fixes::Fix Fix;
    Fix.Safety = fixes::FixSafety::Unsafe;
    Fix.Description = "raise BufferError";
    Fix.Edits.push_back(
        {spanOf(Made.ClassExpression->getSourceRange()), "PyExc_BufferError"});
    Found.Fixes.push_back(std::move(Fix));
  }
  return Found;
}

} // namespace

std::vector<fixes::Finding> judgeRefusals(const FunctionDecl *Function,
                                          const Exporter *Of,
                                          flow::GraphCache &Graphs) {
  std::vector<fixes::Finding> Found;
  const flow::FunctionGraph *Graph = Graphs.graph(Function);
  if (!Graph)
    return Found;
  for (const Refusal &Each : refusalsIn(Function, Graph->parents())) {
    if (Each.PythonClass.empty() || (!Each.ByCApi && !Of))
      continue;
    // TypeError is right for an argument of the wrong type.
    if (Each.PythonClass == "BufferError" || Each.PythonClass == "TypeError" ||
        Each.PythonClass == "MemoryError")
      continue;
    if (asksForType(Each))
      continue;
    std::string About = refusedFor(Each, Of, *Graph);
    if (!About.empty())
      Found.push_back(wrongClass(Each, About));
  }
  return Found;
}

} // namespace dlpack_tidy::checks
