package dev.magpie.ptx.execute;

import java.util.ArrayList;
import java.util.List;

/** Says where the warps of a block stand that cannot go on. */
final class Deadlock {
  private static final int MOST_WARPS = 64;

  private Deadlock() {}

  /** All warps of a block wait. */
  static KernelFaultException of(Block block) {
    return new KernelFaultException(
        KernelFaultException.Kind.OTHER,
        "%s: kernel %s, block (%d,%d,%d): deadlock: %s"
            .formatted(
                block.kernel().label(),
                block.kernel().shortName(),
                block.x(),
                block.y(),
                block.z(),
                positions(block)));
  }

  /** A launch has executed more than it may. */
  static KernelFaultException beyond(long limit, Block block) {
    return new KernelFaultException(
        KernelFaultException.Kind.LIMIT,
        "%s: kernel %s: the limit of %d warp-instructions is reached; block (%d,%d,%d) stands: %s"
            .formatted(
                block.kernel().label(),
                block.kernel().shortName(),
                limit,
                block.x(),
                block.y(),
                block.z(),
                positions(block)));
  }

  private static String positions(Block block) {
    List<String> warps = new ArrayList<>();
    int left = 0;
    for (Warp warp : block.warps()) {
      if (warp.state() == Warp.State.DONE) {
        continue;
      }
      if (warps.size() == MOST_WARPS) {
        left++;
        continue;
      }
      warps.add(warp.divergent.position());
    }
    return String.join("; ", warps) + (left == 0 ? "" : "; and %d more".formatted(left));
  }
}
