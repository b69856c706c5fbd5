package dev.magpie.gpu.memory;

import dev.magpie.gpu.dram.AddressMap;
import dev.magpie.gpu.dram.ChannelCounters;
import dev.magpie.gpu.dram.CompletionSink;
import dev.magpie.gpu.dram.DramChannel;
import dev.magpie.gpu.dram.DramConfig;

/**
 * Puts transfers to a DRAM channel, in order, reads and writes each in a queue of their own. A
 * channel says what it will have done as it goes on, so while it has work it is looked at often
 * enough to know in time: no later than a read's latency after its command.
 */
final class ChannelPort implements CompletionSink {
  private static final int NONE = LineTransfers.NONE;

  /** Looks are so much rarer while nobody waits for anything. */
  private static final int LAZINESS = 16;

  private final int number;
  private final EventQueue events;
  private final LineTransfers transfers;
  private final ClockRatio clocks;
  private final AddressMap map;
  private final DramChannel channel;
  private final int accessBytes;

  /** Cycles between looks: while data are waited for, and while queues are full. */
  private final long period;

  private final long fullPeriod;

  private int firstRead = NONE;
  private int lastRead = NONE;
  private int firstWrite = NONE;
  private int lastWrite = NONE;
  private int waiting;
  private int reading;

  /** Room that was missed last; 0 if none was. */
  private int refusedAt;

  private long nextLook = Long.MAX_VALUE;

  ChannelPort(
      int number,
      DramConfig config,
      EventQueue events,
      LineTransfers transfers,
      ClockRatio clocks) {
    this.number = number;
    this.events = events;
    this.transfers = transfers;
    this.clocks = clocks;
    map = AddressMap.of(config, 1);
    channel = new DramChannel(config, this, (_, _, _, _) -> {});
    accessBytes = config.accessBytes();
    period = Math.max(1, clocks.toCore(config.readLatency()) - 2);
    int drains = config.burstCycles() * Math.max(1, config.controller().readQueue() / 16);
    fullPeriod = Math.clamp(clocks.toCore(drains), 1, period);
  }

  ChannelCounters counters() {
    return channel.counters();
  }

  /**
   * Whether fewer than so many transfers wait for room in the channel. If not, it will be looked at
   * as soon as there are.
   */
  boolean hasRoom(int most) {
    if (waiting < most) {
      return true;
    }
    refusedAt = most;
    return false;
  }

  /** A transfer arrives. */
  void add(long cycle, int transfer) {
    transfers.next[transfer] = NONE;
    waiting++;
    if (transfers.writes(transfer)) {
      if (firstWrite == NONE) {
        firstWrite = transfer;
      } else {
        transfers.next[lastWrite] = transfer;
      }
      lastWrite = transfer;
    } else {
      if (firstRead == NONE) {
        firstRead = transfer;
      } else {
        transfers.next[lastRead] = transfer;
      }
      lastRead = transfer;
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
    while (firstRead != NONE && offerRead(now, firstRead)) {
      int transfer = firstRead;
      firstRead = transfers.next[transfer];
      waiting--;
      if (transfers.outstanding[transfer] == 0) {
        finish(transfer);
      }
    }
    while (firstWrite != NONE && offerWrite(now, firstWrite)) {
      int transfer = firstWrite;
      firstWrite = transfers.next[transfer];
      waiting--;
      transfers.free(transfer);
    }
    if (waiting < refusedAt) {
      refusedAt = 0;
      lookAt(cycle + 1);
    } else if (waiting > 0) {
      lookAt(cycle + fullPeriod);
    } else if (reading > 0) {
      lookAt(cycle + period);
    } else if (!channel.isIdle()) {
      lookAt(cycle + LAZINESS * period);
    }
  }

  private void lookAt(long cycle) {
    if (cycle < nextLook) {
      nextLook = cycle;
      events.schedule(cycle, Event.LOOK_AT_CHANNEL, number);
    }
  }

  private boolean offerRead(long now, int transfer) {
    while (transfers.offers[transfer] != 0) {
      int access = Long.numberOfTrailingZeros(transfers.offers[transfer]);
      long place = map.place(transfers.address[transfer] + (long) access * accessBytes);
      transfers.outstanding[transfer]++;
      reading++;
      if (!channel.offerRead(now, place, transfer)) {
        transfers.outstanding[transfer]--;
        reading--;
        return false;
      }
      transfers.offers[transfer] &= transfers.offers[transfer] - 1;
    }
    return true;
  }

  private boolean offerWrite(long now, int transfer) {
    while (transfers.offers[transfer] != 0) {
      int access = Long.numberOfTrailingZeros(transfers.offers[transfer]);
      long place = map.place(transfers.address[transfer] + (long) access * accessBytes);
      if (!channel.offerWrite(now, place, transfer)) {
        return false;
      }
      transfers.offers[transfer] &= transfers.offers[transfer] - 1;
    }
    return true;
  }

  @Override
  public void readDone(long tag, long dramCycle) {
    int transfer = (int) tag;
    reading--;
    transfers.outstanding[transfer]--;
    transfers.done[transfer] = Math.max(transfers.done[transfer], dramCycle);
    // While it is being offered, the last access is not known to be the last.
    if (transfers.outstanding[transfer] == 0
        && transfers.offers[transfer] == 0
        && transfer != firstRead) {
      finish(transfer);
    }
  }

  private void finish(int transfer) {
    long cycle = Math.max(events.now(), clocks.toCore(transfers.done[transfer]));
    events.schedule(cycle + transfers.delay[transfer], Event.TRANSFERRED, transfer);
  }
}
