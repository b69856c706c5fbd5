package dev.magpie.explore.memory;

import dev.magpie.analysis.SizeClasses;
import dev.magpie.analysis.SizeFigures;
import dev.magpie.analysis.SizeHistogram;
import dev.magpie.codec.Granularity;
import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.Reply;
import dev.magpie.explore.web.Resource;
import dev.magpie.report.DocumentType;
import dev.magpie.snapshot.Allocation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How large a snapshot's blocks are under a codec, as far as it is known. A page asks again and
 * again, each time for what has changed; it may stop the run, let it go on, or have all measured
 * again.
 */
record SizesResource(Shelf shelf, SizeRuns runs) implements Resource {
  private static final DocumentType<Sizes> TYPE =
      new DocumentType<>("magpie.explore.sizes/1", Sizes.class);

  /**
   * What is known.
   *
   * @param version to ask for changes since
   * @param classes of effective sizes, for the shares
   * @param changes of the files since they were opened, or measured
   * @param tensors those that have changed
   */
  private record Sizes(
      long version,
      String phase,
      String problem,
      String training,
      int blockBytes,
      int magBytes,
      long bytes,
      long measuredBytes,
      List<String> classes,
      SourceFiles.Changes changes,
      Optional<Total> total,
      List<Measured> tensors) {}

  /**
   * All that is known together, an estimate for what is sampled.
   *
   * @param shares of the blocks in each class, in percent
   */
  private record Total(
      boolean exact,
      long blocks,
      long codedBits,
      long storedBytes,
      long effectiveBytes,
      double rawRatio,
      double effectiveRatio,
      List<Double> shares) {}

  /**
   * One allocation: the same figures as {@code magpie analyze} has where it is exact, and of the
   * sample alone where it is not.
   *
   * @param index in the snapshot
   * @param blocks that were measured
   */
  private record Measured(
      int index,
      boolean exact,
      long blocks,
      long codedBits,
      long storedBytes,
      long effectiveBytes,
      double rawRatio,
      double effectiveRatio,
      List<Double> shares) {}

  @Override
  public Reply answer(PageRequest request) {
    ShownSnapshot shown = shelf.chosen(request);
    Coding coding = Coding.of(request);
    String wish = request.changes() ? request.requiredText("run") : "";
    if (wish.equals("again")) {
      runs.forget(shown);
    }
    SizeRun run = runs.of(shown, coding);
    switch (wish) {
      case "stop" -> run.stop();
      case "on" -> run.goOn();
      default -> {}
    }
    SizeRun.State state = run.ask(request.number("since", 0, Long.MAX_VALUE, 0));
    SizeClasses classes = new SizeClasses(coding.granularity());
    return Reply.json(
        TYPE,
        new Sizes(
            state.version(),
            state.phase().name().toLowerCase(Locale.ROOT),
            state.problem(),
            Coders.training(coding),
            coding.granularity().blockBytes(),
            coding.granularity().magBytes(),
            state.bytes(),
            state.measuredBytes(),
            classes.names(),
            shown.files().changes(),
            total(shown, coding.granularity(), classes, state.all()),
            state.changed().stream()
                .map(each -> measured(each, coding.granularity(), classes))
                .toList()));
  }

  private static Measured measured(
      SizeRun.Known known, Granularity granularity, SizeClasses classes) {
    SizeFigures figures = SizeFigures.of(known.sizes(), granularity);
    return new Measured(
        known.allocation(),
        known.exact(),
        known.sizes().blocks(),
        figures.codedBits(),
        figures.storedBytes(),
        figures.effectiveBytes(),
        figures.rawRatio(),
        figures.effectiveRatio(),
        shares(known.sizes(), classes));
  }

  private static List<Double> shares(SizeHistogram sizes, SizeClasses classes) {
    return Arrays.stream(classes.shares(sizes)).boxed().toList();
  }

  /** Empty before all are known at least by a sample. */
  private static Optional<Total> total(
      ShownSnapshot shown, Granularity granularity, SizeClasses classes, List<SizeRun.Known> all) {
    List<Allocation> allocations = shown.allocations();
    if (all.size() < allocations.size() || all.isEmpty()) {
      return Optional.empty();
    }
    if (all.stream().allMatch(SizeRun.Known::exact)) {
      SizeHistogram sum =
          all.stream().map(SizeRun.Known::sizes).reduce(SizeHistogram::merge).orElseThrow();
      SizeFigures figures = SizeFigures.of(sum, granularity);
      return Optional.of(
          new Total(
              true,
              sum.blocks(),
              figures.codedBits(),
              figures.storedBytes(),
              figures.effectiveBytes(),
              figures.rawRatio(),
              figures.effectiveRatio(),
              shares(sum, classes)));
    }
    double bits = 0;
    double stored = 0;
    double effective = 0;
    long blocks = 0;
    double[] shares = new double[classes.names().size()];
    for (SizeRun.Known each : all) {
      long there =
          Math.ceilDiv(allocations.get(each.allocation()).bytes(), blockBytes(granularity));
      double scale = (double) there / Math.max(1, each.sizes().blocks());
      bits += scale * each.sizes().codedBits();
      stored += scale * each.sizes().storedBytes();
      effective += scale * each.sizes().effectiveBytes(granularity);
      blocks += there;
      if (there > 0) {
        double[] own = classes.shares(each.sizes());
        for (int c = 0; c < shares.length; c++) {
          shares[c] += there * own[c];
        }
      }
    }
    List<Double> mean = new ArrayList<>();
    for (double share : shares) {
      mean.add(share / blocks);
    }
    double bytes = (double) blocks * blockBytes(granularity);
    return Optional.of(
        new Total(
            false,
            blocks,
            Math.round(bits),
            Math.round(stored),
            Math.round(effective),
            bytes / stored,
            bytes / effective,
            mean));
  }

  private static long blockBytes(Granularity granularity) {
    return granularity.blockBytes();
  }
}
