package dev.magpie.gpu.memory;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Device memory that is an array; from some address on it may be approximated. */
final class ArrayImage implements DeviceImage {
  byte[] bytes;
  long approximableFrom = Long.MAX_VALUE;

  ArrayImage(int size) {
    bytes = new byte[size];
  }

  /** Fills a range with words that are like each other, some blocks more so than others. */
  void fill(RandomGenerator random, int from, int to) {
    for (int at = from; at < to; at += 128) {
      int bits = random.nextInt(33);
      int base = random.nextInt();
      for (int word = at; word + 4 <= Math.min(at + 128, to); word += 4) {
        put(word, bits == 32 ? random.nextInt() : base + (random.nextInt() & ((1 << bits) - 1)));
      }
    }
  }

  void put(int address, int value) {
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(address, value);
  }

  @Override
  public long bytes() {
    return bytes.length;
  }

  @Override
  public void read(long address, int count, MemorySegment target, long offset) {
    target.asSlice(offset, count).fill((byte) 0);
    int there = Math.clamp(bytes.length - address, 0, count);
    MemorySegment.copy(MemorySegment.ofArray(bytes), address, target, offset, there);
  }

  @Override
  public void write(long address, int count, MemorySegment source, long offset) {
    int there = Math.clamp(bytes.length - address, 0, count);
    MemorySegment.copy(source, offset, MemorySegment.ofArray(bytes), address, there);
  }

  @Override
  public boolean isApproximable(long address, int count) {
    return address >= approximableFrom;
  }

  byte[] copy(int from, int to) {
    return Arrays.copyOfRange(bytes, from, to);
  }
}
