package dev.magpie.gpu.dram;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.gpu.dram.SchedulerConfig.Order;
import dev.magpie.gpu.dram.SchedulerConfig.PagePolicy;
import dev.magpie.gpu.dram.SchedulerConfig.Writes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a channel serves first, request by request. */
class ServiceOrderTest {
  private static final DramConfig HBM = Configs.named("hbm2-2000");

  private final List<Long> served = new ArrayList<>();
  private final List<Long> readsDone = new ArrayList<>();

  /** Tags in the order in which they are served. */
  private final CompletionSink sink =
      new CompletionSink() {
        @Override
        public void readDone(long tag, long cycle) {
          served.add(tag);
          readsDone.add(cycle);
        }

        @Override
        public void writeDone(long tag, long cycle) {
          served.add(tag);
        }
      };

  private final CommandChecker log = new CommandChecker(HBM);

  private static SchedulerConfig controller(Writes writes, int high, int low, int hits) {
    return new SchedulerConfig(
        writes, 64, 64, high, low, Order.ROW_HITS_FIRST, PagePolicy.OPEN, hits);
  }

  private DramChannel channel(SchedulerConfig controller) {
    return new DramChannel(Configs.with(HBM, controller), sink, log);
  }

  private static long place(int bank, int row, int column) {
    return AddressMap.place(0, bank, row, column);
  }

  @Test
  void theRequestThatARowWasOpenedForGoesBeforeOlderHitsOfOtherBanks() {
    DramChannel channel = channel(controller(Writes.BUFFERED, 52, 12, 1000));
    for (int i = 0; i < 30; i++) {
      channel.offerRead(0, place(0, 1, i), i);
    }
    // Of the same group, so that neither bank's accesses are legal sooner.
    channel.offerRead(0, place(1, 1, 0), 30);
    channel.drain();
    assertThat(served.indexOf(30L)).isLessThan(5);
    assertThat(served).hasSize(31).startsWith(0L).endsWith(29L);
  }

  @Test
  void hitsAreCountedFromTheOpeningOfTheirRow() {
    DramChannel channel = channel(controller(Writes.BUFFERED, 52, 12, 8));
    channel.offerRead(0, place(0, 1, 0), 0);
    channel.offerRead(0, place(0, 2, 0), 1);
    for (int i = 0; i < 10; i++) {
      channel.offerRead(0, place(0, 1, 1 + i), 2 + i);
    }
    channel.offerRead(0, place(0, 3, 0), 12);
    for (int i = 0; i < 20; i++) {
      channel.offerRead(0, place(0, 1, 11 + i), 13 + i);
    }
    channel.drain();
    // Eight of the first row, the second, three that are older than the third, and five that are
    // not.
    assertThat(served.subList(0, 18))
        .containsExactly(
            0L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 1L, 9L, 10L, 11L, 13L, 14L, 15L, 16L, 17L, 12L);
    assertThat(log.history())
        .filteredOn(each -> each.command() == Command.PRE)
        .hasSize(4)
        .hasSize((int) channel.counters().precharges);
  }

  @Test
  void writesGoFirstFromTheHighMarkDownToTheLow() {
    DramChannel channel = channel(controller(Writes.BUFFERED, 4, 2, 1000));
    for (int i = 0; i < 6; i++) {
      channel.offerRead(0, place(0, 1, i), i);
    }
    for (int i = 0; i < 3; i++) {
      channel.offerWrite(0, place(0, 1, 8 + i), 100 + i);
    }
    long begun = channel.now();
    channel.offerWrite(begun, place(0, 1, 11), 103);
    channel.drain();
    // The row was being opened for none when the fourth came: two writes, and the rest at the end.
    assertThat(served).containsExactly(100L, 101L, 0L, 1L, 2L, 3L, 4L, 5L, 102L, 103L);
  }

  @Test
  void fewerWritesThanTheHighMarkWaitForReads() {
    DramChannel channel = channel(controller(Writes.BUFFERED, 4, 2, 1000));
    for (int i = 0; i < 3; i++) {
      channel.offerRead(0, place(0, 1, i), i);
    }
    for (int i = 0; i < 3; i++) {
      channel.offerWrite(0, place(0, 1, 8 + i), 100 + i);
    }
    channel.drain();
    assertThat(served).containsExactly(0L, 1L, 2L, 100L, 101L, 102L);
  }

  @Test
  void writesAmongReadsGoInTheOrderInWhichTheyCame() {
    DramChannel channel = channel(controller(Writes.AMONG_READS, 52, 12, 1000));
    for (int i = 0; i < 10; i++) {
      if (i % 3 == 1) {
        channel.offerWrite(0, place(0, 1, i), i);
      } else {
        channel.offerRead(0, place(0, 1, i), i);
      }
    }
    channel.drain();
    assertThat(served).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
  }

  @Test
  void readsAreFinishedAndWritesGoOnWaiting() {
    DramChannel channel = channel(controller(Writes.BUFFERED, 52, 12, 1000));
    assertThat(channel.isIdle()).isTrue();
    channel.offerRead(0, place(0, 1, 0), 0);
    channel.offerWrite(0, place(3, 1, 0), 1);
    assertThat(channel.isIdle()).isFalse();
    // Its row is open, and it has not been read.
    channel.advanceTo(3);
    assertThat(log.history()).hasSize(1);
    assertThat(channel.finishReads()).isEqualTo(readsDone.getFirst());
    assertThat(served).containsExactly(0L);
    assertThat(channel.isIdle()).isFalse();
    channel.drain();
    assertThat(channel.isIdle()).isTrue();
  }

  @Test
  void aReadThatAWriteAnswersTakesACycle() {
    DramChannel channel = channel(controller(Writes.BUFFERED, 52, 12, 1000));
    channel.offerWrite(10, place(0, 1, 0), 0);
    channel.offerRead(10, place(0, 1, 0), 1);
    assertThat(readsDone).containsExactly(11L);
    assertThat(channel.finishReads()).isEqualTo(11);
    assertThat(channel.counters().meanReadLatency()).isEqualTo(1);
  }

  @Test
  void aFullWriteQueueRefuses() {
    DramChannel channel = channel(controller(Writes.BUFFERED, 52, 12, 1000));
    int accepted = 0;
    while (channel.offerWrite(0, place(0, accepted, 0), accepted)) {
      accepted++;
    }
    assertThat(accepted).isEqualTo(64);
  }

  @Test
  void onlyTheLastThatWaitsForARowClosesIt() {
    SchedulerConfig closing =
        new SchedulerConfig(
            Writes.BUFFERED, 64, 64, 52, 12, Order.ROW_HITS_FIRST, PagePolicy.CLOSED, 1000);
    DramChannel channel = channel(closing);
    for (int i = 0; i < 4; i++) {
      channel.offerRead(0, place(0, 1, i), i);
    }
    channel.offerWrite(0, place(0, 1, 9), 9);
    channel.drain();
    assertThat(log.history())
        .extracting(CommandChecker.Issued::command)
        .containsExactly(Command.ACT, Command.RD, Command.RD, Command.RD, Command.RD, Command.WRA);
  }

  @Test
  void anIdleChannelIsRefreshedWhenItIsDue() {
    DramChannel channel = channel(controller(Writes.BUFFERED, 52, 12, 1000));
    long interval = HBM.timing("REFI");
    channel.advanceTo(interval + 100);
    assertThat(log.history())
        .extracting(CommandChecker.Issued::command)
        .containsExactly(Command.REF, Command.REF);
    assertThat(log.history().getFirst().cycle()).isEqualTo(interval);
    channel.offerRead(channel.now(), place(0, 1, 0), 0);
    channel.advanceTo(2 * interval + 100);
    // The open row is closed first, with a command for all banks.
    assertThat(log.history())
        .filteredOn(each -> each.command() == Command.PREA)
        .hasSize(1)
        .hasSize((int) channel.counters().precharges)
        .allMatch(each -> each.cycle() == 2 * interval);
  }
}
