package dev.magpie.gpu.stream;

/** Steps blocks of a launch that take no time: one after another, a warp until it waits. */
final class FastForward {
  private final long limit;
  private final WrittenLines written;
  private final MemoryAccess access = new MemoryAccess();
  private long issued;

  private FastForward(long limit, WrittenLines written) {
    this.limit = limit;
    this.written = written;
  }

  /** See {@link KernelStream#takeEffect}. */
  static long run(KernelStream kernel, long from, long to, long limit, WrittenLines written) {
    FastForward forward = new FastForward(limit, written);
    for (long number = from; number < to; number++) {
      BlockStream block = kernel.begin(number, 0);
      forward.run(block);
      kernel.end(block);
    }
    return forward.issued;
  }

  private void run(BlockStream block) {
    while (!block.isDone()) {
      boolean goesOn = false;
      for (int w = 0; w < block.warps(); w++) {
        goesOn |= run(block.warp(w));
      }
      if (!goesOn) {
        throw new StuckException("cannot go on");
      }
    }
  }

  private boolean run(WarpStream warp) {
    boolean goesOn = false;
    while (warp.state() == WarpStream.State.RUNNING) {
      // Clocks go on, for those who wait by them.
      warp.issue(issued, access);
      goesOn = true;
      if (++issued > limit) {
        throw StuckException.beyond(limit);
      }
      switch (access.kind()) {
        case STORE, ATOMIC, REDUCTION -> note();
        case NONE, LOAD, LOAD_UNCACHED -> {}
      }
    }
    return goesOn;
  }

  private void note() {
    for (int i = 0; !access.isLocal() && i < access.count(); i++) {
      written.add(access.line(i), MemoryAccess.LINE_BYTES);
    }
  }
}
