// Passes blocks from standard input through a model of a codec to standard output.
// A decoder takes a tag and the coded bits, the first one first, and answers with the block. An encoder takes the
// block and answers with the tag, 3 or more if the block is raw, and the coded bits.
//
// model.h names the Model and CODED_BYTES, and defines DECODER or ENCODER, and CLOCKED where it takes cycles. Those of
// all blocks are then told at the end, on standard error.
#include <cstdint>
#include <cstdio>
#include <memory>

#include "model.h"

namespace {
unsigned long cycles = 0;

void run(Model &model) {
#ifdef CLOCKED
  auto cycle = [&model] {
    model.clk = 0;
    model.eval();
    model.clk = 1;
    model.eval();
  };
  model.start = 1;
  cycle();
  model.start = 0;
  for (; !model.done; cycles++) cycle();
#else
  model.eval();
#endif
}

#ifdef DECODER
bool block(Model &model) {
  uint8_t coded[1 + CODED_BYTES];
  if (std::fread(coded, 1, sizeof coded, stdin) != sizeof coded) return false;
#ifndef CLOCKED
  model.tag = coded[0];
#endif
  for (int word = 0; word < CODED_BYTES / 4; word++) {
    const uint8_t *bytes = coded + 1 + 4 * word;
    model.coded[CODED_BYTES / 4 - 1 - word] =
        uint32_t(bytes[0]) << 24 | uint32_t(bytes[1]) << 16 | uint32_t(bytes[2]) << 8 | bytes[3];
  }
  run(model);
  for (int i = 0; i < 128; i++) std::putchar(model.block[i / 4] >> (8 * (i % 4)) & 0xff);
  return true;
}
#endif

#ifdef ENCODER
bool block(Model &model) {
  uint8_t bytes[128];
  if (std::fread(bytes, 1, sizeof bytes, stdin) != sizeof bytes) return false;
  for (int word = 0; word < 32; word++) {
    const uint8_t *first = bytes + 4 * word;
    model.block[word] =
        uint32_t(first[3]) << 24 | uint32_t(first[2]) << 16 | uint32_t(first[1]) << 8 | first[0];
  }
  run(model);
#ifdef CLOCKED
  std::putchar(model.raw ? 3 : 0);
#else
  std::putchar(model.tag);
#endif
  for (int i = 0; i < CODED_BYTES; i++) {
    std::putchar(model.coded[CODED_BYTES / 4 - 1 - i / 4] >> (24 - 8 * (i % 4)) & 0xff);
  }
  return true;
}
#endif
}  // namespace

int main() {
  auto model = std::make_unique<Model>();
  while (block(*model)) {
  }
  std::fprintf(stderr, "%lu\n", cycles);
}
