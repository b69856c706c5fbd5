package dev.magpie.gpu.config;

/**
 * The L2: slices of lines of 128 bytes with four sectors, written back, written to on allocation,
 * least recently used replaced. A slice takes a request a cycle and moves a sector a cycle.
 *
 * @param slices how many; a multiple of the channels
 * @param bytes of all of them
 * @param ways lines of a set
 * @param latency cycles of a hit within the slice
 * @param mshrs lines that a slice can wait for
 * @param merges requests that can wait for each
 * @param queue requests that can wait at a slice
 * @param missQueue requests of a slice that can wait for the controller
 * @param fill what a miss fetches; to memory that is not coded, a dirty line goes back in the same
 *     way: all that is there of it, or the sectors that are dirty
 * @param interleaveBytes consecutive bytes of one slice
 * @param hash how slices are chosen
 * @param atomicCycles that an operation on one address takes
 */
public record SecondLevelConfig(
    int slices,
    int bytes,
    int ways,
    int latency,
    int mshrs,
    int merges,
    int queue,
    int missQueue,
    Fill fill,
    int interleaveBytes,
    SliceHash hash,
    int atomicCycles) {

  /** How the slice of an address is chosen. */
  public enum SliceHash {
    /** The remainder of the interleave's number. */
    MODULO,
    /** Upper bits of the address are added to the lower ones without carry. */
    XOR,
    /** The remainder of the address as a polynomial over GF(2) (Rau, ISCA 1991); powers of two. */
    IPOLY
  }
}
