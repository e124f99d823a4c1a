//===- FuzzTensor.cpp - libFuzzer target over DLTensor bytes --------------===//
//
// Part of dlpack-tidy. Run by hand: guard_fuzz_tensor -max_total_time=600 DIR.
// What it finds goes, minimised, into corpus/, which guard_tests replays.
//
//===----------------------------------------------------------------------===//

#include "Exercise.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *Data,
                                      std::size_t Size) {
  exercise(Data, Size);
  return 0;
}
