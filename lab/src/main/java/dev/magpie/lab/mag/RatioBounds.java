package dev.magpie.lab.mag;

import dev.magpie.codec.Granularity;
import dev.magpie.lab.data.Blocks;
import dev.magpie.lab.data.DataSet;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.LongStream;

/** What a memory can hold data in at least, if it codes symbols one by one. */
final class RatioBounds {
  private static final int BLOCK_BYTES = Granularity.DEFAULT.blockBytes();

  private static final ValueLayout.OfInt WORD =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private RatioBounds() {}

  /** Whole bursts for each block of as many bits as its bytes have entropy, by their own counts. */
  static double entropyOfBlocks(DataSet data) {
    long[] bursts = new long[2];
    int[] counts = new int[256];
    Blocks.visit(
        data,
        BLOCK_BYTES,
        (memory, offset) -> {
          Arrays.fill(counts, 0);
          for (int i = 0; i < BLOCK_BYTES; i++) {
            counts[memory.get(ValueLayout.JAVA_BYTE, offset + i) & 0xff]++;
          }
          double bits = entropy(Arrays.stream(counts).asLongStream(), BLOCK_BYTES);
          int whole = Granularity.DEFAULT.granules(8 * BLOCK_BYTES);
          bursts[0] += whole;
          bursts[1] += Math.min(whole, Granularity.DEFAULT.granules((int) Math.ceil(bits)));
        });
    return (double) bursts[0] / bursts[1];
  }

  /** Bits over those that all words of 32 bits take by the counts of the whole program. */
  static double entropyOfProgram(DataSet data) {
    long[] keys = data.memories().stream().flatMapToLong(RatioBounds::words).sorted().toArray();
    LongStream.Builder runs = LongStream.builder();
    int first = 0;
    for (int i = 1; i <= keys.length; i++) {
      if (i == keys.length || keys[i] != keys[first]) {
        runs.add(i - first);
        first = i;
      }
    }
    return 32.0 * keys.length / entropy(runs.build(), keys.length);
  }

  private static LongStream words(MemorySegment memory) {
    return LongStream.range(0, memory.byteSize() / Integer.BYTES)
        .map(i -> memory.get(WORD, i * Integer.BYTES));
  }

  /** Bits of so many symbols, given how often each occurs; at least one. */
  private static double entropy(LongStream counts, long symbols) {
    double bits =
        counts
            .filter(count -> count > 0)
            .mapToDouble(count -> count * Math.log((double) symbols / count) / Math.log(2))
            .sum();
    return Math.max(1, bits);
  }
}
