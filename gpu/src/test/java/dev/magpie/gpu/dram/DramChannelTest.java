package dev.magpie.gpu.dram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.magpie.gpu.dram.SchedulerConfig.Order;
import dev.magpie.gpu.dram.SchedulerConfig.PagePolicy;
import dev.magpie.gpu.dram.SchedulerConfig.Writes;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DramChannelTest {
  static List<DramConfig> configs() {
    return DramConfigs.all();
  }

  static Stream<DramConfig> bothPolicies() {
    return configs().stream().flatMap(each -> Stream.of(each, Configs.closingPages(each)));
  }

  /** Keeps the cycles of completions. */
  private static final class Done implements CompletionSink {
    final Map<Long, Long> reads = new HashMap<>();
    final Map<Long, Long> writes = new HashMap<>();

    @Override
    public void readDone(long tag, long cycle) {
      assertThat(reads.put(tag, cycle)).isNull();
    }

    @Override
    public void writeDone(long tag, long cycle) {
      assertThat(writes.put(tag, cycle)).isNull();
    }
  }

  private static int cyclesOf(DramConfig config, Command command) {
    return config.use(command).cycles();
  }

  @ParameterizedTest
  @MethodSource("configs")
  void anUnloadedReadTakesTheSumOfItsParts(DramConfig config) {
    Done done = new Done();
    DramChannel channel = new DramChannel(config, done, (_, _, _, _) -> {});
    int activate =
        cyclesOf(config, Command.ACT) + config.timing("RCD_RD") - cyclesOf(config, Command.RD);
    int precharge =
        cyclesOf(config, Command.PRE) + config.timing("RP") - cyclesOf(config, Command.ACT);
    int access = config.timing("CL") + config.burstCycles();

    channel.offerRead(100, AddressMap.place(0, 0, 7, 3), 1);
    channel.drain();
    assertThat(done.reads).containsEntry(1L, 100L + activate + access);

    channel.offerRead(300, AddressMap.place(0, 0, 7, 4), 2);
    channel.drain();
    assertThat(done.reads).containsEntry(2L, 300L + access);

    channel.offerRead(600, AddressMap.place(0, 0, 8, 4), 3);
    channel.drain();
    assertThat(done.reads).containsEntry(3L, 600L + precharge + activate + access);

    ChannelCounters counters = channel.counters();
    assertThat(List.of(counters.rowMisses, counters.rowHits, counters.rowConflicts))
        .containsExactly(1L, 1L, 1L);
    assertThat(counters.meanReadLatency()).isEqualTo((3 * access + 2 * activate + precharge) / 3.0);
  }

  @ParameterizedTest
  @MethodSource("configs")
  void anUnloadedWriteTakesTheSumOfItsParts(DramConfig config) {
    Done done = new Done();
    DramChannel channel = new DramChannel(config, done, (_, _, _, _) -> {});
    channel.offerWrite(50, AddressMap.place(0, 1, 0, 0), 9);
    assertThat(channel.drain())
        .isEqualTo(
            50
                + cyclesOf(config, Command.ACT)
                + config.timing("RCD_WR")
                - cyclesOf(config, Command.WR)
                + config.timing("CWL")
                + config.burstCycles())
        .isEqualTo(done.writes.get(9L));
  }

  /** Every access to open rows of all banks in turn: nothing stands between it and the peak. */
  @ParameterizedTest
  @MethodSource("configs")
  void aStreamReachesThePeakAndNothingIsFaster(DramConfig config) {
    DramMemory memory = new DramMemory(config, 1);
    DramChannel channel = memory.channel(0);
    int banks = config.banks();
    int accesses = 60_000;
    long cycle = 0;
    for (int i = 0; i < accesses; i++) {
      // Neighbours in other pseudo-channels and groups.
      int bank = Integer.reverse(i % banks) >>> (32 - Integer.numberOfTrailingZeros(banks));
      long place =
          AddressMap.place(0, bank, i / banks / config.columns(), i / banks % config.columns());
      cycle = Math.max(cycle, channel.now());
      if (!channel.offerRead(cycle, place, i)) {
        cycle = channel.awaitReadRoom();
        channel.offerRead(cycle, place, i);
      }
    }
    double seconds = channel.drain() * config.nanosecondsPerCycle();
    double share =
        (double) accesses * config.accessBytes() / seconds / config.peakGigabytesPerSecond();
    // A burst of GDDR6X takes half the time of one of GDDR6; a refresh and a new row do not.
    double least = config.standard().equals("GDDR6X") ? 0.83 : 0.85;
    assertThat(share).as(config.name()).isBetween(least, 1.0);
  }

  private static long pressed(DramChannel channel, DramConfig config, int requests, int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long cycle = 0;
    long stream = 0;
    for (int i = 0; i < requests; i++) {
      stream++;
      int bank = random.nextInt(config.banks());
      long place =
          random.nextInt(3) == 0
              ? AddressMap.place(0, bank, random.nextInt(3), random.nextInt(config.columns()))
              : AddressMap.place(
                  0,
                  (int) (stream / config.columns() % config.banks()),
                  (int) (stream / config.columns() / config.banks()) % config.rows(),
                  (int) (stream % config.columns()));
      if (random.nextInt(200) == 0) {
        // A pause, sometimes long.
        cycle += random.nextInt(random.nextInt(4) == 0 ? 3 * config.timing("REFI") : 200);
      }
      cycle = Math.max(cycle, channel.now());
      if (random.nextInt(3) == 0) {
        if (!channel.offerWrite(cycle, place, i)) {
          cycle = channel.awaitWriteRoom();
          assertThat(channel.offerWrite(cycle, place, i)).isTrue();
        }
      } else if (!channel.offerRead(cycle, place, i)) {
        cycle = channel.awaitReadRoom();
        assertThat(channel.offerRead(cycle, place, i)).isTrue();
      }
    }
    return channel.drain();
  }

  @ParameterizedTest
  @MethodSource("bothPolicies")
  void everyCommandIsLegal(DramConfig config) {
    CommandChecker checker = new CommandChecker(config);
    Done done = new Done();
    DramChannel channel = new DramChannel(config, done, checker);
    pressed(channel, config, 4000, 11);
    assertThat(done.reads.size() + done.writes.size()).isEqualTo(4000);
    assertThat(channel.counters().requests()).isEqualTo(4000);
    assertThat(channel.isIdle()).isTrue();
    long columns =
        checker.history().stream().filter(it -> CommandChecker.isColumn(it.command())).count();
    ChannelCounters counters = channel.counters();
    assertThat(counters.accesses())
        .isEqualTo(columns)
        .isEqualTo(4000 - counters.forwardedReads - counters.mergedWrites);
    assertThat(counters.dataBusCycles).isEqualTo(columns * config.burstCycles());
    assertThat(counters.activates).isEqualTo(count(checker, Command.ACT));
    assertThat(counters.refreshes).isGreaterThanOrEqualTo(count(checker, Command.REF));
    boolean closes = config.controller().page() == PagePolicy.CLOSED;
    assertThat(count(checker, Command.RDA) > 0).isEqualTo(closes);
    assertThat(count(checker, Command.WRA) > 0).isEqualTo(closes);
  }

  private static long count(CommandChecker checker, Command command) {
    return checker.history().stream().filter(it -> it.command() == command).count();
  }

  /** Requests never stop; each scope must still be refreshed within a row cycle of its time. */
  @ParameterizedTest
  @MethodSource("configs")
  void refreshIsNeverStarved(DramConfig config) {
    Map<Integer, List<Long>> refreshes = new HashMap<>();
    DramChannel channel =
        new DramChannel(
            config,
            CompletionSink.NONE,
            (cycle, command, bank, _) -> {
              if (command == Command.REF) {
                refreshes.computeIfAbsent(bank, _ -> new ArrayList<>()).add(cycle);
              }
            });
    long cycle = 0;
    long end = 8L * config.timing("REFI");
    for (int i = 0; cycle < end; i++) {
      // All in one row: no reason ever to stop.
      long place =
          AddressMap.place(0, i % config.banks(), 5, i / config.banks() % config.columns());
      cycle = Math.max(cycle, channel.now());
      if (!channel.offerRead(cycle, place, i)) {
        cycle = channel.awaitReadRoom();
        channel.offerRead(cycle, place, i);
      }
    }
    assertThat(refreshes).hasSize(config.nodes(config.refreshLevel()));
    int slack = 2 * config.timing("RC") + config.timing("RP") + config.timing("RCD_RD");
    refreshes
        .values()
        .forEach(cycles -> {
          assertThat(cycles).hasSizeGreaterThanOrEqualTo(7);
          for (int i = 0; i < cycles.size(); i++) {
            long due = (i + 1L) * config.timing("REFI");
            assertThat(cycles.get(i)).isBetween(due, due + slack);
          }
        });
  }

  @Test
  void theSameRequestsTakeTheSameCycles() {
    DramConfig config = Configs.named("hbm3-6400");
    CommandChecker one = new CommandChecker(config);
    CommandChecker other = new CommandChecker(config);
    pressed(new DramChannel(config, CompletionSink.NONE, one), config, 3000, 5);
    pressed(new DramChannel(config, CompletionSink.NONE, other), config, 3000, 5);
    assertThat(one.history()).isEqualTo(other.history());
  }

  @Test
  void itDoesNotMatterHowTimePasses() {
    DramConfig config = Configs.named("gtx580");
    CommandChecker leaps = new CommandChecker(config);
    CommandChecker steps = new CommandChecker(config);
    DramChannel leaping = new DramChannel(config, CompletionSink.NONE, leaps);
    DramChannel stepping = new DramChannel(config, CompletionSink.NONE, steps);
    for (int i = 0; i < 50; i++) {
      long place = AddressMap.place(0, i * 7 % 16, i % 5, i);
      leaping.offerRead(20L * i, place, i);
      stepping.offerRead(20L * i, place, i);
      for (long cycle = 20L * i; cycle <= 20L * i + 20; cycle++) {
        stepping.advanceTo(cycle);
      }
    }
    assertThat(leaping.drain()).isEqualTo(stepping.drain());
    assertThat(leaps.history()).isEqualTo(steps.history());
  }

  @Test
  void idleTimeCostsNothing() {
    DramConfig config = Configs.named("hbm2-2000");
    DramChannel channel = new DramChannel(config, CompletionSink.NONE, (_, _, _, _) -> {});
    channel.offerRead(0, AddressMap.place(0, 0, 0, 0), 0);
    long year = 1_000_000_000L * 86_400 * 365;
    channel.advanceTo(year);
    assertThat(channel.now()).isEqualTo(year);
    assertThat(channel.counters().refreshes).isEqualTo(2 * (year / 3900));
    long before = channel.now();
    channel.offerRead(before, AddressMap.place(0, 0, 0, 0), 1);
    assertThat(channel.drain()).isBetween(before + 31, before + 31 + 300);
  }

  @Test
  void readsAreAnsweredByWaitingWritesAndWritesMerge() {
    Done done = new Done();
    DramChannel channel = new DramChannel(Configs.named("gtx580"), done, (_, _, _, _) -> {});
    long place = AddressMap.place(0, 3, 3, 3);
    channel.offerWrite(10, place, 1);
    channel.offerRead(10, place, 2);
    channel.offerWrite(10, place, 3);
    assertThat(done.reads).containsEntry(2L, 11L);
    assertThat(done.writes).containsOnlyKeys(3L);
    channel.drain();
    assertThat(done.writes).containsOnlyKeys(1L, 3L);
    assertThat(channel.counters().forwardedReads).isEqualTo(1);
    assertThat(channel.counters().mergedWrites).isEqualTo(1);
    assertThat(channel.counters().accesses()).isEqualTo(1);
    channel.offerRead(500, place, 4);
    assertThat(channel.drain()).isGreaterThan(510);
  }

  @Test
  void placesInOtherChannelsForwardToo() {
    Done done = new Done();
    DramChannel channel = new DramChannel(Configs.named("gtx580"), done, (_, _, _, _) -> {});
    long place = AddressMap.place(11, 3, 3, 3);
    channel.offerWrite(0, place, 1);
    channel.offerRead(0, place, 2);
    channel.drain();
    assertThat(channel.counters().forwardedReads).isEqualTo(1);
  }

  @Test
  void rowHitsGoFirstButAnOldRequestIsNotPutOffForEver() {
    DramConfig config = Configs.named("gtx580");
    SchedulerConfig limited =
        new SchedulerConfig(
            Writes.BUFFERED, 64, 64, 52, 12, Order.ROW_HITS_FIRST, PagePolicy.OPEN, 8);
    Done done = new Done();
    DramChannel channel = new DramChannel(Configs.with(config, limited), done, (_, _, _, _) -> {});
    channel.offerRead(0, AddressMap.place(0, 0, 1, 0), 0);
    channel.offerRead(0, AddressMap.place(0, 0, 2, 0), 1);
    for (int i = 0; i < 40; i++) {
      channel.offerRead(0, AddressMap.place(0, 0, 1, 1 + i), 2 + i);
    }
    channel.drain();
    long other = done.reads.getOrDefault(1L, 0L);
    assertThat(done.reads.values().stream().filter(cycle -> cycle < other).count()).isEqualTo(8);
  }

  @Test
  void writesWaitUntilThereAreManyAndThenGoTogether() {
    DramConfig config = Configs.named("hbm2-2000");
    CommandChecker log = new CommandChecker(config);
    DramChannel channel = new DramChannel(config, CompletionSink.NONE, log);
    long cycle = 0;
    for (int i = 0; i < 3000; i++) {
      long place = AddressMap.place(0, i % 32, i / 1024, i / 32 % 32);
      cycle = Math.max(cycle, channel.now());
      if (i % 3 == 2) {
        if (!channel.offerWrite(cycle, place, i)) {
          cycle = channel.awaitWriteRoom();
          channel.offerWrite(cycle, place, i);
        }
      } else if (!channel.offerRead(cycle, place, i)) {
        cycle = channel.awaitReadRoom();
        channel.offerRead(cycle, place, i);
      }
    }
    channel.drain();
    List<Command> columns =
        log.history().stream()
            .map(CommandChecker.Issued::command)
            .filter(CommandChecker::isColumn)
            .toList();
    long turns = 0;
    for (int i = 1; i < columns.size(); i++) {
      turns += columns.get(i) == columns.get(i - 1) ? 0 : 1;
    }
    // 1000 writes in drains from 52 to 12, one or two of them cut by an access that was opened for.
    assertThat(turns).isBetween(40L, 200L);
  }

  @Test
  void aFullQueueRefuses() {
    DramChannel channel =
        new DramChannel(Configs.named("hbm2-2000"), CompletionSink.NONE, (_, _, _, _) -> {});
    int accepted = 0;
    while (channel.offerRead(0, AddressMap.place(0, 0, accepted, 0), accepted)) {
      accepted++;
    }
    assertThat(accepted).isEqualTo(64);
    assertThat(channel.awaitReadRoom()).isEqualTo(1);
  }

  @Test
  void timeDoesNotGoBack() {
    DramChannel channel =
        new DramChannel(Configs.named("hbm2-2000"), CompletionSink.NONE, (_, _, _, _) -> {});
    channel.advanceTo(100);
    assertThatThrownBy(() -> channel.offerRead(99, 0, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a request arrives at cycle 99, and the channel is at 100");
  }

  @Test
  void aRunAllocatesNothing() {
    DramConfig config = Configs.named("hbm2-2000");
    DramChannel channel = new DramChannel(config, CompletionSink.NONE, (_, _, _, _) -> {});
    ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long cycle = 0;
    long before = 0;
    for (int i = 0; i < 60_000; i++) {
      if (i == 20_000) {
        before = thread.getCurrentThreadAllocatedBytes();
      }
      long place = AddressMap.place(0, i * 11 % 32, i * 7 % 1000, i % 32);
      cycle = Math.max(cycle, channel.now());
      if (!channel.offerRead(cycle, place, i)) {
        cycle = channel.awaitReadRoom();
        channel.offerRead(cycle, place, i);
      }
    }
    assertThat(thread.getCurrentThreadAllocatedBytes() - before).isLessThan(10_000);
  }
}
