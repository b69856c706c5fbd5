package dev.magpie.explore.time;

import dev.magpie.explore.form.ParameterForm;
import dev.magpie.explore.input.ShownGpus;
import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.Reply;
import dev.magpie.explore.web.Resource;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.memory.Compression;
import dev.magpie.memory.layout.LayoutFamily;
import dev.magpie.memory.layout.Layouts;
import dev.magpie.report.DocumentType;
import java.util.List;

/** What a program can be timed on: the GPUs and layouts that there are. */
record SystemsResource(ShownGpus gpus) implements Resource {
  private static final DocumentType<Choices> TYPE =
      new DocumentType<>("magpie.explore.systems/1", Choices.class);

  private record Choices(List<Gpu> gpus, List<Layout> layouts) {}

  /** A GPU; one with links can have buddy, unified and pinned memory. */
  private record Gpu(
      String name,
      String description,
      String source,
      int multiprocessors,
      double clockMegahertz,
      double peakBandwidth,
      boolean hasLinks) {
    static Gpu of(String name, GpuConfig config) {
      return new Gpu(
          name,
          config.description(),
          config.source(),
          config.multiprocessors(),
          config.clockMegahertz(),
          config.peakGigabytesPerSecond(),
          config.buddy().isPresent());
    }
  }

  /**
   * A layout.
   *
   * @param hasCodec whether blocks in it are coded
   */
  private record Layout(
      String name,
      String title,
      String source,
      boolean hasCodec,
      boolean needsLinks,
      List<ParameterForm> parameters) {
    static Layout of(LayoutFamily family) {
      return new Layout(
          family.name(),
          family.title(),
          family.source(),
          Compression.hasCodec(family),
          Compression.needsLinks(family),
          family.parameters().stream().map(ParameterForm::of).toList());
    }
  }

  @Override
  public Reply answer(PageRequest request) {
    return Reply.json(
        TYPE,
        new Choices(
            gpus.names().stream()
                .flatMap(name -> gpus.named(name).map(gpu -> Gpu.of(name, gpu)).stream())
                .toList(),
            Layouts.families().stream().map(Layout::of).toList()));
  }
}
