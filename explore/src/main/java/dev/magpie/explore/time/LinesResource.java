package dev.magpie.explore.time;

import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.RefusedException;
import dev.magpie.explore.web.Reply;
import dev.magpie.explore.web.Resource;
import dev.magpie.gpu.Breakdown;
import dev.magpie.gpu.Breakdown.Line;
import dev.magpie.gpu.SimulationResult;
import dev.magpie.report.DocumentType;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the lines and instructions of a {@code kernel} did, with the texts that they are from, as
 * far as these are known.
 */
record LinesResource(Runs runs, Sources sources) implements Resource {
  private static final DocumentType<Found> TYPE =
      new DocumentType<>("magpie.explore.lines/1", Found.class);

  /**
   * Lines of a kernel; shares are of those of all kernels.
   *
   * @param texts of the files that lines are in
   * @param ptx that has the kernel
   */
  private record Found(
      List<Line> lines, List<Line> instructions, List<FileText> texts, Optional<FileText> ptx) {}

  /**
   * A file's text.
   *
   * @param file as lines name it
   * @param path of the file that was found for it
   */
  private record FileText(String file, String path, List<String> lines) {}

  @Override
  public Reply answer(PageRequest request) {
    SimulationResult result = runs.replay(request).result();
    String kernel = request.requiredText("kernel");
    if (result.kernels().stream().noneMatch(each -> each.kernel().equals(kernel))) {
      throw RefusedException.missing("no kernel of the run is called " + kernel);
    }
    Breakdown parts = result.breakdown();
    List<Line> lines = of(kernel, parts == null ? null : parts.lines());
    List<FileText> texts =
        lines.stream()
            .map(Line::file)
            .filter(Objects::nonNull)
            .distinct()
            .map(this::text)
            .flatMap(Optional::stream)
            .toList();
    Optional<FileText> ptx =
        sources.ptx(kernel).map(each -> new FileText(each.path(), each.path(), each.lines()));
    return Reply.json(
        TYPE,
        new Found(lines, of(kernel, parts == null ? null : parts.instructions()), texts, ptx));
  }

  private static List<Line> of(String kernel, @Nullable List<Line> all) {
    return (all == null ? Stream.<Line>of() : all.stream())
        .filter(each -> each.kernel().equals(kernel))
        .toList();
  }

  private Optional<FileText> text(String file) {
    return sources.named(file).map(each -> new FileText(file, each.path(), each.lines()));
  }
}
