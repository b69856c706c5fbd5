package dev.magpie.ptx.execute;

import java.util.Arrays;

/**
 * The SIMT stack of a warp: its paths that wait while another one runs. A path is a frame, the
 * place in its code at which it goes on, its lanes, and where it reconverges with the path below.
 */
final class SimtStack {
  private static final int DEEPEST = 1 << 16;

  private int depth;
  private int[] pcs = new int[8];
  private int[] masks = new int[8];
  private int[] reconvergences = new int[8];
  private CallFrame[] frames = new CallFrame[8];

  int depth() {
    return depth;
  }

  void clear() {
    depth = 0;
  }

  /** Whether another path would be one too many. */
  boolean isFull() {
    return depth == DEEPEST;
  }

  void push(CallFrame frame, int pc, int mask, int reconvergence) {
    if (depth == pcs.length) {
      int more = depth * 2;
      pcs = Arrays.copyOf(pcs, more);
      masks = Arrays.copyOf(masks, more);
      reconvergences = Arrays.copyOf(reconvergences, more);
      frames = Arrays.copyOf(frames, more);
    }
    pcs[depth] = pc;
    masks[depth] = mask;
    reconvergences[depth] = reconvergence;
    frames[depth++] = frame;
  }

  /** Takes the top away; the result is its index, at which it can be read until the next push. */
  int pop() {
    return --depth;
  }

  /** The frame of the topmost path. */
  CallFrame top() {
    return frames[depth - 1];
  }

  int pc(int path) {
    return pcs[path];
  }

  int mask(int path) {
    return masks[path];
  }

  int reconvergence(int path) {
    return reconvergences[path];
  }

  CallFrame frame(int path) {
    return frames[path];
  }

  /** The lanes of all paths. */
  int lanes() {
    int lanes = 0;
    for (int i = 0; i < depth; i++) {
      lanes |= masks[i];
    }
    return lanes;
  }

  /** Moves some lanes, on all their paths, to a stack of their own. */
  SimtStack part(int lanes) {
    SimtStack own = new SimtStack();
    int kept = 0;
    for (int i = 0; i < depth; i++) {
      if ((masks[i] & lanes) != 0) {
        own.push(frames[i], pcs[i], masks[i] & lanes, reconvergences[i]);
      }
      if ((masks[i] & ~lanes) != 0) {
        pcs[kept] = pcs[i];
        masks[kept] = masks[i] & ~lanes;
        reconvergences[kept] = reconvergences[i];
        frames[kept++] = frames[i];
      }
    }
    depth = kept;
    return own;
  }

  /**
   * Whether the lanes of another stack only have to wait for those of this one to go on together.
   */
  boolean leadsTo(SimtStack other) {
    if (other.depth > depth) {
      return false;
    }
    for (int i = 0; i < other.depth; i++) {
      if (pcs[i] != other.pcs[i]
          || reconvergences[i] != other.reconvergences[i]
          || frames[i] != other.frames[i]) {
        return false;
      }
    }
    return true;
  }

  /** Takes in the lanes of a stack that this one {@linkplain #leadsTo leads to}. */
  void join(SimtStack other) {
    for (int i = 0; i < other.depth; i++) {
      masks[i] |= other.masks[i];
    }
  }

  /** Lets the topmost path go on one instruction later. */
  void advance() {
    pcs[depth - 1]++;
  }

  /** Takes lanes out of a path and all below it. */
  void dropUpTo(int path, int lanes) {
    for (int i = 0; i <= path; i++) {
      masks[i] &= ~lanes;
    }
  }

  /** Takes lanes out of the topmost paths that run a frame. */
  void dropFrom(CallFrame frame, int lanes) {
    for (int i = depth - 1; i >= 0 && frames[i] == frame; i--) {
      masks[i] &= ~lanes;
    }
  }
}
