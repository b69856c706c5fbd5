package dev.magpie.memory;

import java.util.Arrays;
import java.util.Objects;

/**
 * Where accesses moved what, in the order in which they told it: runs of bursts, each with an
 * address of device memory. Cleared and used again, it allocates nothing.
 */
public final class Places {
  /** What moves. */
  public enum Kind {
    READ,
    WRITE,
    METADATA_READ,
    METADATA_WRITE
  }

  private Kind[] kinds = new Kind[8];
  private long[] addresses = new long[8];
  private int[] bursts = new int[8];
  private long[] units = new long[8];
  private int count;

  private long[] needed = new long[2];
  private int needs;

  Places() {}

  void clear() {
    count = 0;
    needs = 0;
  }

  void add(Kind kind, long address, int length, long unit) {
    if (count == kinds.length) {
      kinds = Arrays.copyOf(kinds, 2 * count);
      addresses = Arrays.copyOf(addresses, 2 * count);
      bursts = Arrays.copyOf(bursts, 2 * count);
      units = Arrays.copyOf(units, 2 * count);
    }
    kinds[count] = kind;
    addresses[count] = address;
    bursts[count] = length;
    units[count] = unit;
    count++;
  }

  void need(long unit) {
    if (needs == needed.length) {
      needed = Arrays.copyOf(needed, 2 * needs);
    }
    needed[needs++] = unit;
  }

  /** Runs of bursts. */
  public int count() {
    return count;
  }

  public Kind kind(int run) {
    return kinds[Objects.checkIndex(run, count)];
  }

  /** Where a run begins. */
  public long address(int run) {
    return addresses[Objects.checkIndex(run, count)];
  }

  /** How many bursts a run has; at least 1. */
  public int bursts(int run) {
    return bursts[Objects.checkIndex(run, count)];
  }

  /** The unit of metadata that a run of them belongs to; a unit may have several runs. */
  public long unit(int run) {
    return units[Objects.checkIndex(run, count)];
  }

  /** Units of metadata that data wait for, if they are on their way. */
  public int needs() {
    return needs;
  }

  /** The number of a unit that is needed. */
  public long needed(int i) {
    return needed[Objects.checkIndex(i, needs)];
  }
}
