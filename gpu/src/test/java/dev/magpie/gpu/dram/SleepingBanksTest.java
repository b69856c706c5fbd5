package dev.magpie.gpu.dram;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SleepingBanksTest {
  private static boolean isAwake(SleepingBanks sleepers, int bank) {
    return (sleepers.awake(bank >> 6) >>> bank & 1) == 1;
  }

  @Test
  void aBankSleepsUntilItsCycle() {
    SleepingBanks sleepers = new SleepingBanks(8);
    assertThat(sleepers.next()).isEqualTo(Long.MAX_VALUE);
    sleepers.advanceTo(1000);
    sleepers.wakeAt(3, 1020);
    sleepers.wakeAt(5, 1063);
    for (long cycle = 1000; cycle < 1020; cycle++) {
      sleepers.advanceTo(cycle);
      assertThat(isAwake(sleepers, 3)).isFalse();
      assertThat(sleepers.next()).isEqualTo(1020);
    }
    sleepers.advanceTo(1020);
    assertThat(isAwake(sleepers, 3)).isTrue();
    assertThat(isAwake(sleepers, 5)).isFalse();
    assertThat(sleepers.next()).isEqualTo(1063);
    sleepers.advanceTo(1063);
    assertThat(isAwake(sleepers, 5)).isTrue();
    assertThat(sleepers.next()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void whoSleepsLongWakesUpInBetween() {
    SleepingBanks sleepers = new SleepingBanks(8);
    sleepers.wakeAt(0, 1_000_000);
    assertThat(sleepers.next()).isEqualTo(63);
    sleepers.advanceTo(63);
    assertThat(isAwake(sleepers, 0)).isTrue();
  }

  /** Nobody sleeps too long, and nobody wakes up before {@link SleepingBanks#next()} says. */
  @ParameterizedTest
  @ValueSource(ints = {1, 16, 64, 65, 200})
  void nobodySleepsTooLong(int banks) {
    SplittableRandom random = new SplittableRandom(banks);
    SleepingBanks sleepers = new SleepingBanks(banks);
    long[] due = new long[banks];
    boolean[] sleeps = new boolean[banks];
    long now = 0;
    for (int i = 0; i < 20_000; i++) {
      if (random.nextInt(3) == 0) {
        long next = sleepers.next();
        long cycle = now + random.nextInt(random.nextInt(50) == 0 ? 300 : 4);
        sleepers.advanceTo(cycle);
        now = cycle;
        for (int bank = 0; bank < banks; bank++) {
          if (isAwake(sleepers, bank)) {
            assertThat(sleeps[bank] && next > now).isFalse();
            sleeps[bank] = false;
          } else {
            assertThat(due[bank]).isGreaterThan(now);
          }
        }
      } else {
        int bank = random.nextInt(banks);
        due[bank] = now + random.nextInt(-5, random.nextInt(10) == 0 ? 500 : 40);
        sleepers.wakeAt(bank, due[bank]);
        sleeps[bank] = due[bank] > now;
        assertThat(isAwake(sleepers, bank)).isNotEqualTo(sleeps[bank]);
      }
      long first =
          IntStream.range(0, banks)
              .filter(bank -> sleeps[bank])
              .mapToLong(bank -> due[bank])
              .min()
              .orElse(Long.MAX_VALUE);
      assertThat(sleepers.next()).isGreaterThan(now).isLessThanOrEqualTo(first);
    }
  }
}
