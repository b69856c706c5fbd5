package dev.magpie.codec.burst;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.FieldReader;
import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;

/**
 * WordView of few different high parts: the parts, in the order of the words | for each word the
 * number of its part | for each word its low bits.
 *
 * @param parts different ones: 2 or 4
 * @param zero whether the first is zero, and not written
 */
record HighParts(WordView words, int parts, boolean zero) implements Mode {
  @Override
  public String name() {
    return (zero ? "z" : "") + (parts == 2 ? "pair" : "quad") + words.bits();
  }

  @Override
  public int decoderCycles() {
    return 1;
  }

  private int written() {
    return zero ? parts - 1 : parts;
  }

  private int numberBits() {
    return parts / 2;
  }

  /** Bits of all fields, where so many of each word are low ones. */
  private int bits(int low) {
    return written() * (words.bits() - low) + words.count() * (numberBits() + low);
  }

  /** The same; -1 if the fields have no room. */
  private int lowOrNone(int room) {
    return bits(0) > room ? -1 : low(room);
  }

  /** The low bits that a room leaves to each word; the high part has one at least. */
  private int low(int room) {
    int written = written();
    int left = room - written * words.bits() - words.count() * numberBits();
    WordView ofLow = new WordView(words.bits() - 1, words.count());
    return Mode.share(left, words.count() - written, ofLow);
  }

  @Override
  public int bits(MemorySegment memory, long offset) {
    // WordView that agree above some bit agree above the next.
    int low = 0;
    int high = words.bits();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (isEnough(memory, offset, middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low == words.bits() ? Integer.MAX_VALUE : bits(low);
  }

  @Override
  public boolean fits(MemorySegment memory, long offset, int room) {
    int low = lowOrNone(room);
    return low >= 0 && isEnough(memory, offset, low);
  }

  private boolean isEnough(MemorySegment memory, long offset, int low) {
    return part(memory, offset, low, parts) == words.count();
  }

  /**
   * The first word whose high part is none of the first so many; the number of words if there is
   * none.
   */
  private int part(MemorySegment memory, long offset, int low, int known) {
    long first = 0;
    long second = 0;
    long third = 0;
    long fourth = 0;
    int found = zero ? 1 : 0;
    for (int i = 0; i < words.count(); i++) {
      long high = words.get(memory, offset, i) >>> low;
      if ((found > 0 && high == first)
          || (found > 1 && high == second)
          || (found > 2 && high == third)
          || (found > 3 && high == fourth)) {
        continue;
      }
      if (found == known) {
        return i;
      }
      switch (found++) {
        case 0 -> first = high;
        case 1 -> second = high;
        case 2 -> third = high;
        default -> fourth = high;
      }
    }
    return words.count();
  }

  /** The low bits in 1, 2 and more bursts; -1 where the fields have no room. */
  int[] lows(Bursts bursts) {
    return IntStream.range(1, bursts.count()).map(bursts::room).map(this::lowOrNone).toArray();
  }

  @Override
  public void encode(MemorySegment memory, long offset, int room, BitWriter out) {
    int low = low(room);
    int highBits = words.bits() - low;
    long first = high(memory, offset, low, 0);
    long second = high(memory, offset, low, 1);
    long third = parts == 2 ? 0 : high(memory, offset, low, 2);
    out.write(first, zero ? 0 : highBits);
    out.write(second, highBits);
    if (parts > 2) {
      out.write(third, highBits);
      out.write(high(memory, offset, low, 3), highBits);
    }
    for (int i = 0; i < words.count(); i++) {
      long high = words.get(memory, offset, i) >>> low;
      int number = high == first ? 0 : high == second ? 1 : high == third ? 2 : 3;
      out.write(parts == 2 ? number & 1 : number, numberBits());
    }
    for (int i = 0; i < words.count(); i++) {
      out.write(words.get(memory, offset, i), low);
    }
  }

  private long high(MemorySegment memory, long offset, int low, int part) {
    if (zero && part == 0) {
      return 0;
    }
    int word = part(memory, offset, low, part);
    return word == words.count() ? 0 : words.get(memory, offset, word) >>> low;
  }

  @Override
  public void decode(BitReader in, int room, MemorySegment memory, long offset) {
    int low = low(room);
    int highBits = words.bits() - low;
    long first = zero ? 0 : in.read(highBits);
    long second = in.read(highBits);
    long third = parts == 2 ? 0 : in.read(highBits);
    long fourth = parts == 2 ? 0 : in.read(highBits);
    for (int i = 0; i < words.count(); i++) {
      long high =
          switch ((int) in.read(numberBits())) {
            case 0 -> first;
            case 1 -> second;
            case 2 -> third;
            default -> fourth;
          };
      words.set(memory, offset, i, high << low);
    }
    for (int i = 0; i < words.count(); i++) {
      words.set(memory, offset, i, words.get(memory, offset, i) | in.read(low));
    }
  }

  @Override
  public void explain(FieldReader in, int room) {
    int low = low(room);
    long[] high = new long[parts];
    for (int part = zero ? 1 : 0; part < parts; part++) {
      high[part] =
          in.field(
              "part " + part,
              words.bits() - low,
              bits -> FieldReader.hex(bits << low, words.bits() / 8));
    }
    int[] numbers = new int[words.count()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (int) in.field("number " + i, numberBits(), number -> "part " + number);
    }
    for (int i = 0; i < numbers.length; i++) {
      long part = high[numbers[i]] << low;
      in.field("word " + i, low, bits -> FieldReader.hex(part | bits, words.bits() / 8));
    }
  }
}
