package dev.magpie.explore.time;

import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.RefusedException;
import dev.magpie.explore.web.Reply;
import dev.magpie.explore.web.Resource;
import dev.magpie.gpu.ComparedSystems;
import dev.magpie.report.DocumentType;
import java.util.List;

/** A program on several systems, with what differs; as {@code magpie simulate} has it of them. */
record ComparisonResource(Runs runs) implements Resource {
  private static final int MOST_SYSTEMS = 12;

  private static final DocumentType<Compared> TYPE =
      new DocumentType<>("magpie.explore.comparison/1", Compared.class);

  /** Without the results of each, which the page has. */
  private record Compared(List<On> runs, List<ComparedSystems.Kernel> kernels) {}

  /** It on one of the systems. */
  private record On(
      String gpu,
      String layout,
      String codec,
      long cycles,
      double seconds,
      double speedup,
      long dramBytes,
      double traffic,
      double joules,
      double energy) {
    static On of(ComparedSystems.Run run) {
      return new On(
          run.gpu(),
          run.layout(),
          run.codec(),
          run.cycles(),
          run.seconds(),
          run.speedup(),
          run.dramBytes(),
          run.traffic(),
          run.joules(),
          run.energy());
    }
  }

  @Override
  public Reply answer(PageRequest request) {
    ShownRun run = runs.chosen(request);
    List<TimedSystem> systems = TimedSystem.several(runs.gpus(), request);
    if (systems.size() > MOST_SYSTEMS) {
      throw RefusedException.wrong("no more than %d systems at a time".formatted(MOST_SYSTEMS));
    }
    ComparedSystems compared =
        ComparedSystems.of(
            systems.stream().map(each -> runs.replays().of(run, each, request).result()).toList());
    return Reply.json(
        TYPE, new Compared(compared.runs().stream().map(On::of).toList(), compared.kernels()));
  }
}
