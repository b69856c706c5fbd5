package dev.magpie.lab.mag;

import dev.magpie.lab.result.Figures;
import dev.magpie.lab.result.RunSize;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.Setup;
import dev.magpie.lab.study.Simulation;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.Study;
import dev.magpie.lab.study.Study.Subject;
import dev.magpie.report.Columns;
import dev.magpie.workload.input.Settings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The programs on other inputs than their own, and what the paper says of them there. */
final class Inputs {
  private static final Setup AWARE_16 = Setup.of(MagPaper.MAG_BDI, 16);
  private static final Setup WITHOUT_PREDICTION = Setup.of("tslc-simp");
  private static final Setup WITH_PREDICTION = Setup.of("tslc-pred");

  /** Whose error the paper gives with and without prediction. */
  private static final String PREDICTED = "SC";

  /** Another input of a program: what it changes about quick runs, and about full ones. */
  private record Other(String program, Map<String, String> quick, Map<String, String> full) {
    static Other of(String program, String parameter, String value) {
      return new Other(program, Map.of(parameter, value), Map.of(parameter, value));
    }

    Subject of(Subject subject) {
      return new Subject(
          subject.program(), over(subject.full(), full), over(subject.quick(), quick));
    }

    private static Map<String, String> over(Map<String, String> before, Map<String, String> own) {
      Map<String, String> both = new HashMap<>(before);
      both.putAll(own);
      return both;
    }
  }

  private static final List<Other> OTHERS =
      List.of(
          new Other("bfs", Map.of("graph", "rmat"), Map.of("graph", "rmat", "nodes", "1048576")),
          // Level by level over so wide a graph as its own, a program would take hours.
          new Other("bfs", Map.of("graph", "road"), Map.of("graph", "road", "nodes", "65536")),
          Other.of("bfs2", "graph", "rmat"),
          new Other("bfs2", Map.of("graph", "road"), Map.of("graph", "road", "nodes", "65536")),
          Other.of("fwt", "values", "bytes"),
          new Other(
              "hw",
              Map.of("template", "12", "search", "16", "points", "2", "frames", "2"),
              Map.ofEntries(
                  Map.entry("rows", "609"),
                  Map.entry("columns", "590"),
                  Map.entry("template", "25"),
                  Map.entry("search", "40"),
                  Map.entry("points", "6"),
                  Map.entry("frames", "2"))),
          new Other(
              "lbm",
              Map.of("x", "120", "y", "16", "z", "12"),
              Map.of("x", "64", "y", "64", "z", "64", "steps", "10")),
          new Other("lbm", Map.of("steps", "6"), Map.of("steps", "1")),
          Other.of("mst", "graph", "rmat"),
          Other.of("mst", "graph", "random4"),
          Other.of("sc", "bits", "16"),
          Other.of("sc", "bits", "8"),
          Other.of("sssp", "graph", "rmat"),
          new Other("sssp", Map.of("graph", "road"), Map.of("graph", "road", "nodes", "65536")),
          new Other("tp", Map.of("side", "192"), Map.of("side", "512")));

  /** A program on an input. */
  private record Row(
      Subject subject,
      String input,
      Simulation none,
      Simulation bdi,
      Simulation aware,
      Simulation aware16,
      double errorWithoutPrediction,
      double errorWithPrediction) {
    private double speedup(Simulation compressed) {
      return (double) none.cycles() / compressed.cycles();
    }

    private boolean isAsSmallAsInThePaper() {
      long percent = Math.round(aware.share(1));
      return percent >= 17 && percent <= 41;
    }
  }

  /** Something that the paper says of each of some programs. */
  private record Statement(Set<String> programs, String text, Predicate<Row> isTrue) {
    private boolean isAbout(Row row) {
      return programs.contains(row.subject.label());
    }
  }

  private static final List<Statement> STATEMENTS =
      List.of(
          new Statement(
              Figure12Sizes.GRAPHS_AND_MORE,
              "at least 78 % compressed by MAG-aware BDI",
              row -> Math.round(row.aware.compressedShare()) >= 78),
          new Statement(
              Figure12Sizes.GRAPHS_AND_MORE,
              "at least 61 % compressed by BDI",
              row -> Math.round(row.bdi.compressedShare()) >= 61),
          new Statement(
              Figure12Sizes.SOME_SMALL,
              "17 to 41 % of blocks of 32 bytes",
              Row::isAsSmallAsInThePaper),
          new Statement(
              Figure12Sizes.NONE_SMALL,
              "no blocks of 32 bytes, though some compress",
              row ->
                  Math.round(row.aware.share(1)) == 0
                      && Math.round(row.aware.compressedShare()) > 0),
          new Statement(
              Figure13Ratios.FULL_DELTAS,
              "BDI's raw ratio above MAG-aware BDI's",
              row -> row.bdi.rawRatio() > row.aware.rawRatio()),
          new Statement(
              Set.of(PREDICTED),
              "an error under TSLC, which prediction increases",
              row ->
                  row.errorWithoutPrediction > 0
                      && row.errorWithPrediction > row.errorWithoutPrediction),
          new Statement(
              Set.of("LBM"),
              "a ratio of 7.9 with bursts of 16 bytes",
              row -> Math.round(10 * row.aware16.effectiveRatio()) >= 79),
          new Statement(
              Set.of("LBM"),
              "3 % of the look-ups or more miss the metadata cache",
              row -> Math.round(row.aware.metadataMissRate()) >= 3));

  /** A statement about one program, and the inputs on which it is true. */
  private record Tested(String program, String statement, List<String> reachedBy) {}

  /** What was measured: programs on inputs, in the paper's order. */
  record Measured(List<Row> rows) {
    private List<Tested> tested() {
      List<Tested> all = new ArrayList<>();
      for (Statement statement : STATEMENTS) {
        rows.stream()
            .filter(statement::isAbout)
            .collect(
                Collectors.groupingBy(
                    row -> row.subject.label(), TreeMap::new, Collectors.toList()))
            .forEach((program, inputs) ->
                all.add(
                    new Tested(
                        program,
                        statement.text,
                        inputs.stream().filter(statement.isTrue).map(Row::input).toList())));
      }
      return all;
    }

    /** Statements that are true on no input. */
    private long unreached() {
      return tested().stream().filter(each -> each.reachedBy.isEmpty()).count();
    }
  }

  static Experiment<?> experiment(Study study) {
    return SimulatedPaper.describe(
            "mag/inputs", "The programs on other inputs", "sections V-C and VI")
        .method(
            "Each program runs on its own input and on others that it takes, such as other graphs,"
                + " ranges of values and grids, and what the paper says of it alone is tested on"
                + " each. The literature's input is named beside.")
        .parameter("codecs", List.of(MagPaper.BDI, MagPaper.MAG_BDI))
        .measure(context -> measure(context, study))
        .value("unreached", Measured::unreached)
        .draw(measured -> draw(measured, study));
  }

  private static Measured measure(RunContext context, Study study) {
    Study all =
        new Study(study.subjects().stream().flatMap(each -> inputs(each, context.size())).toList());
    Simulations moved =
        Simulations.of(
            context,
            all,
            List.of(SimulatedPaper.NONE, SimulatedPaper.BDI, SimulatedPaper.MAG_BDI, AWARE_16));
    Study predicted =
        new Study(all.subjects().stream().filter(each -> each.label().equals(PREDICTED)).toList());
    Simulations lossy =
        Simulations.of(context, predicted, List.of(WITHOUT_PREDICTION, WITH_PREDICTION));
    return new Measured(
        IntStream.range(0, all.subjects().size())
            .mapToObj(i ->
                new Row(
                    all.subjects().get(i),
                    input(all.subjects().get(i), context.size()),
                    moved.of(SimulatedPaper.NONE).get(i),
                    moved.of(SimulatedPaper.BDI).get(i),
                    moved.of(SimulatedPaper.MAG_BDI).get(i),
                    moved.of(AWARE_16).get(i),
                    error(lossy, WITHOUT_PREDICTION, all.subjects().get(i)),
                    error(lossy, WITH_PREDICTION, all.subjects().get(i))))
            .toList());
  }

  /** NaN where it has not been simulated. */
  private static double error(Simulations lossy, Setup setup, Subject subject) {
    int place = lossy.study().subjects().indexOf(subject);
    return place < 0 ? Double.NaN : lossy.of(setup).get(place).error();
  }

  /** A program on its own input, then on the others. */
  private static Stream<Subject> inputs(Subject subject, RunSize size) {
    return Stream.concat(
        Stream.of(subject),
        OTHERS.stream()
            .filter(other -> other.program.equals(subject.program().name()))
            .map(other -> other.of(subject))
            .filter(other -> !input(other, size).equals(input(subject, size))));
  }

  private static String input(Subject subject, RunSize size) {
    return input(subject.settings(size));
  }

  private static String input(Settings settings) {
    return settings.values().entrySet().stream()
        .filter(setting -> !setting.getKey().equals("seed"))
        .map(setting -> setting.getKey() + "=" + setting.getValue())
        .collect(Collectors.joining(" "));
  }

  private static Figures draw(Measured measured, Study study) {
    Columns<Row> inputs =
        new Columns<Row>()
            .text("program", row -> row.subject.label())
            .text("input", Row::input)
            .number("BDI, ratio", 2, row -> row.bdi.effectiveRatio())
            .number("MAG-aware BDI, ratio", 2, row -> row.aware.effectiveRatio())
            .number("BDI, speedup", 2, row -> row.speedup(row.bdi))
            .number("MAG-aware BDI, speedup", 2, row -> row.speedup(row.aware))
            .number("32 B", 0, "%", row -> row.aware.share(1))
            .number("64 B", 0, "%", row -> row.aware.share(2))
            .number("96 B", 0, "%", row -> row.aware.share(3))
            .number("BDI compresses", 0, "%", row -> row.bdi.compressedShare())
            .number("TSLC-SIMP, error", 4, "%", row -> 100 * row.errorWithoutPrediction)
            .number("TSLC-PRED, error", 4, "%", row -> 100 * row.errorWithPrediction);
    Columns<Tested> statements =
        new Columns<Tested>()
            .text("program", Tested::program)
            .text("statement", Tested::statement)
            .text("true on", each -> String.join("; ", each.reachedBy));
    Columns<Subject> literature =
        new Columns<Subject>()
            .text("program", Subject::label)
            .text("after", each -> each.program().after())
            .text("input", each -> input(each.literature()));
    return Figures.none()
        .with("inputs", inputs.table("Programs on inputs", measured.rows))
        .with("statements", statements.table("What the paper says of programs", measured.tested()))
        .with("literature", literature.table("The literature's inputs", study.subjects()));
  }
}
