package dev.magpie.lab.series;

import dev.magpie.buddy.Designs;
import dev.magpie.buddy.Profiler;
import dev.magpie.buddy.SeriesSizes;
import dev.magpie.lab.run.RunContext;
import dev.magpie.workload.SeriesPrograms;
import dev.magpie.workload.series.SeriesProgram;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A program's ten snapshots, and a trace of its third part: what all experiments over time need.
 *
 * @param program which
 * @param snapshots how they compress
 * @param designs of the paper's threshold and limit
 * @param trace of what it does to memory; traced programs are slower, and so it is of another run
 */
public record ProgramSeries(
    SeriesProgram program, SeriesSnapshots snapshots, Designs designs, MemoryTrace.Result trace) {

  /**
   * In the order of the list of programs.
   *
   * @param settings of a program that differ from the size's
   * @throws dev.magpie.workload.cuda.WrongResultException if a network has not learned in the
   *     size's own settings: a dead one compresses well
   */
  public static List<ProgramSeries> all(
      RunContext context, Function<SeriesProgram, Map<String, String>> settings) {
    List<SeriesRun> runs =
        SeriesPrograms.all().stream()
            .map(program -> SeriesRun.of(context.size(), program, settings.apply(program)))
            .toList();
    List<SeriesSnapshots> snapshots = SeriesRun.snapshots(context, runs);
    for (int r = 0; r < runs.size(); r++) {
      // With other settings, such as a test's, it need not.
      if (runs.get(r).settings().isEmpty()) {
        snapshots.get(r).checkLearned(runs.get(r).program());
      }
    }
    List<MemoryTrace.Result> traces = SeriesRun.traces(context, runs);
    return IntStream.range(0, runs.size())
        .mapToObj(p ->
            new ProgramSeries(
                runs.get(p).program(),
                snapshots.get(p),
                Profiler.DEFAULT.design(snapshots.get(p).sizes()),
                traces.get(p)))
        .toList();
  }

  /** The program's name. */
  public String label() {
    return program.name();
  }

  /** The program of the paper that it stands for. */
  public String after() {
    return program.after();
  }

  /** Sizes of its entries under BPC. */
  public SeriesSizes sizes() {
    return snapshots.sizes();
  }
}
