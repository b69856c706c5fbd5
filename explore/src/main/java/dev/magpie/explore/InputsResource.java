package dev.magpie.explore;

import dev.magpie.explore.Explorer.Start;
import dev.magpie.explore.depth.DepthResources;
import dev.magpie.explore.depth.OpenedScene;
import dev.magpie.explore.input.InputResources;
import dev.magpie.explore.input.Opening;
import dev.magpie.explore.lab.LabResources;
import dev.magpie.explore.lab.OpenedResults;
import dev.magpie.explore.memory.MemoryResources;
import dev.magpie.explore.memory.OpenedSnapshot;
import dev.magpie.explore.time.OpenedRun;
import dev.magpie.explore.time.TimeResources;
import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.Reply;
import dev.magpie.explore.web.Resource;
import dev.magpie.report.DocumentType;
import java.util.List;

/**
 * What the pages were started with, and how far it is opened. Which inputs there are of each kind
 * says which views there are; those of a kind are there when all of them are open.
 */
record InputsResource(
    Start start,
    List<InputResources> kinds,
    MemoryResources memory,
    DepthResources depth,
    TimeResources time,
    LabResources lab)
    implements Resource {
  private static final DocumentType<Inputs> TYPE =
      new DocumentType<>("magpie.explore.inputs/1", Inputs.class);

  private record Inputs(
      String version,
      String command,
      String started,
      boolean series,
      String codec,
      int blockBytes,
      int magBytes,
      String state,
      List<String> problems,
      List<OpenedSnapshot> snapshots,
      List<OpenedScene> scenes,
      List<OpenedRun> runs,
      List<OpenedResults> results) {}

  @Override
  public Reply answer(PageRequest request) {
    List<? extends Opening<?>> openings = kinds.stream().map(InputResources::opening).toList();
    boolean isDone = openings.stream().allMatch(Opening::isDone);
    boolean hasAny = openings.stream().anyMatch(each -> each.count() > 0);
    List<String> problems = openings.stream().flatMap(each -> each.problems().stream()).toList();
    return Reply.json(
        TYPE,
        new Inputs(
            start.version(),
            start.command(),
            start.started(),
            start.series(),
            start.codec().toString(),
            start.granularity().blockBytes(),
            start.granularity().magBytes(),
            !isDone ? "opening" : hasAny || problems.isEmpty() ? "open" : "failed",
            problems,
            memory.opening().isOpen() ? memory.snapshots() : List.of(),
            depth.opening().isOpen() ? depth.scenes() : List.of(),
            time.opening().isOpen() ? time.runs() : List.of(),
            lab.opening().isOpen() ? lab.results() : List.of()));
  }
}
