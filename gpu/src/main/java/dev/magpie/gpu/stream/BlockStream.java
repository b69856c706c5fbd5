package dev.magpie.gpu.stream;

/** A block that runs. */
public interface BlockStream {
  /** Its number in the grid. */
  long number();

  /** How many warps it has. */
  int warps();

  /** One of them. */
  WarpStream warp(int index);

  /** Whether all its warps are done. */
  boolean isDone();
}
