package dev.magpie.buddy;

import dev.magpie.memory.buddy.TargetRatio;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** What {@code magpie profile} found, for programs: what {@code magpie replay} takes, too. */
public record ProfileResult(
    Optional<String> program,
    String codec,
    double threshold,
    double maxRatio,
    String sizes,
    List<String> snapshots,
    long bytes,
    List<Double> ratios,
    List<Entry> allocations,
    Map<String, Choice> designs) {
  /** An allocation; it has no ratio where it has no entry, or nothing but zeros. */
  public record Entry(
      String name,
      String path,
      long bytes,
      List<Double> ratios,
      String target,
      double buddyAccessFraction) {}

  /** A design's targets, by allocation, if it has such. */
  public record Choice(double ratio, double buddyAccessFraction, Optional<List<String>> targets) {
    static Choice of(Design design) {
      List<String> targets = design.targets().stream().map(TargetRatio::toString).toList();
      return new Choice(
          design.ratio(),
          design.buddyAccessFraction(),
          targets.isEmpty() ? Optional.empty() : Optional.of(targets));
    }
  }

  /** What a profile comes to. */
  public static ProfileResult of(Profile profile) {
    List<String> snapshots = profile.series().snapshots();
    Map<String, Choice> designs = new LinkedHashMap<>();
    profile.byName().forEach((name, design) -> designs.put(name, Choice.of(design)));
    return new ProfileResult(
        profile.series().program(),
        profile.codec(),
        profile.profiler().threshold(),
        profile.profiler().maxRatio(),
        profile.sizeSet().toString().toLowerCase(Locale.ROOT),
        snapshots,
        profile.bytes(),
        IntStream.range(0, snapshots.size())
            .mapToObj(s -> profile.series().ofSnapshot(s).ratio(profile.sizeSet()))
            .toList(),
        IntStream.range(0, profile.series().allocations().size())
            .mapToObj(a -> entry(profile, a))
            .toList(),
        designs);
  }

  private static Entry entry(Profile profile, int index) {
    AllocationHistory allocation = profile.series().allocations().get(index);
    return new Entry(
        allocation.key().name(),
        allocation.key().path(),
        allocation.bytes(),
        IntStream.range(0, profile.series().snapshots().size())
            .mapToObj(s -> profile.ratio(index, s))
            .toList(),
        profile.target(index).toString(),
        profile.buddyAccessFraction(index));
  }
}
