package dev.magpie.gpu.zstd;

/** Bits in the order of bytes, the lowest of each first. */
final class ForwardBits {
  private final byte[] bytes;
  private final long end;
  private long at;

  ForwardBits(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    at = 8L * from;
    end = 8L * to;
  }

  /** The next bits, which stay; zeros behind the end. */
  int peek(int count) {
    int value = 0;
    for (int i = 0; i < count && at + i < end; i++) {
      long bit = at + i;
      value |= (bytes[(int) (bit >>> 3)] >>> (bit & 7) & 1) << i;
    }
    return value;
  }

  void skip(int count) throws ZstdException {
    at += count;
    if (at > end) {
      throw new ZstdException("a table ends too early");
    }
  }

  int read(int count) throws ZstdException {
    int value = peek(count);
    skip(count);
    return value;
  }

  /** The first byte of which nothing was read. */
  int nextByte() {
    return (int) ((at + 7) >>> 3);
  }
}
