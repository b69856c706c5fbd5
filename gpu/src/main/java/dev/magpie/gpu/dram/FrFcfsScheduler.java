package dev.magpie.gpu.dram;

import dev.magpie.gpu.dram.SchedulerConfig.Order;
import dev.magpie.gpu.dram.SchedulerConfig.Writes;
import java.util.Arrays;

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

  /**
   * By bank: a cycle before which its access, or its row command, cannot be legal. It stays right,
   * since other commands only make it legal later.
   */
  private final long[] accessNotBefore;

  private final long[] rowNotBefore;

  /** By command: bits of the banks that want it. A bank may want an access and to be closed. */
  private final long[][] wanting = new long[Command.COUNT][];

  /** By bank: accesses since its row was opened. */
  private final int[] accesses;

  private boolean writesFirst;

  // What was selected last.
  private int accessBank;
  private int rowBank;
  private long wake;

  // What a look at several commands has found so far.
  private int best;
  private long bestKey;

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
    accessNotBefore = new long[banks];
    rowNotBefore = new long[banks];
    Arrays.setAll(wanting, _ -> new long[(banks + 63) / 64]);
    accesses = new int[banks];
  }

  /** Finds the best access and the best row command that are legal now. */
  void select(long now) {
    wake = refreshes.next();
    bestKey = Long.MAX_VALUE;
    best = NONE;
    look(RD, accessKey, accessNotBefore, now);
    look(WR, accessKey, accessNotBefore, now);
    accessBank = best;
    bestKey = Long.MAX_VALUE;
    best = NONE;
    look(ACT, rowKey, rowNotBefore, now);
    look(PRE, rowKey, rowNotBefore, now);
    rowBank = best;
  }

  /** Looks for a better bank among those that want a command. */
  private void look(int command, long[] keys, long[] notBefore, long now) {
    // Mostly none can, since another has the bus or comes too soon before: one look tells.
    long none = Math.max(buses.freeAt(command), timing.earliestOfAll(command));
    for (int word = 0; word < wanting[command].length; word++) {
      long bits = wanting[command][word];
      if (bits != 0 && none > now) {
        wake = Math.min(wake, none);
        return;
      }
      for (; bits != 0; bits &= bits - 1) {
        int bank = (word << 6) + Long.numberOfTrailingZeros(bits);
        if (notBefore[bank] > now) {
          wake = Math.min(wake, notBefore[bank]);
        } else if (keys[bank] < bestKey) {
          // Otherwise an older one issues in this cycle, and when this one can is of no matter yet.
          long ready = timing.earliest(command, bank);
          notBefore[bank] = ready;
          if (ready > now) {
            wake = Math.min(wake, ready);
          } else {
            bestKey = keys[bank];
            best = bank;
          }
        }
      }
    }
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
    return (wanting[command][bank >> 6] & 1L << bank) != 0;
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
    wanting[RD][word] &= others;
    wanting[WR][word] &= others;
    wanting[ACT][word] &= others;
    wanting[PRE][word] &= others;
  }

  private void wantAccess(int bank, int request, long before) {
    accessBy[bank] = request;
    accessKey[bank] = queue.age(request) - before;
    accessNotBefore[bank] = 0;
    wanting[queue.kind(request) == READ ? RD : WR][bank >> 6] |= 1L << bank;
  }

  private void wantRow(int bank, int request, int command) {
    rowBy[bank] = request;
    rowKey[bank] = queue.age(request);
    rowNotBefore[bank] = 0;
    wanting[command][bank >> 6] |= 1L << bank;
  }
}
