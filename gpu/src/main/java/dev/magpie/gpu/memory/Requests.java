package dev.magpie.gpu.memory;

import java.util.Arrays;

/** The requests that are under way, by number, without an object for each. */
final class Requests {
  static final int NONE = -1;

  int[] multiprocessor = new int[1024];
  int[] tag = new int[1024];
  MemoryRequest[] kind = new MemoryRequest[1024];
  long[] line = new long[1024];

  /** Number of the line in its slice. */
  long[] lineInSlice = new long[1024];

  int[] slice = new int[1024];
  byte[] sectors = new byte[1024];
  byte[] full = new byte[1024];
  int[] lanes = new int[1024];

  /** Sectors that were fetched from beyond the L2 for a request. */
  byte[] fetched = new byte[1024];

  long[] offered = new long[1024];

  /** In a list of those that wait for the same. */
  int[] next = new int[1024];

  private int free = NONE;
  private int used;

  int take() {
    if (free != NONE) {
      int request = free;
      free = next[request];
      fetched[request] = 0;
      return request;
    }
    if (used == tag.length) {
      grow(2 * used);
    }
    return used++;
  }

  private void grow(int length) {
    multiprocessor = Arrays.copyOf(multiprocessor, length);
    tag = Arrays.copyOf(tag, length);
    kind = Arrays.copyOf(kind, length);
    line = Arrays.copyOf(line, length);
    lineInSlice = Arrays.copyOf(lineInSlice, length);
    slice = Arrays.copyOf(slice, length);
    sectors = Arrays.copyOf(sectors, length);
    full = Arrays.copyOf(full, length);
    lanes = Arrays.copyOf(lanes, length);
    fetched = Arrays.copyOf(fetched, length);
    offered = Arrays.copyOf(offered, length);
    next = Arrays.copyOf(next, length);
  }

  void free(int request) {
    next[request] = free;
    free = request;
  }
}
