package dev.magpie.gpu.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.gpu.config.ControllerConfig;
import dev.magpie.gpu.config.CrossbarConfig;
import dev.magpie.gpu.config.Fill;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.config.MetadataLookup;
import dev.magpie.gpu.config.SecondLevelConfig;
import dev.magpie.gpu.config.SecondLevelConfig.SliceHash;
import dev.magpie.gpu.config.SecondLevelConfig.WriteMiss;
import dev.magpie.gpu.memory.Requester.Request;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One slice, one channel: what hits, what is fetched, and what waits for what. */
class L2SliceTest {
  private static final GpuConfig BASE = GpuConfigs.named("gtx580").orElseThrow();
  private static final int SECTOR_0 = 1;
  private static final int SECTORS_0_AND_1 = 3;

  /** What a test is about; the rest is large enough. */
  private record Shape(
      int lines, int ways, int mshrs, int merges, Fill fill, WriteMiss writeMiss, int answerBytes) {
    Requester requester() {
      GpuConfig config =
          SmallConfigs.with(
              1,
              new CrossbarConfig(4, answerBytes, 0, 8),
              new SecondLevelConfig(
                  1,
                  128 * lines,
                  ways,
                  ways,
                  10,
                  mshrs,
                  merges,
                  16,
                  16,
                  fill,
                  writeMiss,
                  256,
                  SliceHash.MODULO,
                  3,
                  2),
              new ControllerConfig(
                  1, 1, 0, BASE.controller().metadataCache(), MetadataLookup.CACHED, 1, 1),
              BASE.dram());
      return new Requester(
          1, 32, listener -> new GpuMemory(config, Compression.NONE, new ArrayImage(0), listener));
    }
  }

  private static final Shape LARGE = new Shape(64, 4, 16, 8, Fill.SECTOR, WriteMiss.ALLOCATE, 128);

  private static Request read(long line, int sectors) {
    return new Request(MemoryRequest.READ, 128 * line, sectors, 0, 32);
  }

  private static Request write(long line, int sectors, int full) {
    return new Request(MemoryRequest.WRITE, 128 * line, sectors, full, 32);
  }

  /** Lets all happen that requests lead to; the result is when that is. */
  private static long run(Requester requester, long from, Request... requests) {
    List.of(requests).forEach(each -> requester.add(0, each));
    requester.run(from);
    return requester.end;
  }

  private static List<Integer> tags(List<long[]> events) {
    return events.stream().map(each -> (int) each[1]).toList();
  }

  @Test
  void readsOfALineOnItsWayShareItsFetchUpToALimit() {
    Requester requester = new Shape(64, 4, 16, 2, Fill.SECTOR, WriteMiss.ALLOCATE, 128).requester();

    run(requester, 0, read(0, 15), read(0, 15), read(0, 15), read(0, 15));

    MemoryCounters counters = requester.memory().counters();
    assertThat(counters.l2Misses).isEqualTo(1);
    assertThat(counters.l2Merges).isEqualTo(1);
    assertThat(counters.l2MergeStalls).isPositive();
    assertThat(counters.l2Hits).as("when it is there").isEqualTo(2);
    assertThat(requester.memory().channel(0).reads).isEqualTo(4);
    assertThat(tags(requester.answers)).containsExactly(0, 1, 2, 3);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void asManyLinesAreWaitedForAsThereAreRegisters(int mshrs) {
    Requester requester =
        new Shape(64, 4, mshrs, 8, Fill.SECTOR, WriteMiss.ALLOCATE, 128).requester();

    run(requester, 0, read(0, 1), read(1, 1), read(2, 1), read(3, 1));

    assertThat(requester.memory().counters().l2MissStalls > 0).isEqualTo(mshrs < 4);
    assertThat(requester.memory().counters().l2Misses).isEqualTo(4);
    assertThat(requester.memory().channel(0).reads).isEqualTo(4);
    assertThat(tags(requester.answers)).containsExactlyInAnyOrder(0, 1, 2, 3);
  }

  @Test
  void aLineThatIsOnItsWayIsNotReplaced() {
    Requester requester = new Shape(1, 1, 16, 8, Fill.SECTOR, WriteMiss.ALLOCATE, 128).requester();

    run(requester, 0, read(0, 15), read(1, 15), read(1, 15));

    assertThat(requester.memory().counters().l2SetStalls).isPositive();
    assertThat(requester.memory().counters().l2Evictions).isEqualTo(1);
    assertThat(requester.memory().counters().l2WriteBacks).isZero();
    assertThat(requester.memory().counters().l2Merges).isEqualTo(1);
    assertThat(tags(requester.answers)).containsExactly(0, 1, 2);
  }

  @ParameterizedTest
  @CsvSource({"SECTOR, 2, 1", "LINE, 4, 0"})
  void onlySectorsThatAreMissingAreFetched(Fill fill, int fetched, int sectorMisses) {
    Requester requester = new Shape(64, 4, 16, 8, fill, WriteMiss.ALLOCATE, 128).requester();

    long first = run(requester, 0, read(0, SECTOR_0));
    run(requester, first, read(0, SECTORS_0_AND_1));

    MemoryCounters counters = requester.memory().counters();
    assertThat(counters.l2Misses).isEqualTo(1);
    assertThat(counters.l2SectorMisses).isEqualTo(sectorMisses);
    assertThat(counters.l2Hits).isEqualTo(1 - sectorMisses);
    assertThat(requester.memory().channel(0).reads).isEqualTo(fetched);
  }

  @Test
  void aReadOfMoreThanIsOnItsWayFetchesTheRest() {
    Requester requester = LARGE.requester();

    run(requester, 0, read(0, SECTOR_0), read(0, SECTORS_0_AND_1), read(0, SECTORS_0_AND_1));

    MemoryCounters counters = requester.memory().counters();
    assertThat(counters.l2Misses).isEqualTo(1);
    assertThat(counters.l2SectorMisses).isEqualTo(1);
    assertThat(counters.l2Merges).isEqualTo(1);
    assertThat(requester.memory().channel(0).reads).as("a sector once").isEqualTo(2);
    assertThat(tags(requester.answers)).containsExactly(0, 1, 2);
  }

  @Test
  void hitsTakeTheSliceForACycleASectorAndWritesOfWholeOnesForTwo() {
    for (int sectors = 1; sectors <= 4; sectors++) {
      int mask = (1 << sectors) - 1;
      Requester requester = LARGE.requester();
      long start = run(requester, 0, read(0, 15));
      run(
          requester,
          start,
          read(0, mask),
          read(0, mask),
          write(0, mask, mask),
          read(0, mask),
          write(0, mask, 0),
          read(0, mask));

      long[] cycles = requester.answers.stream().skip(1).mapToLong(each -> each[2]).toArray();
      assertThat(cycles[1] - cycles[0]).as("reads of %d", sectors).isEqualTo(sectors);
      assertThat(cycles[2] - cycles[1]).as("with a write between").isEqualTo(3L * sectors);
      assertThat(cycles[3] - cycles[2]).as("with parts written").isEqualTo(2L * sectors);
      assertThat(requester.memory().counters().l2Hits).isEqualTo(4);
      assertThat(requester.memory().counters().l2WriteHits).isEqualTo(2);
    }
  }

  @Test
  void operationsOfAnAtomicAreExecutedOneAfterTheOther() {
    Requester requester = LARGE.requester();
    long start = run(requester, 0, read(0, 15));
    Request atomic = new Request(MemoryRequest.ATOMIC, 0, SECTOR_0, 0, 7);
    Request reduction = new Request(MemoryRequest.REDUCTION, 0, SECTOR_0, 0, 2);
    run(requester, start, read(0, SECTOR_0), atomic, reduction, read(0, SECTOR_0));

    long[] cycles = requester.answers.stream().skip(1).mapToLong(each -> each[2]).toArray();
    int operation = 3;
    // A sector for the read before; the value of the atomic comes when all have been executed.
    assertThat(cycles[1] - cycles[0]).isEqualTo(1 + 7L * operation);
    assertThat(cycles[2] - cycles[1]).isEqualTo(2L * operation);
    assertThat(requester.written.getFirst()[2]).isLessThan(cycles[2]);
    assertThat(requester.memory().counters().l2Atomics).isEqualTo(2);
    assertThat(requester.memory().counters().l2AtomicOperations).isEqualTo(9);
  }

  /** Atomics that waited for their line are executed when it comes, and others behind them. */
  @Test
  void atomicsOfALineOnItsWayAreExecutedWhenItIsThere() {
    Requester requester = LARGE.requester();
    Request atomic = new Request(MemoryRequest.ATOMIC, 0, SECTOR_0, 0, 5);
    Request reduction = new Request(MemoryRequest.REDUCTION, 0, SECTOR_0, 0, 1);
    run(requester, 0, atomic, atomic, reduction);

    long[] cycles = requester.answers.stream().mapToLong(each -> each[2]).toArray();
    assertThat(cycles[1] - cycles[0]).isEqualTo(15);
    assertThat(requester.written).hasSize(1);
    assertThat(requester.memory().counters().l2Misses).isEqualTo(1);
    assertThat(requester.memory().counters().l2Merges).isEqualTo(2);
    assertThat(requester.memory().counters().l2AtomicOperations).isEqualTo(11);
  }

  /** What an atomic has changed has to go back. */
  @Test
  void whatChangedALineGoesBackWhenItIsReplaced() {
    for (MemoryRequest kind : MemoryRequest.values()) {
      Requester requester =
          new Shape(1, 1, 16, 8, Fill.SECTOR, WriteMiss.ALLOCATE, 128).requester();
      long start = run(requester, 0, read(0, 15));
      long changed = run(requester, start, new Request(kind, 0, SECTORS_0_AND_1, 0, 1));
      run(requester, changed, read(1, 15));

      int dirty = kind == MemoryRequest.READ ? 0 : 1;
      assertThat(requester.memory().counters().l2Evictions).isEqualTo(1);
      assertThat(requester.memory().counters().l2WriteBacks).as(kind.name()).isEqualTo(dirty);
      assertThat(requester.memory().channel(0).writes).as(kind.name()).isEqualTo(2L * dirty);
    }
  }

  @Test
  void aWriteFetchesWhatItCoversInPart() {
    Requester requester = LARGE.requester();
    long whole = run(requester, 0, write(0, SECTOR_0, SECTOR_0));
    assertThat(requester.memory().counters().l2WriteMisses).isEqualTo(1);
    assertThat(requester.memory().channel(0).reads).isZero();

    long part = run(requester, whole, write(0, SECTORS_0_AND_1, SECTOR_0));
    assertThat(requester.memory().counters().l2WriteMisses).isEqualTo(1);
    assertThat(requester.memory().counters().l2SectorMisses).isEqualTo(1);

    long other = run(requester, part, write(1, SECTORS_0_AND_1, SECTOR_0));
    assertThat(requester.memory().counters().l2WriteMisses).isEqualTo(2);

    run(requester, other, write(0, SECTORS_0_AND_1, 0), read(0, SECTORS_0_AND_1));
    assertThat(requester.memory().counters().l2WriteHits).isEqualTo(1);
    assertThat(requester.memory().counters().l2Hits).isEqualTo(1);
    assertThat(requester.memory().channel(0).reads).as("a sector of each line").isEqualTo(2);
  }

  @Test
  void aWriteToALineThatIsNotThereGoesOnToMemoryWhereLinesAreFetched() {
    Requester requester = new Shape(64, 4, 16, 8, Fill.SECTOR, WriteMiss.FETCH, 128).requester();

    long there = run(requester, 0, write(0, 15, 15), write(0, SECTOR_0, SECTOR_0));
    MemoryCounters counters = requester.memory().counters();
    assertThat(counters.l2WriteMisses).isEqualTo(1);
    assertThat(counters.l2WriteHits).isEqualTo(1);
    assertThat(counters.l2WriteThroughs).isEqualTo(2);
    assertThat(requester.memory().channel(0).reads).isEqualTo(4);
    assertThat(requester.memory().channel(0).writes).isEqualTo(5);

    run(requester, there, read(0, 15), write(0, 15, 15));
    assertThat(requester.memory().counters().l2Hits).isEqualTo(1);
    assertThat(requester.memory().counters().l2WriteHits).isEqualTo(2);
    assertThat(requester.memory().counters().l2WriteThroughs).as("no more").isEqualTo(2);
  }

  /** An answer of a line takes 16 cycles of its port, and a hit takes four of the slice. */
  @Test
  void answersThatTheCrossbarHasNoRoomForHoldUpTheSlice() {
    Requester requester = new Shape(64, 4, 16, 8, Fill.SECTOR, WriteMiss.ALLOCATE, 8).requester();
    long start = run(requester, 0, read(0, 15));
    Request[] reads = IntStream.range(0, 40).mapToObj(_ -> read(0, 15)).toArray(Request[]::new);

    run(requester, start, reads);

    assertThat(requester.memory().counters().l2AnswerStalls).isPositive();
    assertThat(tags(requester.answers))
        .containsExactlyElementsOf(IntStream.range(0, 41).boxed().toList());
    long[] cycles = requester.answers.stream().skip(1).mapToLong(each -> each[2]).toArray();
    for (int i = 1; i < cycles.length; i++) {
      assertThat(cycles[i] - cycles[i - 1]).isEqualTo(16);
    }
  }

  static Stream<Arguments> uses() {
    return Stream.of(
        Arguments.of("hit", WriteMiss.ALLOCATE, read(0, SECTOR_0)),
        Arguments.of("sector miss", WriteMiss.ALLOCATE, read(0, SECTORS_0_AND_1)),
        Arguments.of("write", WriteMiss.ALLOCATE, write(0, SECTOR_0, SECTOR_0)),
        Arguments.of("write in part", WriteMiss.ALLOCATE, write(0, SECTORS_0_AND_1, 0)),
        Arguments.of("write-through", WriteMiss.FETCH, write(0, SECTORS_0_AND_1, SECTORS_0_AND_1)));
  }

  /** A set of two lines, 0 and 1, of which 0 was used since: a third takes the place of 1. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("uses")
  void theLineThatWasUsedLongestAgoIsReplaced(String use, WriteMiss writeMiss, Request request) {
    Requester requester = new Shape(2, 2, 16, 8, Fill.SECTOR, writeMiss, 128).requester();
    long there = run(requester, 0, read(0, SECTOR_0), read(1, SECTOR_0));
    long used = run(requester, there, request);
    long third = run(requester, used, read(2, SECTOR_0));
    long before = requester.memory().counters().l2Misses;

    run(requester, third, read(0, SECTOR_0));

    assertThat(requester.memory().counters().l2Misses).as(use).isEqualTo(before);
  }

  @Test
  void aMissTakesTheSliceForACycle() {
    Requester requester = LARGE.requester();
    long start = run(requester, 0, read(0, 15));

    run(requester, start, read(0, 15), read(1, 15), read(0, 15));

    long[] hits =
        requester.answers.stream()
            .filter(each -> each[1] == 1 || each[1] == 3)
            .mapToLong(each -> each[2])
            .toArray();
    assertThat(hits[1] - hits[0]).isEqualTo(4 + 1);
  }

  /** Of other sectors than those that the first waits for. */
  @Test
  void asManyWaitForALineAsMayWhateverTheirSectorsAre() {
    Requester requester = new Shape(64, 4, 16, 1, Fill.SECTOR, WriteMiss.ALLOCATE, 128).requester();

    run(requester, 0, read(0, 1), read(0, 2));

    assertThat(requester.memory().counters().l2MergeStalls).isPositive();
    assertThat(requester.memory().counters().l2SectorMisses).isEqualTo(1);
  }

  @Test
  void aLineWithoutSomeSectorsTakesARegisterOnceForAllThatIsOnItsWay() {
    Shape one = new Shape(64, 4, 1, 8, Fill.SECTOR, WriteMiss.ALLOCATE, 128);
    Requester more = one.requester();
    run(more, 0, read(0, 1), read(0, 2));
    assertThat(more.memory().counters().l2MissStalls).isZero();

    Requester other = one.requester();
    long there = run(other, 0, read(0, 1));
    run(other, there, read(1, 1), read(0, 2));
    assertThat(other.memory().counters().l2MissStalls).isPositive();
  }

  @Test
  void whatTheHostWritesIsForgottenAndNothingBesideIt() {
    Requester requester = LARGE.requester();
    long there = run(requester, 0, read(0, 15), read(1, 15), read(2, 15));

    requester.memory().hostWrote(128, 128);
    run(requester, there, read(0, 15), read(1, 15), read(2, 15));

    assertThat(requester.memory().counters().l2Hits).isEqualTo(2);
    assertThat(requester.memory().counters().l2Misses).isEqualTo(3 + 1);
  }

  /** More than a channel's queue and the slice's own hold. */
  @ParameterizedTest
  @EnumSource(WriteMiss.class)
  void whatTheMemoryHasNoRoomForWaits(WriteMiss writeMiss) {
    GpuConfig config =
        SmallConfigs.with(
            1,
            new CrossbarConfig(4, 128, 0, 8),
            new SecondLevelConfig(
                1,
                128 * 1024,
                4,
                4,
                10,
                512,
                8,
                64,
                1,
                Fill.SECTOR,
                writeMiss,
                256,
                SliceHash.MODULO,
                3,
                1),
            new ControllerConfig(
                1, 1, 0, BASE.controller().metadataCache(), MetadataLookup.CACHED, 1, 1),
            BASE.dram());
    Requester requester =
        new Requester(
            1,
            256,
            listener -> new GpuMemory(config, Compression.NONE, new ArrayImage(0), listener));
    for (int i = 0; i < 256; i++) {
      requester.add(0, i % 2 == 0 ? read(i, 15) : write(i, 15, 15));
    }

    requester.run(0);

    assertThat(requester.memory().counters().l2QueueStalls).isPositive();
    assertThat(requester.answers.size() + requester.written.size()).isEqualTo(256);
  }

  /** The third waits until the line is there, and is written in place. */
  @Test
  void writesThatGoOnToMemoryWaitForALineUpToALimit() {
    Requester requester = new Shape(64, 4, 16, 2, Fill.SECTOR, WriteMiss.FETCH, 128).requester();

    run(requester, 0, write(0, 15, 15), write(0, 15, 15), write(0, 15, 15));

    assertThat(requester.memory().counters().l2MergeStalls).isPositive();
    assertThat(requester.memory().counters().l2WriteThroughs).isEqualTo(2);
    assertThat(requester.memory().counters().l2WriteHits).isEqualTo(2);
    assertThat(requester.written).hasSize(3);
  }
}
