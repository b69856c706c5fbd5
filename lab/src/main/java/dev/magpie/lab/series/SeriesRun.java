package dev.magpie.lab.series;

import dev.magpie.analysis.BlockScan;
import dev.magpie.buddy.EntrySizes;
import dev.magpie.codec.Codecs;
import dev.magpie.lab.result.RunSize;
import dev.magpie.lab.run.ProgramVersion;
import dev.magpie.lab.run.RunContext;
import dev.magpie.memory.buddy.EntryCodec;
import dev.magpie.snapshot.Tensor;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.series.SeriesProgram;
import dev.magpie.workload.trace.TracedRun;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A run of a program. What it measures is kept, and made once however many experiments ask.
 *
 * @param settings that differ from the size's
 */
public record SeriesRun(
    SeriesProgram program, InputParameter.Size size, Map<String, String> settings) {
  /** Which code a run depends on; the figures drawn from it do not count. */
  private static final String VERSION =
      ProgramVersion.digest(
          List.of(
              BlockScan.class,
              Codecs.class,
              EntrySizes.class,
              EntryCodec.class,
              Tensor.class,
              SeriesProgram.class),
          SeriesRun.class);

  /** The part of the run that is traced. */
  private static final int TRACED_PART = 2;

  public SeriesRun {
    settings = Map.copyOf(settings);
  }

  /** A run in the size of an experiment's. */
  public static SeriesRun of(RunSize size, SeriesProgram program, Map<String, String> settings) {
    return new SeriesRun(
        program,
        switch (size) {
          case QUICK -> InputParameter.Size.QUICK;
          case FULL -> InputParameter.Size.FULL;
          case PAPER -> InputParameter.Size.PAPER;
        },
        settings);
  }

  /** How the snapshots of some runs compress, in their order. */
  public static List<SeriesSnapshots> snapshots(RunContext context, List<SeriesRun> runs) {
    return context
        .measurements()
        .large(SeriesSnapshots.class, VERSION, tasks(runs, "snapshots", SeriesRun::sizes));
  }

  /** The same as if the programs kept their numbers of 64 bits in 32. */
  public static List<SeriesSnapshots> narrowed(RunContext context, List<SeriesRun> runs) {
    return context
        .measurements()
        .large(
            SeriesSnapshots.class,
            VERSION,
            tasks(runs, "snapshots in 32 bits", SeriesRun::narrowedSizes));
  }

  /** What the third part of some runs does to memory, in their order. */
  static List<MemoryTrace.Result> traces(RunContext context, List<SeriesRun> runs) {
    return context
        .measurements()
        .large(MemoryTrace.Result.class, VERSION, tasks(runs, "trace", SeriesRun::trace));
  }

  private static <T> Map<String, Supplier<T>> tasks(
      List<SeriesRun> runs, String of, Function<SeriesRun, T> measure) {
    Map<String, Supplier<T>> tasks = new LinkedHashMap<>();
    runs.forEach(run -> tasks.put(run.name() + ", " + of, () -> measure.apply(run)));
    return tasks;
  }

  /** Everything that decides the result. */
  String name() {
    return "%s %s"
        .formatted(program.name(), Settings.of(program.parameters(), size, settings).values());
  }

  SeriesSnapshots sizes() {
    return SeriesSnapshots.measure(program.start(size, settings), UnaryOperator.identity());
  }

  private SeriesSnapshots narrowedSizes() {
    return SeriesSnapshots.measure(program.start(size, settings), NarrowedMemory::of);
  }

  MemoryTrace.Result trace() {
    TracedRun traced = TracedRun.start(program, size, settings);
    for (int part = 0; part < TRACED_PART; part++) {
      traced.running().advance();
    }
    MemoryTrace trace = new MemoryTrace(traced.running().arrays());
    traced.record(trace);
    traced.running().advance();
    return trace.result();
  }
}
