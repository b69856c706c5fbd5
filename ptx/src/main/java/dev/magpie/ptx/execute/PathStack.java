package dev.magpie.ptx.execute;

import java.util.Arrays;

/**
 * The paths of a warp that wait while another one runs. A path is a frame, the place in its code at
 * which it goes on, its lanes, and where it meets the path below.
 */
final class PathStack {
  private static final int DEEPEST = 1 << 16;

  private int depth;
  private int[] pcs = new int[8];
  private int[] masks = new int[8];
  private int[] meetings = new int[8];
  private Frame[] frames = new Frame[8];

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

  void push(Frame frame, int pc, int mask, int meeting) {
    if (depth == pcs.length) {
      int more = depth * 2;
      pcs = Arrays.copyOf(pcs, more);
      masks = Arrays.copyOf(masks, more);
      meetings = Arrays.copyOf(meetings, more);
      frames = Arrays.copyOf(frames, more);
    }
    pcs[depth] = pc;
    masks[depth] = mask;
    meetings[depth] = meeting;
    frames[depth++] = frame;
  }

  /** Takes the top away; the result is its index, at which it can be read until the next push. */
  int pop() {
    return --depth;
  }

  int pc(int path) {
    return pcs[path];
  }

  int mask(int path) {
    return masks[path];
  }

  int meeting(int path) {
    return meetings[path];
  }

  Frame frame(int path) {
    return frames[path];
  }

  /** Takes lanes out of a path and all below it. */
  void dropUpTo(int path, int lanes) {
    for (int i = 0; i <= path; i++) {
      masks[i] &= ~lanes;
    }
  }

  /** Takes lanes out of the topmost paths that run a frame. */
  void dropFrom(Frame frame, int lanes) {
    for (int i = depth - 1; i >= 0 && frames[i] == frame; i--) {
      masks[i] &= ~lanes;
    }
  }
}
