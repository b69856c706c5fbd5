package dev.magpie.ptx.execute;

import dev.magpie.ptx.execute.MemoryObserver.Access;
import dev.magpie.ptx.ir.StateSpace;

/**
 * Is told of a launch's accesses to global memory, maybe behind others that came after them. Unlike
 * a {@link MemoryObserver}, it lets the launch execute stretches of instructions as a whole.
 */
@FunctionalInterface
public interface AccessSink {
  /**
   * A warp accesses memory, or has done so; other spaces than global memory may be told of, too.
   *
   * @param space the memory that the addresses lie in, never the generic one
   * @param bytes that each lane accesses
   * @param mask the lanes that take part
   * @param offsets of the lanes; only valid during the call
   * @param base address that they are counted from
   */
  void access(StateSpace space, Access access, int bytes, int mask, long[] offsets, long base);
}
