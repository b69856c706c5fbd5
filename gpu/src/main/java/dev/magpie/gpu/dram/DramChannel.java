package dev.magpie.gpu.dram;

import dev.magpie.gpu.dram.SchedulerConfig.PagePolicy;
import dev.magpie.gpu.dram.SchedulerConfig.Writes;

/**
 * One DRAM channel with its controller, which serves first what is ready first, then what came
 * first (FR-FCFS): {@link FrFcfsScheduler} says what comes next, and this lets it happen.
 *
 * <p>There is no clock that ticks. The channel knows for each bank which command it wants next and
 * when that becomes legal, and goes from one such cycle to the next. Requests may be offered at any
 * cycle that is not before {@link #now()}; up to then the channel has decided, with what it knew.
 * When a refresh is due, its scope takes no more requests until it is done.
 *
 * <p>Reads of what a waiting write holds are answered from there; a write to the same place as a
 * waiting one takes its place. Single-threaded; allocates nothing once made.
 */
public final class DramChannel {
  private static final int NONE = RequestQueue.NONE;
  private static final int READ = RequestQueue.READ;
  private static final int WRITE = RequestQueue.WRITE;

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
  private final boolean buffersWrites;
  private final int readLatency;
  private final int writeLatency;
  private final int burstCycles;
  private final int banks;

  private final CommandBuses buses;
  private final FrFcfsScheduler scheduler;
  private final RefreshSchedule refreshes;

  private long now;
  private long lastData;

  /** Before this cycle no command is legal, unless a request arrives. */
  private long quietUntil;

  /**
   * @param sink is told when requests will be done
   * @param log sees each command
   */
  public DramChannel(DramConfig config, CompletionSink sink, CommandLog log) {
    this.sink = sink;
    this.log = log;
    controller = config.controller();
    timing = new CommandTiming(config);
    banks = config.banks();
    queue = new RequestQueue(controller.readQueue() + controller.writeQueue() + banks, banks);
    bufferedWrites = new BufferedWrites(controller.writeQueue() + banks);
    buffersWrites = controller.writes() == Writes.BUFFERED;
    closesPages = controller.page() == PagePolicy.CLOSED;
    readLatency = config.readLatency();
    writeLatency = config.writeLatency();
    burstCycles = config.burstCycles();
    buses = new CommandBuses(config);
    refreshes = new RefreshSchedule(config);
    scheduler = new FrFcfsScheduler(config, queue, timing, buses, refreshes);
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
    if (!hasReadRoom()) {
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
    if (!hasWriteRoom()) {
      return false;
    }
    counters.writes++;
    if (buffersWrites) {
      bufferedWrites.add(AddressMap.inChannel(place));
    }
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

  private boolean hasReadRoom() {
    int others = buffersWrites ? 0 : queue.waiting(WRITE);
    return queue.waiting(READ) + others < controller.readQueue();
  }

  private boolean hasWriteRoom() {
    return buffersWrites ? queue.waiting(WRITE) < controller.writeQueue() : hasReadRoom();
  }

  private void add(int kind, long cycle, long place, long tag) {
    int bank = AddressMap.bank(place);
    int request =
        queue.add(kind, bank, AddressMap.row(place), AddressMap.column(place), cycle, tag);
    if (scheduler.chooseWith(request, kind, bank)) {
      quietUntil = Math.min(quietUntil, scheduler.ready(bank));
    }
  }

  /** Goes on until there is room for a read; the result is the cycle, {@link #now()}. */
  public long awaitReadRoom() {
    while (!hasReadRoom()) {
      step(Long.MAX_VALUE);
    }
    return now;
  }

  /** Goes on until there is room for a write; the result is the cycle, {@link #now()}. */
  public long awaitWriteRoom() {
    while (!hasWriteRoom()) {
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
    for (int bank = 0; bank < banks; bank++) {
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
      quietUntil = now;
    } else if (queue.unserved() == 0 && limit - now > 2L * refreshes.interval()) {
      skipRefreshes(limit);
    }
    if (scheduler.setMode()) {
      quietUntil = now;
    }
    if (quietUntil <= now) {
      quietUntil = issueBest();
    }
    now = Math.min(limit, quietUntil);
  }

  /** Issues at most one command a bus; the result is the next cycle in which one may be legal. */
  private long issueBest() {
    // First, which access and which activate or precharge are best.
    scheduler.select(now);
    int accessed = scheduler.accessBank();
    int row = scheduler.rowBank();
    long wake = scheduler.wake();
    boolean issued = accessed != NONE;

    // Second, the access.
    if (issued) {
      access(accessed);
      if (row == accessed) {
        // The access was faster than who would have closed its row; look who is next.
        return now;
      }
    }

    // Third, on the bus of row commands, a refresh that is due, or else the row command.
    if (refreshes.anyWaits()) {
      long ready = refresh();
      issued |= ready <= now;
      wake = Math.min(wake, ready);
    }
    if (row != NONE && buses.freeAt(PRE) <= now) {
      if (!queue.isOpen(row)) {
        open(row);
      } else {
        close(row);
      }
      issued = true;
    }
    return issued ? now + 1 : Math.max(wake, now + 1);
  }

  private void access(int bank) {
    int request = scheduler.accessBy(bank);
    int kind = queue.kind(request);
    int command = kind == READ ? RD : WR;
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
    scheduler.setMode();
    scheduler.accessed(bank);
    counters.dataBusCycles += burstCycles;
    long done = now + (kind == READ ? readLatency : writeLatency);
    lastData = Math.max(lastData, done);
    if (kind == READ) {
      counters.readLatencyCycles += done - queue.arrival(request);
      sink.readDone(queue.tag(request), done);
    } else {
      if (buffersWrites) {
        bufferedWrites.remove(place);
      }
      sink.writeDone(queue.tag(request), done);
    }
    scheduler.choose(bank);
  }

  private void open(int bank) {
    int request = scheduler.rowBy(bank);
    if (!queue.begin(request)) {
      counters.rowMisses++;
    }
    counters.activates++;
    issue(ACT, bank, queue.row(request));
    queue.open(request);
    scheduler.opened(bank);
    scheduler.choose(bank);
  }

  private void close(int bank) {
    int request = scheduler.rowBy(bank);
    if (!queue.begin(request)) {
      counters.rowConflicts++;
    }
    counters.precharges++;
    issue(PRE, bank, NONE);
    queue.close(bank);
    scheduler.choose(bank);
  }

  private void issue(int command, int bank, int row) {
    timing.issue(command, bank, now);
    buses.take(command, now);
    log.issued(now, Command.ALL.get(command), bank, row);
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
        scheduler.chooseAll(refreshes.firstBank(scope), refreshes.endBank(scope));
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
      long ready = Math.max(timing.earliestInScope(command, scope), buses.freeAt(command));
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
      scheduler.chooseAll(first, end);
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
