package dev.magpie.lab.hardware;

import java.util.List;
import java.util.Locale;

/** What circuits are made of, each costed by synthesising it alone. */
enum CircuitElement {
  /** Bits of sums of 32 bits. */
  ADDER(ofDesign("vector_adder", 1024), depthOf("vector_adder", 1)),
  /** Bits that are compared for which is larger, of words of 32 bits. */
  COMPARATOR(ofDesign("comparator", 32), depthOf("comparator", 1)),
  /** Bits that are compared for whether they are the same, of words of 32 bits. */
  EQUALITY(ofDesign("equality", 32), depthOf("equality", 1)),
  /** Bits of which one, or none, goes through by a line for each; a level for each doubling. */
  SELECTOR(ofDesign("one_hot_selector", 1024), depthOf("one_hot_selector", 5)),
  /** Bits that go one of two ways; a level for each doubling of the distance. */
  SHIFTER(ofDesign("shifter", 5 * 32 + 31), depthOf("shifter", 5)),
  /** Bits that are counted. */
  COUNTER(ofDesign("population_count", 32), depthOf("population_count", 1)),
  /** Bits that one line drives by a tree of inverters, each of which drives four. */
  DRIVER(2.0 / 3 / 3, 1),
  /** Bits that are kept for the next step: the cells' flip-flop. */
  REGISTER(4, 0),
  /** Bits of tables. */
  MEMORY(0, 0);

  /** NAND2 equivalents of a bit. */
  private final double gates;

  /** Of a level, in FO4. */
  private final double depth;

  CircuitElement(double gates, double depth) {
    this.gates = gates;
    this.depth = depth;
  }

  private static double ofDesign(String design, int bits) {
    return Synthesis.design(design).gates() / bits;
  }

  private static double depthOf(String design, int levels) {
    return Synthesis.design(design).depth() / levels;
  }

  static CircuitElement named(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  /**
   * So many of them.
   *
   * @param path levels on the longest path of a step
   */
  Cost cost(long bits, int path, int steps) {
    return new Cost(
        gates * bits, List.of(new Cost.Stage(steps, depth * path)), this == MEMORY ? bits : 0);
  }
}
