package dev.magpie.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What some figures about data have counted. Counts of parts of a memory merge, in any order, to
 * those of the whole. Immutable.
 */
public final class DataCounts {
  private final List<DataFigure> figures;

  /** By figure. */
  private final List<long[]> counts;

  DataCounts(List<DataFigure> figures, List<long[]> counts) {
    this.figures = figures;
    this.counts = counts;
  }

  /** Of no data. */
  public static DataCounts none(List<DataFigure> figures) {
    return new DataCounts(
        figures, figures.stream().map(figure -> new long[figure.counters()]).toList());
  }

  /**
   * What {@link #counters} gave.
   *
   * @throws IllegalArgumentException if the figures have others
   */
  public static DataCounts of(List<DataFigure> figures, List<List<Long>> counters) {
    if (counters.size() != figures.size()) {
      throw new IllegalArgumentException("counters of other figures");
    }
    List<long[]> counts = new ArrayList<>();
    for (int f = 0; f < figures.size(); f++) {
      if (counters.get(f).size() != figures.get(f).counters()) {
        throw new IllegalArgumentException("counters of other figures");
      }
      counts.add(counters.get(f).stream().mapToLong(Long::longValue).toArray());
    }
    return new DataCounts(figures, counts);
  }

  /** All counters, by figure. */
  public List<List<Long>> counters() {
    return counts.stream().map(each -> Arrays.stream(each).boxed().toList()).toList();
  }

  /** The counts of both memories together. */
  public DataCounts merge(DataCounts other) {
    List<long[]> sums = new ArrayList<>();
    for (int f = 0; f < figures.size(); f++) {
      long[] sum = counts.get(f).clone();
      for (int i = 0; i < sum.length; i++) {
        sum[i] += other.counts.get(f)[i];
      }
      sums.add(sum);
    }
    return new DataCounts(figures, sums);
  }

  /** The figures by their names, in their order. */
  public Map<String, Double> values() {
    Map<String, Double> values = new LinkedHashMap<>();
    for (int f = 0; f < figures.size(); f++) {
      Figure<long[]> figure = figures.get(f).figure();
      values.put(figure.name(), figure.of(counts.get(f)));
    }
    return values;
  }
}
