package dev.magpie.lab.hardware;

import dev.magpie.lab.data.ResourceTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Half of a codec as a count of its parts, from its description: blocks of 128 bytes, and accesses
 * of 32.
 *
 * @param codec its family, or a form of it such as {@code magpie-parts}
 * @param parts in the order of the longest path
 */
record Circuit(String codec, Side side, List<Part> parts) {
  /** In place of an element: a whole codec, which is a part of this one. */
  private static final String CODEC = "codec ";

  private static final List<Circuit> ALL =
      ResourceTable.rows(Circuit.class, "circuits.csv").stream()
          .collect(
              Collectors.groupingBy(
                  row -> List.of(row.get(0), row.get(1)), LinkedHashMap::new, Collectors.toList()))
          .values()
          .stream()
          .map(Circuit::of)
          .toList();

  /**
   * Parts of one kind.
   *
   * @param element a {@link CircuitElement}, or a codec whose half is a part of this one
   * @param bits how many
   * @param path levels of it on the longest path of a step
   * @param steps how often a block passes through
   */
  record Part(String element, long bits, int path, int steps) {
    private boolean isCodec() {
      return element.startsWith(CODEC);
    }

    private Cost cost() {
      return CircuitElement.named(element).cost(bits, path, steps);
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
    List<String> first = rows.getFirst();
    return new Circuit(first.get(0), Side.valueOf(first.get(1).toUpperCase(Locale.ROOT)), parts);
  }

  static List<Circuit> all() {
    return ALL;
  }

  /** Codecs that are parts of it. */
  List<String> codecs() {
    return parts.stream()
        .filter(Part::isCodec)
        .map(part -> part.element.substring(CODEC.length()))
        .toList();
  }

  /** Of all elements, as they are alone. */
  Cost cost() {
    return parts.stream()
        .filter(part -> !part.isCodec())
        .map(Part::cost)
        .reduce(Cost.NOTHING, Cost::and);
  }
}
