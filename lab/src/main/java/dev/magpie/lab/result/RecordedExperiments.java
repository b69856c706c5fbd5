package dev.magpie.lab.result;

import dev.magpie.lab.result.ExperimentResult.Input;
import dev.magpie.lab.result.ExperimentResult.JudgedClaim;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.Chart;
import dev.magpie.report.Column;
import dev.magpie.report.Series;
import dev.magpie.report.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Results that are recorded, as far as their files tell them: without what differs from run to run,
 * and with a chart of each table that is short enough for one.
 */
final class RecordedExperiments {
  /** Behind the title of a column of numbers. */
  private static final Pattern UNIT = Pattern.compile("(.*) \\(([^()]*)\\)");

  /** Digits of a claim's value; the files have all of them. */
  private static final int DECIMALS = 3;

  private static final int MOST_BARS = 30;
  private static final int MOST_SERIES = 8;

  private final RecordedResults recorded;

  RecordedExperiments(RecordedResults recorded) {
    this.recorded = recorded;
  }

  List<ExperimentResult> all() {
    Map<String, List<JudgedClaim>> claims =
        records(RecordedResults.CLAIMS).stream()
            .collect(
                Collectors.groupingBy(
                    line -> line.getOrDefault("experiment", ""),
                    Collectors.mapping(RecordedExperiments::claim, Collectors.toList())));
    Map<String, List<Input>> inputs =
        records(RecordedResults.INPUTS).stream()
            .collect(
                Collectors.groupingBy(
                    line -> line.getOrDefault("experiment", ""),
                    Collectors.mapping(RecordedExperiments::input, Collectors.toList())));
    return records(RecordedResults.EXPERIMENTS).stream()
        .map(line -> {
          String id = line.getOrDefault("experiment", "");
          return result(
              line, claims.getOrDefault(id, List.of()), inputs.getOrDefault(id, List.of()));
        })
        .toList();
  }

  private ExperimentResult result(
      Map<String, String> line, List<JudgedClaim> claims, List<Input> inputs) {
    String id = line.getOrDefault("experiment", "");
    List<ResultTable> tables =
        recorded.files().keySet().stream()
            .filter(file ->
                file.startsWith(id.replace('/', '-') + ".")
                    && RecordedResults.experiment(file).equals(id))
            .map(this::table)
            .toList();
    return new ExperimentResult(
        ExperimentResult.SCHEMA,
        id,
        line.getOrDefault("title", id),
        line.getOrDefault("source", ""),
        "",
        size(line.getOrDefault("size", "")),
        parameters(line.getOrDefault("parameters", "")),
        inputs,
        List.of(),
        List.of(),
        claims,
        List.of(),
        tables,
        tables.stream().flatMap(table -> charts(table).stream()).toList(),
        List.of(),
        List.of(),
        null,
        new ExperimentResult.Timing("", 0));
  }

  /** The lines of a file by the names of its columns. */
  private List<Map<String, String>> records(String file) {
    List<List<String>> lines = recorded.files().getOrDefault(file, List.of());
    return lines.stream()
        .skip(1)
        .map(line -> {
          Map<String, String> named = new LinkedHashMap<>();
          IntStream.range(0, Math.min(line.size(), lines.getFirst().size()))
              .forEach(c -> named.put(lines.getFirst().get(c), line.get(c)));
          return named;
        })
        .toList();
  }

  private static RunSize size(String name) {
    return Arrays.stream(RunSize.values())
        .filter(each -> each.toString().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new LabException(
                "%s: damaged: '%s' is no size of a run"
                    .formatted(RecordedResults.EXPERIMENTS, name)));
  }

  private static Map<String, String> parameters(String text) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String part : text.isEmpty() ? new String[0] : text.split("; ", -1)) {
      String[] pair = part.split(": ", 2);
      parameters.put(pair[0], pair.length == 2 ? pair[1] : "");
    }
    return parameters;
  }

  private static Input input(Map<String, String> line) {
    return new Input(
        line.getOrDefault("name", ""),
        Math.round(number(line.getOrDefault("bytes", "")).orElse(0.0)),
        line.getOrDefault("sha256", ""),
        "");
  }

  private static JudgedClaim claim(Map<String, String> line) {
    String others = line.getOrDefault("counterexamples", "");
    String unit = line.getOrDefault("unit", "");
    Double measured = number(line.getOrDefault("measured", "")).orElse(null);
    boolean whole = measured != null && measured == Math.rint(measured);
    return new JudgedClaim(
        line.getOrDefault("measure", ""),
        line.getOrDefault("kind", ""),
        line.getOrDefault("claim", ""),
        line.getOrDefault("stated", ""),
        number(line.getOrDefault("paper", "")).orElse(null),
        unit,
        whole ? 0 : DECIMALS,
        measured,
        number(line.getOrDefault("error", "")).orElse(null),
        verdict(line.getOrDefault("verdict", "")),
        line.getOrDefault("reason", ""),
        others.isEmpty() ? List.of() : List.of(others.split(", ", -1)));
  }

  private static Verdict verdict(String label) {
    return Arrays.stream(Verdict.values())
        .filter(each -> each.label().equals(label) || each.name().equalsIgnoreCase(label))
        .findFirst()
        .orElseThrow(() ->
            new LabException(
                "%s: damaged: '%s' is no verdict".formatted(RecordedResults.CLAIMS, label)));
  }

  private static Optional<Double> number(String text) {
    try {
      return text.isEmpty() ? Optional.empty() : Optional.of(Double.valueOf(text));
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  /** A column is of numbers if all that it has are some. */
  private ResultTable table(String file) {
    List<List<String>> lines = recorded.files().getOrDefault(file, List.of());
    List<String> titles = lines.getFirst();
    List<List<String>> body = lines.stream().skip(1).toList();
    List<Column> columns = new ArrayList<>();
    for (int c = 0; c < titles.size(); c++) {
      int column = c;
      boolean numbers =
          c > 0
              && body.stream().anyMatch(line -> !line.get(column).isEmpty())
              && body.stream()
                  .map(line -> line.get(column))
                  .allMatch(
                      text -> text.isEmpty() || number(text).filter(Double::isFinite).isPresent());
      columns.add(
          column(titles.get(c), numbers, body.stream().map(line -> line.get(column)).toList()));
    }
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (List<String> line : body) {
      List<@Nullable Object> row = new ArrayList<>();
      for (int c = 0; c < columns.size(); c++) {
        boolean number = columns.get(c).kind() == Column.Kind.NUMBER;
        row.add(number ? number(line.get(c)).orElse(null) : line.get(c));
      }
      rows.add(row);
    }
    String name = file.substring(file.indexOf('.') + 1, file.length() - ".csv".length());
    return new ResultTable(name, name, "", columns, rows, List.of());
  }

  private static Column column(String title, boolean numbers, List<String> texts) {
    if (!numbers) {
      return Column.text(title);
    }
    boolean whole = texts.stream().allMatch(text -> number(text).orElse(0.0) % 1 == 0);
    Matcher unit = UNIT.matcher(title);
    return unit.matches()
        ? Column.number(unit.group(1), whole ? 0 : DECIMALS, unit.group(2))
        : Column.number(title, whole ? 0 : DECIMALS);
  }

  /** A chart for each unit, where a table is short enough and its rows have names of their own. */
  private static List<Chart> charts(ResultTable table) {
    List<Column> columns = table.columns();
    List<Integer> texts =
        IntStream.range(0, columns.size())
            .filter(c -> columns.get(c).kind() == Column.Kind.TEXT)
            .boxed()
            .toList();
    List<String> first = table.rows().stream().map(row -> String.valueOf(row.getFirst())).toList();
    boolean named = first.stream().distinct().count() == first.size();
    List<String> names =
        named
            ? first
            : table.rows().stream()
                .map(row ->
                    texts.stream()
                        .map(c -> String.valueOf(row.get(c)))
                        .collect(Collectors.joining(", ")))
                .toList();
    if (names.isEmpty()
        || names.size() > MOST_BARS
        || names.stream().distinct().count() < names.size()) {
      return List.of();
    }
    Map<String, List<Series>> byUnit = new LinkedHashMap<>();
    for (int c = 0; c < columns.size(); c++) {
      if (columns.get(c).kind() == Column.Kind.NUMBER) {
        byUnit
            .computeIfAbsent(columns.get(c).unit(), _ -> new ArrayList<>())
            .add(series(columns.get(c).title(), table.rows(), c));
      }
    }
    List<Chart> charts = new ArrayList<>();
    byUnit.forEach((unit, series) -> {
      if (series.size() <= MOST_SERIES) {
        charts.add(
            BarChart.of(
                unit.isEmpty()
                    ? table.name()
                    : String.format(Locale.ROOT, "%s (%s)", table.name(), unit),
                names,
                Axis.linear(unit),
                series));
      }
    });
    return charts;
  }

  private static Series series(String name, List<List<@Nullable Object>> rows, int column) {
    return Series.of(
        name,
        rows.stream()
            .mapToDouble(
                row -> row.get(column) instanceof Number number ? number.doubleValue() : Double.NaN)
            .toArray());
  }
}
