package dev.magpie.gpu.packed;

import dev.magpie.gpu.stream.BlockStream;
import dev.magpie.gpu.stream.KernelShape;
import dev.magpie.gpu.stream.WarpStream;

/**
 * A block whose warps were packed. Warps that wait are let go when all of their group have come, or
 * else when no warp of the block can go on.
 */
public final class PackedBlock implements BlockStream {
  /** The group of a wait for all warps of the block that have not ended. */
  public static final int ALL = 0;

  private static final int LANES = 32;

  private final long number;
  private final PackedWarp[] warps;

  /** How many waits of each group are still to come. */
  private final int[] missing;

  private int running;
  private int waiting;

  private PackedBlock(long number, int warps, int[] missing) {
    this.number = number;
    this.warps = new PackedWarp[warps];
    this.missing = missing;
  }

  /** Packs warps; their groups of waits are left out where all of them are {@link #ALL}. */
  public static void pack(WarpPacker[] warps, int[][] groups, int groupCount, ByteWriter out) {
    out.number(warps.length);
    out.number(groupCount);
    for (int i = 0; i < warps.length; i++) {
      if (groupCount > 0) {
        out.number(groups[i].length);
        for (int group : groups[i]) {
          out.number(group);
        }
      }
      out.nested(warps[i].bytes());
    }
  }

  /**
   * A block that begins.
   *
   * @param kernel whose it is
   * @param stores takes the values of stores
   */
  public static PackedBlock unpack(
      long number, ByteReader in, KernelShape kernel, StoreSink stores) {
    int count = in.number(Math.ceilDiv(kernel.threadsPerBlock(), LANES));
    int groupCount = in.count(1);
    PackedBlock block = new PackedBlock(number, count, new int[groupCount + 1]);
    for (int i = 0; i < count; i++) {
      int[] groups = new int[groupCount == 0 ? 0 : in.count(1)];
      for (int k = 0; k < groups.length; k++) {
        groups[k] = in.number(groupCount);
        block.missing[groups[k]]++;
      }
      block.warps[i] =
          new PackedWarp(block, in.nested(), kernel.instructions().size(), groups, stores);
      if (block.warps[i].state() == WarpStream.State.RUNNING) {
        block.running++;
      }
    }
    if (!in.atEnd()) {
      throw new DamagedException("has bytes behind its last warp");
    }
    if (block.running == 0) {
      throw new DamagedException("has a block that does nothing");
    }
    return block;
  }

  @Override
  public long number() {
    return number;
  }

  @Override
  public int warps() {
    return warps.length;
  }

  @Override
  public WarpStream warp(int index) {
    return warps[index];
  }

  @Override
  public boolean isDone() {
    return running == 0 && waiting == 0;
  }

  void arrived(PackedWarp warp) {
    running--;
    waiting++;
    int group = warp.group();
    if (group != ALL && --missing[group] == 0) {
      release(group);
    }
    releaseAllIfStuck();
  }

  void ended() {
    running--;
    releaseAllIfStuck();
  }

  private void releaseAllIfStuck() {
    // A warp that ends when it is let go may leave the others stuck again.
    while (running == 0 && waiting > 0) {
      for (PackedWarp warp : warps) {
        release(warp);
      }
    }
  }

  private void release(int group) {
    for (PackedWarp warp : warps) {
      if (warp.state() == WarpStream.State.WAITING && warp.group() == group) {
        release(warp);
      }
    }
  }

  private void release(PackedWarp warp) {
    if (warp.state() != WarpStream.State.WAITING) {
      return;
    }
    waiting--;
    warp.release();
    if (warp.state() == WarpStream.State.RUNNING) {
      running++;
    }
  }
}
