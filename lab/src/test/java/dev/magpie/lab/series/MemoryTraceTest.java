package dev.magpie.lab.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.magpie.memory.buddy.EntryCode;
import dev.magpie.memory.buddy.TargetRatio;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Accesses whose way to memory can be told beforehand. */
class MemoryTraceTest {
  private static final int ENTRIES = 8192;
  private static final int PER_ENTRY = 16;

  private final double[] array = new double[ENTRIES * PER_ENTRY];

  private void sweep(MemoryTrace trace, boolean write) {
    for (int i = 0; i < array.length; i++) {
      trace.access(array, 8L * i, 8, write);
    }
  }

  @Test
  void aSweepReadsEachEntryOnce_andMetadataOfSixtyFourAtATime() {
    MemoryTrace trace = new MemoryTrace(Map.of("a", array));
    sweep(trace, false);
    MemoryTrace.Result result = trace.result();
    assertThat(result.elements()).isEqualTo(array.length);
    assertThat(result.stored()).isZero();
    assertThat(result.memoryAccesses()).isEqualTo(ENTRIES);
    assertThat(result.windows().stream().mapToLong(each -> each.getFirst()[EntryCode.ZERO]).sum())
        .isEqualTo(ENTRIES);
    assertThat(result.metadataHitRates())
        .hasSameSizeAs(MemoryTrace.METADATA_CACHES)
        .containsOnly(1 - 1 / 64.0);
  }

  @Test
  void whatStaysInTheCacheDoesNotReachMemory() {
    MemoryTrace trace = new MemoryTrace(Map.of("a", array));
    for (int round = 0; round < 10; round++) {
      for (int i = 0; i < MemoryTrace.CACHE_BYTES / 8; i++) {
        trace.access(array, 8L * i, 8, round % 2 == 1);
      }
    }
    assertThat(trace.result().memoryAccesses()).isEqualTo(MemoryTrace.CACHE_BYTES / 128);
    assertThat(trace.result().writes()).isZero();
  }

  @Test
  void entriesThatGrowOverflowWhenTheyAreWrittenBack() {
    MemoryTrace trace = new MemoryTrace(Map.of("a", array));
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < array.length; i++) {
      array[i] = Double.longBitsToDouble(random.nextLong());
    }
    int kept = MemoryTrace.CACHE_BYTES / 128;
    sweep(trace, true);
    MemoryTrace.Result result = trace.result();
    assertThat(result.stored()).isEqualTo(array.length);
    assertThat(result.writes()).isEqualTo(ENTRIES - kept);
    assertThat(result.overflows()).isEqualTo(ENTRIES - kept);
    assertThat(result.buddyAccessFraction(List.of(TargetRatio.FOUR_THIRDS))).isEqualTo(1);
    assertThat(result.buddyAccessFraction(List.of(TargetRatio.ONE))).isZero();
    java.util.Arrays.fill(array, 0);
    trace.access(array, 0, 8 * array.length, true);
    assertThat(trace.result().overflows()).as("shrinking is none").isEqualTo(ENTRIES - kept);
  }

  @Test
  void otherArraysAreRegisters() {
    int[] small = {1, 2, 3};
    MemoryTrace trace = new MemoryTrace(Map.of("small", small));
    trace.access(array, 0, 8, true);
    assertThat(trace.result().elements()).isZero();
    trace.access(small, 8, 4, false);
    assertThat(trace.result().elements()).isEqualTo(1);
    assertThat(trace.result().windows().getFirst().getFirst()[EntryCode.TINY]).isEqualTo(1);
  }

  @Test
  void partsOfTheTraceHaveTheirOwnShares() {
    SplittableRandom random = new SplittableRandom(4);
    for (int i = array.length / 2; i < array.length; i++) {
      array[i] = Double.longBitsToDouble(random.nextLong());
    }
    MemoryTrace trace = new MemoryTrace(Map.of("a", array));
    sweep(trace, false);
    List<TargetRatio> two = List.of(TargetRatio.TWO);
    assertThat(trace.result().buddyAccessFraction(two)).isEqualTo(0.5);
    assertThat(trace.result().buddyAccesses(0, TargetRatio.TWO)).isEqualTo(ENTRIES / 2);
    assertThat(trace.result().buddyAccesses(0, TargetRatio.ONE)).isZero();
    // Windows of 50,000 numbers: the first sees zeros only, the last nothing but noise.
    double[] shares = trace.result().buddyAccessFractions(two, 3);
    assertThat(shares[0]).isZero();
    assertThat(shares[1]).isCloseTo((100_000 - 65_536) / 50_000.0, within(0.01));
    assertThat(shares[2]).isEqualTo(1);
  }
}
