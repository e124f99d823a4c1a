//===--- Main.cpp - dlpack-tidy -------------------------------------------===//

#include "driver/Arguments.h"
#include "driver/Catalogue.h"
#include "driver/Completion.h"
#include "driver/Explain.h"
#include "driver/Failure.h"
#include "driver/Help.h"
#include "driver/Scan.h"
#include "driver/Tidy.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace dlpack_tidy::driver;

static Expected<int> runOwn(int Count, const char **Values) {
  Expected<Arguments> Wanted = parseArguments(Count, Values);
  if (!Wanted)
    return Wanted.takeError();
  switch (Wanted->Wanted) {
  case Command::Scan:
    return scan(*Wanted, sys::fs::getMainExecutable(Values[0], &Wanted));
  case Command::List:
    listChecks(outs());
    return NothingFound;
  case Command::Explain:
    return explain(*Wanted, outs());
  case Command::Completion:
    return writeCompletion(Wanted->Words.front(), outs());
  case Command::Help:
    return printOverview(Wanted->Words, outs());
  }
  llvm_unreachable("no such command");
}

int main(int Count, const char **Values) {
  sys::PrintStackTraceOnErrorSignal(Values[0]);
  if (Error Broken = verifyRegistration()) {
    errs() << "error: " << toString(std::move(Broken)) << "\n";
    return WrongUse;
  }
  StringRef First = Count < 2 ? "--help" : Values[1];
  if (First == "--version" || First == "-version") {
    printVersion(outs());
    return NothingFound;
  }
  if (First == "--help" || First == "-help" || First == "-h") {
    cantFail(printOverview({}, outs()));
    return NothingFound;
  }
  if (!isOwnCommand(First))
    return runTidy(Count, Values);
  Expected<int> Status = runOwn(Count, Values);
  if (Status)
    return *Status;
  // Without a text, the line has been written already.
  if (std::string Wrong = toString(Status.takeError()); !Wrong.empty())
    errs() << "error: " << Wrong << "\n";
  return WrongUse;
}
