package dev.magpie.memory.buddy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.random.RandomGenerator;

/** Bytes of every compressibility. */
final class EntryData {
  private EntryData() {}

  static byte[] random(RandomGenerator random, int length) {
    byte[] bytes = new byte[length];
    MemorySegment memory = MemorySegment.ofArray(bytes);
    for (int start = 0; start < length; start += 128) {
      int end = Math.min(length, start + 128);
      fill(random, memory, start, end);
    }
    return bytes;
  }

  private static void fill(RandomGenerator random, MemorySegment memory, int start, int end) {
    int kind = random.nextInt(8);
    int base = random.nextInt();
    int spread = 1 << random.nextInt(31);
    float value = random.nextFloat();
    for (int at = start; at + 4 <= end; at += 4) {
      int word =
          switch (kind) {
            case 0 -> 0;
            case 1 -> base;
            case 2 -> random.nextInt(spread);
            case 3 -> base + random.nextInt(spread);
            case 4 -> Float.floatToIntBits(value + (at - start) / 1000f);
            case 5 -> at == start ? base : 0;
            case 6 -> random.nextInt(10) == 0 ? random.nextInt(spread) : 0;
            default -> random.nextInt();
          };
      memory.set(ValueLayout.JAVA_INT_UNALIGNED, at, word);
    }
    for (int at = end & ~3; at < end && kind != 0; at++) {
      memory.set(ValueLayout.JAVA_BYTE, at, (byte) random.nextInt());
    }
  }
}
