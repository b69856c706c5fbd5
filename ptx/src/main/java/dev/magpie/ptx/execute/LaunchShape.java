package dev.magpie.ptx.execute;

/**
 * The size of a launch.
 *
 * @param grid blocks
 * @param block threads of a block
 * @param sharedBytes shared memory of a block, static and dynamic
 * @param dynamicSharedBytes the part of it that the launch asked for
 */
public record LaunchShape(Dim3 grid, Dim3 block, int sharedBytes, int dynamicSharedBytes) {

  /** Threads of a block. */
  public int threads() {
    return (int) block.count();
  }

  /** Warps of a block. */
  public int warps() {
    return Math.ceilDiv(threads(), Warp.LANES);
  }
}
