package dev.magpie.ptx.execute;

import dev.magpie.ptx.ir.StateSpace;

/** Is told of the accesses of a launch to memory, in the order in which they happen. */
public interface MemoryObserver {

  /** What an access does. */
  enum Access {
    LOAD,
    STORE,
    ATOMIC;

    public boolean reads() {
      return this != STORE;
    }

    public boolean writes() {
      return this != LOAD;
    }
  }

  /**
   * A warp accesses memory; it has not done so yet.
   *
   * @param operation what it executes
   * @param space the memory that the addresses lie in, never the generic one
   * @param mask the lanes that take part
   * @param addresses of the lanes, in the space; only valid during the call
   * @param bytes that each lane accesses
   */
  void access(
      Warp warp,
      Operation operation,
      Access access,
      StateSpace space,
      int mask,
      long[] addresses,
      int bytes);

  /** All threads of a block have come to a barrier. */
  default void barrier(Block block) {}
}
