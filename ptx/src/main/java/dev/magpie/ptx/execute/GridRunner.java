package dev.magpie.ptx.execute;

import java.util.ArrayDeque;
import java.util.Deque;

/** Executes the blocks of a launch. */
public final class GridRunner {
  /** Instructions after which a block that has not ended may be waiting for another. */
  private static final long PATIENCE = 1L << 24;

  /** Blocks that are begun before those that wait get their next turn. */
  private static final int MOST_OPEN = 64;

  private final LaunchContext launch;
  private final ExecutionProfile profile;
  private final int multiprocessors;
  private final long limit;
  private final Deque<Block> idle = new ArrayDeque<>();
  private final Deque<Block> waiting = new ArrayDeque<>();
  private long executed;

  private GridRunner(
      LaunchContext launch, ExecutionProfile profile, int multiprocessors, long limit) {
    this.launch = launch;
    this.profile = profile;
    this.multiprocessors = multiprocessors;
    this.limit = limit;
  }

  /** Whether the blocks of a kernel can run at the same time, with the same result. */
  public static boolean canShare(KernelImage kernel) {
    for (Operation operation : kernel.operations()) {
      if (!operation.mayShare()
          || operation.source().opcode().equals("membar")
          || operation.source().opcode().equals("fence")) {
        return false;
      }
    }
    return true;
  }

  /** Bytes of the host that a block takes, about, while it is resident. */
  public static long residentBytes(KernelImage kernel, LaunchShape shape) {
    long registers = (long) kernel.program().slots() * Warp.LANES * Long.BYTES;
    long local = (long) kernel.localBytes() * Warp.LANES;
    return shape.sharedBytes() + shape.warps() * (registers + local);
  }

  /**
   * Executes all blocks.
   *
   * @param threads of the host
   * @param limit warp-instructions after which the launch is taken for one that hangs
   */
  public static ExecutionProfile run(LaunchContext launch, int threads, long limit) {
    if (launch.cooperative()) {
      return CooperativeGrid.run(launch, limit);
    }
    if (threads > 1 && launch.concurrent() && launch.shape().grid().count() > 1) {
      return SharedGrid.run(launch, threads, limit);
    }
    ExecutionProfile profile = new ExecutionProfile(launch);
    run(launch, profile, 1, 0, launch.shape().grid().count(), limit);
    return profile;
  }

  /**
   * Executes some blocks, one after the other.
   *
   * @param multiprocessors that the GPU has, for threads that ask
   * @param from the first, and {@code to} the one behind the last
   * @param limit warp-instructions after which they are taken to hang
   * @return how many they executed
   */
  public static long run(
      LaunchContext launch,
      ExecutionProfile profile,
      int multiprocessors,
      long from,
      long to,
      long limit) {
    GridRunner runner = new GridRunner(launch, profile, multiprocessors, limit);
    runner.run(from, to);
    return runner.executed;
  }

  /** One block after the other; one that waits for another is put aside meanwhile. */
  private void run(long from, long to) {
    for (long next = from; next < to; ) {
      if (waiting.size() < MOST_OPEN) {
        Block block = idle.isEmpty() ? new Block(launch, profile, multiprocessors) : idle.remove();
        block.begin(next++);
        turn(block);
      } else {
        turn(waiting.remove());
      }
    }
    while (!waiting.isEmpty()) {
      turn(waiting.remove());
    }
  }

  private void turn(Block block) {
    executed += block.run(Math.min(PATIENCE, limit - executed));
    if (block.isDone()) {
      idle.add(block);
    } else if (executed >= limit) {
      throw Deadlock.beyond(limit, block);
    } else {
      waiting.add(block);
    }
  }

  /** Runs blocks one after the other on one of several threads. */
  static void runBlock(Block block, long number, long limit) throws KernelFaultException {
    block.begin(number);
    block.run(limit);
    if (!block.isDone()) {
      throw Deadlock.beyond(limit, block);
    }
  }
}
