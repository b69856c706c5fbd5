package dev.magpie.lab.result;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Something that differs between two sets of results.
 *
 * @param kind what it is of
 * @param experiment whose; empty for simulations, which experiments share
 * @param what a claim's measure, a cell by its table, row and column, or a simulation's counter
 * @param before its value, or that it was not there
 * @param after the same now
 * @param relative how far the value is above that before, as a fraction of that; null where they
 *     are not both numbers, or the first is zero
 */
public record ResultChange(
    Kind kind,
    String experiment,
    String what,
    String before,
    String after,
    @Nullable Double relative) {

  /** What a change is of. */
  public enum Kind {
    EXPERIMENT,
    INPUT,
    CLAIM,
    TABLE,
    SIMULATION;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final String ABSENT = "not there";

  private static ResultChange absent(Kind kind, String experiment, String what, boolean now) {
    return of(kind, experiment, what, now ? "there" : ABSENT, now ? ABSENT : "there");
  }

  static ResultChange of(Kind kind, String experiment, String what, String before, String after) {
    double from = number(before);
    double relative = (number(after) - from) / Math.abs(from);
    return new ResultChange(
        kind, experiment, what, before, after, Double.isFinite(relative) ? relative : null);
  }

  /** The number that a value begins with, or NaN. */
  private static double number(String value) {
    try {
      return Double.parseDouble(value.split("[ ,]", 2)[0]);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /**
   * All changes, kind by kind, the largest of each first.
   *
   * @param before what is expected of the same experiments
   */
  public static List<ResultChange> between(RecordedResults before, RecordedResults after) {
    List<ResultChange> changes = new ArrayList<>();
    Set<String> both = new TreeSet<>(before.experiments());
    both.retainAll(after.experiments());
    Stream.concat(before.experiments().stream(), after.experiments().stream())
        .filter(each -> !both.contains(each))
        .forEach(each ->
            changes.add(
                absent(Kind.EXPERIMENT, each, "results", !after.experiments().contains(each))));
    SortedMap<String, List<List<String>>> old = before.only(both::contains).files();
    SortedMap<String, List<List<String>>> now = after.only(both::contains).files();
    Stream.concat(old.keySet().stream(), now.keySet().stream())
        .distinct()
        .forEach(file ->
            changes.addAll(
                compared(
                    file, old.getOrDefault(file, List.of()), now.getOrDefault(file, List.of()))));
    changes.sort(
        Comparator.comparing(ResultChange::kind)
            .thenComparingDouble(each ->
                each.relative == null ? Double.NEGATIVE_INFINITY : -Math.abs(each.relative)));
    return changes;
  }

  private static List<ResultChange> compared(
      String file, List<List<String>> before, List<List<String>> after) {
    return switch (file) {
      case RecordedResults.EXPERIMENTS -> changes(Kind.EXPERIMENT, 1, before, after);
      case RecordedResults.INPUTS -> changes(Kind.INPUT, 2, before, after);
      case RecordedResults.CLAIMS -> changes(Kind.CLAIM, 2, judged(before), judged(after));
      case RecordedResults.SIMULATIONS ->
          // Which of those that are recorded have been asked for, is not known.
          changes(Kind.SIMULATION, 3, counted(before), counted(after)).stream()
              .filter(change -> !change.after.equals(ABSENT))
              .toList();
      case RecordedResults.BEHAVIOUR -> List.of();
      default -> {
        List<String> whose = List.of(RecordedResults.experiment(file), file.split("\\.", 3)[1]);
        yield changes(Kind.TABLE, 3, behind(whose, before), behind(whose, after));
      }
    };
  }

  /** Of claims what was measured, and the verdict. */
  private static List<List<String>> judged(List<List<String>> claims) {
    if (claims.isEmpty()) {
      return claims;
    }
    List<String> heading = claims.getFirst();
    int unit = heading.indexOf("unit");
    int measured = heading.indexOf("measured");
    int verdict = heading.indexOf("verdict");
    return claims.stream()
        .map(line ->
            List.of(
                line.get(0),
                line.get(1),
                "%s %s, %s"
                    .formatted(line.get(measured), line.get(unit), line.get(verdict))
                    .replace(" ,", ",")))
        .toList();
  }

  /** Of simulations what they counted, behind an empty field for an experiment. */
  private static List<List<String>> counted(List<List<String>> simulations) {
    int behaviour =
        simulations.isEmpty() ? -1 : simulations.getFirst().indexOf(RecordedSimulations.BEHAVIOUR);
    return behind(List.of(""), simulations).stream()
        .map(line ->
            behaviour < 0
                ? line
                : RecordedResults.and(
                    line.subList(0, behaviour + 1), line.subList(behaviour + 2, line.size())))
        .toList();
  }

  private static List<List<String>> behind(List<String> beginning, List<List<String>> records) {
    return records.stream().map(line -> RecordedResults.and(beginning, line)).toList();
  }

  /**
   * Changes of lines.
   *
   * @param keys so many fields name a line, the first its experiment
   */
  private static List<ResultChange> changes(
      Kind kind, int keys, List<List<String>> before, List<List<String>> after) {
    Map<List<String>, Map<String, String>> old = lines(keys, before);
    Map<List<String>, Map<String, String>> now = lines(keys, after);
    List<ResultChange> changes = new ArrayList<>();
    Set<List<String>> names = new LinkedHashSet<>(old.keySet());
    names.addAll(now.keySet());
    for (List<String> name : names) {
      String line = String.join(", ", name.subList(1, name.size()));
      Map<String, String> was = old.get(name);
      Map<String, String> is = now.get(name);
      if (was == null || is == null) {
        changes.add(absent(kind, name.getFirst(), line, is == null));
        continue;
      }
      Set<String> columns = new LinkedHashSet<>(was.keySet());
      columns.addAll(is.keySet());
      for (String column : columns) {
        String from = was.getOrDefault(column, ABSENT);
        String to = is.getOrDefault(column, ABSENT);
        if (!from.equals(to)) {
          String cell = kind == Kind.CLAIM ? line : line.isEmpty() ? column : line + ": " + column;
          changes.add(of(kind, name.getFirst(), cell, from, to));
        }
      }
    }
    return changes;
  }

  /**
   * Values by column and by the fields that name a line, with its number if others have them too.
   */
  private static Map<List<String>, Map<String, String>> lines(
      int keys, List<List<String>> records) {
    Map<List<String>, Map<String, String>> lines = new LinkedHashMap<>();
    for (List<String> record : records.stream().skip(1).toList()) {
      Map<String, String> values = new LinkedHashMap<>();
      for (int c = keys; c < record.size(); c++) {
        values.put(records.getFirst().get(c), record.get(c));
      }
      List<String> name = List.copyOf(record.subList(0, keys));
      for (int n = 2; lines.putIfAbsent(name, values) != null; n++) {
        name = RecordedResults.and(record.subList(0, keys), List.of(Integer.toString(n)));
      }
    }
    return lines;
  }
}
