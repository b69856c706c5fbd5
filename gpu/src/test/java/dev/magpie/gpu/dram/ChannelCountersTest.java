package dev.magpie.gpu.dram;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import org.junit.jupiter.api.Test;

class ChannelCountersTest {
  private static ChannelCounters filled(long from, long step) throws IllegalAccessException {
    ChannelCounters counters = new ChannelCounters();
    long value = from;
    for (Field each : ChannelCounters.class.getFields()) {
      each.setLong(counters, value);
      value += step;
    }
    return counters;
  }

  @Test
  void everyCounterIsAddedAndTakenFromAnother() throws IllegalAccessException {
    ChannelCounters sum = filled(100, 3);
    sum.add(filled(1000, 10));
    assertThat(sum).usingRecursiveComparison().isEqualTo(filled(1100, 13));

    assertThat(sum.since(filled(1000, 10))).usingRecursiveComparison().isEqualTo(filled(100, 3));
  }

  @Test
  void sharesAreOfWhatTheyAreOf() {
    ChannelCounters counters = new ChannelCounters();
    assertThat(counters.rowHitRate()).isNaN();
    assertThat(counters.meanReadLatency()).isNaN();
    counters.reads = 4;
    counters.writes = 1;
    counters.readLatencyCycles = 100;
    counters.rowHits = 3;
    counters.rowMisses = 2;
    counters.rowConflicts = 1;

    assertThat(counters.requests()).isEqualTo(5);
    assertThat(counters.accesses()).isEqualTo(6);
    assertThat(counters.rowHitRate()).isEqualTo(0.5);
    assertThat(counters.meanReadLatency()).isEqualTo(25);
  }
}
