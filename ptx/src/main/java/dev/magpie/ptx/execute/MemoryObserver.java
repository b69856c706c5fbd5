package dev.magpie.ptx.execute;

import dev.magpie.ptx.ir.StateSpace;
import java.util.List;

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
   * A warp accesses memory; it has not done so yet. An instruction may be told several times: a
   * fetch from a texture for each of the texels that a lane reads.
   *
   * @param operation what it executes
   * @param space the memory that the addresses lie in, never the generic one; the parameters of
   *     functions, which are written too, lie in local memory and are told as parameters
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

  /** Tells several observers. */
  static MemoryObserver all(List<? extends MemoryObserver> observers) {
    return (warp, operation, access, space, mask, addresses, bytes) -> {
      for (MemoryObserver each : observers) {
        each.access(warp, operation, access, space, mask, addresses, bytes);
      }
    };
  }
}
