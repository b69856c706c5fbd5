package dev.magpie.codec.burst;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.CorruptBlockException;
import dev.magpie.codec.FieldReader;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;

/**
 * WordView without the bits that are the same in all: first word | planes, a bit for each place of
 * a word whose bits differ | those bits of each further word, high ones first. With a mask of words
 * that are not zero before all, and of those alone.
 *
 * @param masked whether words of zero are told by a mask
 */
record VaryingPlanes(WordView words, boolean masked) implements Mode {
  @Override
  public String name() {
    return (masked ? "zplane" : "plane") + words.bits();
  }

  @Override
  public int decoderCycles() {
    return 2;
  }

  private int headerBits() {
    return 2 * words.bits() + (masked ? words.count() : 0);
  }

  private boolean isLeftOut(long word) {
    return masked && word == 0;
  }

  @Override
  public int bits(MemorySegment memory, long offset) {
    int coded = masked ? words.notZero(memory, offset) : words.count();
    return headerBits() + Math.max(0, coded - 1) * Long.bitCount(planes(memory, offset));
  }

  /** The first word that is coded; 0 if none is. */
  private long first(MemorySegment memory, long offset) {
    for (int i = 0; i < words.count(); i++) {
      long word = words.get(memory, offset, i);
      if (!isLeftOut(word)) {
        return word;
      }
    }
    return 0;
  }

  private long planes(MemorySegment memory, long offset) {
    long first = first(memory, offset);
    long planes = 0;
    for (int i = 0; i < words.count(); i++) {
      long word = words.get(memory, offset, i);
      planes |= isLeftOut(word) ? 0 : word ^ first;
    }
    return planes;
  }

  @Override
  public void encode(MemorySegment memory, long offset, int room, BitWriter out) {
    if (masked) {
      ZeroMask.encode(words, memory, offset, out);
    }
    long planes = planes(memory, offset);
    int width = Long.bitCount(planes);
    out.write(first(memory, offset), words.bits());
    out.write(planes, words.bits());
    boolean isFirst = true;
    for (int i = 0; i < words.count(); i++) {
      long word = words.get(memory, offset, i);
      if (!isLeftOut(word)) {
        out.write(Long.compress(word, planes), isFirst ? 0 : width);
        isFirst = false;
      }
    }
  }

  @Override
  public void decode(BitReader in, int room, MemorySegment memory, long offset) {
    int coded = masked ? ZeroMask.decode(in, words, memory, offset) : words.count();
    long first = in.read(words.bits());
    long planes = in.read(words.bits());
    int width = Long.bitCount(planes);
    if (headerBits() + Math.max(0, coded - 1) * width > room) {
      throw new CorruptBlockException("the planes do not fit the bursts of the block");
    }
    boolean isFirst = true;
    for (int i = 0; i < words.count(); i++) {
      if (!isLeftOut(words.get(memory, offset, i))) {
        words.set(memory, offset, i, isFirst ? first : word(first, planes, in.read(width)));
        isFirst = false;
      }
    }
  }

  private static long word(long first, long planes, long bits) {
    return (first & ~planes) | Long.expand(bits, planes);
  }

  @Override
  public void explain(FieldReader in, int room) {
    BitSet mask = masked ? ZeroMask.explain(in, words) : words.all();
    int bytes = words.bits() / 8;
    long first = in.field("first", words.bits(), word -> FieldReader.hex(word, bytes));
    long planes =
        in.field(
            "planes",
            words.bits(),
            places -> "%d places whose bits differ".formatted(Long.bitCount(places)));
    mask.stream()
        .skip(1)
        .forEach(i ->
            in.field(
                "word " + i,
                Long.bitCount(planes),
                bits -> FieldReader.hex(word(first, planes, bits), bytes)));
  }
}
