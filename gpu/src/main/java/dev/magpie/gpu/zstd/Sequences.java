package dev.magpie.gpu.zstd;

/** The codes of sequences (RFC 8878, section 3.1.1.3.2): what a symbol stands for. */
final class Sequences {
  static final int LITERALS = 0;
  static final int OFFSET = 1;
  static final int MATCH = 2;

  private static final int[] LITERAL_BITS = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11,
    12, 13, 14, 15, 16
  };
  private static final int[] MATCH_BITS = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
  };
  private static final int[] LITERAL_BASES = bases(LITERAL_BITS, 0, 25);
  private static final int[] MATCH_BASES = bases(MATCH_BITS, 3, 43);

  private static final short[][] DEFAULT_COUNTS = {
    {
      4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1,
      1, -1, -1, -1, -1
    },
    {1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1},
    {
      1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
      1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1
    }
  };
  private static final int[] DEFAULT_LOGS = {6, 5, 6};
  private static final int[] MOST_LOGS = {9, 8, 9};
  private static final int[] SYMBOLS = {36, 32, 53};

  private Sequences() {}

  /** Each symbol begins where the one before it ends; from one on, at the next power of two. */
  private static int[] bases(int[] bits, int first, int powers) {
    int[] bases = new int[bits.length];
    int next = first;
    for (int i = 0; i < bits.length; i++) {
      bases[i] = i < powers ? next : first + (1 << bits[i]);
      next = bases[i] + (1 << bits[i]);
    }
    return bases;
  }

  static int mostLog(int kind) {
    return MOST_LOGS[kind];
  }

  static int symbols(int kind) {
    return SYMBOLS[kind];
  }

  /** The table of blocks that have none. */
  static FseTable predefined(int kind) throws ZstdException {
    short[] counts = DEFAULT_COUNTS[kind];
    return FseTable.of(DEFAULT_LOGS[kind], counts, counts.length);
  }

  static int literals(int symbol, BackwardBits in) {
    return LITERAL_BASES[symbol] + in.read(LITERAL_BITS[symbol]);
  }

  static int match(int symbol, BackwardBits in) {
    return MATCH_BASES[symbol] + in.read(MATCH_BITS[symbol]);
  }
}
