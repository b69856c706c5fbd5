package dev.magpie.lab.capacity;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What the growing allocations grow with, in whole steps. */
public sealed interface Growth {
  /** What it is called: a word for tables and axes. */
  String name();

  /** The step at which the program was profiled. */
  long profiled();

  /** How many times as large as profiled everything that grows is at a step. */
  double scale(long step);

  /** The step as people write it. */
  String text(long step);

  /** Memory grows by thousandths of itself. */
  record Freely() implements Growth {
    private static final int STEPS = 1000;

    @Override
    public String name() {
      return "size";
    }

    @Override
    public long profiled() {
      return STEPS;
    }

    @Override
    public double scale(long step) {
      return (double) step / STEPS;
    }

    @Override
    public String text(long step) {
      return String.format(Locale.ROOT, "%.3fx", scale(step));
    }
  }

  /**
   * Memory grows with the items of a batch.
   *
   * @param profiled items, 1 to a billion
   */
  record WithBatch(long profiled) implements Growth {
    /**
     * @throws IllegalArgumentException if there can be no such batch
     */
    public WithBatch {
      if (profiled < 1 || profiled > 1_000_000_000) {
        throw new IllegalArgumentException("a batch has 1 to 1000000000 items, not " + profiled);
      }
    }

    @Override
    public String name() {
      return "batch";
    }

    @Override
    public double scale(long step) {
      return (double) step / profiled;
    }

    @Override
    public String text(long step) {
      return String.valueOf(step);
    }
  }

  /**
   * Memory grows with the cells of a grid, all of whose extents grow alike; steps are its first
   * extent's, and the others are rounded down.
   *
   * @param extents as profiled, 1 to a million each
   */
  record WithGrid(List<Long> extents) implements Growth {
    private static final Pattern TEXT = Pattern.compile("\\d{1,7}(x\\d{1,7}){0,5}");

    /**
     * Reads extents such as 512x512.
     *
     * @throws IllegalArgumentException if they are none
     */
    public static WithGrid parse(String text) {
      if (!TEXT.matcher(text).matches()) {
        throw new IllegalArgumentException(
            "a grid is extents such as 512x512 or 64x64x64, not '%s'".formatted(text));
      }
      return new WithGrid(Arrays.stream(text.split("x", -1)).map(Long::valueOf).toList());
    }

    /**
     * @throws IllegalArgumentException if there can be no such grid
     */
    public WithGrid {
      extents = List.copyOf(extents);
      if (extents.isEmpty()
          || extents.stream().anyMatch(extent -> extent < 1 || extent > 1_000_000)) {
        throw new IllegalArgumentException("a grid has 1 to 1000000 cells along each axis");
      }
    }

    @Override
    public String name() {
      return "grid";
    }

    @Override
    public long profiled() {
      return extents.getFirst();
    }

    @Override
    public double scale(long step) {
      double scale = 1;
      for (long extent : extents) {
        scale *= (double) at(extent, step) / extent;
      }
      return scale;
    }

    @Override
    public String text(long step) {
      return extents.stream()
          .map(extent -> String.valueOf(at(extent, step)))
          .collect(Collectors.joining("x"));
    }

    private long at(long extent, long step) {
      return Math.multiplyExact(extent, step) / profiled();
    }
  }
}
