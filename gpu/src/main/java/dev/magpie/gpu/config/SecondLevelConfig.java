package dev.magpie.gpu.config;

import dev.magpie.gpu.stream.MemoryAccess;
import dev.magpie.settings.Records.Range;

/**
 * The L2: slices of lines of 128 bytes with four sectors, written back, written to on allocation,
 * least recently used replaced. A slice takes a request a cycle and gives a sector of it a cycle.
 *
 * @param slices how many; a multiple of the channels
 * @param bytes of all of them
 * @param ways lines of a set
 * @param dirtyWays lines of a set that may be dirty: of more the least recently used is written
 *     back, and stays
 * @param latency cycles of a hit within the slice
 * @param mshrs lines that a slice can wait for
 * @param merges requests that can wait for each
 * @param queue requests that can wait at a slice
 * @param missQueue requests of a slice that can wait for the controller
 * @param fill what a miss fetches; to memory that is not coded, a dirty line goes back in the same
 *     way: all that is there of it, or the sectors that are dirty
 * @param writeMiss what a write does to a line that is not there
 * @param interleaveBytes consecutive bytes of one slice
 * @param hash how slices are chosen
 * @param atomicCycles that an operation on one address takes
 * @param sectorWriteCycles that a whole sector takes to be written, 1 if missing; a part takes one
 */
public record SecondLevelConfig(
    @Range(least = 1, most = 1024) int slices,
    @Range(least = MemoryAccess.LINE_BYTES, most = 1 << 30) int bytes,
    @Range(least = 1, most = 1024) int ways,
    @Range(least = 1, most = 1024) int dirtyWays,
    @Range(least = 1, most = 100_000) int latency,
    @Range(least = 1, most = 1 << 16) int mshrs,
    @Range(least = 1, most = 1 << 16) int merges,
    @Range(least = 1, most = 1 << 16) int queue,
    @Range(least = 1, most = 1 << 16) int missQueue,
    Fill fill,
    WriteMiss writeMiss,
    @Range(least = MemoryAccess.LINE_BYTES, most = 1 << 20) int interleaveBytes,
    SliceHash hash,
    @Range(least = 1, most = 100_000) int atomicCycles,
    @Range(least = 1, most = 1000, missing = 1) int sectorWriteCycles) {

  /** What a write does to sectors that are not there. */
  public enum WriteMiss {
    /** They are the line's and dirty; what a write covers only in part is fetched first. */
    ALLOCATE,
    /**
     * The write goes on to memory, and the line is fetched, to be written in place from then on:
     * write-allocation of GPGPU-Sim 3.x.
     */
    FETCH
  }

  /** How the slice of an address is chosen. */
  public enum SliceHash {
    /** The remainder of the interleave's number. */
    MODULO,
    /** Upper bits of the address are added to the lower ones without carry; powers of two. */
    XOR,
    /** The remainder of the address as a polynomial over GF(2) (Rau, ISCA 1991); powers of two. */
    IPOLY,
    /**
     * The remainder of the interleave's number, moved on by a hash of the quotient; any number of
     * slices.
     */
    ROTATED;

    /** Whether there may be any number of slices, not only a power of two. */
    public boolean takesAnyNumber() {
      return this == MODULO || this == ROTATED;
    }
  }
}
