package dev.magpie.explore.memory;

import dev.magpie.codec.Granularity;
import dev.magpie.explore.depth.SceneShelf;
import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.Reply;
import dev.magpie.explore.web.Resource;
import dev.magpie.report.DocumentType;
import dev.magpie.snapshot.Snapshot;
import java.util.List;
import java.util.stream.Stream;

/** What the pages were started with, and how far it is opened. */
public record InputsResource(Shelf shelf, SceneShelf scenes, Origin origin) implements Resource {
  private static final DocumentType<Inputs> TYPE =
      new DocumentType<>("magpie.explore.inputs/1", Inputs.class);

  /**
   * Where all that is shown comes from.
   *
   * @param version of Magpie
   * @param command as it was given
   * @param started date and time
   * @param series whether the snapshots are successive moments of one program
   * @param codec that pages begin with
   * @param granularity that they begin with
   */
  public record Origin(
      String version,
      String command,
      String started,
      boolean series,
      String codec,
      Granularity granularity) {}

  private record Inputs(
      String version,
      String command,
      String started,
      boolean series,
      String codec,
      int blockBytes,
      int magBytes,
      String state,
      String problem,
      List<Opened> snapshots,
      List<SceneShelf.Opened> scenes) {}

  private record Opened(
      String label, String input, int tensors, long files, long bytes, List<String> remarks) {
    static Opened of(ShownSnapshot shown) {
      return new Opened(
          shown.label(),
          shown.input(),
          shown.allocations().size(),
          shown.allocations().stream().map(each -> each.source().toString()).distinct().count(),
          shown.snapshot().bytes(),
          Stream.concat(left(shown.snapshot()), shown.snapshot().remarks().stream()).toList());
    }

    /** What of the input is not shown. */
    private static Stream<String> left(Snapshot snapshot) {
      return Stream.of(
              snapshot.skippedFiles() == 0
                  ? ""
                  : "files of other kinds, which are left out: " + snapshot.skippedFiles(),
              snapshot.skippedArrays() == 0
                  ? ""
                  : "arrays without numbers in place, which are left out: %d, as %s"
                      .formatted(
                          snapshot.skippedArrays(), String.join(", ", snapshot.skippedNames())))
          .filter(each -> !each.isEmpty());
    }
  }

  @Override
  public Reply answer(PageRequest request) {
    String problem = shelf.problem().isEmpty() ? scenes.problem() : shelf.problem();
    boolean open = shelf.isOpen() && scenes.isOpen();
    return Reply.json(
        TYPE,
        new Inputs(
            origin.version(),
            origin.command(),
            origin.started(),
            origin.series(),
            origin.codec(),
            origin.granularity().blockBytes(),
            origin.granularity().magBytes(),
            open ? "open" : problem.isEmpty() ? "opening" : "failed",
            problem,
            shelf.isOpen() ? shelf.all().stream().map(Opened::of).toList() : List.of(),
            scenes.listing()));
  }
}
