//===--- Flow.cpp - one Python text as a whole ----------------------------===//

#include "python/Flow.h"

#include <algorithm>
#include <cctype>

using namespace dlpack_tidy::model;

namespace dlpack_tidy::python {
namespace {

/// Statements that are looked at in one function, calls into others included,
/// and in one text: far more than real modules need.
constexpr unsigned MaxSteps = 30000;
constexpr unsigned MaxAllSteps = 600000;
/// Python itself allows a hundred levels of indentation.
constexpr unsigned MaxNesting = 120;

/// Words without which a text has nothing to find, and a function nothing that
/// is worth a look.
constexpr const char *ExchangeWords[] = {"dlpack",     "as_tensor",
                                         "asarray",    "torch.tensor",
                                         "from_numpy", ".device()"};
/// Words of what settles where an array lives.
constexpr const char *SettlingWords[] = {
    "platform", "memory_kind", "devices", "device", "isinstance",
    "asarray",  ".array(",     "raise",   "assert", "_put"};

void findAll(std::string_view Text, std::string_view Word,
             std::vector<uint32_t> &Into) {
  for (size_t At = Text.find(Word); At != std::string_view::npos;
       At = Text.find(Word, At + Word.size()))
    Into.push_back(static_cast<uint32_t>(At));
}

bool isWordCharacter(char Each) {
  return std::isalnum(static_cast<unsigned char>(Each)) || Each == '_';
}

} // namespace

bool mentionsExchange(std::string_view Text) {
  for (const char *Word : ExchangeWords)
    if (Text.find(Word) != std::string_view::npos)
      return true;
  return false;
}

Flow::Flow(Node Module, Analysis &Into, const Options &Wanted)
    : Module(Module), Into(Into), Wanted(Wanted), Lower(*Into.Arena, Names),
      ModuleScope(Names.of(Module, nullptr)) {}

bool Flow::spend(Node At) {
  if (Nesting > MaxNesting) {
    giveUp(At, "statements are nested too deeply");
    return false;
  }
  if (++Steps <= MaxSteps && ++AllSteps <= MaxAllSteps)
    return true;
  giveUp(At, "it has more ways than the budget allows");
  return false;
}

void Flow::giveUp(Node At, std::string Reason) {
  const Frame *Whole = Top;
  while (Whole && Whole->Caller)
    Whole = Whole->Caller;
  if (GivenUp.insert(Whole ? Whole->Function.id() : nullptr).second)
    Into.NotAnalysed.push_back(
        {At.begin(), Whole ? Whole->Name : std::string(), std::move(Reason)});
}

Flow::FunctionInfo *Flow::infoOf(Node Function) {
  auto Found = FunctionByNode.find(Function.id());
  return Found == FunctionByNode.end() ? nullptr : Found->second;
}

bool Flow::mentionsAny(const std::vector<uint32_t> &Where, Node At) const {
  auto Found = std::lower_bound(Where.begin(), Where.end(), At.begin());
  return Found != Where.end() && *Found < At.end();
}

/// Whether every mention of \p Name in the text is its definition or a call.
bool Flow::onlyCalled(std::string_view Name) const {
  std::string_view Text = Module.source();
  std::vector<uint32_t> Mentions;
  findAll(Text, Name, Mentions);
  bool Called = false;
  for (size_t At : Mentions) {
    size_t End = At + Name.size();
    if ((At > 0 && isWordCharacter(Text[At - 1])) ||
        (End < Text.size() && isWordCharacter(Text[End])))
      continue;
    bool IsDefinition = At >= 4 && Text.substr(At - 4, 4) == "def ";
    while (End < Text.size() && Text[End] == ' ')
      ++End;
    if (End >= Text.size() || Text[End] != '(')
      return false;
    Called |= !IsDefinition;
  }
  return Called;
}

void Flow::addFunction(Node Function, Node Decorated, const Scope &Home,
                       Node Class, const std::string &Prefix) {
  Node Name = Function.field(Field::Name);
  if (!Name)
    return;
  FunctionInfo &Made = Functions.emplace_back();
  Made.Function = Function;
  Made.Home = &Home;
  Made.Class = Class;
  Made.Decorated = Decorated;
  Made.Name = Prefix + std::string(Name.text());
  FunctionByNode[Function.id()] = &Made;
  std::string_view Text = Name.text();
  bool IsPrivate = Home.Owner.is(Syntax::Function) ||
                   (Text.front() == '_' && Text.substr(0, 2) != "__");
  Made.CallersKnown = IsPrivate && !Decorated && onlyCalled(Text);
  if (mentionsAny(Triggers, Function))
    collect(Function.field(Field::Body), Names.of(Function, &Home), Node(),
            Made.Name + ".");
}

/// Finds the functions in the statements of \p At, nested ones included.
void Flow::collect(Node At, const Scope &Inside, Node Class,
                   const std::string &Prefix) {
  std::vector<Node> Pending{At};
  while (!Pending.empty()) {
    Node Each = Pending.back();
    Pending.pop_back();
    Node Decorated;
    if (Each.is(Syntax::Decorated)) {
      Decorated = Each;
      Each = Each.field(Field::Definition);
    }
    switch (Each ? Each.kind() : Syntax::Other) {
    case Syntax::Function:
      addFunction(Each, Decorated, Inside, Class, Prefix);
      break;
    case Syntax::Class: {
      std::string Name(Each.field(Field::Name).text());
      collect(Each.field(Field::Body), Names.of(Each, &Inside), Each,
              Prefix + Name + ".");
      break;
    }
    case Syntax::Module:
    case Syntax::Block:
    case Syntax::If:
    case Syntax::Elif:
    case Syntax::Else:
    case Syntax::Try:
    case Syntax::Except:
    case Syntax::Finally:
    case Syntax::With:
    case Syntax::For:
    case Syntax::While:
    case Syntax::Error: {
      std::vector<Node> Children = Each.children();
      Pending.insert(Pending.end(), Children.rbegin(), Children.rend());
      break;
    }
    default:
      break;
    }
  }
}

/// A function that calls a private one with an exchange in it is where that
/// exchange is looked at.
void Flow::findTriggers() {
  for (const char *Word : ExchangeWords)
    findAll(Module.source(), Word, Triggers);
  for (const char *Word : SettlingWords)
    findAll(Module.source(), Word, GuardWords);
  std::sort(GuardWords.begin(), GuardWords.end());
  std::sort(Triggers.begin(), Triggers.end());
  for (const char *Maker : {"jit(", "vmap(", "pmap(", "grad("}) {
    std::vector<uint32_t> Where;
    findAll(Module.source(), Maker, Where);
    for (size_t At : Where) {
      At += std::string_view(Maker).size();
      size_t End = At;
      while (End < Module.source().size() &&
             isWordCharacter(Module.source()[End]))
        ++End;
      if (End > At)
        TracedNames.insert(Module.source().substr(At, End - At));
    }
  }
}

bool Flow::isStaticMethod(const FunctionInfo &Which) const {
  for (Node Each : Which.Decorated.children())
    if (Each.is(Syntax::Decorator) && Each.first() &&
        Each.first().text() == "staticmethod")
      return true;
  return false;
}

/// `@jax.jit`, `@partial(jax.jit, …)`, `@jax.vmap`, or `jax.jit(function)`
/// somewhere in the text: its arguments are tracers.
bool Flow::isTracedFunction(const FunctionInfo &Which) {
  auto Traces = [](const std::string &Name) {
    for (const char *Each :
         {"jax.jit", "jax.vmap", "jax.pmap", "jax.grad", "jax.value_and_grad",
          "jax.checkpoint", "jax.remat", "jax.custom_jvp", "jax.custom_vjp",
          "equinox.filter_jit"})
      if (Name == Each)
        return true;
    return false;
  };
  for (Node Each : Which.Decorated.children()) {
    if (!Each.is(Syntax::Decorator))
      continue;
    PyRef Used = Lower.lower(Each.first(), *Which.Home, State());
    if (Used->Kind == PyKind::Call) {
      if (dottedName(Used->Base) == "functools.partial" &&
          !Used->Elements.empty() && Traces(dottedName(Used->Elements[0])))
        return true;
      Used = Used->Base;
    }
    if (Traces(dottedName(Used)))
      return true;
  }
  return TracedNames.count(Which.Function.field(Field::Name).text()) != 0 &&
         UsesJax;
}

/// Follows a function as somebody outside this text would call it.
void Flow::lookAt(FunctionInfo &Which, bool Wanted) {
  if (Which.Seen || !(Wanted || mentionsAny(Triggers, Which.Function)))
    return;
  Which.Seen = true;
  Frame Own;
  Own.Function = Which.Function;
  Own.Names = &Names.of(Which.Function, Which.Home);
  Own.Name = Which.Name;
  State Entry;
  if (Which.Closure) {
    Entry = *Which.Closure;
    // What the function around it sets more than once may be anything by now.
    for (const auto &[Name, Slot] : Which.Home->Locals)
      if (Slot.Bindings > 1)
        Entry.assign(Slot.Identity, Binding(), flow::ExportFacts());
  }
  Frame *Around = Top;
  unsigned AroundSteps = Steps;
  Steps = 0;
  Top = &Own;
  enterParameters(Which.Function, *Own.Names, Entry, isTracedFunction(Which));
  enterMembers(Which, Entry);
  block(Which.Function.field(Field::Body), Entry);
  Top = Around;
  Steps = AroundSteps;
}

/// Methods without an exchange of their own, of objects that hold a tensor
/// which shares memory with a JAX array.
void Flow::lookAtWriters() {
  for (FunctionInfo &Each : Functions)
    for (const auto &[Member, Shares] : ClassMembers)
      if (Each.Class && Each.Class.id() == Member.first &&
          Each.Function.text().find(Member.second) != std::string_view::npos)
        lookAt(Each, true);
}

/// The names of modules and the place for another import: behind the last
/// import of the first ones, else before the first statement that is no text.
void Flow::noteImports() {
  bool SeenImport = false, Between = false;
  for (Node Each : Module.children()) {
    bool IsText =
        Each.is(Syntax::ExpressionStatement) && Each.first().is(Syntax::String);
    bool IsImport = Each.is(Syntax::Import) || Each.is(Syntax::ImportFrom) ||
                    Each.is(Syntax::FutureImport);
    if (IsImport && !Between) {
      size_t Line = Module.source().find('\n', Each.end());
      Into.ImportPoint = Line == std::string_view::npos
                             ? Each.begin()
                             : static_cast<uint32_t>(Line + 1);
      SeenImport = true;
    } else if (!IsImport && !IsText) {
      if (!SeenImport && !Between)
        Into.ImportPoint = Each.begin();
      Between = true;
    }
  }
  for (const auto &[Name, Slot] : ModuleScope.Locals)
    if (Slot.Import && Slot.Bindings == 1)
      Into.ModuleNames[Lower.importedName(Slot.Import, Name)] = Name;
}

void Flow::moduleStatements() {
  Frame Own;
  Own.Function = Module;
  Own.Names = &ModuleScope;
  Top = &Own;
  State Now;
  block(Module, Now);
  Top = nullptr;
}

/// Says where the syntax is not understood, unless it is in a function that has
/// nothing to do with an exchange.
void Flow::reportErrors() {
  for (Node Each : errors(Module)) {
    bool Elsewhere = false;
    for (const FunctionInfo &Function : Functions)
      Elsewhere |= Function.Function.begin() <= Each.begin() &&
                   Each.end() <= Function.Function.end() &&
                   !mentionsAny(Triggers, Function.Function);
    if (Elsewhere)
      continue;
    Into.NotAnalysed.push_back({Each.begin(), "",
                                "the syntax is not understood here; what could "
                                "be read was looked at"});
    return;
  }
}

void Flow::run() {
  std::string_view Text = Module.source();
  bool Imports = Text.find("import ") != std::string_view::npos;
  UsesJax = !Imports || Text.find("import jax") != std::string_view::npos ||
            Text.find("from jax") != std::string_view::npos ||
            Text.find("import flax") != std::string_view::npos;
  noteImports();
  findTriggers();
  collect(Module, ModuleScope, Node(), "");
  // A call of a private function with an exchange counts as one.
  for (const FunctionInfo &Each : Functions)
    if (Each.CallersKnown && mentionsAny(Triggers, Each.Function))
      findAll(Text, Each.Function.field(Field::Name).text(), Triggers);
  std::sort(Triggers.begin(), Triggers.end());

  reportErrors();
  moduleStatements();
  for (bool CallersKnown : {false, true})
    for (FunctionInfo &Each : Functions)
      if (Each.CallersKnown == CallersKnown &&
          (!Each.Home->Owner.is(Syntax::Function) || CallersKnown))
        lookAt(Each);
  lookAtWriters();
}

Analysis analyse(std::string_view Text, const Options &Wanted) {
  Analysis Found;
  Found.Arena = std::make_shared<PyArena>();
  if (!mentionsExchange(Text))
    return Found;
  Tree Parsed(Text);
  Node Root = Parsed.root();
  if (!Root) {
    Found.NotAnalysed.push_back({0, "", "it takes too long to parse"});
    return Found;
  }
  Flow Ways(Root, Found, Wanted);
  Ways.run();
  std::sort(Found.Exports.begin(), Found.Exports.end(),
            [](const Export &L, const Export &R) {
              return L.Site.What.Call->Range.Begin <
                     R.Site.What.Call->Range.Begin;
            });
  return Found;
}

} // namespace dlpack_tidy::python
