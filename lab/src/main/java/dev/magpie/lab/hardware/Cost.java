package dev.magpie.lab.hardware;

import java.util.ArrayList;
import java.util.List;

/**
 * What half of a codec costs.
 *
 * @param gates NAND2 equivalents, registers among them
 * @param stages what a block passes through, one after the other
 * @param memoryBits of tables, which are no gates
 */
public record Cost(double gates, List<Stage> stages, long memoryBits) {
  static final Cost NOTHING = new Cost(0, List.of(), 0);

  /**
   * FO4 in a cycle of 1 GHz at 40 nm, the process of a GTX 580: 99 ps in the cells at 180 nm are 22
   * ps if delays shrink as lengths do, and registers take five.
   */
  private static final double CYCLE = 40;

  public Cost {
    stages = List.copyOf(stages);
  }

  /**
   * Steps that are alike.
   *
   * @param steps how many at most, each of which needs what the one before has found
   * @param depth of a step's longest path, in delays of an inverter that drives four (FO4)
   */
  public record Stage(int steps, double depth) {}

  /** FO4 from a block's first bit to its last, over all steps. */
  public double depth() {
    return stages.stream().mapToDouble(each -> each.steps * each.depth).sum();
  }

  /** Cycles of 1 GHz at 40 nm; whole ones for each step. */
  public int cycles() {
    return stages.stream().mapToInt(each -> each.steps * (int) Math.ceil(each.depth / CYCLE)).sum();
  }

  /** Whether a block takes several steps. */
  boolean isSerial() {
    return stages.stream().anyMatch(each -> each.steps > 1);
  }

  Cost scaled(double gateFactor, double depthFactor) {
    return new Cost(
        gates * gateFactor,
        stages.stream().map(each -> new Stage(each.steps, each.depth * depthFactor)).toList(),
        memoryBits);
  }

  /** Of both; what passes through equally many steps passes through them together. */
  Cost and(Cost more) {
    List<Stage> all = new ArrayList<>(stages);
    for (Stage each : more.stages) {
      int like = all.stream().map(Stage::steps).toList().indexOf(each.steps);
      if (like < 0) {
        all.add(each);
      } else {
        all.set(like, new Stage(each.steps, all.get(like).depth + each.depth));
      }
    }
    return new Cost(gates + more.gates, all, memoryBits + more.memoryBits);
  }

  /** Of two that work beside each other: the slower decides. */
  Cost beside(Cost other) {
    return new Cost(
        gates + other.gates,
        depth() >= other.depth() ? stages : other.stages,
        memoryBits + other.memoryBits);
  }
}
