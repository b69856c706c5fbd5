package dev.magpie.ptx.execute;

/** Executes a launch whose blocks wait for each other: all are begun, and take turns. */
final class CooperativeGrid {
  /** Instructions of a turn, about; a warp that waits for another block spins as long. */
  private static final long TURN = 1 << 10;

  private CooperativeGrid() {}

  static ExecutionProfile run(LaunchContext launch, long limit) {
    ExecutionProfile profile = new ExecutionProfile(launch);
    Block[] blocks = new Block[(int) launch.shape().grid().count()];
    for (int i = 0; i < blocks.length; i++) {
      blocks[i] = new Block(launch, profile);
      blocks[i].begin(i);
    }
    long executed = 0;
    for (int open = blocks.length; open > 0; ) {
      int left = 0;
      for (int i = 0; i < open; i++) {
        Block block = blocks[i];
        executed += block.run(Math.min(TURN, limit - executed));
        if (!block.isDone()) {
          if (executed >= limit) {
            throw Deadlock.beyond(limit, block);
          }
          blocks[left++] = block;
        }
      }
      open = left;
    }
    return profile;
  }
}
