package dev.magpie.gpu.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class AwaitedMetadataTest {
  /** No number stands for none: who asked for -1 once waited for ever. */
  @Test
  void anyNumberMayBeAUnits() {
    AwaitedMetadata awaited = new AwaitedMetadata();
    awaited.add(7);
    for (long unit : new long[] {-1, 0, Long.MIN_VALUE, Long.MAX_VALUE}) {
      assertThat(awaited.contains(unit)).isFalse();
      awaited.add(unit);
      assertThat(awaited.contains(unit)).isTrue();
      assertThat(awaited.arrived(unit)).isNull();
      assertThat(awaited.contains(unit)).isFalse();
    }
    assertThat(awaited.waiting())
        .containsExactly("metadata unit 7 is on its way; 0 lines wait for it");
  }

  @Test
  void whoeverWaitsIsToldInOrder() {
    AwaitedMetadata awaited = new AwaitedMetadata();
    TreeMap<Long, Integer> model = new TreeMap<>();
    Random random = new Random(1);
    int next = 0;
    TreeMap<Long, StringBuilder> waiting = new TreeMap<>();
    for (int i = 0; i < 20_000; i++) {
      long unit = random.nextInt(300) - 10L;
      if (random.nextBoolean() && model.size() < 200) {
        awaited.add(unit);
        model.merge(unit, 1, Integer::sum);
      }
      assertThat(awaited.contains(unit)).isEqualTo(model.containsKey(unit));
      if (model.containsKey(unit)) {
        awaited.await(unit, new Transaction(next));
        waiting.computeIfAbsent(unit, _ -> new StringBuilder()).append(next++).append(' ');
      }
      if (random.nextInt(3) == 0 && !model.isEmpty()) {
        long arrived = model.firstKey();
        StringBuilder told = new StringBuilder();
        for (Transaction each = awaited.arrived(arrived); each != null; each = each.next) {
          told.append(each.number).append(' ');
        }
        StringBuilder expected = waiting.remove(arrived);
        assertThat(told).hasToString(expected == null ? "" : expected.toString());
        model.computeIfPresent(arrived, (_, times) -> times == 1 ? null : times - 1);
      }
    }
  }
}
