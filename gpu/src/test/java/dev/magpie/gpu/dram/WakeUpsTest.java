package dev.magpie.gpu.dram;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WakeUpsTest {
  private static boolean isAwake(WakeUps wakeUps, int bank) {
    return (wakeUps.awake(bank >> 6) >>> bank & 1) == 1;
  }

  @Test
  void aBankSleepsUntilItsCycle() {
    WakeUps wakeUps = new WakeUps(8);
    assertThat(wakeUps.next()).isEqualTo(Long.MAX_VALUE);
    wakeUps.advanceTo(1000);
    wakeUps.wakeAt(3, 1020);
    wakeUps.wakeAt(5, 1063);
    for (long cycle = 1000; cycle < 1020; cycle++) {
      wakeUps.advanceTo(cycle);
      assertThat(isAwake(wakeUps, 3)).isFalse();
      assertThat(wakeUps.next()).isEqualTo(1020);
    }
    wakeUps.advanceTo(1020);
    assertThat(isAwake(wakeUps, 3)).isTrue();
    assertThat(isAwake(wakeUps, 5)).isFalse();
    assertThat(wakeUps.next()).isEqualTo(1063);
    wakeUps.advanceTo(1063);
    assertThat(isAwake(wakeUps, 5)).isTrue();
    assertThat(wakeUps.next()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void whoSleepsLongWakesUpInBetween() {
    WakeUps wakeUps = new WakeUps(8);
    wakeUps.wakeAt(0, 1_000_000);
    assertThat(wakeUps.next()).isEqualTo(63);
    wakeUps.advanceTo(63);
    assertThat(isAwake(wakeUps, 0)).isTrue();
  }

  /** Nobody sleeps too long, and nobody wakes up before {@link WakeUps#next()} says. */
  @ParameterizedTest
  @ValueSource(ints = {1, 16, 64, 65, 200})
  void nobodySleepsTooLong(int banks) {
    SplittableRandom random = new SplittableRandom(banks);
    WakeUps wakeUps = new WakeUps(banks);
    long[] due = new long[banks];
    boolean[] sleeps = new boolean[banks];
    long now = 0;
    for (int i = 0; i < 20_000; i++) {
      if (random.nextInt(3) == 0) {
        long next = wakeUps.next();
        long cycle = now + random.nextInt(random.nextInt(50) == 0 ? 300 : 4);
        wakeUps.advanceTo(cycle);
        now = cycle;
        for (int bank = 0; bank < banks; bank++) {
          if (isAwake(wakeUps, bank)) {
            assertThat(sleeps[bank] && next > now).isFalse();
            sleeps[bank] = false;
          } else {
            assertThat(due[bank]).isGreaterThan(now);
          }
        }
      } else {
        int bank = random.nextInt(banks);
        due[bank] = now + random.nextInt(-5, random.nextInt(10) == 0 ? 500 : 40);
        wakeUps.wakeAt(bank, due[bank]);
        sleeps[bank] = due[bank] > now;
        assertThat(isAwake(wakeUps, bank)).isNotEqualTo(sleeps[bank]);
      }
      long first =
          IntStream.range(0, banks)
              .filter(bank -> sleeps[bank])
              .mapToLong(bank -> due[bank])
              .min()
              .orElse(Long.MAX_VALUE);
      assertThat(wakeUps.next()).isGreaterThan(now).isLessThanOrEqualTo(first);
    }
  }
}
