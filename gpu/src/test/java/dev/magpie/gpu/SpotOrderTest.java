package dev.magpie.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpotOrderTest {
  @ParameterizedTest
  @CsvSource({"0, 8, 4, 100", "13, 8, 4, 100", "13, 29, 3, 100", "7, 1, 2, 9", "70, 80, 4, 100003"})
  void everyBlockIsTimedOrLeftOutOnce(long first, long spot, int spots, long blocks) {
    SpotOrder order = new SpotOrder(first, spot, spots, blocks);
    List<Long> timed = LongStream.range(0, order.timed()).map(order).boxed().toList();
    List<Long> all = new ArrayList<>(timed);
    order.leftOut().forEach(each -> LongStream.range(each.from(), each.to()).forEach(all::add));

    assertThat(all).hasSize((int) blocks).doesNotHaveDuplicates();
    assertThat(all).allMatch(each -> each >= 0 && each < blocks);
    assertThat(timed).isSorted().endsWith(blocks - 1);
    assertThat(timed.subList(0, (int) first)).doesNotContain(first);
  }

  /** What is left out before each spot is as much, but for a block. */
  @ParameterizedTest
  @CsvSource({"13, 8, 4, 100", "70, 80, 4, 100003"})
  void spotsAreSpreadEvenly(long first, long spot, int spots, long blocks) {
    List<GridRange> leftOut = new SpotOrder(first, spot, spots, blocks).leftOut();

    assertThat(leftOut).hasSize(spots);
    assertThat(leftOut)
        .allSatisfy(each ->
            assertThat(each.to() - each.from())
                .isBetween(
                    (blocks - first) / spots - spot, (blocks - first) / spots - spot + spots));
  }
}
