package dev.magpie.gpu.memory;

import dev.magpie.gpu.dram.AddressMap;
import dev.magpie.gpu.dram.ChannelCounters;
import dev.magpie.gpu.dram.CompletionSink;
import dev.magpie.gpu.dram.DramChannel;
import dev.magpie.gpu.dram.DramConfig;
import org.jspecify.annotations.Nullable;

/**
 * Puts transactions to a DRAM channel, in order, reads and writes each in a queue of their own. The
 * channel is simulated lazily: it advances only when this looks at it, and then tells in which
 * cycle each read has its data. So while reads are under way it is looked at within a read's
 * latency of any read command; later, that cycle would have passed.
 */
final class ChannelPort implements CompletionSink {
  /**
   * Looks are so many times rarer while only writes are under way: nobody waits for those, and a
   * channel catches up on all of them at once. Any number gives the same cycles; a large one saves
   * looks, and counters are as old.
   */
  private static final int IDLE_PERIODS = 16;

  private final int number;
  private final EventQueue events;
  private final Transactions transactions;
  private final ClockRatio clocks;
  private final AddressMap map;
  private final DramChannel channel;
  private final int accessBytes;

  /** Cycles between looks: while data are waited for, and while queues are full. */
  private final long period;

  private final long fullPeriod;

  private @Nullable Transaction firstRead;
  private @Nullable Transaction lastRead;
  private @Nullable Transaction firstWrite;
  private @Nullable Transaction lastWrite;
  private int waiting;
  private int reading;

  /**
   * The limit of the last {@link #hasRoom} that said no, so that slices are told; 0 if none was
   * refused.
   */
  private int refusedAt;

  private long nextLook = Long.MAX_VALUE;

  ChannelPort(
      int number,
      DramConfig config,
      EventQueue events,
      Transactions transactions,
      ClockRatio clocks) {
    this.number = number;
    this.events = events;
    this.transactions = transactions;
    this.clocks = clocks;
    map = AddressMap.of(config, 1);
    channel = new DramChannel(config, this, (_, _, _, _) -> {});
    accessBytes = config.accessBytes();
    period = Math.max(1, clocks.toCore(config.readLatency()) - 2);
    // A full queue is looked at again when a sixteenth of it may have been served.
    int drains = config.burstCycles() * Math.max(1, config.controller().readQueue() / 16);
    fullPeriod = Math.clamp(clocks.toCore(drains), 1, period);
  }

  ChannelCounters counters() {
    return channel.counters();
  }

  /**
   * Whether fewer than so many transactions wait for room in the channel. If not, it will be looked
   * at as soon as there are.
   */
  boolean hasRoom(int most) {
    if (waiting < most) {
      return true;
    }
    refusedAt = most;
    return false;
  }

  /** Keeps room for a transaction that a slice has sent and that cannot be offered yet. */
  void keepRoom() {
    waiting++;
  }

  /** Gives back room that was kept. */
  void giveRoom(long cycle) {
    waiting--;
    if (waiting < refusedAt) {
      refusedAt = 0;
      lookAt(cycle + 1);
    }
  }

  /** A transaction, or a part of one, arrives. */
  void add(long cycle, Transaction transaction) {
    transaction.next = null;
    waiting++;
    if (transaction.writes()) {
      Transaction before = lastWrite;
      if (firstWrite == null || before == null) {
        firstWrite = transaction;
      } else {
        before.next = transaction;
      }
      lastWrite = transaction;
    } else {
      Transaction before = lastRead;
      if (firstRead == null || before == null) {
        firstRead = transaction;
      } else {
        before.next = transaction;
      }
      lastRead = transaction;
    }
    offer(cycle);
  }

  /** Sees what the channel has done. */
  void look(long cycle) {
    if (cycle != nextLook) {
      return; // An earlier one was arranged since.
    }
    nextLook = Long.MAX_VALUE;
    channel.advanceTo(clocks.toDram(cycle));
    offer(cycle);
  }

  private void offer(long cycle) {
    long now = clocks.toDram(cycle);
    Transaction read = firstRead;
    while (read != null && offerRead(now, read)) {
      firstRead = read.next;
      waiting--;
      if (read.outstanding == 0) {
        finish(read);
      }
      read = firstRead;
    }
    Transaction write = firstWrite;
    while (write != null && offerWrite(now, write)) {
      firstWrite = write.next;
      waiting--;
      transactions.free(write);
      write = firstWrite;
    }
    if (waiting < refusedAt) {
      refusedAt = 0;
      lookAt(cycle + 1);
    } else if (waiting > 0) {
      lookAt(cycle + fullPeriod);
    } else if (reading > 0) {
      lookAt(cycle + period);
    } else if (!channel.isIdle()) {
      lookAt(cycle + IDLE_PERIODS * period);
    }
  }

  private void lookAt(long cycle) {
    if (cycle < nextLook) {
      nextLook = cycle;
      events.schedule(cycle, Event.LOOK_AT_CHANNEL, number);
    }
  }

  private boolean offerRead(long now, Transaction read) {
    while (read.offers != 0) {
      int access = Long.numberOfTrailingZeros(read.offers);
      long place = map.place(read.address + (long) access * accessBytes);
      long forwarded = channel.counters().forwardedReads;
      read.outstanding++;
      reading++;
      if (!channel.offerRead(now, place, read.number)) {
        read.outstanding--;
        reading--;
        return false;
      }
      if (channel.counters().forwardedReads == forwarded) {
        read.crosses();
      }
      read.offers &= read.offers - 1;
    }
    return true;
  }

  private boolean offerWrite(long now, Transaction write) {
    while (write.offers != 0) {
      int access = Long.numberOfTrailingZeros(write.offers);
      long place = map.place(write.address + (long) access * accessBytes);
      long merged = channel.counters().mergedWrites;
      if (!channel.offerWrite(now, place, write.number)) {
        return false;
      }
      if (channel.counters().mergedWrites == merged) {
        write.crosses();
      }
      write.offers &= write.offers - 1;
    }
    return true;
  }

  @Override
  public void readDone(long tag, long dramCycle) {
    Transaction read = transactions.get((int) tag);
    reading--;
    read.outstanding--;
    read.done = Math.max(read.done, dramCycle);
    // While it is being offered, the last access is not known to be the last.
    if (read.outstanding == 0 && read.offers == 0 && read != firstRead) {
      finish(read);
    }
  }

  private void finish(Transaction read) {
    long cycle = Math.max(events.now(), clocks.toCore(read.done));
    events.schedule(cycle + read.delay(), Event.TRANSFERRED, read.number);
  }
}
