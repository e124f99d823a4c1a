//===- WriteGuardHeader.cpp - dlpack-guard-rules FILE ---------------------------===//
//
// Part of dlpack-tidy. Writes dlpack_guard/rules.h.
//
//===----------------------------------------------------------------------===//

#include "rules/GuardHeader.h"
#include <cstdio>
#include <fstream>

int main(int Argc, char **Argv) {
  if (Argc != 2) {
    std::fprintf(stderr, "usage: dlpack-guard-rules FILE\n");
    return 2;
  }
  std::ofstream Out(Argv[1]);
  Out << dlpack_tidy::rules::guardHeader();
  Out.close();
  if (Out)
    return 0;
  std::fprintf(stderr, "error: %s cannot be written\n", Argv[1]);
  return 1;
}
