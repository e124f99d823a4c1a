//===--- Sites.cpp - the places the rules will judge ----------------------===//

#include "python/Flow.h"

#include "rules/LegacyNames.h"

#include <algorithm>

using namespace dlpack_tidy::model;
using dlpack_tidy::rules::PyException;

namespace dlpack_tidy::python {
namespace {

bool startsWith(std::string_view Text, std::string_view Prefix) {
  return Text.substr(0, Prefix.size()) == Prefix;
}

/// The device types of constants alone; None asks for nothing.
std::optional<rules::DeviceSet> constantTypes(PyRef Device) {
  Device = valueOf(Device);
  if (!Device)
    return std::nullopt;
  rules::DeviceSet All;
  if (Device->Kind == PyKind::None)
    return All;
  if (Device->Kind == PyKind::Tuple && !Device->Elements.empty()) {
    std::optional<std::vector<int64_t>> Types =
        integerValues(Device->Elements.front());
    if (!Types)
      return std::nullopt;
    for (int64_t Each : *Types)
      All.insert(static_cast<int>(Each));
    return All;
  }
  if (Device->Kind != PyKind::Choice)
    return std::nullopt;
  for (PyRef Each : Device->Elements) {
    std::optional<rules::DeviceSet> Part = constantTypes(Each);
    if (!Part)
      return std::nullopt;
    All = All | *Part;
  }
  return All;
}

} // namespace

std::string Flow::functionName() const { return Top->Name; }

std::vector<Handler> Flow::handlers() const {
  std::vector<Handler> All;
  for (const Frame *Each = Top; Each; Each = Each->Caller)
    for (auto It = Each->Protections.rbegin(); It != Each->Protections.rend();
         ++It)
      All.insert(All.end(), (*It)->Handlers.begin(), (*It)->Handlers.end());
  return All;
}

void Flow::record(const Exchange &What, Node At, const State &Now) {
  if (!Top->Recording)
    return;
  for (const Frame *Each = Top; Each; Each = Each->Caller)
    if (Each->Expecting)
      return;
  if (What.isExport())
    recordExport(What, At, Now);
  using rules::LegacyKind;
  if (What.Role == ExchangeRole::CapsuleHandOver)
    recordLegacy(What.Call, arrayOfCapsule(What),
                 rules::legacyName(LegacyKind::PythonArgument, What.Consumer),
                 Now);
  else if (What.isExport() || What.Role == ExchangeRole::LegacyExport)
    recordLegacy(What.Call, What.Subject,
                 rules::legacyName(LegacyKind::PythonFunction, What.Consumer),
                 Now);
}

/// `def __dlpack__(self, …): return self.array.__dlpack__(…)` passes on what
/// its own caller asked for; so does a wrapper called from_dlpack.
bool Flow::isForwarding(const Exchange &What) const {
  for (const Frame *Each = Top; Each; Each = Each->Caller) {
    Node Name = Each->Function.field(Field::Name);
    if (Name && (Name.text() == "__dlpack__" || Name.text() == "from_dlpack" ||
                 Name.text() == "_from_dlpack"))
      return true;
  }
  return startsWith(What.Consumer, ".");
}

Certainty Flow::certainty(const flow::ExportFacts &Facts,
                          const Exchange &What) const {
  if (isForwarding(What))
    return Certainty::Forwarded;
  if (Facts.Origin == ObjectOrigin::Jax)
    return Certainty::Known;
  // What JAX imports comes from elsewhere.
  if (What.Role == ExchangeRole::ImplicitHandOver ||
      startsWith(What.Consumer, "jax."))
    return Certainty::Possible;
  return Wanted.Embedded || UsesJax ? Certainty::Likely : Certainty::Possible;
}

/// The statement \p At is evaluated by, if it starts its line.
Node Flow::statementFor(Node At) const {
  Node Found = Top->Statement;
  if (!Found || At.begin() < Found.begin() || At.end() > Found.end())
    return {};
  std::string_view Text = Module.source();
  for (size_t I = Found.begin(); I > 0 && Text[I - 1] != '\n'; --I)
    if (Text[I - 1] != ' ' && Text[I - 1] != '\t')
      return {};
  return Found;
}

/// The device types that `dl_device` can ask for; nothing where the text has
/// looked at the request, passes on its caller's, or asks for what is there.
std::optional<rules::DeviceSet> Flow::requested(const Exchange &What,
                                                const flow::ExportFacts &Facts,
                                                const State &Now) const {
  PyRef Device = What.DlDevice;
  if (!Device)
    return std::nullopt;
  if (std::optional<rules::DeviceSet> Constant = constantTypes(Device)) {
    if (Constant->empty())
      return std::nullopt;
    return Constant;
  }
  PyRef Tuple = valueOf(Device);
  PyRef Type = Tuple && Tuple->Kind == PyKind::Tuple && !Tuple->Elements.empty()
                   ? Tuple->Elements.front()
                   : Device;
  if (query(Type))
    return std::nullopt;
  std::string Key = subjectKey(Type);
  rules::DeviceSet Known = Now.Arrays.get(Key).Devices;
  if (Type == Device && !Key.empty())
    Known = Now.Arrays.get(Key + "[0]").Devices;
  if (!Known.isAll())
    return Known;
  const Binding *Variable =
      Type->Kind == PyKind::Variable ? Now.find(Type->Identity) : nullptr;
  if ((Variable && Variable->Tested) || Key.empty())
    return std::nullopt;
  // Who passes its own parameter on answers for it only to a JAX array.
  if (Type == Device && Facts.Origin != ObjectOrigin::Jax)
    return std::nullopt;
  return Known;
}

void Flow::recordExport(const Exchange &What, Node At, const State &Now) {
  PyRef Array = valueOf(What.Subject);
  if (Array && Array->Kind == PyKind::Tuple)
    return; // a list of numbers or of arrays is no array
  Export Made;
  Made.Site.What = What;
  Made.Site.Facts = factsOf(What.Subject, Now);
  Made.Site.Handlers = handlers();
  Made.Sure = certainty(Made.Site.Facts, What);
  Made.Function = functionName();
  if (Node Statement = statementFor(At))
    Made.Site.Statement = Statement.span();
  Node Subject = At.field(Field::FunctionOf);
  if (What.Role == ExchangeRole::Export)
    Subject = Subject.field(Field::Object);
  else
    Subject = At.field(Field::Arguments);
  Made.Traced = isTraced(Subject, Now);

  Made.Site.Requested = requested(What, Made.Site.Facts, Now);

  auto [Slot, New] = ExportIndex.try_emplace(At.id(), Into.Exports.size());
  if (New) {
    Into.Exports.push_back(std::move(Made));
    return;
  }
  Export &Known = Into.Exports[Slot->second];
  if (Known.Site.Facts.Origin != Made.Site.Facts.Origin)
    Known.Sure = std::min(Known.Sure, Made.Sure);
  Known.Site.Facts.join(Made.Site.Facts);
  Known.Traced |= Made.Traced;
  if (Known.Site.Requested && Made.Site.Requested)
    Known.Site.Requested = *Known.Site.Requested | *Made.Site.Requested;
  // The caller that protects it least is the one that counts.
  if (Made.Site.Handlers.size() < Known.Site.Handlers.size())
    Known.Site.Handlers = Made.Site.Handlers;
}

void Flow::recordLegacy(PyRef Expression, PyRef Array,
                        const rules::LegacyName *Entry, const State &Now) {
  if (!Entry || !Top->Recording || Now.VersionTested)
    return;
  for (const Handler &Each : handlers())
    if (rules::uncaught({PyException::AttributeError}, Each.Receives).empty() ||
        rules::uncaught({PyException::TypeError}, Each.Receives).empty())
      return; // written for releases with and without it
  if (!Reported.insert(Expression->Node).second)
    return;
  Into.LegacyUses.push_back({Expression, Array, Entry, functionName()});
}

void Flow::legacyAttribute(Node At, const State &Now) {
  if (!Top->Recording)
    return;
  std::string_view Name = At.field(Field::AttributeName).text();
  if (const rules::LegacyName *Entry =
          rules::legacyName(rules::LegacyKind::PythonAttribute, Name)) {
    // Code that looks for both names knows what it does.
    if (Module.source().find(Entry->Replacement) == std::string_view::npos)
      recordLegacy(read(At, Now), nullptr, Entry, Now);
    return;
  }
  // Lowering every attribute would cost more than all the rest.
  for (const rules::LegacyName &Each : rules::legacyNames()) {
    std::string_view Dotted = Each.Name;
    bool IsName = (Each.Kind == rules::LegacyKind::PythonAttribute ||
                   Each.Kind == rules::LegacyKind::PythonFunction) &&
                  Dotted.size() > Name.size() &&
                  Dotted.substr(Dotted.size() - Name.size()) == Name;
    if (!IsName)
      continue;
    PyRef Attribute = read(At, Now);
    if (dottedName(Attribute) == Dotted)
      return recordLegacy(Attribute, nullptr, &Each, Now);
  }
}

/// The method that JAX took away: `x.device()`.
void Flow::legacyMethod(PyRef Call, const State &Now) {
  if (!Call->Base->isAttribute("device") || !Call->Elements.empty() ||
      !Call->Keywords.empty() || Call->OpenArguments ||
      factsOf(Call->Base->Base, Now).Origin != ObjectOrigin::Jax)
    return;
  recordLegacy(Call, Call->Base->Base,
               rules::legacyName(rules::LegacyKind::PythonMethod, ".device"),
               Now);
}

} // namespace dlpack_tidy::python
