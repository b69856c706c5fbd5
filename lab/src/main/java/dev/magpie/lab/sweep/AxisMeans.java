package dev.magpie.lab.sweep;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A figure over two axes of a sweep: for each pair of their values the geometric mean over all
 * others, of the figure over what it is with the first value of both. Programs are not held against
 * each other: along an axis of programs or of their input each value has a first of its own, and
 * over two such axes figures are as they are.
 *
 * @param axis whose values are rows
 * @param values of it, in the order of the sweep
 * @param other whose values are columns
 * @param others of it
 * @param relative whether figures are over those of a first
 * @param means by row and column; NaN where no point has both values
 */
public record AxisMeans(
    String axis,
    List<String> values,
    String other,
    List<String> others,
    boolean relative,
    List<List<Double>> means) {
  /** The first axis that is not of programs. */
  private static final String SYSTEMS = "gpu";

  /** The axes along which points differ, in order. */
  public static List<String> varying(List<SweptPoint> points) {
    Map<String, Set<String>> values = new LinkedHashMap<>();
    points.forEach(point ->
        point
            .axes()
            .forEach((name, value) ->
                values.computeIfAbsent(name, _ -> new LinkedHashSet<>()).add(value)));
    return values.entrySet().stream()
        .filter(each -> each.getValue().size() > 1)
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * The means of a figure over two axes.
   *
   * @param figure of a point; null where there is none
   */
  public static AxisMeans of(
      List<SweptPoint> points,
      String axis,
      String other,
      Function<SweptPoint, ? extends @Nullable Number> figure) {
    Set<String> values = new LinkedHashSet<>();
    Set<String> others = new LinkedHashSet<>();
    Map<Map<String, String>, Double> figures = new LinkedHashMap<>();
    boolean axisOfPrograms = true;
    boolean otherOfPrograms = true;
    for (SweptPoint each : points) {
      Number number = figure.apply(each);
      String value = each.axes().get(axis);
      String second = each.axes().get(other);
      if (value == null || second == null || number == null || !(number.doubleValue() > 0)) {
        continue;
      }
      List<String> order = List.copyOf(each.axes().keySet());
      axisOfPrograms = order.indexOf(axis) < order.indexOf(SYSTEMS);
      otherOfPrograms = order.indexOf(other) < order.indexOf(SYSTEMS);
      values.add(value);
      others.add(second);
      figures.put(each.axes(), number.doubleValue());
    }
    List<String> rows = List.copyOf(values);
    List<String> columns = List.copyOf(others);
    Map<List<String>, List<Double>> logarithms = new HashMap<>();
    for (Map.Entry<Map<String, String>, Double> each : figures.entrySet()) {
      Map<String, String> first = new LinkedHashMap<>(each.getKey());
      if (!axisOfPrograms) {
        first.put(axis, rows.getFirst());
      }
      if (!otherOfPrograms) {
        first.put(other, columns.getFirst());
      }
      Double reference = axisOfPrograms && otherOfPrograms ? Double.valueOf(1) : figures.get(first);
      if (reference != null) {
        logarithms
            .computeIfAbsent(
                List.of(
                    String.valueOf(each.getKey().get(axis)),
                    String.valueOf(each.getKey().get(other))),
                _ -> new ArrayList<>())
            .add(Math.log(each.getValue() / reference));
      }
    }
    List<List<Double>> means = new ArrayList<>();
    for (String row : rows) {
      means.add(
          columns.stream()
              .map(column ->
                  Math.exp(
                      logarithms.getOrDefault(List.of(row, column), List.of()).stream()
                          .mapToDouble(Double::doubleValue)
                          .average()
                          .orElse(Double.NaN)))
              .toList());
    }
    return new AxisMeans(axis, rows, other, columns, !(axisOfPrograms && otherOfPrograms), means);
  }
}
