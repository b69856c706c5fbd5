package dev.magpie.ptx;

import dev.magpie.ptx.execute.AddressSpace;
import dev.magpie.ptx.execute.Region;
import java.lang.foreign.MemorySegment;

/** Memory of this process. No address is used twice, so that what was freed is never hit again. */
final class HostMemorySource implements MemorySource {
  /** Between allocations. */
  private static final int GAP = 512;

  private long next;

  /**
   * A source.
   *
   * @param usedBytes at the beginning, rounded up to 512
   */
  HostMemorySource(int usedBytes) {
    next = AddressSpace.HEAP + (long) GAP * Math.ceilDiv(usedBytes, GAP);
  }

  @Override
  public long place(long bytes) {
    long address = next;
    next += Math.ceilDiv(bytes + GAP, GAP) * GAP;
    return address;
  }

  @Override
  public MemorySegment memory(long address, long bytes) {
    return Region.zeroed(bytes);
  }

  @Override
  public void free(long address, long bytes) {
    // The garbage collector takes it.
  }
}
