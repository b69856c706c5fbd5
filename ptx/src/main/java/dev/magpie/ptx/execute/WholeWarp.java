package dev.magpie.ptx.execute;

/**
 * Instructions that all lanes of a warp execute together ({@code .sync.aligned}): those that come
 * first wait for the others.
 */
final class WholeWarp {
  private WholeWarp() {}

  /** The slot of the lanes that such an instruction waits for. */
  static int members(Decoding at) {
    at.take("sync");
    at.take("aligned");
    return at.function().constant(-1L);
  }

  /**
   * Lets the lanes meet.
   *
   * @return whether all are there, so that the instruction is to be executed now, and then
   *     {@linkplain #part left}
   * @throws KernelFaultException if some do not come
   */
  static boolean meets(Warp warp, Operation operation, int mask, int members) {
    int together = warp.divergent.meet(operation, mask, members);
    if (together != 0 && together != -1) {
      throw warp.fault(
          operation,
          Integer.numberOfTrailingZeros(together),
          "all 32 lanes of a warp must execute this together, and lanes 0x%08x do not"
              .formatted(~together));
    }
    return together != 0;
  }

  /** Lets the lanes that waited go on; a mask has those that came last. */
  static void part(Warp warp, Operation operation, int mask) {
    if (mask != -1) {
      warp.divergent.part(operation);
    }
  }
}
