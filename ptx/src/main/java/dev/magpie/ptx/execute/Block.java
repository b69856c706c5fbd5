package dev.magpie.ptx.execute;

import dev.magpie.ptx.compile.Reach;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The warps of a thread block, with its shared memory and barriers.
 *
 * <p>Either {@link #run} executes them, or who models time {@linkplain Warp#step() steps} each warp
 * that {@linkplain Warp.State#RUNNING can go on}, in any order: the last thread to come to a
 * barrier lets the others go on.
 */
public final class Block {
  private static final int BARRIERS = 16;

  private static final boolean LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

  /** Instructions that a warp executes before the next one may. */
  private static final int TURN = 1 << 14;

  /** The same where it may go on asking for what another one does. */
  private static final int POLLING_TURN = 1 << 6;

  private final LaunchContext launch;
  private final ExecutionProfile profile;
  private final Region shared;
  private final int[] sharedWords;
  private final Warp[] warps;
  private final Barrier[] barriers = new Barrier[BARRIERS];
  private final int multiprocessors;
  private final int turn;
  private final Reach[][] reaches;
  private long[][] spare = {};
  private long number;
  private int multiprocessor;
  private int epoch;
  private int x;
  private int y;
  private int z;
  private int liveThreads;
  private int liveWarps;
  private boolean starts;
  private long clock = -1;

  /** Makes the warps; they have no threads before {@link #begin}. */
  public Block(LaunchContext launch, ExecutionProfile profile) {
    this(launch, profile, 1);
  }

  /** The same, on a GPU with so many multiprocessors. */
  public Block(LaunchContext launch, ExecutionProfile profile, int multiprocessors) {
    this.launch = launch;
    this.profile = profile;
    this.multiprocessors = multiprocessors;
    turn =
        kernel().operations().stream().anyMatch(BarrierObjectOperation::polls)
            ? POLLING_TURN
            : TURN;
    reaches = new Reach[kernel().stretches().size()][];
    int bytes = launch.shape().sharedBytes();
    sharedWords = new int[Math.ceilDiv(bytes, Integer.BYTES)];
    shared =
        new Region(
            "shared memory", 0, bytes, MemorySegment.ofArray(sharedWords).asSlice(0, bytes), false);
    for (int i = 0; i < BARRIERS; i++) {
      barriers[i] = new Barrier(this);
    }
    warps = new Warp[launch.shape().warps()];
    for (int i = 0; i < warps.length; i++) {
      warps[i] = new Warp(this, i);
    }
  }

  /** Starts the threads of the block with a linear number; one that ran here before has ended. */
  public void begin(long number) {
    begin(number, 0);
  }

  /** The same, on a multiprocessor whose number the threads can read. */
  public void begin(long number, int onMultiprocessor) {
    this.number = number;
    multiprocessor = onMultiprocessor;
    epoch = 0;
    x = (int) (number % shape().grid().x());
    y = (int) (number / shape().grid().x() % shape().grid().y());
    z = (int) (number / shape().grid().x() / shape().grid().y());
    liveThreads = shape().threads();
    liveWarps = warps.length;
    starts = true;
    shared.memory().fill((byte) 0);
    for (Barrier barrier : barriers) {
      barrier.reset();
    }
    for (Warp warp : warps) {
      warp.begin();
    }
  }

  /**
   * Lets each warp in turn execute until it ends or waits, at most about a number of instructions.
   * They start together: what all read at first, none has written yet.
   *
   * @return how many they executed
   * @throws KernelFaultException if all wait
   */
  public long run(long limit) {
    long executed = 0;
    if (starts && warps.length > 1) {
      for (Warp warp : warps) {
        executed += warp.runUnseen(Math.min(turn, limit));
      }
    }
    starts = false;
    while (liveWarps > 0 && executed < limit) {
      long before = executed;
      for (Warp warp : warps) {
        executed += warp.run(Math.min(turn, limit));
      }
      if (executed == before) {
        throw deadlock();
      }
    }
    return executed;
  }

  /** What to throw when no warp that has not ended can go on: says where each of them waits. */
  public KernelFaultException deadlock() {
    return Deadlock.of(this);
  }

  /** Its number in the grid, x varying fastest. */
  public long number() {
    return number;
  }

  int multiprocessor() {
    return multiprocessor;
  }

  int multiprocessors() {
    return multiprocessors;
  }

  /** How often all its threads have met at a barrier. */
  public int epoch() {
    return epoch;
  }

  void met() {
    epoch++;
  }

  public boolean isDone() {
    return liveWarps == 0;
  }

  public Warp[] warps() {
    return warps;
  }

  public int x() {
    return x;
  }

  public int y() {
    return y;
  }

  public int z() {
    return z;
  }

  public LaunchShape shape() {
    return launch.shape();
  }

  public LaunchContext launch() {
    return launch;
  }

  KernelImage kernel() {
    return launch.kernel();
  }

  ExecutionProfile profile() {
    return profile;
  }

  /** Where the accesses of a stretch go. */
  Reach[] reaches(Stretch stretch) {
    Reach[] known = reaches[stretch.id];
    if (known == null) {
      known = stretch.reaches(this);
      reaches[stretch.id] = known;
    }
    return known;
  }

  /** At least a number of arrays of 32 lanes, for whoever needs them for a while. */
  long[][] spare(int count) {
    if (spare.length < count) {
      spare = new long[count][Warp.LANES];
    }
    return spare;
  }

  /** Shared memory as words; none where its size is no multiple of theirs. */
  int[] sharedWords() {
    boolean asWords = shared.size() % Integer.BYTES == 0 && LITTLE_ENDIAN;
    return asWords ? sharedWords : new int[0];
  }

  Region shared() {
    return shared;
  }

  int liveThreads() {
    return liveThreads;
  }

  @Nullable Barrier barrier(long number) {
    return number >= 0 && number < BARRIERS ? barriers[(int) number] : null;
  }

  /** Sets what clocks show; before, they show the instructions that the block has executed. */
  public void setClock(long cycle) {
    clock = cycle;
  }

  long clock() {
    return clock >= 0 ? clock : profile.warpInstructions();
  }

  void exited(int threads) {
    liveThreads -= threads;
    for (Barrier barrier : barriers) {
      barrier.check();
    }
  }

  void ended() {
    liveWarps--;
  }
}
