package dev.magpie.gpu.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WrittenRangesTest {
  @Test
  void fewStayInTheirOrder() {
    WrittenRanges written = new WrittenRanges();
    written.add(500, 600);
    written.add(100, 600);
    written.add(500, 600);

    assertThat(written.ranges())
        .containsExactly(new long[] {500, 600}, new long[] {100, 600}, new long[] {500, 600});
    written.clear();
    assertThat(written.ranges()).isEmpty();
  }

  /** As many bytes, however often they are written. */
  @Test
  void manyAreMadeFewer() {
    SplittableRandom random = new SplittableRandom(1);
    WrittenRanges written = new WrittenRanges();
    BitSet expected = new BitSet();
    for (int i = 0; i < 100_000; i++) {
      int from = random.nextInt(3000) * 10;
      int to = from + random.nextInt(1, 25);
      written.add(from, to);
      expected.set(from, to);
    }

    assertThat(written.ranges()).hasSizeLessThan(10_000);
    BitSet bytes = new BitSet();
    written.ranges().forEach(range -> bytes.set((int) range[0], (int) range[1]));
    assertThat(bytes).isEqualTo(expected);
  }
}
