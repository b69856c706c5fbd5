package dev.magpie.lab.hardware;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Half of a codec as a count of its parts, from its description: blocks of 128 bytes, and accesses
 * of 32.
 *
 * @param codec its family, or a form of it such as {@code magpie-parts}
 * @param parts in the order of the longest path
 */
record Circuit(String codec, Side side, List<Part> parts) {
  private static final List<Circuit> ALL =
      Resource.rows("circuits.csv").stream()
          .collect(
              Collectors.groupingBy(
                  row -> List.of(row.get(0), row.get(1)), LinkedHashMap::new, Collectors.toList()))
          .values()
          .stream()
          .map(Circuit::of)
          .toList();

  private static final Map<String, Circuit> BY_NAME =
      ALL.stream().collect(Collectors.toMap(Circuit::name, Function.identity()));

  /**
   * Parts of one kind.
   *
   * @param kind an {@link CircuitElement}, or a codec whose half is a part of this one
   * @param bits how many
   * @param path levels of it on the longest path of a step
   * @param steps how often a block passes through
   */
  record Part(String kind, long bits, int path, int steps) {
    private Cost cost(Side side) {
      Circuit other = BY_NAME.get(name(kind, side));
      if (other == null) {
        return CircuitElement.named(kind).cost(bits, path * steps);
      }
      Cost cost = other.cost();
      return new Cost(cost.gates(), path * cost.depth(), cost.memoryBits());
    }
  }

  private static Circuit of(List<List<String>> rows) {
    List<Part> parts =
        rows.stream()
            .map(row ->
                new Part(
                    row.get(2),
                    Long.parseLong(row.get(3)),
                    Integer.parseInt(row.get(4)),
                    Integer.parseInt(row.get(5))))
            .toList();
    return new Circuit(
        rows.getFirst().get(0),
        Side.valueOf(rows.getFirst().get(1).toUpperCase(Locale.ROOT)),
        parts);
  }

  private static String name(String codec, Side side) {
    return codec + " " + side;
  }

  private String name() {
    return name(codec, side);
  }

  static List<Circuit> all() {
    return ALL;
  }

  /** Of all parts, as they are alone. */
  Cost cost() {
    return parts.stream()
        .map(part -> part.cost(side))
        .reduce(
            new Cost(0, 0, 0),
            (some, more) ->
                new Cost(
                    some.gates() + more.gates(),
                    some.depth() + more.depth(),
                    some.memoryBits() + more.memoryBits()));
  }
}
