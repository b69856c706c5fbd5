package dev.magpie.cli.simulate;

import dev.magpie.cli.output.BadUsageException;
import dev.magpie.gpu.IssueProgress;
import dev.magpie.gpu.SimulationResult;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.TimedGpuBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * How launches are timed, whatever they are timed on.
 *
 * @param window the launches
 * @param breakdown what is told apart
 * @param coldCaches whether each launch finds caches empty
 * @param hostCopies whether copies of the host take time
 */
public record RunSettings(
    WindowOptions window, BreakdownOptions breakdown, boolean coldCaches, boolean hostCopies) {
  /**
   * What a run came to.
   *
   * @param remarks what to tell the user
   */
  public record Outcome(SimulationResult result, List<String> remarks) {}

  /**
   * Times the launches of a source on a system.
   *
   * @param progress is told warp-instructions that were issued
   * @param more what else the GPU is built with
   */
  public Outcome run(
      SimulatedSystem system, Source source, LongConsumer progress, Consumer<TimedGpuBuilder> more)
      throws IOException {
    TimedGpuBuilder builder =
        TimedGpu.builder(system.gpu())
            .memory(system.coding())
            .window(window.window())
            .breakingDown(breakdown.parts(), breakdown.interval());
    if (hostCopies) {
      builder.timingHostCopies();
    }
    if (coldCaches) {
      builder.coldCaches();
    }
    window.sample(builder);
    more.accept(builder);
    List<TimedGpu> made = new ArrayList<>();
    try {
      String remark =
          source.run(
              builder,
              gpu -> {
                made.add(gpu);
                gpu.observe(new IssueProgress(gpu, progress));
              });
      BadUsageException.when(
          made.isEmpty() || made.getFirst().nextLaunch() == 0,
          source.name() + ": launches nothing");
      TimedGpu gpu = made.getFirst();
      window.check(source.name(), 0, gpu.nextLaunch() - 1);
      gpu.finish();
      return new Outcome(
          gpu.result(source.kind(), source.name()),
          Stream.of(remark, window.remark(gpu)).flatMap(String::lines).toList());
    } finally {
      made.forEach(TimedGpu::close);
    }
  }
}
