package dev.magpie.explore.memory;

import dev.magpie.buddy.AllocationHistory;
import dev.magpie.buddy.Design;
import dev.magpie.buddy.EntrySizes;
import dev.magpie.buddy.Profile;
import dev.magpie.buddy.Profiler;
import dev.magpie.buddy.SeriesSizes;
import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.Reply;
import dev.magpie.explore.web.Resource;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.report.DocumentType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Target ratios for Buddy Compression: what the profiler chooses, and what a person does. */
record BuddyResource(BuddySeries buddy) implements Resource {
  private static final DocumentType<Buddy> TYPE =
      new DocumentType<>("magpie.explore.buddy/1", Buddy.class);

  /** Steps of the threshold, from 0 to 1, for which designs are compared. */
  private static final int STEPS = 20;

  /**
   * How far entries are measured, and what is made of them.
   *
   * @param found empty until all are known at least by samples
   */
  private record Buddy(
      long bytes, long measuredBytes, String problem, boolean exact, Optional<Found> found) {}

  private record Found(
      List<String> targetRatios,
      List<Named> designs,
      Chosen chosen,
      List<Step> thresholds,
      List<Row> allocations) {}

  /** A design of the paper. */
  private record Named(String name, double ratio, double buddyShare) {}

  /**
   * What the targets of the moment come to.
   *
   * @param buddyShare of entries that need buddy memory
   */
  private record Chosen(double ratio, double buddyShare, long deviceBytes, long buddyBytes) {}

  /** The final design at a threshold. */
  private record Step(double threshold, double ratio, double buddyShare) {}

  /**
   * An allocation.
   *
   * @param sectors shares of entries that take 1 to 4 sectors
   * @param over share of entries that do not fit, for each target ratio
   * @param suggested target of the final design
   * @param target of the moment
   */
  private record Row(
      String name,
      String path,
      long bytes,
      List<Double> sectors,
      List<Double> over,
      String suggested,
      String target) {}

  @Override
  public Reply answer(PageRequest request) {
    BuddySeries.Measured measured = buddy.measured(request);
    return Reply.json(
        TYPE,
        new Buddy(
            measured.bytes(),
            measured.measuredBytes(),
            measured.problem(),
            measured.exact(),
            measured.sizes().map(sizes -> found(request, sizes))));
  }

  private static Found found(PageRequest request, SeriesSizes sizes) {
    Profile profile = BuddySeries.profile(request, sizes);
    List<TargetRatio> targets = BuddySeries.targets(request, profile);
    List<Named> designs = new ArrayList<>();
    profile
        .byName()
        .forEach((name, design) ->
            designs.add(new Named(name, design.ratio(), design.buddyAccessFraction())));
    List<Step> steps = new ArrayList<>();
    for (int step = 0; step <= STEPS; step++) {
      double threshold = (double) step / STEPS;
      Design design =
          new Profiler(threshold, profile.profiler().maxRatio()).design(sizes).zeroOptimised();
      steps.add(new Step(threshold, design.ratio(), design.buddyAccessFraction()));
    }
    List<Row> rows = new ArrayList<>();
    for (int a = 0; a < targets.size(); a++) {
      rows.add(row(profile, a, targets.get(a)));
    }
    return new Found(
        Arrays.stream(TargetRatio.values()).map(TargetRatio::toString).toList(),
        designs,
        chosen(sizes, targets),
        steps,
        rows);
  }

  private static Chosen chosen(SeriesSizes sizes, List<TargetRatio> targets) {
    Design design = Profiler.design(sizes, targets);
    long device = 0;
    long buddy = 0;
    for (int a = 0; a < targets.size(); a++) {
      long entries = sizes.allocations().get(a).entries();
      device += entries * targets.get(a).deviceBytes();
      buddy += entries * targets.get(a).buddyBytes();
    }
    return new Chosen(design.ratio(), design.buddyAccessFraction(), device, buddy);
  }

  private static Row row(Profile profile, int index, TargetRatio target) {
    AllocationHistory allocation = profile.series().allocations().get(index);
    EntrySizes pooled = allocation.pooled();
    double entries = Math.max(1, pooled.entries());
    List<Double> sectors = new ArrayList<>();
    for (int count = 1; count <= 4; count++) {
      long more = count == 4 ? 0 : over(pooled, count);
      long least = count == 1 ? pooled.entries() : over(pooled, count - 1);
      sectors.add((least - more) / entries);
    }
    return new Row(
        allocation.key().name(),
        allocation.key().path(),
        allocation.bytes(),
        sectors,
        Arrays.stream(TargetRatio.values()).map(each -> pooled.over(each) / entries).toList(),
        profile.target(index).toString(),
        target.toString());
  }

  /** Entries that need more sectors than so many. */
  private static long over(EntrySizes sizes, int sectors) {
    return switch (sectors) {
      case 1 -> sizes.overOne();
      case 2 -> sizes.overTwo();
      default -> sizes.overThree();
    };
  }
}
