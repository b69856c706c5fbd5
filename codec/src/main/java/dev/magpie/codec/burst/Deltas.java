package dev.magpie.codec.burst;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.FieldReader;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;

/**
 * Distances of words from the smallest, in two's complement: base | distances. With a mask, mask |
 * base | distances, of the words that are not zero.
 *
 * @param masked whether words of zero are told by a mask
 */
record Deltas(WordView words, boolean masked) implements Mode {
  @Override
  public String name() {
    return (masked ? "zdelta" : "delta") + words.bits();
  }

  @Override
  public int decoderCycles() {
    return masked ? 2 : 1;
  }

  private int headerBits() {
    return words.bits() + (masked ? words.count() : 0);
  }

  private boolean isLeftOut(long word) {
    return masked && word == 0;
  }

  @Override
  public int bits(MemorySegment memory, long offset) {
    long least = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;
    int coded = 0;
    for (int i = 0; i < words.count(); i++) {
      long word = words.signed(words.get(memory, offset, i));
      if (!isLeftOut(word)) {
        least = Math.min(least, word);
        most = Math.max(most, word);
        coded++;
      }
    }
    return headerBits() + (coded == 0 ? 0 : coded * WordView.width(most - least));
  }

  /** The smallest word that is coded; 0 if none is. */
  private long base(MemorySegment memory, long offset) {
    long least = Long.MAX_VALUE;
    boolean found = false;
    for (int i = 0; i < words.count(); i++) {
      long word = words.signed(words.get(memory, offset, i));
      if (!isLeftOut(word)) {
        least = Math.min(least, word);
        found = true;
      }
    }
    return found ? least : 0;
  }

  @Override
  public void encode(MemorySegment memory, long offset, int room, BitWriter out) {
    int coded = masked ? words.notZero(memory, offset) : words.count();
    int width = Mode.share(room - headerBits(), coded, words);
    long base = base(memory, offset);
    if (masked) {
      ZeroMask.encode(words, memory, offset, out);
    }
    out.write(base, words.bits());
    for (int i = 0; i < words.count(); i++) {
      long word = words.get(memory, offset, i);
      out.write(word - base, isLeftOut(word) ? 0 : width);
    }
  }

  @Override
  public void decode(BitReader in, int room, MemorySegment memory, long offset) {
    int coded = masked ? ZeroMask.decode(in, words, memory, offset) : words.count();
    int width = Mode.share(room - headerBits(), coded, words);
    long base = in.read(words.bits());
    for (int i = 0; i < words.count(); i++) {
      if (!isLeftOut(words.get(memory, offset, i))) {
        words.set(memory, offset, i, base + in.read(width));
      }
    }
  }

  @Override
  public void explain(FieldReader in, int room) {
    BitSet mask = masked ? ZeroMask.explain(in, words) : words.all();
    int width = Mode.share(room - headerBits(), mask.cardinality(), words);
    int bytes = words.bits() / 8;
    long base = in.field("base", words.bits(), word -> FieldReader.hex(word, bytes));
    mask.stream()
        .forEach(i ->
            in.field(
                "word " + i,
                width,
                delta ->
                    "base + %s = %s"
                        .formatted(
                            Long.toUnsignedString(delta), FieldReader.hex(base + delta, bytes))));
  }
}
