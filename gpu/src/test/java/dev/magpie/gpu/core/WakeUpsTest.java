package dev.magpie.gpu.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class WakeUpsTest {
  @Test
  void wakesWhoIsNearInTimeAndWhoIsFarSooner() {
    WakeUps wheel = new WakeUps();
    TreeMap<Long, Long> expected = new TreeMap<>();
    SplittableRandom random = new SplittableRandom(1);
    long now = 0;
    for (int i = 0; i < 100_000; i++) {
      if (random.nextInt(3) > 0 || expected.isEmpty()) {
        int warp = random.nextInt(64);
        long at = now + 1 + random.nextInt(random.nextBoolean() ? 10 : 2000);
        wheel.add(warp, now, at);
        long taken = Math.min(at, now + WakeUps.SPAN - 1);
        expected.merge(taken, 1L << warp, (a, b) -> a | b);
      } else {
        Map.Entry<Long, Long> first = expected.pollFirstEntry();
        assertThat(wheel.after(now)).isEqualTo(first.getKey());
        now = first.getKey();
        assertThat(wheel.take(now)).isEqualTo(first.getValue());
      }
    }
    wheel.clear();
    assertThat(wheel.after(now)).isEqualTo(Long.MAX_VALUE);
  }
}
