package dev.magpie.gpu.dram;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Two pseudo-channels, which are refreshed each by itself. */
class RefreshScheduleTest {
  private static final DramConfig CONFIG = Configs.named("hbm2-2000");

  private final RefreshSchedule schedule = new RefreshSchedule(CONFIG);
  private final long interval = CONFIG.timing("REFI");

  @Test
  void scopesShareTheBanks() {
    assertThat(schedule.scopes()).isEqualTo(2);
    assertThat(schedule.firstBank(0)).isZero();
    assertThat(schedule.endBank(0)).isEqualTo(schedule.firstBank(1));
    assertThat(schedule.endBank(1)).isEqualTo(CONFIG.banks());
    assertThat(schedule.interval()).isEqualTo(interval);
  }

  @Test
  void aScopeWaitsFromWhenItIsDueUntilItIsRefreshed() {
    assertThat(schedule.next()).isEqualTo(interval);
    assertThat(schedule.call(1, interval - 1)).isFalse();
    assertThat(schedule.anyWaits()).isFalse();

    assertThat(schedule.call(1, interval)).isTrue();
    assertThat(schedule.call(1, interval)).as("again").isFalse();
    schedule.findNext();
    assertThat(schedule.next()).as("of the other").isEqualTo(interval);
    assertThat(schedule.anyWaits()).isTrue();
    assertThat(schedule.waits(0)).isFalse();
    assertThat(schedule.waits(1)).isTrue();
    assertThat(schedule.bankWaits(schedule.endBank(0) - 1)).isFalse();
    assertThat(schedule.bankWaits(schedule.firstBank(1))).isTrue();

    assertThat(schedule.call(0, interval)).isTrue();
    schedule.findNext();
    assertThat(schedule.next()).as("both wait").isEqualTo(Long.MAX_VALUE);

    schedule.done(1);
    assertThat(schedule.next()).isEqualTo(2 * interval);
    assertThat(schedule.waits(1)).isFalse();
    assertThat(schedule.bankWaits(schedule.firstBank(1))).isFalse();
    assertThat(schedule.anyWaits()).isTrue();
    schedule.done(0);
    assertThat(schedule.anyWaits()).isFalse();
    assertThat(schedule.bankWaits(0)).isFalse();
  }

  @Test
  void whatPassesWithoutRequestsIsSkipped() {
    schedule.call(0, interval);
    schedule.done(0);

    schedule.skip(5);

    assertThat(schedule.next()).isEqualTo(6 * interval);
    assertThat(schedule.call(1, 6 * interval - 1)).isFalse();
    assertThat(schedule.call(1, 6 * interval)).isTrue();
    assertThat(schedule.call(0, 7 * interval - 1)).isFalse();
    assertThat(schedule.call(0, 7 * interval)).isTrue();
  }
}
