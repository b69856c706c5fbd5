package dev.magpie.explore.time;

import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.Reply;
import dev.magpie.explore.web.Resource;
import dev.magpie.gpu.LaunchTiming;
import dev.magpie.gpu.SimulationResult;
import dev.magpie.report.DocumentType;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A program on a system, as its time goes on. A page asks again and again, each time for the
 * launches that it has not seen; it may stop the run, and let it begin anew.
 */
record ReplayResource(Runs runs) implements Resource {
  private static final DocumentType<Progress> TYPE =
      new DocumentType<>("magpie.explore.replay/1", Progress.class);

  /**
   * How far it is.
   *
   * @param issued warp-instructions so far
   * @param warpInstructions of all; 0 if nobody knows
   * @param interval cycles of a stretch of time
   * @param ended launches that have ended so far
   * @param launches of them, those that the page has not seen
   * @param outcome once it is done
   */
  private record Progress(
      String phase,
      String problem,
      long issued,
      long warpInstructions,
      double clockMegahertz,
      long interval,
      int ended,
      List<LaunchTiming> launches,
      Optional<ShownTime> outcome) {}

  @Override
  public Reply answer(PageRequest request) {
    ShownRun run = runs.chosen(request);
    TimedSystem system = TimedSystem.of(runs.gpus(), request);
    SystemRun replay = runs.replay(request);
    if (request.changes()) {
      if (request.requiredText("run").equals("stop")) {
        replay.stop();
      } else {
        replay.goOn();
      }
    }
    SystemRun.State state = replay.ask();
    SimulationResult result = state.result();
    int seen =
        Math.min(
            (int) request.number("launches", 0, Integer.MAX_VALUE, 0), state.launches().size());
    return Reply.json(
        TYPE,
        new Progress(
            state.phase().name().toLowerCase(Locale.ROOT),
            state.problem(),
            state.issued(),
            run.warpInstructions(),
            system.gpu().clockMegahertz(),
            replay.interval(),
            state.launches().size(),
            result == null ? state.launches().subList(seen, state.launches().size()) : List.of(),
            Optional.ofNullable(result).map(ShownTime::of)));
  }
}
