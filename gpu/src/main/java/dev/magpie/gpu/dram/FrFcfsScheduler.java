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

  /** By bank: the command that its best request needs next. */
  private final int[] wantedCommand;

  private final int[] wantedBy;

  /** By bank: the age of that request; the least goes first. */
  private final long[] wantedKey;

  /**
   * By bank: a cycle before which its wanted command cannot be legal. It stays right, since other
   * commands only make it legal later.
   */
  private final long[] notBefore;

  /** By bank that wants an access: an older request that would rather close the row. */
  private final int[] closer;

  /** Bits of the banks that want a command. */
  private final long[] wanting;

  /** Bits of those that want an access. */
  private final long[] wantingAccess;

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
    wantedCommand = new int[banks];
    wantedBy = new int[banks];
    wantedKey = new long[banks];
    notBefore = new long[banks];
    closer = new int[banks];
    wanting = new long[(banks + 63) / 64];
    wantingAccess = new long[wanting.length];
    accesses = new int[banks];
  }

  /** Finds the best access and the best row command that are legal now. */
  void select(long now) {
    long rowBusFree = buses.freeAt(PRE);
    boolean rowBusBusy = rowBusFree > now;
    // While the bus of row commands is busy, only banks that want an access matter.
    long[] looking = rowBusBusy ? wantingAccess : wanting;
    long next = rowBusBusy ? Math.min(rowBusFree, refreshes.next()) : refreshes.next();
    int bestAccess = NONE;
    int bestRow = NONE;
    long accessKey = Long.MAX_VALUE;
    long rowKey = Long.MAX_VALUE;
    for (int word = 0; word < looking.length; word++) {
      for (long bits = looking[word]; bits != 0; bits &= bits - 1) {
        int bank = (word << 6) + Long.numberOfTrailingZeros(bits);
        if (notBefore[bank] > now) {
          next = Math.min(next, notBefore[bank]);
          continue;
        }
        int command = wantedCommand[bank];
        long key = wantedKey[bank];
        boolean ofRow = command == ACT || command == PRE;
        if (key > (ofRow ? rowKey : accessKey) && closer[bank] == NONE) {
          // An older one will issue in this cycle, so when this one can does not matter yet.
          continue;
        }
        long ready = Math.max(timing.earliest(command, bank), buses.freeAt(command));
        if (ready <= now) {
          if (ofRow) {
            rowKey = key;
            bestRow = bank;
          } else if (key < accessKey) {
            accessKey = key;
            bestAccess = bank;
          }
        }
        if (closer[bank] != NONE) {
          long closes = Math.max(timing.earliest(PRE, bank), rowBusFree);
          if (closes <= now && queue.age(closer[bank]) < rowKey) {
            rowKey = queue.age(closer[bank]);
            bestRow = bank;
          }
          ready = Math.min(ready, closes);
        }
        notBefore[bank] = ready;
        if (ready > now) {
          next = Math.min(next, ready);
        }
      }
    }
    accessBank = bestAccess;
    rowBank = bestRow;
    wake = next;
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

  /** The command that a bank wants. */
  int command(int bank) {
    return wantedCommand[bank];
  }

  /** The request that needs it. */
  int request(int bank) {
    return wantedBy[bank];
  }

  /** The request for which a bank's row is closed. */
  int closer(int bank) {
    return closer[bank] == NONE ? wantedBy[bank] : closer[bank];
  }

  /** A bank has opened a row. */
  void opened(int bank) {
    accesses[bank] = 0;
  }

  /** A bank's open row has been accessed. */
  void accessed(int bank) {
    accesses[bank]++;
  }

  /** Switches between reads and writes where the queues say so. */
  void setMode() {
    if (!buffersWrites) {
      return;
    }
    int reads = queue.waiting(READ);
    int writes = queue.waiting(WRITE);
    boolean first =
        writesFirst
            ? reads == 0 || writes > config.writeLow()
            : writes >= config.writeHigh() || (reads == 0 && writes > 0);
    if (first != writesFirst) {
      writesFirst = first;
      chooseAll(0, wantedBy.length);
    }
  }

  void chooseAll(int firstBank, int endBank) {
    for (int bank = firstBank; bank < endBank; bank++) {
      choose(bank);
    }
  }

  /** Finds what a bank wants next. */
  void choose(int bank) {
    closer[bank] = NONE;
    int request = queue.opener(bank);
    if (request != NONE) {
      want(bank, request, queue.kind(request) == READ ? RD : WR, OPENERS_FIRST);
      return;
    }
    int kind = writesFirst ? WRITE : READ;
    request =
        buffersWrites
            ? queue.oldest(kind, bank)
            : older(queue.oldest(READ, bank), queue.oldest(WRITE, bank));
    if (request == NONE || refreshes.bankWaits(bank)) {
      wanting[bank >> 6] &= ~(1L << bank);
      wantingAccess[bank >> 6] &= ~(1L << bank);
    } else if (!queue.isOpen(bank)) {
      want(bank, request, ACT, 0);
    } else {
      int hit =
          buffersWrites
              ? queue.oldestHit(kind, bank)
              : older(queue.oldestHit(READ, bank), queue.oldestHit(WRITE, bank));
      if (hit == NONE || (hit != request && accesses[bank] >= config.rowHitLimit())) {
        want(bank, request, PRE, 0);
      } else {
        want(bank, hit, queue.kind(hit) == READ ? RD : WR, 0);
        closer[bank] = readyFirst && hit != request ? request : NONE;
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

  private void want(int bank, int request, int command, long before) {
    wantedBy[bank] = request;
    wantedCommand[bank] = command;
    wantedKey[bank] = queue.age(request) - before;
    notBefore[bank] = 0;
    wanting[bank >> 6] |= 1L << bank;
    if (command == ACT || command == PRE) {
      wantingAccess[bank >> 6] &= ~(1L << bank);
    } else {
      wantingAccess[bank >> 6] |= 1L << bank;
    }
  }
}
