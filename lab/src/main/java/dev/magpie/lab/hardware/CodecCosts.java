package dev.magpie.lab.hardware;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What codecs cost, by one method: designs as they were synthesised, and for all others the sum of
 * their parts, times what the designs that take as many steps, one or several, do over the sum of
 * theirs.
 */
public final class CodecCosts {
  /** Modules of the designs, and how many steps a block takes at most. */
  private static final Map<String, Module> MODULES =
      Map.of(
          "mag-bdi", new Module("mag_bdi", 1, 1),
          "magpie", new Module("magpie", 1, 1),
          "magpie-parts", new Module("magpie_parts", 1, 1),
          "fpc", new Module("fpc", 16, 17));

  private CodecCosts() {}

  private record Module(String name, int decoderSteps, int encoderSteps) {
    Cost cost(Side side) {
      Synthesis.Design design = Synthesis.design(name + "_" + side);
      int steps = side == Side.DECODER ? decoderSteps : encoderSteps;
      return new Cost(design.gates(), List.of(new Cost.Stage(steps, design.depth())), 0);
    }
  }

  /**
   * A codec's half.
   *
   * @param codec its family; {@code magpie-parts} is magpie with modes of high parts alone
   * @param cost synthesised where there is a design, else from the count
   * @param counted from the count of its parts; a design's own not known
   * @param isDesign whether it was synthesised
   */
  public record Entry(String codec, Side side, Cost cost, Cost counted, boolean isDesign) {
    /** By how much the count is off, in percent of what was synthesised. */
    public double error(ToDoubleFunction<Cost> of) {
      return 100 * (of.applyAsDouble(counted) / of.applyAsDouble(cost) - 1);
    }
  }

  private static final List<Entry> ALL = entries();

  /** All of them, in the order of the codecs. */
  public static List<Entry> all() {
    return ALL;
  }

  private static List<Entry> entries() {
    List<Entry> all = new ArrayList<>();
    for (Circuit circuit : Circuit.all()) {
      Cost counted =
          circuit.cost().scaled(factor(Cost::gates, circuit), factor(Cost::depth, circuit));
      Module design = MODULES.get(circuit.codec());
      Cost cost = design == null ? counted : design.cost(circuit.side());
      all.add(new Entry(circuit.codec(), circuit.side(), cost, counted, design != null));
    }
    for (int i = 0; i < all.size(); i++) {
      Circuit circuit = Circuit.all().get(i);
      if (!circuit.codecs().isEmpty()) {
        Cost cost =
            circuit.codecs().stream()
                .map(codec -> find(all, codec, circuit.side()).cost())
                .reduce(Cost::beside)
                .orElseThrow()
                .and(all.get(i).cost());
        all.set(i, new Entry(circuit.codec(), circuit.side(), cost, cost, false));
      }
    }
    return List.copyOf(all);
  }

  /**
   * A codec's half.
   *
   * @throws IllegalArgumentException if its parts were not counted
   */
  public static Entry of(String codec, Side side) {
    return find(ALL, codec, side);
  }

  private static Entry find(List<Entry> all, String codec, Side side) {
    return all.stream()
        .filter(each -> each.codec().equals(codec) && each.side() == side)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("nobody has counted parts of " + codec));
  }

  /**
   * What designs take over the sum of their parts: those of other codecs that take several steps,
   * as this one does, or one; all others' if there are none.
   */
  private static double factor(ToDoubleFunction<Cost> of, Circuit circuit) {
    boolean isSerial = circuit.cost().isSerial();
    List<Double> alike = new ArrayList<>();
    List<Double> others = new ArrayList<>();
    for (Circuit each : Circuit.all()) {
      Module design = MODULES.get(each.codec());
      if (design != null && !each.codec().equals(circuit.codec())) {
        double measured = of.applyAsDouble(design.cost(each.side()));
        double logarithm = Math.log(measured / of.applyAsDouble(each.cost()));
        (each.cost().isSerial() == isSerial ? alike : others).add(logarithm);
      }
    }
    List<Double> taken = alike.isEmpty() ? others : alike;
    return Math.exp(taken.stream().mapToDouble(Double::doubleValue).average().orElseThrow());
  }
}
