package dev.magpie.ptx.execute;

/**
 * The 64 bits of an mbarrier object, which PTX leaves to the machine: from the lowest bit on 20
 * bits of arrivals that a phase expects, 20 of those that are still to come, 21 of bytes that
 * copies have yet to bring, with a sign, and 3 of the phase. What a thread keeps of its arrival are
 * the object's bits from before it.
 */
final class BarrierObject {
  static final int MOST = (1 << 20) - 1;

  private static final int PENDING = 20;
  private static final int BYTES = 40;
  private static final int PHASE = 61;
  private static final long ONE_PHASE = 1L << PHASE;

  private BarrierObject() {}

  static long initial(long count) {
    return count | count << PENDING;
  }

  static long expected(long bits) {
    return bits & MOST;
  }

  static long pending(long bits) {
    return bits >>> PENDING & MOST;
  }

  /** Bytes that were announced and have not come; negative if they came first. */
  static long openBytes(long bits) {
    return bits << 3 >> (BYTES + 3);
  }

  static long phase(long bits) {
    return bits >>> PHASE;
  }

  /** With fewer arrivals to come, at most those that are pending. */
  static long arrive(long bits, long count) {
    return bits - (count << PENDING);
  }

  /** With fewer arrivals to come in this phase and in all that follow. */
  static long drop(long bits, long count) {
    return arrive(bits, count) - count;
  }

  /** With more bytes to come, or fewer. */
  static long announce(long bits, long bytes) {
    long open = openBytes(bits) + bytes;
    long mask = (ONE_PHASE - 1) >>> BYTES << BYTES;
    return (bits & ~mask) | (open << BYTES & mask);
  }

  /** The next phase if this one is complete. */
  static long settle(long bits) {
    if (pending(bits) != 0 || openBytes(bits) != 0) {
      return bits;
    }
    return bits + ONE_PHASE + (expected(bits) << PENDING);
  }
}
