package dev.magpie.codec.burst;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.FieldReader;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;

/** WordView that are not zero, as they are: mask | words. */
record NotZeros(WordView words) implements Mode {
  @Override
  public String name() {
    return "zero" + words.bits();
  }

  @Override
  public int decoderCycles() {
    return 2;
  }

  @Override
  public int bits(MemorySegment memory, long offset) {
    return words.count() + words.notZero(memory, offset) * words.bits();
  }

  @Override
  public void encode(MemorySegment memory, long offset, int room, BitWriter out) {
    ZeroMask.encode(words, memory, offset, out);
    for (int i = 0; i < words.count(); i++) {
      long word = words.get(memory, offset, i);
      out.write(word, word == 0 ? 0 : words.bits());
    }
  }

  @Override
  public void decode(BitReader in, int room, MemorySegment memory, long offset) {
    ZeroMask.decode(in, words, memory, offset);
    for (int i = 0; i < words.count(); i++) {
      if (words.get(memory, offset, i) != 0) {
        words.set(memory, offset, i, in.read(words.bits()));
      }
    }
  }

  @Override
  public void explain(FieldReader in, int room) {
    BitSet mask = ZeroMask.explain(in, words);
    mask.stream()
        .forEach(i ->
            in.field("word " + i, words.bits(), word -> FieldReader.hex(word, words.bits() / 8)));
  }
}
