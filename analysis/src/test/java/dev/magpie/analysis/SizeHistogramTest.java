package dev.magpie.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Granularity;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizeHistogramTest {
  private static final Granularity G = Granularity.DEFAULT;

  @Test
  void countsOneBlockOfEachKind() {
    // 8 bits: 1 byte, 1 granule. 257: 33 bytes, 2. 1023: 128 bytes, 4, as 1024, 1100 and raw.
    SizeHistogram histogram = histogram(128, 8, 257, 1023, 1024, 1100, BlockCodec.RAW);
    assertThat(histogram.blocks()).isEqualTo(6);
    assertThat(histogram.codedBits()).isEqualTo(8 + 257 + 1023 + 3 * 1024);
    assertThat(histogram.storedBytes()).isEqualTo(1 + 33 + 4 * 128);
    assertThat(histogram.effectiveBytes(G)).isEqualTo(32 + 64 + 4 * 128);
    assertThat(histogram.blocksByGranules(G)).containsExactly(0, 1, 1, 0, 4);
    assertThat(histogram.rawRatio()).isEqualTo(6 * 128 / 546.0);
    assertThat(histogram.effectiveRatio(G)).isEqualTo(6 * 128 / 608.0);
    assertThat(histogram.blocksOfSize(1024)).isEqualTo(3);
    assertThat(histogram.blocksOfSize(9)).isZero();
  }

  @Test
  void movesOneGranuleEvenForABlockOfNoBits() {
    assertThat(histogram(128, 0).effectiveBytes(G)).isEqualTo(32);
  }

  @Test
  void hasNoRatioWithoutBlocks() {
    SizeHistogram empty = SizeHistogram.empty(64);
    assertThat(empty.blocks()).isZero();
    assertThat(empty.rawRatio()).isNaN();
    assertThat(empty.effectiveRatio(new Granularity(64, 16))).isNaN();
  }

  @ParameterizedTest
  @CsvSource({"32, 8", "64, 16", "64, 64", "128, 32", "128, 1", "256, 64", "256, 2"})
  void agreesWithSummingUpBlockByBlock(int blockBytes, int magBytes) {
    Granularity granularity = new Granularity(blockBytes, magBytes);
    int[] sizes = randomSizes(new Random(blockBytes * 31L + magBytes), 5000, blockBytes);
    long codedBits = 0;
    long storedBytes = 0;
    long effectiveBytes = 0;
    long[] byGranules = new long[blockBytes / magBytes + 1];
    for (int size : sizes) {
      int bits = Math.min(size, 8 * blockBytes);
      int bytes = (bits + 7) / 8;
      int granules = Math.max(1, (bytes + magBytes - 1) / magBytes);
      codedBits += bits;
      storedBytes += bytes;
      effectiveBytes += (long) granules * magBytes;
      byGranules[granules]++;
    }
    SizeHistogram histogram = histogram(blockBytes, sizes);
    assertThat(histogram.blocks()).isEqualTo(5000);
    assertThat(histogram.codedBits()).isEqualTo(codedBits);
    assertThat(histogram.storedBytes()).isEqualTo(storedBytes);
    assertThat(histogram.effectiveBytes(granularity)).isEqualTo(effectiveBytes);
    assertThat(histogram.blocksByGranules(granularity)).isEqualTo(byGranules);
  }

  @Test
  void mergesInAnyOrderToTheHistogramOfTheWhole() {
    Random random = new Random(7);
    for (int attempt = 0; attempt < 50; attempt++) {
      int[] sizes = randomSizes(random, 3 + random.nextInt(60), 32);
      int first = random.nextInt(sizes.length);
      int second = first + random.nextInt(sizes.length - first);
      SizeHistogram a = histogram(32, Arrays.copyOf(sizes, first));
      SizeHistogram b = histogram(32, Arrays.copyOfRange(sizes, first, second));
      SizeHistogram c = histogram(32, Arrays.copyOfRange(sizes, second, sizes.length));
      SizeHistogram whole = histogram(32, sizes);
      assertThat(a.merge(b).merge(c)).isEqualTo(whole);
      assertThat(a.merge(b.merge(c))).isEqualTo(whole);
      assertThat(c.merge(a).merge(b)).isEqualTo(whole);
      assertThat(whole.merge(SizeHistogram.empty(32))).isEqualTo(whole);
      assertThat(SizeHistogram.empty(32).merge(whole)).isEqualTo(whole);
    }
  }

  @Test
  void refusesToMixBlockSizes() {
    SizeHistogram histogram = histogram(64, 100);
    assertThatThrownBy(() -> histogram.merge(SizeHistogram.empty(128)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> histogram.effectiveBytes(G))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void counterStartsAgainAfterItsHistogramIsTaken() {
    SizeCounter counter = new SizeCounter(32);
    counter.add(new int[] {5, 5, BlockCodec.RAW});
    assertThat(counter.take().blocks()).isEqualTo(3);
    assertThat(counter.take()).isEqualTo(SizeHistogram.empty(32));
  }

  private static SizeHistogram histogram(int blockBytes, int... sizes) {
    SizeCounter counter = new SizeCounter(blockBytes);
    counter.add(sizes);
    return counter.take();
  }

  private static int[] randomSizes(Random random, int count, int blockBytes) {
    return random
        .ints(count, 0, 10 * blockBytes)
        .map(size -> size > 9 * blockBytes ? BlockCodec.RAW : size)
        .toArray();
  }
}
