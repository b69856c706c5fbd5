package dev.magpie.gpu.zstd;

/**
 * A table of finite state entropy (RFC 8878, section 4.1).
 *
 * @param log of its number of states
 * @param symbols of each state
 * @param bits that lead from each state to the next
 * @param bases to which they are added
 */
@SuppressWarnings("ArrayRecordComponent") // read and never compared
record FseTable(int log, byte[] symbols, byte[] bits, short[] bases) {
  private static final int LEAST_LOG = 5;

  /** The table of one symbol, which takes no bits. */
  static FseTable of(int symbol) {
    return new FseTable(0, new byte[] {(byte) symbol}, new byte[1], new short[1]);
  }

  /** A table by how often each symbol stands; -1 is less than once. */
  static FseTable of(int log, short[] counts, int symbolCount) throws ZstdException {
    int size = 1 << log;
    byte[] symbols = new byte[size];
    int[] next = new int[symbolCount];
    int high = size;
    for (int symbol = 0; symbol < symbolCount; symbol++) {
      next[symbol] = Math.max(1, counts[symbol]);
      if (counts[symbol] == -1) {
        symbols[--high] = (byte) symbol;
      }
    }
    int step = (size >>> 1) + (size >>> 3) + 3;
    int at = 0;
    for (int symbol = 0; symbol < symbolCount; symbol++) {
      for (int i = 0; i < counts[symbol]; i++) {
        symbols[at] = (byte) symbol;
        do {
          at = at + step & size - 1;
        } while (at >= high);
      }
    }
    if (at != 0) {
      throw new ZstdException("a table has other states than it says");
    }
    byte[] bits = new byte[size];
    short[] bases = new short[size];
    for (int state = 0; state < size; state++) {
      int number = next[symbols[state]]++;
      bits[state] = (byte) (log - (31 - Integer.numberOfLeadingZeros(number)));
      bases[state] = (short) ((number << bits[state]) - size);
    }
    return new FseTable(log, symbols, bits, bases);
  }

  /**
   * Reads a table's description.
   *
   * @param mostLog the largest that is allowed
   * @param most symbols
   */
  static FseTable read(ForwardBits in, int mostLog, int most) throws ZstdException {
    int log = in.read(4) + LEAST_LOG;
    if (log > mostLog) {
      throw new ZstdException("a table has more states than are allowed");
    }
    short[] counts = new short[most];
    int symbol = 0;
    int left = (1 << log) + 1;
    int threshold = 1 << log;
    int width = log + 1;
    while (left > 1) {
      if (symbol >= most) {
        throw new ZstdException("a table has more symbols than there are");
      }
      int few = 2 * threshold - 1 - left;
      int value = in.peek(width - 1) & threshold - 1;
      if (value < few) {
        in.skip(width - 1);
      } else {
        value = in.read(width) & 2 * threshold - 1;
        value -= value >= threshold ? few : 0;
      }
      int count = value - 1;
      left -= Math.abs(count);
      counts[symbol++] = (short) count;
      if (count == 0) {
        int zeros;
        do {
          zeros = in.read(2);
          symbol += zeros;
        } while (zeros == 3 && symbol < most);
      }
      while (left < threshold && threshold > 1) {
        width--;
        threshold >>>= 1;
      }
    }
    if (left != 1 || symbol > most) {
      throw new ZstdException("a table has other states than it says");
    }
    return of(log, counts, symbol);
  }

  /** The next state. */
  int next(int state, BackwardBits in) {
    return bases[state] + in.read(bits[state]);
  }
}
