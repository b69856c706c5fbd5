package dev.magpie.codec.statistical;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.CodecSpecException;
import dev.magpie.codec.CodecTable;
import dev.magpie.codec.CorruptBlockException;
import dev.magpie.codec.FieldReader;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * A canonical Huffman code of bounded length for the values of a field: the most frequent have
 * codes of their own, all others follow an escape code as they are.
 *
 * <p>Codes are numbered by length, then by value, the escape last.
 */
final class HuffmanCode {
  private final int valueBits;

  /** The entries' values; the escape's index is their number. */
  private final int[] values;

  private final ValueIndex index;
  private final int[] codes;
  private final int[] lengths;

  private final ValueCosts costs;

  private final int longest;

  /** By length: the first code, how many there are, and where they begin in the order below. */
  private final int[] firstCode;

  private final int[] codeCount;
  private final int[] firstRank;

  /** Indices of the values in the order of their codes. */
  private final int[] byCode;

  /**
   * @throws CodecSpecException if codes of so few bits are not enough
   */
  HuffmanCode(CodecTable.Field field, int limit) {
    List<CodecTable.Entry> entries = field.entries();
    int escape = entries.size();
    if (escape + 1L > 1L << limit) {
      throw new CodecSpecException(
          "codes of at most %d bits are not enough for %d values and an escape"
              .formatted(limit, escape));
    }
    valueBits = field.bits();
    values = entries.stream().mapToInt(entry -> (int) entry.value()).toArray();
    index = new ValueIndex(values, valueBits);
    lengths = lengths(field, limit);
    costs = new ValueCosts(values, valueBits, lengths);
    codes = new int[escape + 1];
    longest = Arrays.stream(lengths).max().orElseThrow();
    firstCode = new int[longest + 1];
    codeCount = new int[longest + 1];
    firstRank = new int[longest + 1];
    byCode = sorted(entries, entry -> lengths[entry]);
    number();
  }

  /** The entries and the escape by a key, and by value where it is the same; the escape last. */
  private static int[] sorted(List<CodecTable.Entry> entries, ToLongFunction<Integer> key) {
    return IntStream.rangeClosed(0, entries.size())
        .boxed()
        .sorted(
            Comparator.comparingLong(key)
                .thenComparingLong(
                    i -> i == entries.size() ? Long.MAX_VALUE : entries.get(i).value()))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private static int[] lengths(CodecTable.Field field, int limit) {
    List<CodecTable.Entry> entries = field.entries();
    int escape = entries.size();
    long[] weights = new long[escape + 1];
    for (int i = 0; i < escape; i++) {
      weights[i] = entries.get(i).count();
    }
    weights[escape] = Math.max(1, field.others());
    int[] leaves = sorted(entries, entry -> weights[entry]);
    int[] sorted =
        PackageMerge.lengths(Arrays.stream(leaves).mapToLong(i -> weights[i]).toArray(), limit);
    int[] lengths = new int[escape + 1];
    for (int leaf = 0; leaf < leaves.length; leaf++) {
      lengths[leaves[leaf]] = sorted[leaf];
    }
    return lengths;
  }

  private void number() {
    int code = 0;
    int length = 0;
    for (int rank = 0; rank < byCode.length; rank++) {
      int entry = byCode[rank];
      if (lengths[entry] > length) {
        code <<= lengths[entry] - length;
        length = lengths[entry];
        firstCode[length] = code;
        firstRank[length] = rank;
      }
      codes[entry] = code++;
      codeCount[length]++;
    }
  }

  /** Bits of a coded value. */
  int bits(int value) {
    return costs.of(value);
  }

  /**
   * Bits of all coded values of a memory's 16-bit or 32-bit words, whichever the field has.
   *
   * @param bytes a multiple of 4
   * @param kept the bits of each 32-bit word that are not cleared
   */
  int wordBits(MemorySegment memory, long offset, int bytes, int kept) {
    return valueBits == Integer.SIZE
        ? costs.ofWords(memory, offset, bytes, kept)
        : costs.ofHalfWords(memory, offset, bytes, kept);
  }

  void write(int value, BitWriter out) {
    int entry = index.of(value);
    out.write(codes[entry], lengths[entry]);
    if (entry == values.length) {
      out.write(value, valueBits);
    }
  }

  int read(BitReader in) {
    int entry = readEntry(in);
    return entry < values.length ? values[entry] : readEscaped(in);
  }

  /** Reads a code: the index of its value, or of the escape. */
  private int readEntry(BitReader in) {
    long window = in.peek(longest);
    for (int length = 1; length <= longest; length++) {
      long rank = (window >>> (longest - length)) - Integer.toUnsignedLong(firstCode[length]);
      if (rank >= 0 && rank < codeCount[length]) {
        in.skip(length);
        return byCode[firstRank[length] + (int) rank];
      }
    }
    throw new CorruptBlockException("no value has the code " + Long.toBinaryString(window));
  }

  private int readEscaped(BitReader in) {
    int value = (int) in.read(valueBits);
    if (index.of(value) != values.length) {
      throw new CorruptBlockException("an escaped value has a code of its own");
    }
    return value;
  }

  /**
   * Explains the next value: its code, and the value itself behind an escape.
   *
   * @param name what the value is
   * @param meaning says what a value stands for
   * @return the value
   */
  int explain(String name, FieldReader in, IntFunction<String> meaning) {
    int entry =
        (int)
            in.field(
                name,
                this::readEntry,
                found ->
                    found < values.length
                        ? meaning.apply(values[(int) found])
                        : "an escape: the value has no code");
    return entry < values.length
        ? values[entry]
        : (int) in.field(name, valueBits, value -> meaning.apply((int) value));
  }

  /** The code of an entry of the table in binary digits; the escape's behind the last entry. */
  String code(int entry) {
    String digits = Long.toBinaryString(Integer.toUnsignedLong(codes[entry]));
    return "0".repeat(lengths[entry] - digits.length()) + digits;
  }
}
