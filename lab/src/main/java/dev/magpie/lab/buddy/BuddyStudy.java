package dev.magpie.lab.buddy;

import dev.magpie.lab.result.RunSize;
import dev.magpie.lab.timed.PublishedTime;
import dev.magpie.lab.timed.TimedProgram;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.series.SeriesProgram;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What experiments run that run programs for themselves, each in the size of the run.
 *
 * @param programs that are timed, by the labels of the paper's
 * @param kernels what is changed about kernels over memory that spills
 * @param published kernels' times that others have published, to compare with
 * @param series what is changed about programs that show their memory over time
 * @param extents how much the small one is trained
 */
public record BuddyStudy(
    List<TimedProgram> programs,
    Map<String, String> kernels,
    List<PublishedTime> published,
    Map<String, String> series,
    Function<RunSize, TrainingExtent> extents) {
  /** All programs as they are. */
  public static final BuddyStudy PAPER =
      new BuddyStudy(TimedProgram.ALL, Map.of(), PublishedTime.ALL, Map.of(), TrainingExtent::of);

  public BuddyStudy {
    programs = List.copyOf(programs);
    kernels = Map.copyOf(kernels);
    published = List.copyOf(published);
    series = Map.copyOf(series);
  }

  /** Those of {@link #series} that a program has. */
  Map<String, String> settings(SeriesProgram program) {
    Map<String, String> settings = new HashMap<>(series);
    settings.keySet().retainAll(program.parameters().stream().map(InputParameter::name).toList());
    return settings;
  }
}
