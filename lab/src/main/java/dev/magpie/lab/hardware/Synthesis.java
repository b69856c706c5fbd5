package dev.magpie.lab.hardware;

import dev.magpie.lab.data.ResourceTable;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What {@code tools/synthesize} measured of the designs in rtl, on OSU's cells of 180 nm. */
public final class Synthesis {
  private static final Map<String, Design> DESIGNS =
      ResourceTable.rows(Synthesis.class, "synthesis.csv").stream()
          .map(row ->
              new Design(
                  row.get(0),
                  Double.parseDouble(row.get(1)),
                  Double.parseDouble(row.get(2)),
                  Double.parseDouble(row.get(3))))
          .collect(Collectors.toMap(Design::name, Function.identity()));

  private Synthesis() {}

  /**
   * A design.
   *
   * @param name of the module, and its parameters
   * @param gates NAND2 equivalents, registers among them
   * @param registers NAND2 equivalents of registers
   * @param depth the longest path in FO4; between registers where there are some
   */
  public record Design(String name, double gates, double registers, double depth) {}

  /**
   * A design by its name, such as {@code base_delta_unit:DELTA=6}.
   *
   * @throws IllegalArgumentException if it was not synthesised
   */
  public static Design design(String name) {
    Design design = DESIGNS.get(name);
    if (design == null) {
      throw new IllegalArgumentException("tools/synthesize has no " + name);
    }
    return design;
  }
}
