package dev.magpie.lab.result;

import dev.magpie.report.Csv;
import dev.magpie.settings.FileAddress;
import dev.magpie.settings.InputFiles;
import dev.magpie.settings.IoReason;
import dev.magpie.settings.WholeFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Results as CSV files without clocks and dates, so that equal runs have equal files.
 *
 * @param files headings and lines by the file's name: what all experiments have in common, and
 *     {@code mag-fig12.bdi.csv} for each table
 */
public record RecordedResults(SortedMap<String, List<List<String>>> files) {
  static final String EXPERIMENTS = "experiments.csv";
  static final String CLAIMS = "claims.csv";
  static final String INPUTS = "inputs.csv";
  static final String SIMULATIONS = "simulations.csv";

  /** Digests of what the code did; only where results are recorded. */
  static final String BEHAVIOUR = "behaviour.csv";

  /** Those whose lines begin with an experiment. */
  private static final List<String> BY_EXPERIMENT = List.of(EXPERIMENTS, CLAIMS, INPUTS, BEHAVIOUR);

  /** The columns that a file of results begins with, as far as any of them is read. */
  private static final Map<String, List<String>> COLUMNS =
      Map.of(
          EXPERIMENTS, List.of("experiment", "title", "source", "size"),
          CLAIMS,
              List.of(
                  "experiment",
                  "measure",
                  "claim",
                  "kind",
                  "stated",
                  "paper",
                  "unit",
                  "measured",
                  "error",
                  "verdict"),
          INPUTS, List.of("experiment", "name"),
          SIMULATIONS, List.of(RecordedSimulations.PROGRAM, RecordedSimulations.MEMORY),
          BEHAVIOUR, List.of("experiment", "of", "sha256"));

  /** In {@link #EXPERIMENTS}. */
  private static final int SIZE = 3;

  /** Program and memory, in {@link #SIMULATIONS}. */
  static final int NAME_OF_SIMULATION = 2;

  /** Results of a run. */
  public static RecordedResults of(Collection<ExperimentResult> results) {
    List<ExperimentResult> ordered =
        results.stream().sorted(Comparator.comparing(ExperimentResult::id)).toList();
    SortedMap<String, List<List<String>>> files = new TreeMap<>();
    files.put(
        EXPERIMENTS,
        records(
            List.of("experiment", "title", "source", "size", "parameters"),
            ordered.stream()
                .map(each ->
                    List.of(
                        each.id(),
                        each.title(),
                        each.source(),
                        each.size().toString(),
                        LabReport.parameters(each)))));
    files.put(CLAIMS, Csv.records(Scoreboard.results(ordered)));
    files.put(
        INPUTS,
        records(
            List.of("experiment", "name", "bytes", "sha256"),
            ordered.stream()
                .flatMap(each ->
                    each.inputs().stream()
                        .map(in -> List.of(each.id(), in.name(), "" + in.bytes(), in.sha256())))));
    files.put(SIMULATIONS, RecordedSimulations.lines(ordered));
    for (ExperimentResult result : ordered) {
      for (ResultTable table : result.tables()) {
        files.put(
            result.id().replace('/', '-') + "." + table.name() + ".csv",
            Csv.records(table.toTable()));
      }
    }
    return new RecordedResults(files);
  }

  /**
   * The same with what the code does, as digests.
   *
   * @param ofExperiment of what an experiment rests on, by name
   * @param ofSimulation of what a simulation rests on, by name
   */
  public RecordedResults withBehaviour(
      Function<String, Map<String, String>> ofExperiment, UnaryOperator<String> ofSimulation) {
    SortedMap<String, List<List<String>>> more = new TreeMap<>(files);
    more.put(
        BEHAVIOUR,
        records(
            List.of("experiment", "of", "sha256"),
            experiments().stream()
                .flatMap(id ->
                    ofExperiment.apply(id).entrySet().stream()
                        .map(each -> List.of(id, each.getKey(), each.getValue())))));
    List<List<String>> all = files.getOrDefault(SIMULATIONS, List.of());
    if (all.size() > 1) {
      more.put(
          SIMULATIONS,
          records(
              and(all.getFirst(), List.of(RecordedSimulations.BEHAVIOUR)),
              lines(SIMULATIONS).stream()
                  .map(line ->
                      and(line, List.of(ofSimulation.apply(RecordedSimulations.name(line)))))));
    }
    return new RecordedResults(more);
  }

  /**
   * The simulations, for a run that need not make them again.
   *
   * @param behaviour of the code now, as {@link #withBehaviour} takes it
   */
  public RecordedSimulations simulations(UnaryOperator<String> behaviour) {
    return RecordedSimulations.of(files.getOrDefault(SIMULATIONS, List.of()), behaviour);
  }

  private static List<List<String>> records(List<String> heading, Stream<List<String>> lines) {
    return Stream.concat(Stream.of(heading), lines).toList();
  }

  static List<String> and(List<String> line, List<String> more) {
    return Stream.concat(line.stream(), more.stream()).toList();
  }

  /** Whether results are recorded there. */
  public static boolean areIn(Path directory) {
    return Files.exists(directory.resolve(BEHAVIOUR));
  }

  /**
   * Reads recorded results.
   *
   * @throws LabException if there are none, or a file is damaged
   */
  public static RecordedResults read(Path directory) {
    if (!areIn(directory)) {
      throw new LabException(
          directory + ": holds no recorded results; magpie reproduce --record DIR puts some there");
    }
    SortedMap<String, List<List<String>>> files = new TreeMap<>();
    for (Path file : csvFiles(directory)) {
      try {
        files.put(name(file), Csv.parse(InputFiles.text(file, ResultFile.MOST_BYTES)));
      } catch (CharacterCodingException e) {
        throw new LabException(file + ": damaged: it is not text in UTF-8", e);
      } catch (IOException e) {
        throw new LabException("%s: cannot be read: %s".formatted(file, IoReason.of(e)), e);
      } catch (IllegalArgumentException e) {
        throw new LabException("%s: damaged: %s".formatted(file, e.getMessage()), e);
      }
    }
    COLUMNS.forEach((file, columns) -> {
      Path place = directory.resolve(file);
      List<List<String>> records = files.get(file);
      if (records == null) {
        throw new LabException(place + ": missing");
      }
      if (!records.getFirst().stream().limit(columns.size()).toList().equals(columns)) {
        throw new LabException(
            "%s: damaged: its first columns are to be %s"
                .formatted(place, String.join(", ", columns)));
      }
    });
    return new RecordedResults(files);
  }

  private static List<Path> csvFiles(Path directory) {
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(file -> name(file).endsWith(".csv")).toList();
    } catch (IOException e) {
      throw new LabException("%s: cannot be read: %s".formatted(directory, IoReason.of(e)), e);
    }
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }

  /**
   * Reads recorded results to compare others with.
   *
   * @param size of the others
   * @throws LabException if there are none, they are of another size, or a file is damaged
   */
  public static RecordedResults read(Path directory, RunSize size) {
    RecordedResults recorded = read(directory);
    for (List<String> line : recorded.lines(EXPERIMENTS)) {
      if (!line.get(SIZE).equals(size.toString())) {
        throw new LabException(
            "%s: holds results of %s size, and this run is of %s size; only what is of one size can"
                    .formatted(directory, line.get(SIZE), size)
                + " be compared or recorded together");
      }
    }
    return recorded;
  }

  /**
   * Reads recorded results to add others; an empty directory, or none, which is then made, has none
   * yet.
   *
   * @throws LabException if the directory holds anything else, too, or cannot be written
   */
  public static RecordedResults begin(Path directory, RunSize size) {
    boolean recorded = areIn(directory);
    if (!recorded && Files.exists(directory) && !isEmpty(directory)) {
      throw new LabException(
          directory + ": is no empty directory, and holds no recorded results to add to");
    }
    RecordedResults there = recorded ? read(directory, size) : of(List.of());
    try {
      // Found before the run, which may take hours.
      if (!FileAddress.isHere(directory)) {
        ResultDirectory.requireWritable(directory);
        return there;
      }
      Files.createDirectories(directory);
      if (!Files.isWritable(directory)) {
        throw new AccessDeniedException(directory.toString());
      }
    } catch (IOException e) {
      throw unwritable(directory, e);
    }
    return there;
  }

  private static boolean isEmpty(Path directory) {
    try (Stream<Path> all = Files.list(directory)) {
      return all.allMatch(each -> name(each).equals(ResultDirectory.LOCK));
    } catch (IOException _) {
      return false;
    }
  }

  /** The experiments that there are. */
  public Set<String> experiments() {
    return lines(EXPERIMENTS).stream()
        .map(List::getFirst)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * The results, as far as the files tell them: without charts of their own, methods and dates.
   *
   * @throws LabException if a file has what no run writes
   */
  public List<ExperimentResult> results() {
    return new RecordedExperiments(this).all();
  }

  /** What the code did when an experiment was recorded, as digests by name. */
  public Map<String, String> behaviour(String experiment) {
    Map<String, String> digests = new LinkedHashMap<>();
    lines(BEHAVIOUR).stream()
        .filter(line -> line.getFirst().equals(experiment))
        .forEach(line -> digests.put(line.get(1), line.get(2)));
    return digests;
  }

  private List<List<String>> lines(String file) {
    return files.getOrDefault(file, List.of()).stream().skip(1).toList();
  }

  /** The results of some experiments, and all simulations. */
  public RecordedResults only(Predicate<String> experiments) {
    SortedMap<String, List<List<String>>> some = new TreeMap<>();
    files.forEach((file, records) -> {
      if (BY_EXPERIMENT.contains(file)) {
        some.put(
            file,
            records(
                records.getFirst(),
                lines(file).stream().filter(line -> experiments.test(line.getFirst()))));
      } else if (file.equals(SIMULATIONS) || experiments.test(experiment(file))) {
        some.put(file, records);
      }
    });
    return new RecordedResults(some);
  }

  /** Whose table a file has. */
  static String experiment(String file) {
    return file.substring(0, file.indexOf('.')).replaceFirst("-", "/");
  }

  /** These, with others in place of those of the same experiments. */
  public RecordedResults with(RecordedResults newer) {
    Set<String> replaced = newer.experiments();
    RecordedResults rest = only(experiment -> !replaced.contains(experiment));
    if (rest.experiments().isEmpty()) {
      return newer;
    }
    SortedMap<String, List<List<String>>> both = new TreeMap<>(rest.files);
    newer.files.forEach(
        (file, records) -> both.merge(file, records, (old, now) -> joined(file, old, now)));
    return new RecordedResults(both);
  }

  /** Lines of both in the order of their names, under all headings of both. */
  private static List<List<String>> joined(
      String file, List<List<String>> older, List<List<String>> newer) {
    int key = file.equals(SIMULATIONS) ? NAME_OF_SIMULATION : 1;
    Set<List<String>> again =
        newer.stream().map(line -> line.subList(0, key)).collect(Collectors.toSet());
    // All results have the same columns, but for counters, which have one order whatever came
    // first.
    List<String> heading =
        Stream.concat(
                newer.getFirst().stream().limit(key),
                file.equals(SIMULATIONS)
                    ? Stream.of(newer, older)
                        .flatMap(each -> columns(each, key))
                        .distinct()
                        .sorted()
                    : columns(newer, key))
            .toList();
    return records(
        heading,
        Stream.concat(
                laidOut(heading, older).filter(line -> !again.contains(line.subList(0, key))),
                laidOut(heading, newer))
            .sorted(Comparator.comparing(line -> String.join("\n", line.subList(0, key)))));
  }

  private static Stream<String> columns(List<List<String>> records, int key) {
    return records.getFirst().stream().skip(key);
  }

  private static Stream<List<String>> laidOut(List<String> heading, List<List<String>> records) {
    List<String> own = records.getFirst();
    return records.stream()
        .skip(1)
        .map(line ->
            heading.stream()
                .map(column -> own.contains(column) ? line.get(own.indexOf(column)) : "")
                .toList());
  }

  /** The files' texts by their names. */
  SortedMap<String, String> texts() {
    SortedMap<String, String> texts = new TreeMap<>();
    files.forEach((file, records) -> texts.put(file, Csv.render(records)));
    return texts;
  }

  /**
   * Writes all files, and removes tables that there are no more.
   *
   * @throws java.io.UncheckedIOException if it cannot be done
   */
  public void write(Path directory) {
    try {
      Files.createDirectories(directory);
      for (Map.Entry<String, String> each : texts().entrySet()) {
        WholeFile.write(
            directory.resolve(each.getKey()), each.getValue().getBytes(StandardCharsets.UTF_8));
      }
      for (Path file : csvFiles(directory)) {
        if (!files.containsKey(name(file))) {
          Files.delete(file);
        }
      }
    } catch (IOException e) {
      throw IoReason.unwritten(directory, e);
    }
  }

  private static LabException unwritable(Path directory, IOException e) {
    return new LabException("%s: cannot be written: %s".formatted(directory, IoReason.of(e)), e);
  }
}
