package dev.magpie.gpu.packed;

import dev.magpie.gpu.stream.MemoryAccess;
import dev.magpie.gpu.stream.MemoryAccess.Kind;
import java.util.List;

/**
 * Packs what a warp issues. An instruction that follows the one before it in the kernel, with the
 * same lanes and no access to memory, takes a byte.
 *
 * <p>An instruction is a number: the step from the instruction after the last one, shifted by three
 * bits; bit 0 says that its lanes follow (32 bits), bit 1 that an access follows, bit 2 that the
 * warp waits at a barrier. An access is a byte (its kind, and what else there is), the cycles of
 * shared memory, and the lines: step from the last line, sectors and full sectors, lanes. The
 * values that a store leaves may follow.
 */
public final class WarpPacker {
  static final int LANES = 1;
  static final int ACCESS = 2;
  static final int WAITS = 4;
  static final int FLAG_BITS = 3;

  /** Kinds of accesses by the number that they are written as. */
  static final List<Kind> KINDS =
      List.of(Kind.NONE, Kind.LOAD, Kind.LOAD_UNCACHED, Kind.STORE, Kind.ATOMIC, Kind.REDUCTION);

  static final int KIND_BITS = 3;
  static final int LOCAL = 1 << 3;
  static final int CONSTANT = 1 << 4;
  static final int SHARED = 1 << 5;
  static final int VALUES = 1 << 6;

  private final ByteWriter out = new ByteWriter();
  private int expected;
  private int lanes = -1;
  private long line;
  private long count;

  /** Begins with a warp that has issued nothing. */
  public void clear() {
    out.clear();
    expected = 0;
    lanes = -1;
    line = 0;
    count = 0;
  }

  /** Instructions so far. */
  public long count() {
    return count;
  }

  /** The bytes so far. */
  public ByteWriter bytes() {
    return out;
  }

  /**
   * Adds an instruction.
   *
   * @param instruction its number in the kernel
   * @param mask lanes that take part
   * @param access what it asks of memory
   * @param waits whether it waits for other warps of the block
   * @param hasValues whether the caller adds what each touched sector holds now
   */
  public void add(
      int instruction, int mask, MemoryAccess access, boolean waits, boolean hasValues) {
    boolean accesses =
        access.kind() != Kind.NONE || access.sharedCycles() > 0 || access.readsConstants();
    long step = instruction - (long) expected;
    long zigzag = (step << 1) ^ (step >> 63);
    int flags = (mask == lanes ? 0 : LANES) | (accesses ? ACCESS : 0) | (waits ? WAITS : 0);
    out.number(zigzag << FLAG_BITS | flags);
    if (mask != lanes) {
      out.word(mask);
      lanes = mask;
    }
    expected = instruction + 1;
    count++;
    if (accesses) {
      add(access, hasValues);
    }
  }

  private void add(MemoryAccess access, boolean hasValues) {
    out.octet(
        KINDS.indexOf(access.kind())
            | (access.isLocal() ? LOCAL : 0)
            | (access.readsConstants() ? CONSTANT : 0)
            | (access.sharedCycles() > 0 ? SHARED : 0)
            | (hasValues ? VALUES : 0));
    if (access.sharedCycles() > 0) {
      out.number(access.sharedCycles());
    }
    if (access.kind() == Kind.NONE) {
      return;
    }
    out.number(access.count());
    for (int i = 0; i < access.count(); i++) {
      long number = access.line(i) / MemoryAccess.LINE_BYTES;
      out.signed(number - line);
      out.octet(access.sectors(i) | access.fullSectors(i) << MemoryAccess.SECTORS);
      out.number(access.lanes(i));
      line = number;
    }
  }
}
