package dev.magpie.gpu.zstd;

import java.util.Arrays;

/**
 * A Huffman code of bytes (RFC 8878, section 4.2).
 *
 * @param log bits of the longest code
 * @param symbols by the next bits, as many as the longest code has
 * @param bits of each one's code
 */
@SuppressWarnings("ArrayRecordComponent") // read and never compared
record HuffmanTable(int log, byte[] symbols, byte[] bits) {
  private static final int MOST_LOG = 11;
  private static final int MOST_WEIGHTS = 255;
  private static final int WEIGHTS_LOG = 6;

  /** A table, and where its description ends. */
  record Described(HuffmanTable table, int end) {}

  static Described read(byte[] bytes, int from, int to) throws ZstdException {
    if (from >= to) {
      throw new ZstdException("a Huffman code is missing");
    }
    int[] weights = new int[MOST_WEIGHTS + 1];
    int header = bytes[from] & 0xff;
    int count;
    int end;
    if (header >= 128) {
      count = header - 127;
      end = from + 1 + (count + 1) / 2;
      if (end > to) {
        throw new ZstdException("a Huffman code ends too early");
      }
      for (int i = 0; i < count; i++) {
        weights[i] = bytes[from + 1 + i / 2] >>> (i % 2 == 0 ? 4 : 0) & 15;
      }
    } else {
      end = from + 1 + header;
      if (end > to) {
        throw new ZstdException("a Huffman code ends too early");
      }
      count = unpacked(bytes, from + 1, end, weights);
    }
    return new Described(of(weights, count), end);
  }

  /** Weights are coded by two states in turn. */
  private static int unpacked(byte[] bytes, int from, int end, int[] weights) throws ZstdException {
    ForwardBits description = new ForwardBits(bytes, from, end);
    FseTable table = FseTable.read(description, WEIGHTS_LOG, MOST_LOG + 2);
    BackwardBits in = new BackwardBits(bytes, description.nextByte(), end);
    int[] states = {in.read(table.log()), in.read(table.log())};
    int count = 0;
    for (int turn = 0; ; turn ^= 1) {
      if (count + 2 > MOST_WEIGHTS) {
        throw new ZstdException("a Huffman code has more than 256 symbols");
      }
      int state = states[turn];
      weights[count++] = table.symbols()[state];
      if (in.left() < table.bits()[state]) {
        weights[count++] = table.symbols()[states[turn ^ 1]];
        return count;
      }
      states[turn] = table.next(state, in);
    }
  }

  /** The last symbol's weight is what is missing to a whole code. */
  private static HuffmanTable of(int[] weights, int count) throws ZstdException {
    int sum = 0;
    for (int i = 0; i < count; i++) {
      if (weights[i] > MOST_LOG) {
        throw new ZstdException("a Huffman code has codes of more than 11 bits");
      }
      sum += weights[i] == 0 ? 0 : 1 << (weights[i] - 1);
    }
    int log = 32 - Integer.numberOfLeadingZeros(sum);
    int rest = (1 << log) - sum;
    if (sum == 0 || log > MOST_LOG || Integer.bitCount(rest) != 1) {
      throw new ZstdException("a Huffman code is not whole");
    }
    weights[count] = 32 - Integer.numberOfLeadingZeros(rest);
    byte[] symbols = new byte[1 << log];
    byte[] bits = new byte[1 << log];
    int at = 0;
    for (int weight = 1; weight <= log; weight++) {
      for (int symbol = 0; symbol <= count; symbol++) {
        if (weights[symbol] == weight) {
          int next = at + (1 << (weight - 1));
          Arrays.fill(symbols, at, next, (byte) symbol);
          Arrays.fill(bits, at, next, (byte) (log + 1 - weight));
          at = next;
        }
      }
    }
    return new HuffmanTable(log, symbols, bits);
  }

  /** Decodes a stream, of which nothing may be left. */
  void decode(byte[] bytes, int from, int to, byte[] target, int at, int count)
      throws ZstdException {
    BackwardBits in = new BackwardBits(bytes, from, to);
    for (int i = 0; i < count; i++) {
      int code = in.peek(log);
      target[at + i] = symbols[code];
      in.skip(bits[code]);
    }
    if (in.left() != 0) {
      throw new ZstdException("literals have other bits than they say");
    }
  }
}
