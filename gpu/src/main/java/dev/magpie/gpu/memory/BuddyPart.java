package dev.magpie.gpu.memory;

import static dev.magpie.gpu.stream.MemoryAccess.LINE_BYTES;

import dev.magpie.memory.buddy.BuddyAllocation;
import dev.magpie.memory.buddy.TargetRatio;
import java.util.Arrays;

/** Lines in one piece that have a target, and where a Buddy memory has them. */
final class BuddyPart {
  /** The first line, and the one after the last. */
  final long start;

  final long end;
  final TargetRatio target;

  /** Changes when the memory grows. */
  BuddyAllocation allocation;

  /** By line: what its bytes come to. */
  private final int[] digests;

  BuddyPart(long start, long end, TargetRatio target, BuddyAllocation allocation) {
    this.start = start;
    this.end = end;
    this.target = target;
    this.allocation = allocation;
    digests = new int[Math.toIntExact((end - start) / LINE_BYTES)];
    Arrays.fill(digests, LineDigest.ZEROS);
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
