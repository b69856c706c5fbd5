package dev.magpie.gpu.core;

import static java.util.Objects.requireNonNull;

import dev.magpie.gpu.config.CoreConfig;
import dev.magpie.gpu.config.CoreConfig.Timing;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.memory.MemorySystem;
import dev.magpie.gpu.stream.BlockStream;
import dev.magpie.gpu.stream.MemoryAccess;
import dev.magpie.gpu.stream.OperationClass;
import dev.magpie.gpu.stream.WarpStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A multiprocessor that executes blocks of one kernel at a time. It is stepped in the cycles in
 * which something can change, and says which one is next.
 *
 * <p>An instruction of a warp is issued when its registers are there and a unit takes it; it takes
 * effect on memory at once, and its results are there after the unit's latency. A warp issues at
 * most one instruction a cycle, and none before it is known where its last branch goes. Where a
 * core issues {@linkplain CoreConfig.IssueOrder#AS_COMPILED as compiled}, what waits for its
 * registers is issued all the same, and {@link IssueAhead} knows when it is done.
 */
public final class Multiprocessor implements LoadStoreUnit.Warps {
  /** Is told what the multiprocessor does. */
  public interface Owner {
    /** A block has ended, its writes too. */
    void blockEnded(int multiprocessor, BlockStream block, long cycle);
  }

  private static final int CONTROL = KernelTable.number(OperationClass.CONTROL);
  private static final int BARRIER = KernelTable.number(OperationClass.BARRIER);
  private static final int FENCE = KernelTable.number(OperationClass.FENCE);
  private static final int MEMORY = KernelTable.number(OperationClass.MEMORY);

  private final int number;
  private final Owner owner;
  private final int schedulers;
  private final WarpPolicy policy;
  private final ExecutionUnits units;
  private final int unitKinds;
  private final LoadStoreUnit loadStoreUnit;
  private final RegisterScoreboard scoreboard;

  /** Where a warp issues as compiled; else null. */
  private final @Nullable IssueAhead ahead;

  /** What early accesses need: a kind of unit that is always free. */
  private final int noUnit;

  private final ResidentBlocks blocks;
  private final WarpStates states;
  private final WakeUps wakeUps = new WakeUps();
  private final AssistWarps assistWarps;
  private final MemoryAccess noAccess = new MemoryAccess();
  private final MultiprocessorCounters counters = new MultiprocessorCounters();

  // By scheduler.
  private final long[] warpsOf;
  private final int[] last;
  private final int[] idleReason;
  private final int[] idleInstruction;

  // By warp slot.
  private final WarpStream[] streams;
  private final int[] next;
  private final int[] previous;
  private final int[] outstanding;
  private final long[] earliest;

  /** When a warp that sleeps has its registers and may go on, if that is known. */
  private final long[] awakeAt;

  private final long[] ages;

  private @Nullable KernelTable table;
  private InstructionCounters instructions = InstructionCounters.NONE;

  /** The warps whose last instruction was a branch, a barrier or a fence. */
  private long held;

  private long idleWarps;
  private long idleReady;
  private long readyWarpCycles;
  private long issued;
  private long nextAge;
  private long nextEvent;
  private long stepped;

  /** A multiprocessor without blocks. */
  public Multiprocessor(GpuConfig config, int number, MemorySystem memory, Owner owner) {
    this.number = number;
    this.owner = owner;
    int warps = config.core().warps();
    schedulers = config.core().schedulers();
    policy = WarpPolicy.of(config.core().policy());
    int[] counts = KernelTable.unitCounts(config.core());
    noUnit = counts.length;
    counts = Arrays.copyOf(counts, noUnit + 1);
    counts[noUnit] = 1;
    units = new ExecutionUnits(counts);
    unitKinds = counts.length;
    loadStoreUnit =
        new LoadStoreUnit(
            config.core(), config.l1(), config.crossbar(), number, memory, this, counters.memory);
    scoreboard = new RegisterScoreboard(warps);
    ahead =
        config.core().order() == CoreConfig.IssueOrder.AS_COMPILED
            ? new IssueAhead(warps, scoreboard)
            : null;
    states = new WarpStates(warps, unitKinds);
    assistWarps =
        new AssistWarps(
            schedulers, assistLatency(config.core()), config.assist().buffer(), memory::assisted);
    warpsOf = new long[schedulers];
    for (int i = 0; i < warps; i++) {
      warpsOf[i % schedulers] |= 1L << i;
    }
    last = new int[schedulers];
    idleReason = new int[schedulers];
    idleInstruction = new int[schedulers];
    streams = new WarpStream[warps];
    next = new int[warps];
    previous = new int[warps];
    outstanding = new int[warps + 1];
    earliest = new long[warps];
    awakeAt = new long[warps];
    ages = new long[warps];
    blocks = new ResidentBlocks(config.core().blocks(), number);
  }

  /** Assist warps add and compare integers, mostly. */
  private static int assistLatency(CoreConfig core) {
    Timing timing = core.timing().get(OperationClass.INTEGER_ADD);
    return timing == null ? 1 : timing.latency();
  }

  // Blocks.

  /** A kernel begins: the L1 is emptied. */
  public void begin(KernelTable kernel, Occupancy occupancy, long cycle) {
    table = kernel;
    instructions = kernel.counters;
    blocks.begin(kernel.kernel.shape(), occupancy);
    scoreboard.begin(kernel.kernel.shape().registers());
    if (ahead != null) {
      ahead.begin(kernel);
    }
    loadStoreUnit.begin(instructions);
    wakeUps.clear();
    states.clear();
    Arrays.fill(last, -1);
    Arrays.fill(idleReason, states.stall(0));
    Arrays.fill(idleInstruction, -1);
    idleWarps = 0;
    idleReady = 0;
    nextEvent = assistWarps.nextAfter(cycle - 1);
    stepped = cycle - 1;
  }

  /** Whether there is room for another block. */
  public boolean hasRoom() {
    return blocks.hasRoom();
  }

  /** Starts a block. */
  public void add(BlockStream block, long cycle) {
    int first = blocks.add(block);
    for (int i = 0; i < block.warps(); i++) {
      int warp = first + i;
      streams[warp] = block.warp(i);
      ages[warp] = nextAge++;
      scoreboard.clear(warp);
      earliest[warp] = cycle;
      if (ahead != null) {
        ahead.clear(warp);
      }
      if (streams[warp].state() == WarpStream.State.DONE) {
        states.enter(warp, WarpState.ENDING);
        retire(warp, cycle);
      } else {
        goOn(warp, cycle);
        schedule(warp, cycle);
      }
    }
    wake(cycle);
  }

  // Time.

  /** The next cycle in which something can happen; {@link Long#MAX_VALUE} if nothing can. */
  public long nextEvent() {
    return nextEvent;
  }

  private void wake(long cycle) {
    nextEvent = Math.min(nextEvent, Math.max(cycle, stepped + 1));
  }

  /** The schedulers did nothing from the last step to a cycle: cycles until then count. */
  public void account(long cycle) {
    long skipped = cycle - stepped - 1;
    if (skipped > 0) {
      for (int s = 0; s < schedulers; s++) {
        stalled(idleReason[s], idleInstruction[s], skipped);
      }
      counters.schedulerCycles += skipped * schedulers;
      counters.residentWarpCycles += skipped * idleWarps;
      readyWarpCycles += skipped * Long.bitCount(idleReady);
      stepped = cycle - 1;
    }
  }

  private void stalled(int reason, int instruction, long cycles) {
    counters.stalled[reason] += cycles;
    if (instruction >= 0) {
      instructions.waited(instruction, reason, cycles);
    }
  }

  /** The instruction that a scheduler waits for, for a reason; -1 if it has none. */
  private int waitingInstruction(int scheduler, int reason) {
    if (!instructions.isCounting()) {
      return -1;
    }
    int warp = states.firstIn(reason, warpsOf[scheduler]);
    return warp == Long.SIZE ? -1 : waitingInstruction(warp);
  }

  private int waitingInstruction(int warp) {
    return switch (states.of(warp)) {
      case CONTROL, FENCE, BARRIER, ENDING -> previous[warp];
      case MEMORY -> ahead == null ? next[warp] : ahead.waitingInstruction(warp, next[warp]);
      default -> next[warp];
    };
  }

  /** Does what happens in a cycle. */
  public void step(long cycle) {
    account(cycle);
    stepped = cycle;
    counters.schedulerCycles += schedulers;
    counters.residentWarpCycles += blocks.warps();
    for (long woken = wakeUps.take(cycle); woken != 0; woken &= woken - 1) {
      awake(Long.numberOfTrailingZeros(woken), cycle);
    }
    loadStoreUnit.advance(cycle);
    if (ahead != null && ahead.nextDue() <= cycle && loadStoreUnit.isFree(cycle)) {
      int warp = ahead.begin(loadStoreUnit, cycle);
      if (states.knowsOfLoad(warp)) {
        schedule(warp, cycle);
      }
    }
    readyWarpCycles += Long.bitCount(states.in(WarpState.READY));
    // Each scheduler is first in turn, where they share units.
    int first = (int) (cycle % schedulers);
    boolean assists = !assistWarps.isIdle();
    for (int i = 0; i < schedulers; i++) {
      int scheduler = first + i < schedulers ? first + i : first + i - schedulers;
      if (assists && assistWarps.issue(scheduler, true, cycle)) {
        counters.assistInstructions++;
        continue;
      }
      long candidates = issuable(cycle) & warpsOf[scheduler];
      if (candidates == 0) {
        if (assists && assistWarps.issue(scheduler, false, cycle)) {
          counters.assistInstructions++;
        } else {
          int reason = states.stall(warpsOf[scheduler]);
          stalled(reason, waitingInstruction(scheduler, reason), 1);
        }
      } else {
        int warp = policy.pick(candidates, last[scheduler], ages);
        last[scheduler] = warp;
        issue(warp, cycle);
      }
    }
    nextEvent = eventAfter(cycle);
    if (nextEvent > cycle + 1) {
      for (int s = 0; s < schedulers; s++) {
        idleReason[s] = states.stall(warpsOf[s]);
        idleInstruction[s] = waitingInstruction(s, idleReason[s]);
      }
      idleWarps = blocks.warps();
      idleReady = states.in(WarpState.READY);
    }
  }

  /** The warps that are ready and whose unit is free. */
  private long issuable(long cycle) {
    long warps = loadStoreUnit.isFree(cycle) ? states.readyFor(KernelTable.MEMORY_UNIT) : 0;
    for (int kind = KernelTable.MEMORY_UNIT + 1; kind < unitKinds; kind++) {
      if (states.readyFor(kind) != 0 && units.freeAt(kind) <= cycle) {
        warps |= states.readyFor(kind);
      }
    }
    return warps;
  }

  private long eventAfter(long cycle) {
    long first = Math.min(wakeUps.after(cycle), loadStoreUnit.nextLineAt());
    if (states.in(WarpState.READY) != 0) {
      if (states.readyFor(KernelTable.MEMORY_UNIT) != 0) {
        first = Math.min(first, Math.max(cycle + 1, loadStoreUnit.freeAt()));
      }
      for (int kind = KernelTable.MEMORY_UNIT + 1; kind < unitKinds; kind++) {
        if (states.readyFor(kind) != 0) {
          first = Math.min(first, Math.max(cycle + 1, units.freeAt(kind)));
        }
      }
    }
    if (ahead != null && ahead.nextDue() != Long.MAX_VALUE) {
      long due = Math.max(ahead.nextDue(), loadStoreUnit.freeAt());
      first = Math.min(first, Math.max(cycle + 1, due));
    }
    return assistWarps.isIdle() ? first : Math.min(first, assistWarps.nextAfter(cycle));
  }

  // Warps.

  /** Finds out when a warp can issue the instruction that is next. */
  private void schedule(int warp, long now) {
    KernelTable kernel = table();
    int instruction = next[warp];
    long time =
        ahead == null
            ? scoreboard.last(warp, kernel.operands[instruction])
            : ahead.readyAt(warp, instruction);
    if (time == RegisterScoreboard.UNKNOWN) {
      states.waitsForLoad(warp);
      return;
    }
    long at = RegisterScoreboard.cycle(time);
    if (Math.max(at, earliest[warp]) <= now) {
      ready(warp, now);
      return;
    }
    if (at >= earliest[warp]) {
      states.enter(
          warp, RegisterScoreboard.isMemory(time) ? WarpState.MEMORY : WarpState.ARITHMETIC);
    } else {
      boolean isHeld = (held >>> warp & 1) != 0;
      states.enter(warp, isHeld ? WarpState.CONTROL : WarpState.ARITHMETIC);
    }
    awakeAt[warp] = Math.max(at, earliest[warp]);
    wakeUps.add(warp, now, awakeAt[warp]);
  }

  /** A warp wakes up: nothing that it slept for has become later. */
  private void awake(int warp, long now) {
    if (awakeAt[warp] <= now) {
      ready(warp, now);
    } else {
      wakeUps.add(warp, now, awakeAt[warp]);
    }
  }

  private void ready(int warp, long now) {
    KernelTable kernel = table();
    int instruction = next[warp];
    boolean isEarly =
        ahead != null
            && kernel.classes[instruction] == MEMORY
            && ahead.isEarly(warp, instruction, now);
    states.ready(warp, isEarly ? noUnit : kernel.units[instruction]);
  }

  private void issue(int warp, long cycle) {
    KernelTable kernel = table();
    int instruction = next[warp];
    int kind = kernel.classes[instruction];
    int latency = kernel.latencies[instruction];
    WarpStream stream = streams[warp];
    counters.issued[kind]++;
    issued++;
    int lanes = Integer.bitCount(stream.mask());
    counters.threads[kind] += lanes;
    instructions.issued(instruction, lanes);
    previous[warp] = instruction;
    if (ahead != null) {
      issueAhead(ahead, warp, instruction, cycle);
    } else if (kind == MEMORY) {
      states.issued(warp, KernelTable.MEMORY_UNIT);
      scoreboard.set(warp, kernel.writes[instruction], RegisterScoreboard.UNKNOWN);
      access(warp, instruction, instruction, cycle);
    } else {
      states.issued(warp, kernel.units[instruction]);
      execute(warp, instruction, 1, cycle);
      scoreboard.set(
          warp, kernel.writes[instruction], RegisterScoreboard.arithmetic(cycle + latency));
    }
    boolean holds = kind == CONTROL || kind == BARRIER || kind == FENCE;
    held = holds ? held | 1L << warp : held & ~(1L << warp);
    earliest[warp] = holds ? cycle + latency : cycle + parts(instruction);
    switch (stream.state()) {
      case DONE -> {
        states.enter(warp, WarpState.ENDING);
        retire(warp, cycle);
      }
      case WAITING -> states.enter(warp, WarpState.BARRIER);
      case RUNNING -> {
        goOn(warp, cycle);
        if (kind == FENCE && outstanding[warp] > 0) {
          states.enter(warp, WarpState.FENCE);
        } else {
          schedule(warp, cycle);
        }
      }
    }
    if (kind == BARRIER || kind == CONTROL || stream.state() == WarpStream.State.DONE) {
      release(blocks.warpsBeside(warp), cycle + latency, cycle);
    }
  }

  /** Issues an instruction whose registers may not be there. */
  private void issueAhead(IssueAhead order, int warp, int instruction, long cycle) {
    KernelTable kernel = table();
    if (kernel.classes[instruction] != MEMORY) {
      states.issued(warp, kernel.units[instruction]);
      execute(warp, instruction, parts(instruction), cycle);
      order.issued(warp, instruction, cycle);
    } else if ((states.readyFor(noUnit) >>> warp & 1) != 0) {
      states.issued(warp, noUnit);
      MemoryAccess access = order.place();
      streams[warp].issue(cycle, access);
      access.placeLocal(blocks.localMemory(warp));
      order.later(warp, instruction, access, cycle);
    } else {
      states.issued(warp, KernelTable.MEMORY_UNIT);
      access(warp, instruction, order.access(warp, instruction, cycle), cycle);
    }
  }

  /** Machine instructions that an instruction is. */
  private int parts(int instruction) {
    return ahead == null ? 1 : table().forms[instruction].instructions();
  }

  /** Has an instruction that is no access executed. */
  private void execute(int warp, int instruction, int parts, long cycle) {
    KernelTable kernel = table();
    int unit = kernel.units[instruction];
    if (unit != KernelTable.MEMORY_UNIT) {
      units.take(unit, cycle, parts * kernel.intervals[instruction]);
    }
    streams[warp].issue(cycle, noAccess);
  }

  /** Has an access begin. */
  private void access(int warp, int instruction, int called, long cycle) {
    streams[warp].issue(cycle, loadStoreUnit.access());
    loadStoreUnit.access().placeLocal(blocks.localMemory(warp));
    loadStoreUnit.accept(warp, instruction, called, cycle);
  }

  /** Finds the next instruction of a warp; those that are part of others are done on the way. */
  private void goOn(int warp, long cycle) {
    next[warp] = streams[warp].next();
    if (ahead == null) {
      return;
    }
    while (table().forms[next[warp]].instructions() == 0) {
      counters.foldedInstructions++;
      streams[warp].issue(cycle, noAccess);
      ahead.issued(warp, next[warp], cycle);
      next[warp] = streams[warp].next();
    }
  }

  /** Those warps of a block that a barrier held may go on by now. */
  private void release(long block, long from, long now) {
    for (long warps = states.in(WarpState.BARRIER) & block; warps != 0; warps &= warps - 1) {
      int warp = Long.numberOfTrailingZeros(warps);
      switch (streams[warp].state()) {
        case WAITING -> {}
        case RUNNING -> {
          goOn(warp, now);
          earliest[warp] = Math.max(earliest[warp], from);
          schedule(warp, now);
        }
        case DONE -> {
          states.enter(warp, WarpState.ENDING);
          retire(warp, now);
        }
      }
    }
  }

  /** A warp that has ended leaves when its accesses have ended too. */
  private void retire(int warp, long cycle) {
    if (outstanding[warp] > 0) {
      return;
    }
    states.enter(warp, WarpState.NO_WARP);
    BlockStream block = blocks.warpEnded(warp);
    if (block != null) {
      counters.blocks++;
      owner.blockEnded(number, block, cycle);
    }
  }

  private KernelTable table() {
    return requireNonNull(table, "no kernel has begun");
  }

  // What the load/store unit tells.

  @Override
  public void loaded(int warp, int called, long ready, long now) {
    if (ahead != null) {
      ahead.loaded(called, ready);
    } else {
      scoreboard.set(warp, table().writes[called], RegisterScoreboard.memory(ready));
    }
    if (states.knowsOfLoad(warp)) {
      schedule(warp, now);
    }
  }

  @Override
  public void began(int warp) {
    outstanding[warp]++;
  }

  @Override
  public void ended(int warp, long cycle) {
    if (--outstanding[warp] > 0) {
      return;
    }
    if (states.of(warp) == WarpState.ENDING) {
      retire(warp, cycle);
    } else if (states.of(warp) == WarpState.FENCE) {
      schedule(warp, cycle);
    }
  }

  // What the memory tells.

  /** The memory answers a request. */
  public void answered(int tag, int fetched, long cycle) {
    loadStoreUnit.answered(tag, fetched, cycle);
    wake(cycle);
  }

  /** The memory has done a write. */
  public void written(int tag, int fetched, long cycle) {
    loadStoreUnit.written(tag, fetched, cycle);
    wake(cycle);
  }

  /** The memory has room again. */
  public void hasRoom(long cycle) {
    loadStoreUnit.hasRoom(cycle);
    wake(cycle);
  }

  /** The memory needs a codec's work done; an assist warp begins. */
  public void assist(int ticket, int instructions, boolean isUrgent, long cycle) {
    assistWarps.add(ticket, instructions, isUrgent, cycle);
    wake(cycle);
  }

  // Reports.

  /** Adds what it has counted to a sum. */
  public void addTo(MultiprocessorCounters sum) {
    sum.add(counters);
  }

  /** Instructions that it has issued. */
  public long warpInstructions() {
    return issued;
  }

  /** Warps whose registers were there, added up over the cycles. */
  public long readyWarpCycles() {
    return readyWarpCycles;
  }

  /** Which warp waits for what, one line each. */
  public List<String> waiting() {
    List<String> lines = new ArrayList<>();
    for (int warp = 0; warp < streams.length; warp++) {
      if (states.of(warp) != WarpState.NO_WARP) {
        lines.add(
            "multiprocessor %d, %s: %s".formatted(number, blocks.described(warp), waitsFor(warp)));
      }
    }
    return lines;
  }

  private String waitsFor(int warp) {
    if (states.of(warp) == WarpState.READY) {
      return "is ready for " + table().text(next[warp]) + "; " + loadStoreUnit.described();
    }
    String at = table().text(next[warp]);
    return switch (states.of(warp)) {
      case BARRIER -> "waits at a barrier, " + at;
      case FENCE ->
          "waits for %d accesses after a fence, before %s".formatted(outstanding[warp], at);
      case ENDING -> "has ended, with %d accesses open".formatted(outstanding[warp]);
      case MEMORY -> "waits for memory, before " + at + "; " + loadStoreUnit.described();
      default -> "waits for a result, before " + at;
    };
  }
}
