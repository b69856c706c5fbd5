package dev.magpie.gpu.dram;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Channels side by side. */
class DramMemoryTest {
  private final DramMemory memory = new DramMemory(Configs.named("hbm2-2000"), 2);

  @Test
  void isDoneWithItsLastChannel() {
    long row = AddressMap.place(0, 0, 1, 0);
    memory.channel(0).offerRead(0, row, 1);
    for (int i = 0; i < 5; i++) {
      memory.channel(1).offerRead(0, AddressMap.place(1, 0, i, 0), i);
    }
    memory.channel(1).offerWrite(0, AddressMap.place(1, 1, 0, 0), 9);
    assertThat(memory.channels()).isEqualTo(2);

    long reads = memory.finishReads();
    assertThat(reads).isEqualTo(memory.channel(1).finishReads());
    assertThat(reads).isGreaterThan(memory.channel(0).finishReads());
    assertThat(memory.drain()).isGreaterThan(reads);
    assertThat(memory.channels() * 3L).isEqualTo(memory.counters().reads);
    assertThat(memory.counters().writes).isEqualTo(1);
    assertThat(memory.counters().activates).isEqualTo(7);
  }

  @Test
  void nothingIsDoneAtOnce() {
    assertThat(memory.finishReads()).isZero();
    assertThat(memory.drain()).isZero();
    assertThat(memory.peakGigabytesPerSecond())
        .isEqualTo(2 * memory.config().peakGigabytesPerSecond());
  }
}
