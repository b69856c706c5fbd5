package dev.magpie.gpu.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EventQueueTest {
  private record Expected(long cycle, int order) {}

  @Test
  void eventsComeByCycleAndThenInTheOrderInWhichTheyWereScheduled() {
    Random random = new Random(1);
    EventQueue events = new EventQueue();
    PriorityQueue<Expected> expected =
        new PriorityQueue<>(
            Comparator.comparingLong(Expected::cycle).thenComparingInt(Expected::order));
    int scheduled = 0;
    int happened = 0;
    while (happened < 20_000) {
      for (int i = random.nextInt(4); i > 0; i--) {
        // Mostly near; now and then beyond what the calendar holds.
        long cycle = events.now() + random.nextInt(1 << random.nextInt(1, 16));
        events.schedule(cycle, scheduled & 7, scheduled);
        expected.add(new Expected(cycle, scheduled));
        scheduled++;
      }
      if (expected.isEmpty()) {
        assertThat(events.nextCycle()).isEqualTo(Long.MAX_VALUE);
        continue;
      }
      long next = expected.element().cycle();
      assertThat(events.nextCycle()).isEqualTo(next);
      events.moveTo(next);
      while (!expected.isEmpty() && expected.element().cycle() == next) {
        long event = events.take();
        assertThat((int) event).isEqualTo(expected.remove().order());
        assertThat(event >>> 32).isEqualTo((int) event & 7);
        happened++;
      }
      assertThat(events.take()).isEqualTo(-1);
    }
  }

  @Test
  void timeDoesNotPassOverEvents() {
    EventQueue events = new EventQueue();
    events.schedule(10, 1, 2);

    assertThatThrownBy(() -> events.moveTo(11)).isInstanceOf(IllegalStateException.class);
    events.moveTo(10);
    assertThatThrownBy(() -> events.schedule(9, 1, 2)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void cyclesOfTwoClocksNeverDriftApart() {
    ClockRatio clocks = new ClockRatio(822, 1002);

    assertThat(clocks.toDram(822_000_000)).isEqualTo(1_002_000_000);
    assertThat(clocks.toCore(1_002_000_000)).isEqualTo(822_000_000);
    for (long cycle = 0; cycle < 10_000; cycle++) {
      long dram = clocks.toDram(cycle);
      assertThat(dram * 822).isBetween(cycle * 1002, cycle * 1002 + 821);
      assertThat(clocks.toCore(dram)).isBetween(cycle, cycle + 1);
    }
  }
}
