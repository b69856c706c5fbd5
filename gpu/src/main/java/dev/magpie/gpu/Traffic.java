package dev.magpie.gpu;

import dev.magpie.gpu.memory.MemoryCounters;

/**
 * What has moved between the L2 and memory.
 *
 * @param dramBytes over the data buses of the DRAM
 * @param codedAccesses to lines that are held coded
 * @param buddyAccesses of them that needed buddy memory
 * @param linkBytes both ways over the links, headers too
 */
record Traffic(long dramBytes, long codedAccesses, long buddyAccesses, long linkBytes) {
  static final Traffic NONE = new Traffic(0, 0, 0, 0);

  static Traffic of(GpuCounts counts, int accessBytes) {
    MemoryCounters memory = counts.memory();
    return new Traffic(
        counts.accesses() * accessBytes,
        memory.codedReads.blocks() + memory.codedWrites.blocks(),
        memory.buddyAccesses,
        memory.linkBytesTo + memory.linkBytesFrom);
  }

  /** Of the accesses to coded lines, those that needed buddy memory; 0 without any. */
  double buddyShare() {
    return codedAccesses == 0 ? 0 : (double) buddyAccesses / codedAccesses;
  }

  /** What has moved since. */
  Traffic since(Traffic before) {
    return plus(before, -1);
  }

  /** Both together. */
  Traffic plus(Traffic more) {
    return plus(more, 1);
  }

  private Traffic plus(Traffic other, int times) {
    return new Traffic(
        dramBytes + times * other.dramBytes,
        codedAccesses + times * other.codedAccesses,
        buddyAccesses + times * other.buddyAccesses,
        linkBytes + times * other.linkBytes);
  }
}
