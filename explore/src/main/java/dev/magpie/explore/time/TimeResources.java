package dev.magpie.explore.time;

import dev.magpie.explore.input.Input;
import dev.magpie.explore.input.InputResources;
import dev.magpie.explore.input.Opening;
import dev.magpie.explore.input.ShownGpus;
import dev.magpie.explore.input.SourceText;
import dev.magpie.explore.web.Resource;
import dev.magpie.gpu.recording.Recording;
import dev.magpie.job.Program;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** All that pages ask of time. */
public final class TimeResources implements InputResources {
  private final Opening<ShownRun> opening;
  private final SystemRuns replays;
  private final Map<String, Resource> byName;

  /**
   * @param recordings that are replayed
   * @param programs that are executed once, and then replayed
   * @param texts that their kernels were compiled from
   * @param gpus that they may be timed on
   * @param threads how many replays run at a time
   */
  public TimeResources(
      List<Input<Recording>> recordings,
      List<Input<Program>> programs,
      List<Input<SourceText>> texts,
      ShownGpus gpus,
      int threads) {
    opening =
        Opening.begin(
            Stream.<Supplier<ShownRun>>concat(
                    recordings.stream().map(each -> () -> new RecordedRun(each)),
                    programs.stream().map(each -> () -> new ExecutedRun(each)))
                .toList(),
            ShownRun::close);
    replays = new SystemRuns(threads);
    Runs runs = new Runs(opening, replays, gpus);
    byName =
        Map.of(
            "systems", new SystemsResource(gpus),
            "replay", new ReplayResource(runs),
            "timeline", new TimelineResource(runs),
            "lines", new LinesResource(runs, new Sources(texts)),
            "simulation", new SimulationResource(runs),
            "comparison", new ComparisonResource(runs));
  }

  @Override
  public Opening<?> opening() {
    return opening;
  }

  /** What the runs are, once they are open. */
  public List<OpenedRun> runs() {
    return opening.all().stream().map(ShownRun::facts).toList();
  }

  @Override
  public Map<String, Resource> byName() {
    return byName;
  }

  @Override
  public void close() {
    replays.close();
    opening.close();
  }
}
