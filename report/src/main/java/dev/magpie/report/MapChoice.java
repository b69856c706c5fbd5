package dev.magpie.report;

import java.util.List;

/**
 * Maps of the same blocks, of which the reader chooses a figure: each has levels and colours of its
 * own.
 *
 * @param title heading
 * @param caption what to see in them; may be empty
 * @param aspect a field's width over its height
 * @param figures the maps, the one that is shown first at the beginning; their title is what the
 *     reader chooses, and their caption says what it is
 */
public record MapChoice(String title, String caption, double aspect, List<Figure> figures)
    implements Element {
  /**
   * @throws IllegalArgumentException if there is no figure, or a field has no extent
   */
  public MapChoice {
    ArgumentChecks.named(title, "choice of maps");
    figures = List.copyOf(figures);
    ArgumentChecks.someOf(figures, "figures", title);
    if (!(aspect > 0 && aspect < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("\"%s\" has fields of %s".formatted(title, aspect));
    }
  }

  /** What colours say. */
  public enum Colours {
    /** From cold to hot: little to much. */
    HEAT,
    /** A difference: one colour below the level in the middle, which is none, another above it. */
    DIFFERENCE,
    /** Things that differ, such as modes: as series of charts, in the same order. */
    KINDS
  }

  /**
   * A figure of all fields.
   *
   * @param map its layers
   * @param colours what its levels are
   * @param last the level where the scale of colours ends; those beyond it look like it
   * @param notes a line about each layer, in their order; may be empty
   */
  public record Figure(BlockMap map, Colours colours, int last, List<String> notes) {
    /**
     * @throws IllegalArgumentException if there is no such level, not a note for each layer, or a
     *     difference has no level in the middle
     */
    public Figure {
      notes = List.copyOf(notes);
      int levels = map.levels().size();
      if (last < 0 || last >= levels || notes.size() != map.layers().size()) {
        throw new IllegalArgumentException(
            "\"%s\": level %d of %d, and %d notes for %d layers"
                .formatted(map.title(), last, levels, notes.size(), map.layers().size()));
      }
      if (colours == Colours.DIFFERENCE && (levels % 2 == 0 || last < levels / 2)) {
        throw new IllegalArgumentException(
            "\"%s\" is a difference, whose scale has a middle and ends behind it, not %d of %d"
                .formatted(map.title(), last, levels));
      }
    }
  }
}
