package dev.magpie.lab.series;

import dev.magpie.buddy.Designs;
import dev.magpie.buddy.Profiler;
import dev.magpie.buddy.SeriesSizes;
import dev.magpie.lab.result.RunSize;
import dev.magpie.lab.run.RunContext;
import dev.magpie.workload.SeriesPrograms;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.series.SeriesProgram;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A program's ten snapshots under BPC and its rivals, and a trace of its third part: what all
 * experiments over time need.
 *
 * @param program which
 * @param sizes of its entries
 * @param designs of the paper's threshold and limit
 * @param alike share of entries that take as many sectors as the one before in memory
 * @param changing share of entries that take another number of sectors in the next snapshot
 * @param bySize entries of all snapshots in the order of {@link PaperEntrySizes#SIZES}, under each
 *     of {@link #CODECS}
 * @param trace of what it does to memory
 */
public record ProgramSeries(
    SeriesProgram program,
    SeriesSizes sizes,
    Designs designs,
    double alike,
    double changing,
    List<List<Long>> bySize,
    MemoryTrace.Result trace) {
  /** The codecs of Figure 5a, the paper's first. */
  public static final List<String> CODECS = List.of("bpc", "bdi+fpc", "zvc", "fibonacci", "mpc");

  private static final List<SeriesProgram> PROGRAMS = SeriesPrograms.all();

  public ProgramSeries {
    bySize = List.copyOf(bySize);
  }

  /**
   * In the order of the list of programs; each runs once, however many experiments ask.
   *
   * @param settings of a program that differ from the size's
   */
  public static List<ProgramSeries> all(
      RunContext context, Function<SeriesProgram, Map<String, String>> settings) {
    InputParameter.Size size = programs(context.size());
    Map<String, Supplier<MeasuredSeries>> tasks = new LinkedHashMap<>();
    for (SeriesProgram program : PROGRAMS) {
      SeriesMeter meter = new SeriesMeter(program, size, settings.apply(program));
      tasks.put(meter.name(), meter::measure);
    }
    List<MeasuredSeries> measured =
        context.measurements().large(MeasuredSeries.class, SeriesMeter.VERSION, tasks);
    List<ProgramSeries> all = new ArrayList<>();
    for (int p = 0; p < PROGRAMS.size(); p++) {
      all.add(of(PROGRAMS.get(p), measured.get(p)));
    }
    return all;
  }

  private static InputParameter.Size programs(RunSize size) {
    return switch (size) {
      case QUICK -> InputParameter.Size.QUICK;
      case FULL -> InputParameter.Size.FULL;
      case PAPER -> InputParameter.Size.PAPER;
    };
  }

  private static ProgramSeries of(SeriesProgram program, MeasuredSeries measured) {
    return new ProgramSeries(
        program,
        measured.sizes(),
        Profiler.DEFAULT.design(measured.sizes()),
        measured.alike(),
        measured.changing(),
        measured.bySize(),
        measured.trace());
  }

  /** The program's name. */
  public String label() {
    return program.name();
  }

  /** The program of the paper that it stands for. */
  public String after() {
    return program.after();
  }
}
