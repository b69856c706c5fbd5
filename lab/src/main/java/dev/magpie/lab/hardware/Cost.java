package dev.magpie.lab.hardware;

/**
 * What half of a codec costs.
 *
 * @param gates NAND2 equivalents, registers among them
 * @param depth the longest path from a block's first bit to its last, in delays of an inverter that
 *     drives four (FO4); over all steps where it takes several
 * @param memoryBits of tables, which are no gates
 */
public record Cost(double gates, double depth, long memoryBits) {
  /**
   * FO4 in a cycle of 1 GHz at 40 nm, the process of a GTX 580: 99 ps in the cells at 180 nm are 22
   * ps if delays shrink as lengths do, and registers take five.
   */
  private static final double CYCLE = 40;

  /** Cycles of 1 GHz at 40 nm. */
  public int cycles() {
    return (int) Math.ceil(depth / CYCLE);
  }

  Cost scaled(double gateFactor, double depthFactor) {
    return new Cost(gates * gateFactor, depth * depthFactor, memoryBits);
  }
}
