package dev.magpie.gpu.zstd;

/** Bits from the last to the first, of which the highest that is set only marks the end. */
final class BackwardBits {
  private final byte[] bytes;
  private final int from;
  private int left;

  BackwardBits(byte[] bytes, int from, int to) throws ZstdException {
    this.bytes = bytes;
    this.from = from;
    if (to <= from || bytes[to - 1] == 0) {
      throw new ZstdException("a stream of bits has no end");
    }
    int marker = 31 - Integer.numberOfLeadingZeros(bytes[to - 1] & 0xff);
    left = 8 * (to - 1 - from) + marker;
  }

  /** Bits that have not been read; negative if more were read than there are. */
  int left() {
    return left;
  }

  /** Up to 32 bits, which stay; zeros before the begin. */
  int peek(int count) {
    int low = left - count;
    long value = 0;
    int first = Math.max(low, 0) >>> 3;
    for (int i = 0; i < 6 && 8 * (first + i) < left; i++) {
      value |= (bytes[from + first + i] & 0xffL) << (8 * i);
    }
    value = low < 0 ? value << -low : value >>> (low & 7);
    return (int) (value & (1L << count) - 1);
  }

  int read(int count) {
    if (count == 0 || left <= 0) {
      left -= count;
      return 0;
    }
    int value = peek(count);
    left -= count;
    return value;
  }

  void skip(int count) {
    left -= count;
  }
}
