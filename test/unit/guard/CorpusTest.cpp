//===- CorpusTest.cpp - What the fuzzer found interesting -----------------===//

#include "Exercise.h"
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <random>

TEST(Corpus, Replays) {
  int Files = 0;
  for (const auto &Entry :
       std::filesystem::directory_iterator(DLPACK_GUARD_CORPUS)) {
    std::ifstream In(Entry.path(), std::ios::binary);
    const std::string Bytes{std::istreambuf_iterator<char>(In), {}};
    SCOPED_TRACE(Entry.path().string());
    exercise(reinterpret_cast<const std::uint8_t *>(Bytes.data()),
             Bytes.size());
    ++Files;
  }
  EXPECT_GT(Files, 0);
}

// The same without a fuzzer: a fixed seed, so that a failure comes again.
TEST(Corpus, RandomBytes) {
  std::mt19937 Random(20261130);
  std::vector<std::uint8_t> Bytes(48);
  for (int Round = 0; Round != 200000; ++Round) {
    for (std::uint8_t &Byte : Bytes)
      Byte = static_cast<std::uint8_t>(Random() >> (Random() % 3 * 4));
    exercise(Bytes.data(), Bytes.size());
  }
}
