package dev.magpie.gpu.stream;

import java.util.BitSet;

/** Lets blocks of a launch take effect, and no time: one after another, a warp until it waits. */
public final class FastForward {
  private final long limit;
  private final MemoryAccess access = new MemoryAccess();
  private final BitSet written = new BitSet();
  private long issued;

  /** A block cannot go on, or has issued too much. */
  public static final class StuckException extends RuntimeException {
    private static final long serialVersionUID = 1;

    StuckException(String what) {
      super(what);
    }
  }

  /** Is told ranges of addresses. */
  public interface Ranges {
    void range(long address, long bytes);
  }

  /**
   * @param limit of warp-instructions, after which blocks are taken to hang
   */
  public FastForward(long limit) {
    this.limit = limit;
  }

  /**
   * Runs blocks.
   *
   * @param from the first, and {@code to} the one behind the last
   * @throws StuckException if one does not end
   */
  public void run(KernelStream kernel, long from, long to) {
    for (long number = from; number < to; number++) {
      BlockStream block = kernel.begin(number, 0);
      while (!block.isDone()) {
        boolean goesOn = false;
        for (int w = 0; w < block.warps(); w++) {
          goesOn |= run(block.warp(w));
        }
        if (!goesOn) {
          throw new StuckException("cannot go on");
        }
      }
      kernel.end(block);
    }
  }

  /** Warp-instructions of all blocks so far. */
  public long issued() {
    return issued;
  }

  private boolean run(WarpStream warp) {
    boolean goesOn = false;
    while (warp.state() == WarpStream.State.RUNNING) {
      // Clocks go on, for those who wait by them.
      warp.issue(issued, access);
      goesOn = true;
      if (++issued > limit) {
        throw new StuckException("has issued more than %d warp-instructions".formatted(limit));
      }
      switch (access.kind()) {
        case STORE, ATOMIC, REDUCTION -> note();
        case NONE, LOAD, LOAD_UNCACHED -> {}
      }
    }
    return goesOn;
  }

  private void note() {
    for (int i = 0; i < access.count(); i++) {
      long line = access.line(i) / MemoryAccess.LINE_BYTES;
      // What kernels have allocated for themselves lies far behind all that the host has.
      if (!access.isLocal() && access.line(i) >= 0 && line < Integer.MAX_VALUE) {
        written.set((int) line);
      }
    }
  }

  /** Tells the lines that were written, those that follow each other as one range. */
  public void forEachWritten(Ranges told) {
    for (int from = written.nextSetBit(0); from >= 0; ) {
      int to = written.nextClearBit(from);
      told.range(
          (long) from * MemoryAccess.LINE_BYTES, (long) (to - from) * MemoryAccess.LINE_BYTES);
      from = written.nextSetBit(to);
    }
  }
}
