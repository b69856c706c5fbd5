package dev.magpie.gpu.memory;

import static dev.magpie.gpu.stream.MemoryAccess.LINE_BYTES;

import dev.magpie.memory.buddy.BuddyAllocation;
import dev.magpie.memory.buddy.BuddyMemory;
import dev.magpie.memory.buddy.PageSize;
import dev.magpie.memory.buddy.TargetRatio;
import java.util.Arrays;

/** Lines in one piece that have a target, and where a Buddy memory has them. */
final class BuddyPart {
  private static final BuddyAllocation NOWHERE =
      new BuddyAllocation(0, 0, TargetRatio.ONE, true, PageSize.KIB_64);

  /** The first line, and the one after the last. */
  final long start;

  final long end;
  final TargetRatio target;

  /**
   * Its allocation in the Buddy memory, which changes when that grows, and where it lies in device
   * memory.
   */
  BuddyAllocation allocation = NOWHERE;

  long deviceStart;

  /** By line: its {@link LineDigest}. */
  private final int[] digests;

  BuddyPart(long start, long end, TargetRatio target) {
    this.start = start;
    this.end = end;
    this.target = target;
    digests = new int[Math.toIntExact((end - start) / LINE_BYTES)];
    Arrays.fill(digests, LineDigest.ZEROS);
  }

  void moveTo(BuddyAllocation other, BuddyMemory memory) {
    allocation = other;
    deviceStart = memory.deviceAddress(other.address());
  }

  /** The memory's address of a line. */
  long address(long line) {
    return allocation.address() + (line - start);
  }

  int digest(long line) {
    return digests[(int) ((line - start) / LINE_BYTES)];
  }

  void setDigest(long line, int digest) {
    digests[(int) ((line - start) / LINE_BYTES)] = digest;
  }
}
