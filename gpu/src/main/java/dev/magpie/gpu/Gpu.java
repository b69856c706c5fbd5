package dev.magpie.gpu;

import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.core.InstructionCounters;
import dev.magpie.gpu.core.KernelTable;
import dev.magpie.gpu.core.Multiprocessor;
import dev.magpie.gpu.core.MultiprocessorCounters;
import dev.magpie.gpu.core.Occupancy;
import dev.magpie.gpu.memory.MemorySystem;
import dev.magpie.gpu.stream.BlockStream;
import dev.magpie.gpu.stream.KernelStream;
import dev.magpie.gpu.stream.StuckException;
import dev.magpie.gpu.stream.WrittenLines;
import dev.magpie.ptx.HostCopy;
import dev.magpie.ptx.names.KernelNames;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Lets time go on for multiprocessors before a memory system. A launch runs until its last write is
 * done. Only cycles in which something can change are visited.
 */
final class Gpu {
  /** Long enough for all writes to reach the L2. */
  private static final int COOLING_CYCLES = 100_000;

  private static final int MOST_LINES = 40;

  private final GpuConfig config;
  private final MemorySystem memory;
  private final Multiprocessor[] multiprocessors;
  private final long[] nextEvents;
  private final List<GpuObserver> observers = new ArrayList<>();
  private final List<Sampling> samplings = new ArrayList<>();
  private Function<KernelStream, InstructionCounters> instructionCounters =
      _ -> InstructionCounters.NONE;
  private long instructionLimit = Long.MAX_VALUE;
  private long cycle;
  private int launches;

  /** Whether time has gone on between launches, and the memory has not noticed. */
  private boolean hasIdled;

  // The launch that runs.
  private @Nullable KernelStream kernel;

  /** Of the launch, how many are to be run, and which is the next. */
  private long blocks;

  private long nextBlock;
  private LongUnaryOperator order = LongUnaryOperator.identity();
  private long openBlocks;
  private int nextMultiprocessor;
  private boolean hasRoom;

  /** When the next block can start, in parts of a cycle. */
  private double nextBlockAt;

  private long lastEnd;

  /**
   * A GPU.
   *
   * @param memorySystem makes the memory for who is to be told what it does
   */
  public Gpu(GpuConfig config, Function<MemorySystem.Listener, MemorySystem> memorySystem) {
    this.config = config;
    multiprocessors = new Multiprocessor[config.multiprocessors()];
    nextEvents = new long[multiprocessors.length];
    memory = memorySystem.apply(new Answers());
    for (int i = 0; i < multiprocessors.length; i++) {
      multiprocessors[i] = new Multiprocessor(config, i, memory, this::blockEnded);
    }
  }

  /** Passes on what the memory tells. */
  private final class Answers implements MemorySystem.Listener {
    @Override
    public void answered(int multiprocessor, int tag, int fetched, long at) {
      multiprocessors[multiprocessor].answered(tag, fetched, at);
      refresh(multiprocessor);
    }

    @Override
    public void written(int multiprocessor, int tag, int fetched, long at) {
      multiprocessors[multiprocessor].written(tag, fetched, at);
      refresh(multiprocessor);
    }

    @Override
    public boolean assist(
        int multiprocessor, int ticket, int instructions, boolean isUrgent, long at) {
      multiprocessors[multiprocessor].assist(ticket, instructions, isUrgent, at);
      refresh(multiprocessor);
      return true;
    }

    @Override
    public void hasRoom(int multiprocessor, long at) {
      multiprocessors[multiprocessor].hasRoom(at);
      refresh(multiprocessor);
    }
  }

  private void refresh(int multiprocessor) {
    nextEvents[multiprocessor] = multiprocessors[multiprocessor].nextEvent();
  }

  /** Tells an observer from now on. */
  public void observe(GpuObserver observer) {
    observers.add(observer);
    long interval = observer.sampleInterval();
    if (interval < 1) {
      throw new IllegalArgumentException("samples every " + interval + " cycles");
    }
    if (interval < Long.MAX_VALUE - cycle) {
      samplings.add(new Sampling(observer, interval, cycle + interval));
    }
  }

  /** The host has written to a range of physical addresses; only between launches. */
  public void hostWrote(long address, long bytes) {
    memory.hostWrote(address, bytes);
  }

  /** What is under way ends, and caches are emptied of it; only between launches. */
  void cool(long bytes) {
    idle(COOLING_CYCLES);
    memory.advanceTo(cycle);
    memory.hostWrote(0, bytes);
  }

  /** The host copies, and the next launch waits for it; the result is how many cycles. */
  long waitFor(HostCopy copy) {
    long waited = memory.hostCopies(cycle, copy) - cycle;
    idle(waited);
    return waited;
  }

  /** Lets time pass in which nothing happens; only between launches. */
  void idle(long cycles) {
    cycle += cycles;
    hasIdled = true;
    for (Sampling each : samplings) {
      each.next = Math.max(each.next, cycle + each.interval);
    }
  }

  /** Counts what instructions do, where these say. */
  void countInstructions(Function<KernelStream, InstructionCounters> where) {
    instructionCounters = where;
  }

  /** Ends a launch with an exception after about so many warp-instructions. */
  public void limitInstructions(long limit) {
    instructionLimit = limit;
  }

  public GpuConfig config() {
    return config;
  }

  /** The cycle that it is. */
  public long cycle() {
    return cycle;
  }

  /** What the multiprocessors have counted since the beginning. */
  public MultiprocessorCounters counts() {
    MultiprocessorCounters sum = new MultiprocessorCounters();
    for (Multiprocessor each : multiprocessors) {
      each.addTo(sum);
    }
    return sum;
  }

  /** The same of each. */
  List<MultiprocessorCounters> multiprocessorCounts() {
    List<MultiprocessorCounters> all = new ArrayList<>();
    for (Multiprocessor each : multiprocessors) {
      MultiprocessorCounters copy = new MultiprocessorCounters();
      each.addTo(copy);
      all.add(copy);
    }
    return all;
  }

  /** All cycles before one are counted, those too in which a multiprocessor had nothing to do. */
  void settle(long before) {
    for (Multiprocessor each : multiprocessors) {
      each.account(before);
    }
  }

  /** Warps whose registers were there, added up over cycles and multiprocessors. */
  public long readyWarpCycles() {
    long sum = 0;
    for (Multiprocessor each : multiprocessors) {
      sum += each.readyWarpCycles();
    }
    return sum;
  }

  /**
   * Runs a launch to its end, the one after the last.
   *
   * @throws SimulationException as below
   */
  public LaunchTiming run(KernelStream launch) {
    return run(launch, launches);
  }

  /**
   * Runs a launch to its end.
   *
   * @param number of the launch in its program
   * @throws SimulationException if a block does not fit on a multiprocessor, no warp can go on, or
   *     the limit of instructions is reached
   */
  public LaunchTiming run(KernelStream launch, int number) {
    Occupancy occupancy = Occupancy.of(config.core(), launch.shape());
    if (occupancy.blocks() == 0) {
      throw new SimulationException(tooLarge(launch, occupancy));
    }
    long begin = cycle;
    long issued = issued();
    if (config.launchCycles() > 0) {
      idle(config.launchCycles());
    }
    KernelTable table = new KernelTable(config.core(), launch, instructionCounters.apply(launch));
    for (Multiprocessor each : multiprocessors) {
      each.begin(table, occupancy, cycle);
    }
    kernel = launch;
    blocks = launch.shape().blocks();
    nextBlock = 0;
    order = LongUnaryOperator.identity();
    openBlocks = 0;
    nextMultiprocessor = 0;
    hasRoom = true;
    nextBlockAt = cycle;
    lastEnd = begin;
    launches = number + 1;
    observers.forEach(each -> each.launchBegan(number, launch, begin));
    simulate(launch, issued);
    cycle = lastEnd + 1;
    for (Multiprocessor each : multiprocessors) {
      each.account(cycle);
    }
    LaunchTiming timing =
        new LaunchTiming(
            number,
            launch.shape().name(),
            begin,
            cycle,
            issued() - issued,
            blocks,
            occupancy.blocks(),
            occupancy.limit());
    observers.forEach(each -> each.launchEnded(timing));
    return timing;
  }

  private void simulate(KernelStream launch, long issuedBefore) {
    long now = cycle;
    if (hasIdled) {
      hasIdled = false;
      memory.advanceTo(now);
    }
    long nextSample = sampleUntil(now);
    for (int i = 0; i < nextEvents.length; i++) {
      refresh(i);
    }
    long visits = 0;
    while (true) {
      if (hasRoom && nextBlock < blocks) {
        dispatch(launch, now);
      }
      for (int i = 0; i < multiprocessors.length; i++) {
        if (nextEvents[i] <= now) {
          multiprocessors[i].step(now);
          refresh(i);
        }
      }
      if (openBlocks == 0 && nextBlock == blocks) {
        return;
      }
      if ((++visits & 0xff) == 0 && issued() - issuedBefore > instructionLimit) {
        throw stuck(
            launch, "has issued more than %d warp-instructions".formatted(instructionLimit));
      }
      long next = nextEvent(now);
      if (next == Long.MAX_VALUE) {
        throw stuck(launch, "cannot go on");
      }
      if (next > nextSample) {
        nextSample = sampleUntil(next);
      }
      now = next;
      cycle = now;
      memory.advanceTo(now);
    }
  }

  private long nextEvent(long now) {
    long next = memory.nextEvent();
    for (long each : nextEvents) {
      next = Math.min(next, each);
    }
    return hasRoom && nextBlock < blocks ? Math.min(next, now + 1) : next;
  }

  /** Gives at most one block to each multiprocessor, in turn, no faster than blocks start. */
  private void dispatch(KernelStream launch, long now) {
    hasRoom = false;
    int first = nextMultiprocessor;
    for (int i = 0; i < multiprocessors.length && nextBlock < blocks; i++) {
      int at = (first + i) % multiprocessors.length;
      if (multiprocessors[at].hasRoom()) {
        if (nextBlockAt > now) {
          hasRoom = true;
          return;
        }
        // What is left of a cycle is not lost.
        nextBlockAt = Math.max(nextBlockAt, (double) (now - 1)) + config.blockCycles();
        long number = order.applyAsLong(nextBlock++);
        openBlocks++;
        hasRoom = true;
        nextMultiprocessor = (at + 1) % multiprocessors.length;
        observers.forEach(each -> each.blockBegan(at, number, now));
        multiprocessors[at].add(launch.begin(number, at), now);
        refresh(at);
      }
    }
  }

  /**
   * Lets blocks of a launch take effect on memory, and no time.
   *
   * @param which in ranges
   * @param limit of warp-instructions
   * @return how many they have
   * @throws SimulationException if one does not end
   */
  long takeEffect(KernelStream launch, List<GridRange> which, long limit) {
    WrittenLines written = new WrittenLines();
    long issued = 0;
    try {
      for (GridRange each : which) {
        issued += launch.takeEffect(each.from(), each.to(), limit, written);
        if (issued > limit) {
          throw StuckException.beyond(limit);
        }
      }
    } catch (StuckException e) {
      throw new SimulationException(
          "kernel %s: a block that is not timed %s"
              .formatted(KernelNames.demangle(launch.shape().name()), e.getMessage()));
    }
    written.forEach(this::hostWrote);
    return issued;
  }

  /** A launch passes of which nothing is timed: observers see one that takes no cycle. */
  LaunchTiming pass(KernelStream launch, int number) {
    Occupancy occupancy = Occupancy.of(config.core(), launch.shape());
    launches = number + 1;
    LaunchTiming timing =
        new LaunchTiming(
            number,
            launch.shape().name(),
            cycle,
            cycle,
            0,
            0,
            occupancy.blocks(),
            occupancy.limit());
    observers.forEach(each -> each.launchBegan(number, launch, timing.begin()));
    observers.forEach(each -> each.launchEnded(timing));
    return timing;
  }

  /**
   * Begins the blocks of the launch that runs in another order.
   *
   * @param to which block begins after so many others; asked for those that have yet to begin
   * @param count how many begin at all; no fewer than have begun
   */
  void reorder(LongUnaryOperator to, long count) {
    order = to;
    blocks = count;
  }

  /** How many blocks of the launch have begun. */
  long begunBlocks() {
    return nextBlock;
  }

  private void blockEnded(int multiprocessor, BlockStream block, long at) {
    openBlocks--;
    hasRoom = true;
    lastEnd = Math.max(lastEnd, at);
    observers.forEach(each -> each.blockEnded(multiprocessor, block.number(), at));
    if (kernel != null) {
      kernel.end(block);
    }
  }

  /** When the next observer wants to look; its time is then the one after. */
  private long sampleUntil(long cycleReached) {
    long first = Long.MAX_VALUE;
    for (Sampling each : samplings) {
      while (each.next < cycleReached) {
        cycle = each.next;
        each.next += each.interval;
        each.observer.sample(cycle);
      }
      first = Math.min(first, each.next);
    }
    return first;
  }

  /** An observer that looks at counters from time to time. */
  private static final class Sampling {
    private final GpuObserver observer;
    private final long interval;
    private long next;

    Sampling(GpuObserver observer, long interval, long next) {
      this.observer = observer;
      this.interval = interval;
      this.next = next;
    }
  }

  private long issued() {
    long sum = 0;
    for (Multiprocessor each : multiprocessors) {
      sum += each.warpInstructions();
    }
    return sum;
  }

  private String tooLarge(KernelStream launch, Occupancy occupancy) {
    return "kernel %s: a block of %d threads, %d registers a thread and %d bytes of shared memory does not fit on a multiprocessor of %s: %s"
        .formatted(
            KernelNames.demangle(launch.shape().name()),
            launch.shape().threadsPerBlock(),
            launch.shape().registersPerThread(),
            launch.shape().sharedBytesPerBlock(),
            config.name(),
            occupancy.limit());
  }

  private SimulationException stuck(KernelStream launch, String what) {
    List<String> lines = new ArrayList<>();
    for (Multiprocessor each : multiprocessors) {
      lines.addAll(each.waiting());
    }
    if (lines.isEmpty()) {
      lines.add("none of them runs at present");
    }
    lines.addAll(0, memory.waiting());
    String more =
        lines.size() > MOST_LINES ? "\n  and %d more".formatted(lines.size() - MOST_LINES) : "";
    return new SimulationException(
        "kernel %s %s at cycle %d; %d of %d blocks have not ended:\n  %s%s"
            .formatted(
                KernelNames.demangle(launch.shape().name()),
                what,
                cycle,
                openBlocks + launch.shape().blocks() - nextBlock,
                launch.shape().blocks(),
                String.join("\n  ", lines.subList(0, Math.min(MOST_LINES, lines.size()))),
                more));
  }
}
