package dev.magpie.buddy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.analysis.BlockScan;
import dev.magpie.analysis.SizeHistogram;
import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.BlockWords;
import dev.magpie.codec.FieldReader;
import dev.magpie.memory.buddy.TargetRatio;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Counts of sizes against the sizes themselves, one by one. */
class EntrySizesTest {
  /** Every boundary from both sides, and then any. */
  private static final int[] SIZES =
      IntStream.concat(
              IntStream.of(0, 1, 63, 64, 65, 128, 129, 255, 256, 257, 511, 512, 513, 640, 641, 767)
                  .flatMap(bits -> IntStream.of(bits, bits)),
              IntStream.concat(
                  IntStream.of(768, 769, 1023, 1024), new SplittableRandom(5).ints(4000, 0, 1025)))
          .toArray();

  /** Says of a block what size it has: its first word. */
  private static final BlockCodec SAYS_SO =
      new BlockCodec() {
        @Override
        public int blockBytes() {
          return 128;
        }

        @Override
        public int tagBits() {
          return 0;
        }

        @Override
        public int sizeBits(MemorySegment memory, long offset) {
          return BlockWords.getInt(memory, offset);
        }

        @Override
        public int encode(MemorySegment memory, long offset, BitWriter out) {
          throw new UnsupportedOperationException();
        }

        @Override
        public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
          throw new UnsupportedOperationException();
        }

        @Override
        public void explain(int tag, FieldReader in) {
          throw new UnsupportedOperationException();
        }
      };

  private static SizeHistogram histogram(int[] sizes) {
    MemorySegment memory = MemorySegment.ofArray(new int[32 * sizes.length]);
    for (int i = 0; i < sizes.length; i++) {
      BlockWords.setInt(memory, 128L * i, sizes[i]);
    }
    return new BlockScan(List.of(SAYS_SO), 1).run(List.of(memory)).getFirst().getFirst();
  }

  private static int sectors(int bits) {
    return bits > 768 ? 4 : (bits + 255) / 256;
  }

  @Test
  void everyCountIsThatOfTheSizes() {
    EntrySizes sizes = EntrySizes.of(histogram(SIZES));
    assertThat(sizes.entries()).isEqualTo(SIZES.length);
    long sum = 0;
    for (int sectors = 1; sectors <= 4; sectors++) {
      int each = sectors;
      long plain = Arrays.stream(SIZES).filter(bits -> sectors(bits) >= each).count();
      assertThat(sizes.withSectors(sectors)).as("at least %d sectors", sectors).isEqualTo(plain);
      sum += plain;
    }
    assertThat(sizes.sectors()).isEqualTo(sum);
    assertThat(sizes.bytes(SizeSet.BUDDY)).isEqualTo(32 * sum);
    assertThat(sizes.over(TargetRatio.ONE)).isZero();
    assertThat(sizes.over(TargetRatio.FOUR_THIRDS)).isEqualTo(sizes.withSectors(4));
    assertThat(sizes.over(TargetRatio.TWO)).isEqualTo(sizes.withSectors(3));
    assertThat(sizes.over(TargetRatio.FOUR)).isEqualTo(sizes.withSectors(2));
    assertThat(sizes.over(TargetRatio.SIXTEEN))
        .isEqualTo(Arrays.stream(SIZES).filter(bits -> bits > 64).count());
    int[] optimistic = {0, 8, 16, 32, 64, 80, 96, 128};
    assertThat(sizes.bytes(SizeSet.OPTIMISTIC))
        .isEqualTo(
            Arrays.stream(SIZES)
                .map(bits -> Arrays.stream(optimistic).filter(b -> 8 * b >= bits).min().orElse(128))
                .sum());
    for (int none : new int[] {0, 5, -1}) {
      assertThatThrownBy(() -> sizes.withSectors(none))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void countsOfPartsAddUp() {
    int[] first = Arrays.copyOf(SIZES, 1000);
    int[] rest = Arrays.copyOfRange(SIZES, 1000, SIZES.length);
    assertThat(EntrySizes.of(histogram(first)).plus(EntrySizes.of(histogram(rest))))
        .isEqualTo(EntrySizes.of(histogram(SIZES)));
    assertThat(EntrySizes.of(SizeHistogram.empty(128))).isEqualTo(EntrySizes.NONE);
    for (int sectors = 1; sectors <= 4; sectors++) {
      assertThat(EntrySizes.NONE.withSectors(sectors)).isZero();
    }
  }
}
