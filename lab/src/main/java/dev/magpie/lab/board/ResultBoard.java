package dev.magpie.lab.board;

import dev.magpie.lab.Experiments;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.result.ExperimentResult;
import dev.magpie.lab.result.LabException;
import dev.magpie.lab.result.QueryResult;
import dev.magpie.lab.result.RecordedResults;
import dev.magpie.lab.result.ResultFiles;
import dev.magpie.lab.result.ResultQuery;
import dev.magpie.lab.run.Experiment;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The results of a directory, of a run or recorded: experiments in the order of the report, and SQL
 * over all of them.
 *
 * <pre>{@code
 * ResultBoard board = ResultBoard.open(Path.of("results"));
 * board.query("SELECT verdict, count(*) FROM claims GROUP BY ALL").rows().forEach(System.out::println);
 * }</pre>
 */
public final class ResultBoard {
  /** What people read of an answer, and how long they wait for it. */
  private static final int MOST_ROWS = 1000;

  private static final int MOST_CHARACTERS = 1 << 22;
  private static final int MOST_OF_A_CELL = 10_000;

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final String COLUMNS =
      "SELECT table_name, column_name, data_type FROM information_schema.columns"
          + " ORDER BY table_name, ordinal_position";

  private final Path directory;
  private final List<ExperimentResult> results;
  private final List<String> remarks;
  private @Nullable List<QueryTable> tables;

  /** A table that queries can name. */
  public record QueryTable(String name, List<QueryColumn> columns) {}

  /** A column of one, with its type in SQL. */
  public record QueryColumn(String name, String type) {}

  private ResultBoard(Path directory, List<ExperimentResult> results, List<String> remarks) {
    this.directory = directory;
    this.results = List.copyOf(results);
    this.remarks = List.copyOf(remarks);
  }

  /** Whether it is a directory that {@code magpie reproduce} has written, or recorded to. */
  public static boolean isOne(Path directory) {
    return Files.exists(directory.resolve("claims.csv"))
        && Files.exists(directory.resolve("experiments.csv"));
  }

  /**
   * Reads the results of a directory.
   *
   * @throws LabException if there are none, or recorded ones are damaged
   */
  public static ResultBoard open(Path directory) {
    List<String> remarks = new ArrayList<>();
    List<ExperimentResult> results =
        RecordedResults.areIn(directory)
            ? RecordedResults.read(directory).results()
            : ResultFiles.read(directory, remarks::add);
    Map<String, Experiment<?>> known = new LinkedHashMap<>();
    Experiments.all().forEach(each -> known.put(each.description().id(), each));
    List<String> order = List.copyOf(known.keySet());
    return new ResultBoard(
        directory,
        results.stream()
            .map(each -> described(each, known.get(each.id())))
            .sorted(
                Comparator.comparingInt(
                    each -> known.containsKey(each.id()) ? order.indexOf(each.id()) : order.size()))
            .toList(),
        remarks);
  }

  /** What recorded results do not tell, the experiment does. */
  private static ExperimentResult described(
      ExperimentResult result, @Nullable Experiment<?> experiment) {
    if (experiment == null || !result.method().isEmpty()) {
      return result;
    }
    Map<String, Unit> units =
        experiment.claims().stream()
            .collect(Collectors.toMap(Claim::name, Claim::unit, (one, _) -> one));
    return result.with(
        experiment.description().method(),
        experiment.description().deviations(),
        result.claims().stream()
            .map(each -> {
              Unit unit = units.get(each.measure());
              return unit == null ? each : each.inDigitsOf(unit);
            })
            .toList());
  }

  /** Where the results are. */
  public Path directory() {
    return directory;
  }

  /** All of them, in the order of the report. */
  public List<ExperimentResult> results() {
    return results;
  }

  /** The result of an experiment, if there is one. */
  public Optional<ExperimentResult> result(String id) {
    return results.stream().filter(each -> each.id().equals(id)).findFirst();
  }

  /** Bytes of the files in the directory. */
  public long bytes() {
    File[] files = directory.toFile().listFiles(File::isFile);
    return files == null ? 0 : Arrays.stream(files).mapToLong(File::length).sum();
  }

  /** What of the directory could not be read. */
  public List<String> remarks() {
    return remarks;
  }

  /**
   * Answers SQL over the tables, which can neither write nor reach anything else: of a long answer,
   * the first rows. One is answered at a time.
   *
   * @throws LabException if it cannot be understood, or takes longer than people wait
   */
  public QueryResult query(String sql) {
    return query(sql, new CompletableFuture<>());
  }

  /**
   * The same, until nobody waits for the answer.
   *
   * @param abandoned done when that is so
   * @throws LabException as of {@link #query(String)}, or if it was abandoned
   */
  public QueryResult query(String sql, CompletionStage<?> abandoned) {
    ResultQuery.Bounds bounds =
        new ResultQuery.Bounds(MOST_ROWS, MOST_CHARACTERS, MOST_OF_A_CELL, PATIENCE, abandoned);
    return RecordedResults.areIn(directory)
        ? ResultQuery.runOverRecorded(directory, sql, bounds)
        : ResultQuery.run(ResultFiles.of(directory, _ -> {}), sql, bounds);
  }

  /** The tables that queries can name. */
  public synchronized List<QueryTable> tables() {
    List<QueryTable> found = tables;
    if (found == null) {
      Map<String, List<QueryColumn>> columns = new LinkedHashMap<>();
      for (List<@Nullable Object> row : query(COLUMNS).rows()) {
        columns
            .computeIfAbsent(String.valueOf(row.get(0)), _ -> new ArrayList<>())
            .add(new QueryColumn(String.valueOf(row.get(1)), String.valueOf(row.get(2))));
      }
      found = new ArrayList<>();
      for (Map.Entry<String, List<QueryColumn>> each : columns.entrySet()) {
        found.add(new QueryTable(each.getKey(), each.getValue()));
      }
      // What is of all experiments first; names of others have a point in them.
      found.sort(Comparator.comparing(each -> each.name().contains(".")));
      tables = List.copyOf(found);
    }
    return List.copyOf(found);
  }
}
