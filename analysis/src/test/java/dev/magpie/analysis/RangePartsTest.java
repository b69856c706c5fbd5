package dev.magpie.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Parts have every block once, and are long enough. */
class RangePartsTest {
  private static final int BLOCK = 128;
  private static final long PART = 1 << 20;

  @Test
  void allBlocksAreInPartsThatAreLongEnough() {
    List<Long> bytes = List.of(5_000_001L, 0L, 127L, 3L << 20, 1L << 22);
    List<List<BlockRange>> parts = RangeParts.of(bytes, BLOCK, PART);
    assertThat(parts).hasSize(13);
    long[] next = new long[bytes.size()];
    int allocation = 0;
    for (List<BlockRange> part : parts) {
      assertThat(part).isNotEmpty();
      for (BlockRange range : part) {
        assertThat(range.allocation()).isBetween(allocation, allocation + 1);
        allocation = range.allocation();
        assertThat(range.firstBlock()).isEqualTo(next[allocation]);
        next[allocation] += range.blocks();
      }
    }
    for (int a = 0; a < bytes.size(); a++) {
      assertThat(next[a]).isEqualTo(Math.ceilDiv(bytes.get(a), BLOCK));
    }
    // With what opening each of their allocations counts for.
    assertThat(parts.subList(0, parts.size() - 1))
        .allSatisfy(part -> assertThat(weight(part)).isGreaterThanOrEqualTo(PART));
  }

  private static long weight(List<BlockRange> part) {
    long opened = part.stream().filter(each -> each.firstBlock() == 0).count();
    return opened * (256L << 10)
        + part.stream().mapToLong(each -> (long) each.blocks() * BLOCK).sum();
  }

  @Test
  void littleIsOnePart() {
    assertThat(RangeParts.of(List.of(100L, 200L), BLOCK))
        .containsExactly(List.of(new BlockRange(0, 0, 1), new BlockRange(1, 0, 2)));
    assertThat(RangeParts.of(List.of(0L), BLOCK)).containsExactly(List.of(new BlockRange(0, 0, 0)));
    assertThat(RangeParts.of(List.of(), BLOCK)).isEmpty();
  }

  @Test
  void manySmallAllocationsAreSeveralParts() {
    List<List<BlockRange>> parts = RangeParts.of(Collections.nCopies(100_000, 1000L), BLOCK);
    assertThat(parts).hasSizeBetween(90, 110);
    assertThat(parts.stream().mapToInt(List::size).sum()).isEqualTo(100_000);
  }
}
