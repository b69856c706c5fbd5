package dev.magpie.gpu.dram;

import dev.magpie.gpu.dram.SchedulerConfig.Order;
import dev.magpie.gpu.dram.SchedulerConfig.PagePolicy;

/**
 * One DRAM channel with its controller: first-ready, first-come-first-served, reads before writes
 * until writes pile up.
 *
 * <p>There is no clock that ticks. The channel knows for each bank which command it wants next and
 * when that becomes legal, and goes from one such cycle to the next. Requests may be offered at any
 * cycle that is not before {@link #now()}; up to then the channel has decided, with what it knew.
 *
 * <p>Of the commands that are legal in a cycle, each command bus takes one: an access to the row
 * that was opened for it, then the oldest access to an open row, then the oldest request's activate
 * or precharge. A row stays open at least until the request that it was opened for has been served;
 * whether until all that wait for it are, says {@link SchedulerConfig.Order}. When a refresh is
 * due, its scope takes no more requests until it is done.
 *
 * <p>Reads of what a waiting write holds are answered from there; a write to the same place as a
 * waiting one takes its place. Single-threaded; allocates nothing once made.
 */
public final class DramChannel {
  private static final int NONE = RequestQueue.NONE;
  private static final int READ = RequestQueue.READ;
  private static final int WRITE = RequestQueue.WRITE;

  /** Set below all ages. */
  private static final long OPENERS_FIRST = 1L << 62;

  private static final int ACT = Command.ACT.index();
  private static final int PRE = Command.PRE.index();
  private static final int PREA = Command.PREA.index();
  private static final int RD = Command.RD.index();
  private static final int WR = Command.WR.index();
  private static final int RDA = Command.RDA.index();
  private static final int WRA = Command.WRA.index();
  private static final int REF = Command.REF.index();

  private final SchedulerConfig controller;
  private final CommandTiming timing;
  private final RequestQueue queue;
  private final BufferedWrites bufferedWrites;
  private final CompletionSink sink;
  private final CommandLog log;
  private final ChannelCounters counters = new ChannelCounters();
  private final boolean closesPages;
  private final boolean readyFirst;
  private final int readLatency;
  private final int writeLatency;
  private final int burstCycles;

  /** By command: its bus, and for how long it takes it. */
  private final int[] bus = new int[Command.COUNT];

  private final int[] busCycles = new int[Command.COUNT];
  private final long[] busFree = new long[2];

  /** By bank: the command that its best request needs next. */
  private final int[] wantedCommand;

  private final int[] wantedBy;
  private final long[] wantedKey;

  /** By bank: a cycle before which it cannot be legal; what is legal later, was not earlier. */
  private final long[] notBefore;

  /** By bank that wants an access: an older request that would rather close the row. */
  private final int[] closer;

  /** Bits of the banks that want a command. */
  private final long[] wanting;

  /** Bits of those that want an access. */
  private final long[] wantingAccess;

  /** By bank: accesses since its row was opened. */
  private final int[] accesses;

  private final RefreshSchedule refreshes;

  private long now;
  private long lastData;
  private boolean writesFirst;

  /** A channel that nobody watches. */
  public DramChannel(DramConfig config) {
    this(config, CompletionSink.NONE, (_, _, _, _) -> {});
  }

  /**
   * @param sink is told when requests will be done
   * @param log sees each command
   */
  public DramChannel(DramConfig config, CompletionSink sink, CommandLog log) {
    this.sink = sink;
    this.log = log;
    controller = config.controller();
    timing = new CommandTiming(config);
    int banks = config.banks();
    queue = new RequestQueue(controller.readQueue() + controller.writeQueue() + banks, banks);
    bufferedWrites = new BufferedWrites(controller.writeQueue() + banks);
    closesPages = controller.page() == PagePolicy.CLOSED;
    readyFirst = controller.order() == Order.READY_FIRST;
    readLatency = config.readLatency();
    writeLatency = config.writeLatency();
    burstCycles = config.burstCycles();
    config
        .commands()
        .forEach((command, use) -> {
          bus[command.index()] = use.bus();
          busCycles[command.index()] = use.cycles();
        });
    wantedCommand = new int[banks];
    wantedBy = new int[banks];
    wantedKey = new long[banks];
    notBefore = new long[banks];
    closer = new int[banks];
    wanting = new long[(banks + 63) / 64];
    wantingAccess = new long[wanting.length];
    accesses = new int[banks];
    refreshes = new RefreshSchedule(config);
  }

  /** Before this cycle, everything is decided. */
  public long now() {
    return now;
  }

  /** Whether nothing waits to be served. */
  public boolean isIdle() {
    return queue.unserved() == 0;
  }

  /** What it has done so far; changes as it goes on. */
  public ChannelCounters counters() {
    return counters;
  }

  /** The cycle after the last data that it has moved. */
  public long lastData() {
    return lastData;
  }

  /**
   * Offers a read.
   *
   * @param cycle when it arrives, not before {@link #now()}
   * @param place of the {@link AddressMap}
   * @param tag what the sink will know it by
   * @return whether there was room
   */
  public boolean offerRead(long cycle, long place, long tag) {
    advanceTo(arrivesAt(cycle));
    if (bufferedWrites.contains(AddressMap.inChannel(place))) {
      counters.reads++;
      counters.forwardedReads++;
      counters.readLatencyCycles++;
      lastData = Math.max(lastData, cycle + 1);
      sink.readDone(tag, cycle + 1);
      return true;
    }
    if (queue.waiting(READ) >= controller.readQueue()) {
      return false;
    }
    counters.reads++;
    add(READ, cycle, place, tag);
    return true;
  }

  /**
   * Offers a write.
   *
   * @param cycle when it arrives, not before {@link #now()}
   * @param place of the {@link AddressMap}
   * @param tag what the sink will know it by
   * @return whether there was room
   */
  public boolean offerWrite(long cycle, long place, long tag) {
    advanceTo(arrivesAt(cycle));
    if (bufferedWrites.contains(AddressMap.inChannel(place))) {
      counters.writes++;
      counters.mergedWrites++;
      sink.writeDone(tag, cycle + 1);
      return true;
    }
    if (queue.waiting(WRITE) >= controller.writeQueue()) {
      return false;
    }
    counters.writes++;
    bufferedWrites.add(AddressMap.inChannel(place));
    add(WRITE, cycle, place, tag);
    return true;
  }

  private long arrivesAt(long cycle) {
    if (cycle < now) {
      throw new IllegalArgumentException(
          "a request arrives at cycle %d, and the channel is at %d".formatted(cycle, now));
    }
    return cycle;
  }

  private void add(int kind, long cycle, long place, long tag) {
    int bank = AddressMap.bank(place);
    queue.add(kind, bank, AddressMap.row(place), AddressMap.column(place), cycle, tag);
    choose(bank);
  }

  /** Goes on until there is room for a read; the result is the cycle, {@link #now()}. */
  public long awaitReadRoom() {
    while (queue.waiting(READ) >= controller.readQueue()) {
      step(Long.MAX_VALUE);
    }
    return now;
  }

  /** Goes on until there is room for a write; the result is the cycle, {@link #now()}. */
  public long awaitWriteRoom() {
    while (queue.waiting(WRITE) >= controller.writeQueue()) {
      step(Long.MAX_VALUE);
    }
    return now;
  }

  /** Goes on to a cycle; does nothing if it has passed it. */
  public void advanceTo(long cycle) {
    while (now < cycle) {
      step(cycle);
    }
  }

  /** Goes on until all reads have their commands; the result is when the last has its data. */
  public long finishReads() {
    while (queue.waiting(READ) > 0 || readIsOpened()) {
      step(Long.MAX_VALUE);
    }
    return lastData;
  }

  private boolean readIsOpened() {
    for (int bank = 0; bank < wantedBy.length; bank++) {
      int request = queue.opener(bank);
      if (request != NONE && queue.kind(request) == READ) {
        return true;
      }
    }
    return false;
  }

  /** Goes on until nothing waits; the result is the cycle after the last data. */
  public long drain() {
    while (queue.unserved() > 0) {
      step(Long.MAX_VALUE);
    }
    return lastData;
  }

  /** Issues what can be issued now, and goes on to the next cycle of interest or to the limit. */
  private void step(long limit) {
    if (now >= refreshes.next()) {
      callRefreshes();
    } else if (queue.unserved() == 0 && limit - now > 2L * refreshes.interval()) {
      skipRefreshes(limit);
    }
    now = Math.min(limit, issueBest());
  }

  /** Issues at most one command a bus; the result is the next cycle in which one may be legal. */
  private long issueBest() {
    setMode();
    long cycle = now;
    long rowBusFree = busFree[bus[PRE]];
    boolean rowBusBusy = rowBusFree > cycle;
    // While row commands cannot issue, nothing is to be known about them.
    long[] looking = rowBusBusy ? wantingAccess : wanting;
    long wake = rowBusBusy ? Math.min(rowBusFree, refreshes.next()) : refreshes.next();
    int columnBank = NONE;
    int rowBank = NONE;
    long columnKey = Long.MAX_VALUE;
    long rowKey = Long.MAX_VALUE;
    for (int word = 0; word < looking.length; word++) {
      for (long bits = looking[word]; bits != 0; bits &= bits - 1) {
        int bank = (word << 6) + Long.numberOfTrailingZeros(bits);
        if (notBefore[bank] > cycle) {
          wake = Math.min(wake, notBefore[bank]);
          continue;
        }
        int command = wantedCommand[bank];
        long key = wantedKey[bank];
        boolean ofRow = command == ACT || command == PRE;
        if (key > (ofRow ? rowKey : columnKey) && closer[bank] == NONE) {
          // An older one will issue in this cycle, so when this one can does not matter yet.
          continue;
        }
        long ready = Math.max(timing.earliest(command, bank), busFree[bus[command]]);
        if (ready <= cycle) {
          if (ofRow) {
            rowKey = key;
            rowBank = bank;
          } else if (key < columnKey) {
            columnKey = key;
            columnBank = bank;
          }
        }
        if (closer[bank] != NONE) {
          long closes = Math.max(timing.earliest(PRE, bank), rowBusFree);
          if (closes <= cycle && queue.age(closer[bank]) < rowKey) {
            rowKey = queue.age(closer[bank]);
            rowBank = bank;
          }
          ready = Math.min(ready, closes);
        }
        notBefore[bank] = ready;
        if (ready > cycle) {
          wake = Math.min(wake, ready);
        }
      }
    }
    boolean issued = false;
    if (columnBank != NONE) {
      access(columnBank);
      if (rowBank == columnBank) {
        // The access was faster than who would have closed its row; look who is next.
        return cycle;
      }
      issued = true;
    }
    if (refreshes.anyWaits()) {
      long ready = refresh();
      issued |= ready <= cycle;
      wake = Math.min(wake, ready);
    }
    if (rowBank != NONE && busFree[bus[PRE]] <= cycle) {
      if (wantedCommand[rowBank] == ACT) {
        open(rowBank);
      } else {
        close(rowBank);
      }
      issued = true;
    }
    return issued ? cycle + 1 : Math.max(wake, cycle + 1);
  }

  private void access(int bank) {
    int request = wantedBy[bank];
    int command = wantedCommand[bank];
    int kind = queue.kind(request);
    if (!queue.begin(request)) {
      counters.rowHits++;
    }
    int row = queue.openRow(bank);
    long place = AddressMap.place(0, bank, row, queue.column(request));
    queue.serve(request);
    if (closesPages
        && queue.oldestHit(READ, bank) == NONE
        && queue.oldestHit(WRITE, bank) == NONE) {
      int closing = kind == READ ? RDA : WRA;
      if (timing.earliest(closing, bank) <= now) {
        command = closing;
        queue.close(bank);
      }
    }
    issue(command, bank, row);
    setMode();
    accesses[bank]++;
    counters.dataBusCycles += burstCycles;
    long done = now + (kind == READ ? readLatency : writeLatency);
    lastData = Math.max(lastData, done);
    if (kind == READ) {
      counters.readLatencyCycles += done - queue.arrival(request);
      sink.readDone(queue.tag(request), done);
    } else {
      bufferedWrites.remove(place);
      sink.writeDone(queue.tag(request), done);
    }
    choose(bank);
  }

  private void open(int bank) {
    int request = wantedBy[bank];
    if (!queue.begin(request)) {
      counters.rowMisses++;
    }
    counters.activates++;
    issue(ACT, bank, queue.row(request));
    queue.open(request);
    accesses[bank] = 0;
    choose(bank);
  }

  private void close(int bank) {
    int request = closer[bank] == NONE ? wantedBy[bank] : closer[bank];
    if (!queue.begin(request)) {
      counters.rowConflicts++;
    }
    counters.precharges++;
    issue(PRE, bank, NONE);
    queue.close(bank);
    choose(bank);
  }

  private void issue(int command, int bank, int row) {
    timing.issue(command, bank, now);
    busFree[bus[command]] = now + busCycles[command];
    log.issued(now, Command.ALL.get(command), bank, row);
  }

  /** Switches between reads and writes where the queues say so. */
  private void setMode() {
    int reads = queue.waiting(READ);
    int writes = queue.waiting(WRITE);
    boolean first =
        writesFirst
            ? reads == 0 || writes > controller.writeLow()
            : writes >= controller.writeHigh() || (reads == 0 && writes > 0);
    if (first != writesFirst) {
      writesFirst = first;
      chooseAll(0, wantedBy.length);
    }
  }

  private void chooseAll(int firstBank, int endBank) {
    for (int bank = firstBank; bank < endBank; bank++) {
      choose(bank);
    }
  }

  /** Finds what a bank wants next. */
  private void choose(int bank) {
    closer[bank] = NONE;
    int request = queue.opener(bank);
    if (request != NONE) {
      want(bank, request, queue.kind(request) == READ ? RD : WR, OPENERS_FIRST);
      return;
    }
    int kind = writesFirst ? WRITE : READ;
    request = queue.oldest(kind, bank);
    if (request == NONE || refreshes.bankWaits(bank)) {
      wanting[bank >> 6] &= ~(1L << bank);
      wantingAccess[bank >> 6] &= ~(1L << bank);
    } else if (!queue.isOpen(bank)) {
      want(bank, request, ACT, 0);
    } else {
      int hit = queue.oldestHit(kind, bank);
      if (hit == NONE || (hit != request && accesses[bank] >= controller.rowHitLimit())) {
        want(bank, request, PRE, 0);
      } else {
        want(bank, hit, kind == READ ? RD : WR, 0);
        closer[bank] = readyFirst && hit != request ? request : NONE;
      }
    }
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

  /** Counts the refreshes of a long time without requests, all but the last. */
  private void skipRefreshes(long limit) {
    if (refreshes.anyWaits() || limit == Long.MAX_VALUE) {
      return;
    }
    for (int scope = 0; scope < refreshes.scopes(); scope++) {
      if (hasOpenRows(scope)) {
        return;
      }
    }
    long intervals = (limit - now) / refreshes.interval() - 1;
    refreshes.skip(intervals);
    counters.refreshes += intervals * refreshes.scopes();
  }

  /** Lets the scopes wait whose time has come. */
  private void callRefreshes() {
    for (int scope = 0; scope < refreshes.scopes(); scope++) {
      if (refreshes.call(scope, now)) {
        chooseAll(refreshes.firstBank(scope), refreshes.endBank(scope));
      }
    }
    refreshes.findNext();
  }

  /**
   * Issues the command of a scope that waits for a refresh, if one is legal; the result is when the
   * next will be, now if one was.
   */
  private long refresh() {
    long wake = Long.MAX_VALUE;
    for (int scope = 0; scope < refreshes.scopes(); scope++) {
      if (!refreshes.waits(scope) || isServingOpeners(scope)) {
        continue;
      }
      int command = hasOpenRows(scope) ? PREA : REF;
      long ready = Math.max(timing.earliestInScope(command, scope), busFree[bus[command]]);
      if (ready <= now) {
        refresh(scope, command);
        return now;
      }
      wake = Math.min(wake, ready);
    }
    return wake;
  }

  private void refresh(int scope, int command) {
    int first = refreshes.firstBank(scope);
    int end = refreshes.endBank(scope);
    issue(command, first, NONE);
    if (command == PREA) {
      counters.precharges++;
      for (int bank = first; bank < end; bank++) {
        queue.close(bank);
      }
    } else {
      counters.refreshes++;
      refreshes.done(scope);
      chooseAll(first, end);
    }
  }

  private boolean isServingOpeners(int scope) {
    for (int bank = refreshes.firstBank(scope); bank < refreshes.endBank(scope); bank++) {
      if (queue.opener(bank) != NONE) {
        return true;
      }
    }
    return false;
  }

  private boolean hasOpenRows(int scope) {
    for (int bank = refreshes.firstBank(scope); bank < refreshes.endBank(scope); bank++) {
      if (queue.isOpen(bank)) {
        return true;
      }
    }
    return false;
  }
}
