package dev.magpie.gpu.memory;

import java.util.Arrays;

/** The transfers of lines, or of parts of them, that controllers have with channels, by number. */
final class LineTransfers {
  static final int NONE = -1;

  /** A slice waits for it. */
  static final byte FILL = 0;

  /** Transfers wait for it, which need the metadata in it. */
  static final byte METADATA = 1;

  /** A write waits for it, which needs the rest of its line. */
  static final byte MERGE = 2;

  /** Nobody waits for it. */
  static final byte WRITE = 3;

  byte[] purpose = new byte[256];

  int[] channel = new int[256];

  /** The line's address in the channel, and which of its accesses are to be offered. */
  long[] address = new long[256];

  long[] offers = new long[256];

  /** Accesses that have been offered and have no data yet, and when the last one has. */
  int[] outstanding = new int[256];

  long[] done = new long[256];

  /** Sectors that go over the link, and whether accesses and these both have still to come. */
  int[] buddySectors = new int[256];

  boolean[] isHalf = new boolean[256];

  /** Cycles of the core after the data are there. */
  int[] delay = new int[256];

  /** Instructions with which a multiprocessor assists, and which one. */
  int[] assist = new int[256];

  int[] multiprocessor = new int[256];

  /** Who waits for it. */
  int[] slice = new int[256];

  int[] slot = new int[256];
  int[] sectors = new int[256];

  /** The units of metadata that it needs, or the one that it moves; see {@link LineMove}. */
  long[] metadata = new long[256];

  long[] lastMetadata = new long[256];

  /** The write that comes after a {@link #MERGE}. */
  int[] then = new int[256];

  /** In a list of those that wait for the same. */
  int[] next = new int[256];

  private int free = NONE;
  private int used;

  boolean writes(int transfer) {
    return purpose[transfer] == WRITE;
  }

  int take() {
    if (free != NONE) {
      int transfer = free;
      free = next[transfer];
      outstanding[transfer] = 0;
      done[transfer] = 0;
      delay[transfer] = 0;
      buddySectors[transfer] = 0;
      isHalf[transfer] = false;
      assist[transfer] = 0;
      return transfer;
    }
    if (used == channel.length) {
      grow(2 * used);
    }
    return used++;
  }

  private void grow(int length) {
    purpose = Arrays.copyOf(purpose, length);
    channel = Arrays.copyOf(channel, length);
    address = Arrays.copyOf(address, length);
    offers = Arrays.copyOf(offers, length);
    outstanding = Arrays.copyOf(outstanding, length);
    done = Arrays.copyOf(done, length);
    delay = Arrays.copyOf(delay, length);
    buddySectors = Arrays.copyOf(buddySectors, length);
    isHalf = Arrays.copyOf(isHalf, length);
    assist = Arrays.copyOf(assist, length);
    multiprocessor = Arrays.copyOf(multiprocessor, length);
    slice = Arrays.copyOf(slice, length);
    slot = Arrays.copyOf(slot, length);
    sectors = Arrays.copyOf(sectors, length);
    metadata = Arrays.copyOf(metadata, length);
    lastMetadata = Arrays.copyOf(lastMetadata, length);
    then = Arrays.copyOf(then, length);
    next = Arrays.copyOf(next, length);
  }

  void free(int transfer) {
    next[transfer] = free;
    free = transfer;
  }
}
