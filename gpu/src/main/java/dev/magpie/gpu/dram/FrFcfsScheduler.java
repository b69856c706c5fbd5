package dev.magpie.gpu.dram;

import dev.magpie.gpu.dram.SchedulerConfig.Order;
import dev.magpie.gpu.dram.SchedulerConfig.Writes;

/**
 * Chooses a channel's commands: first ready, first come, first served (FR-FCFS), reads before
 * writes until writes pile up.
 *
 * <p>For each bank it knows which command is wanted next. Of those that are legal in a cycle, each
 * command bus takes one: an access to the row that was opened for it, then the oldest access to an
 * open row, then the oldest request's activate or precharge. A row stays open at least until the
 * request that it was opened for has been served; {@link Order} says whether it stays open until
 * all that wait for it have been.
 */
final class FrFcfsScheduler {
  private static final int NONE = RequestQueue.NONE;
  private static final int READ = RequestQueue.READ;
  private static final int WRITE = RequestQueue.WRITE;
  private static final int ACT = Command.ACT.index();
  private static final int PRE = Command.PRE.index();
  private static final int RD = Command.RD.index();
  private static final int WR = Command.WR.index();

  /** Set below all ages, for the request that a row was opened for. */
  private static final long OPENERS_FIRST = 1L << 62;

  private final SchedulerConfig config;
  private final RequestQueue queue;
  private final CommandTiming timing;
  private final CommandBuses buses;
  private final RefreshSchedule refreshes;
  private final boolean readyFirst;
  private final boolean buffersWrites;

  /** By bank: the access to its open row that is best, if it wants one. */
  private final int[] accessBy;

  /** By bank: the request that its row is opened or closed for, if it wants that. */
  private final int[] rowBy;

  /** By bank: the ages of those; the least goes first. */
  private final long[] accessKey;

  private final long[] rowKey;

  /** Which banks' accesses, and which row commands, are not worth a look before some cycle. */
  private final SleepingBanks accessSleepers;

  private final SleepingBanks rowSleepers;

  /** By command: bits of the banks that want it. A bank may want an access and to be closed. */
  private final long[] wanting;

  /** Words of 64 bits that hold a bit for each bank. */
  private final int words;

  /** By bank: accesses since its row was opened. */
  private final int[] accesses;

  private boolean writesFirst;

  // What was selected last.
  private int accessBank;
  private int rowBank;
  private long wake;

  FrFcfsScheduler(
      DramConfig dram,
      RequestQueue queue,
      CommandTiming timing,
      CommandBuses buses,
      RefreshSchedule refreshes) {
    this.queue = queue;
    this.timing = timing;
    this.buses = buses;
    this.refreshes = refreshes;
    config = dram.controller();
    readyFirst = config.order() == Order.READY_FIRST;
    buffersWrites = config.writes() == Writes.BUFFERED;
    int banks = dram.banks();
    accessBy = new int[banks];
    rowBy = new int[banks];
    accessKey = new long[banks];
    rowKey = new long[banks];
    accessSleepers = new SleepingBanks(banks);
    rowSleepers = new SleepingBanks(banks);
    words = (banks + 63) / 64;
    wanting = new long[Command.COUNT * words];
    accesses = new int[banks];
  }

  /** Finds the best access and the best row command that are legal now. */
  void select(long now) {
    wake = refreshes.next();
    accessBank = best(RD, WR, accessKey, accessSleepers, now);
    rowBank = best(ACT, PRE, rowKey, rowSleepers, now);
  }

  /** The best bank among those that want either of two commands, which no bank wants both. */
  private int best(int one, int other, long[] keys, SleepingBanks sleepers, long now) {
    sleepers.advanceTo(now);
    int best = NONE;
    long bestKey = Long.MAX_VALUE;
    for (int word = 0; word < words; word++) {
      long awake = sleepers.awake(word);
      long ones = awake & wanting[one * words + word];
      long others = awake & wanting[other * words + word];
      // Mostly none can, since another has the bus or comes too soon before: one look tells.
      if (ones != 0 && isPutOff(one, now)) {
        ones = 0;
      }
      if (others != 0 && isPutOff(other, now)) {
        others = 0;
      }
      for (long bits = ones | others; bits != 0; bits &= bits - 1) {
        int bank = (word << 6) + Long.numberOfTrailingZeros(bits);
        // Otherwise an older one issues in this cycle, and when this one can is of no matter yet.
        if (keys[bank] < bestKey) {
          int command = (ones >>> bank & 1) != 0 ? one : other;
          long ready = timing.earliest(command, bank);
          if (ready > now) {
            // It stays right, since other commands only make it legal later.
            sleepers.wakeAt(bank, ready);
          } else {
            bestKey = keys[bank];
            best = bank;
          }
        }
      }
    }
    wake = Math.min(wake, sleepers.next());
    return best;
  }

  /** Whether a command is not yet legal in any bank. */
  private boolean isPutOff(int command, long now) {
    long none = Math.max(buses.freeAt(command), timing.earliestOfAll(command));
    if (none <= now) {
      return false;
    }
    wake = Math.min(wake, none);
    return true;
  }

  /** From when on a command that a bank wants is legal, as things are. */
  long ready(int bank) {
    return Math.min(
        Math.min(ready(bank, RD), ready(bank, WR)), Math.min(ready(bank, ACT), ready(bank, PRE)));
  }

  private long ready(int bank, int command) {
    return wants(bank, command)
        ? Math.max(buses.freeAt(command), timing.earliest(command, bank))
        : Long.MAX_VALUE;
  }

  /** The bank of the best access, or {@link RequestQueue#NONE}. */
  int accessBank() {
    return accessBank;
  }

  /** The bank of the best row command, or {@link RequestQueue#NONE}. */
  int rowBank() {
    return rowBank;
  }

  /** When another command may become legal. */
  long wake() {
    return wake;
  }

  /** Whether a bank wants a command. */
  boolean wants(int bank, int command) {
    return (wanting[command * words + (bank >> 6)] & 1L << bank) != 0;
  }

  /** The request whose access a bank wants. */
  int accessBy(int bank) {
    return accessBy[bank];
  }

  /** The request for which a bank's row is to be opened or closed. */
  int rowBy(int bank) {
    return rowBy[bank];
  }

  /** A bank has opened a row. */
  void opened(int bank) {
    accesses[bank] = 0;
  }

  /** A bank's open row has been accessed. */
  void accessed(int bank) {
    accesses[bank]++;
  }

  /** Switches between reads and writes where the queues say so; tells whether they do. */
  boolean setMode() {
    if (!buffersWrites) {
      return false;
    }
    int reads = queue.waiting(READ);
    int writes = queue.waiting(WRITE);
    boolean first =
        writesFirst
            ? reads == 0 || writes > config.writeLow()
            : writes >= config.writeHigh() || (reads == 0 && writes > 0);
    if (first == writesFirst) {
      return false;
    }
    writesFirst = first;
    chooseAll(0, accesses.length);
    return true;
  }

  void chooseAll(int firstBank, int endBank) {
    for (int bank = firstBank; bank < endBank; bank++) {
      choose(bank);
    }
  }

  /** Finds what the bank of a new request wants next; tells whether that may be something else. */
  boolean chooseWith(int request, int kind, int bank) {
    boolean waitsBehindOthers =
        queue.oldest(kind, bank) != request && queue.oldestHit(kind, bank) != request;
    if (waitsBehindOthers || (buffersWrites && (kind == WRITE) != writesFirst)) {
      return false;
    }
    choose(bank);
    return true;
  }

  /** Finds what a bank wants next. */
  void choose(int bank) {
    wantNothing(bank);
    int request = queue.opener(bank);
    if (request != NONE) {
      wantAccess(bank, request, OPENERS_FIRST);
      return;
    }
    int kind = writesFirst ? WRITE : READ;
    request =
        buffersWrites
            ? queue.oldest(kind, bank)
            : older(queue.oldest(READ, bank), queue.oldest(WRITE, bank));
    if (request == NONE || refreshes.bankWaits(bank)) {
      return;
    }
    if (!queue.isOpen(bank)) {
      wantRow(bank, request, ACT);
      return;
    }
    int hit =
        buffersWrites
            ? queue.oldestHit(kind, bank)
            : older(queue.oldestHit(READ, bank), queue.oldestHit(WRITE, bank));
    if (hit == NONE || (hit != request && accesses[bank] >= config.rowHitLimit())) {
      wantRow(bank, request, PRE);
    } else {
      wantAccess(bank, hit, 0);
      if (readyFirst && hit != request) {
        wantRow(bank, request, PRE);
      }
    }
  }

  /** The older of two requests, either of which may be none. */
  private int older(int one, int other) {
    if (one == NONE || other == NONE) {
      return one == NONE ? other : one;
    }
    return queue.age(one) < queue.age(other) ? one : other;
  }

  private void wantNothing(int bank) {
    int word = bank >> 6;
    long others = ~(1L << bank);
    wanting[RD * words + word] &= others;
    wanting[WR * words + word] &= others;
    wanting[ACT * words + word] &= others;
    wanting[PRE * words + word] &= others;
  }

  private void wantAccess(int bank, int request, long before) {
    accessBy[bank] = request;
    accessKey[bank] = queue.age(request) - before;
    int command = queue.kind(request) == READ ? RD : WR;
    accessSleepers.wakeAt(bank, timing.earliest(command, bank));
    wanting[command * words + (bank >> 6)] |= 1L << bank;
  }

  private void wantRow(int bank, int request, int command) {
    rowBy[bank] = request;
    rowKey[bank] = queue.age(request);
    rowSleepers.wakeAt(bank, timing.earliest(command, bank));
    wanting[command * words + (bank >> 6)] |= 1L << bank;
  }
}
