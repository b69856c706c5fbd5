package dev.magpie.gpu.stream;

import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * What one warp-instruction asks of memory, coalesced: lines of 128 bytes with the sectors of 32
 * bytes that are touched. One object is used again for each instruction.
 */
public final class MemoryAccess {
  /** Bytes of a line, the unit that caches keep and codecs code. */
  public static final int LINE_BYTES = 128;

  /** Bytes of a sector. */
  public static final int SECTOR_BYTES = 32;

  /** Sectors of a line. */
  public static final int SECTORS = LINE_BYTES / SECTOR_BYTES;

  /** All sectors of a line. */
  public static final int ALL_SECTORS = (1 << SECTORS) - 1;

  /** What is done to the lines. */
  public enum Kind {
    /** Nothing: no instruction of memory, or no lane took part. */
    NONE,
    LOAD,
    /** A load that must not be answered by the L1: volatile, or coherent with other SMs. */
    LOAD_UNCACHED,
    STORE,
    /** An atomic that gives a value back. */
    ATOMIC,
    /** An atomic without a result. */
    REDUCTION
  }

  private Kind kind = Kind.NONE;
  private boolean local;
  private boolean unplaced;
  private int count;
  private long[] line = new long[32];
  private int[] sectors = new int[32];
  private int[] full = new int[32];
  private int[] lanes = new int[32];

  /** Cycles that the banks of shared memory are busy; 0 if shared memory is not accessed. */
  private int sharedCycles;

  /** Whether constants or parameters are read. */
  private boolean constant;

  public Kind kind() {
    return kind;
  }

  /** Whether the lines are of threads' local memory, which nobody else sees. */
  public boolean isLocal() {
    return local;
  }

  /** How many lines. */
  public int count() {
    return count;
  }

  /**
   * Address of a line in the physical memory, a multiple of {@link #LINE_BYTES}; below 0 if it is a
   * {@link #lineOfBlock} that has no place yet.
   */
  public long line(int i) {
    return line[i];
  }

  /**
   * A line of a block's local memory, whose place is not known before it is known where the block
   * runs.
   *
   * @param offset in the block's local memory
   * @return below 0, so that no line of the physical memory is meant
   */
  public static long lineOfBlock(long offset) {
    return ~offset & -LINE_BYTES;
  }

  /**
   * Gives lines of the block's local memory their places.
   *
   * @param start physical address of the block's local memory
   */
  public void placeLocal(long start) {
    if (unplaced) {
      unplaced = false;
      for (int i = 0; i < count; i++) {
        line[i] = line[i] < 0 ? start + (~line[i] & -LINE_BYTES) : line[i];
      }
    }
  }

  /** The sectors of a line that are touched: bit 0 for its first. */
  public int sectors(int i) {
    return sectors[i];
  }

  /** The sectors of a line of which a store writes every byte. */
  public int fullSectors(int i) {
    return full[i];
  }

  /** Tells the addresses of all sectors that are touched; not those of local memory. */
  public void forEachSector(LongConsumer told) {
    for (int i = 0; i < count; i++) {
      for (int rest = line[i] < 0 ? 0 : sectors[i]; rest != 0; rest &= rest - 1) {
        told.accept(line[i] + (long) SECTOR_BYTES * Integer.numberOfTrailingZeros(rest));
      }
    }
  }

  /** How many lanes touch a line; an atomic unit takes them one after the other. */
  public int lanes(int i) {
    return lanes[i];
  }

  /** Cycles that the banks of shared memory are busy; 0 if shared memory is not accessed. */
  public int sharedCycles() {
    return sharedCycles;
  }

  /** Whether constants or parameters are read. */
  public boolean readsConstants() {
    return constant;
  }

  /** Forgets everything. */
  public void clear() {
    kind = Kind.NONE;
    local = false;
    unplaced = false;
    count = 0;
    sharedCycles = 0;
    constant = false;
  }

  /** Becomes the same as another. */
  public void set(MemoryAccess to) {
    kind = to.kind;
    local = to.local;
    unplaced = to.unplaced;
    count = to.count;
    sharedCycles = to.sharedCycles;
    constant = to.constant;
    if (line.length < count) {
      line = new long[to.line.length];
      sectors = new int[to.line.length];
      full = new int[to.line.length];
      lanes = new int[to.line.length];
    }
    System.arraycopy(to.line, 0, line, 0, count);
    System.arraycopy(to.sectors, 0, sectors, 0, count);
    System.arraycopy(to.full, 0, full, 0, count);
    System.arraycopy(to.lanes, 0, lanes, 0, count);
  }

  /** Accesses shared memory for so many more cycles. */
  public void addShared(int cycles) {
    sharedCycles += cycles;
  }

  /** Reads constants or parameters. */
  public void addConstant() {
    constant = true;
  }

  /** Sets what is done to the lines. */
  public void setKind(Kind to, boolean isLocal) {
    kind = to;
    local = isLocal;
  }

  /**
   * Adds a line.
   *
   * @param address of the physical memory, or a {@link #lineOfBlock}
   */
  public void addLine(long address, int sectorMask, int fullMask, int laneCount) {
    if (count == line.length) {
      line = Arrays.copyOf(line, 2 * count);
      sectors = Arrays.copyOf(sectors, 2 * count);
      full = Arrays.copyOf(full, 2 * count);
      lanes = Arrays.copyOf(lanes, 2 * count);
    }
    unplaced |= address < 0;
    line[count] = address;
    sectors[count] = sectorMask;
    full[count] = fullMask;
    lanes[count] = laneCount;
    count++;
  }
}
