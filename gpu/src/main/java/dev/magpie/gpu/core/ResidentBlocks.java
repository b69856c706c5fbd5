package dev.magpie.gpu.core;

import dev.magpie.gpu.stream.BlockStream;
import dev.magpie.gpu.stream.KernelShape;
import org.jspecify.annotations.Nullable;

/**
 * The blocks that a multiprocessor runs. Each has a slot, and as many warp slots, one behind the
 * other, as a block of the kernel has warps.
 */
final class ResidentBlocks {
  private final @Nullable BlockStream[] blocks;
  private final int[] liveWarps;
  private final int multiprocessor;
  private int room;
  private int resident;
  private int warpsPerBlock;
  private long localStart;
  private long localBytesPerBlock;

  ResidentBlocks(int slots, int multiprocessor) {
    blocks = new BlockStream[slots];
    liveWarps = new int[slots];
    this.multiprocessor = multiprocessor;
  }

  /** A kernel begins. */
  void begin(KernelShape kernel, Occupancy occupancy) {
    room = occupancy.blocks();
    warpsPerBlock = Math.ceilDiv(kernel.threadsPerBlock(), 32);
    localStart = kernel.localStart();
    localBytesPerBlock = kernel.localBytesPerBlock();
  }

  boolean hasRoom() {
    return resident < room;
  }

  /** Gives a block a slot; returns that of its first warp. */
  int add(BlockStream block) {
    int slot = 0;
    while (blocks[slot] != null) {
      slot++;
    }
    blocks[slot] = block;
    liveWarps[slot] = block.warps();
    resident++;
    return slot * warpsPerBlock;
  }

  /** A warp has left; returns its block if that was the last of it. */
  @Nullable BlockStream warpEnded(int warp) {
    int slot = warp / warpsPerBlock;
    if (--liveWarps[slot] > 0) {
      return null;
    }
    BlockStream ended = blocks[slot];
    blocks[slot] = null;
    resident--;
    return ended;
  }

  /** Warp slots that blocks have. */
  long warps() {
    return (long) resident * warpsPerBlock;
  }

  /** The warp slots of a warp's block, a bit each. */
  long warpsBeside(int warp) {
    long block = warpsPerBlock == Long.SIZE ? -1L : (1L << warpsPerBlock) - 1;
    return block << (warp - warp % warpsPerBlock);
  }

  /**
   * Where the local memory of a warp's block lies: as many blocks have a place as ever run at once.
   */
  long localMemory(int warp) {
    long slot = (long) multiprocessor * blocks.length + warp / warpsPerBlock;
    return localStart + slot * localBytesPerBlock;
  }

  /** What messages call a warp. */
  String described(int warp) {
    BlockStream block = blocks[warp / warpsPerBlock];
    return "block %d, warp %d".formatted(block == null ? -1 : block.number(), warp % warpsPerBlock);
  }
}
