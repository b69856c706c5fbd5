package dev.magpie.explore.memory;

import dev.magpie.buddy.AllocationHistory;
import dev.magpie.buddy.EntrySizes;
import dev.magpie.buddy.Profile;
import dev.magpie.buddy.Profiler;
import dev.magpie.buddy.SeriesCollector;
import dev.magpie.buddy.SeriesSizes;
import dev.magpie.buddy.SizeSet;
import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.RefusedException;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.snapshot.Allocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The memory-entries of what is shown, for Buddy Compression: of all snapshots together where they
 * are a series, of one where they are not.
 */
record BuddySeries(Shelf shelf, SizeRuns runs, boolean series) {
  private static final long ENTRY_BYTES = 128;

  /**
   * How far it is measured.
   *
   * @param sizes empty until all is known, at least by samples
   * @param exact whether all of it is
   */
  record Measured(
      long bytes, long measuredBytes, String problem, boolean exact, Optional<SeriesSizes> sizes) {}

  private List<ShownSnapshot> snapshots(PageRequest request) {
    return series ? shelf.all() : List.of(shelf.chosen(request));
  }

  /** Asks the runs of all snapshots how they stand. */
  Measured measured(PageRequest request) {
    // What makes no sense is said at once.
    Profiler _ = profiler(request);
    Coding coding = Coding.ofEntries(request);
    List<ShownSnapshot> snapshots = snapshots(request);
    SeriesCollector collector = new SeriesCollector();
    long bytes = 0;
    long measured = 0;
    String problem = "";
    boolean complete = true;
    boolean exact = true;
    for (int s = 0; s < snapshots.size(); s++) {
      ShownSnapshot shown = snapshots.get(s);
      SizeRun.State state = runs.of(shown, coding).ask(Long.MAX_VALUE);
      bytes += state.bytes();
      measured += state.measuredBytes();
      problem = problem.isEmpty() ? state.problem() : problem;
      complete &= state.all().size() == shown.allocations().size();
      for (SizeRun.Known each : state.all()) {
        Allocation allocation = shown.allocations().get(each.allocation());
        exact &= each.exact();
        collector.add(s, key(shown, allocation), allocation.bytes(), sizes(allocation, each));
      }
    }
    boolean known = complete && problem.isEmpty();
    return new Measured(
        bytes,
        measured,
        problem,
        known && exact,
        known
            ? Optional.of(collector.sizes(snapshots.stream().map(ShownSnapshot::label).toList()))
            : Optional.empty());
  }

  /** What it is called; files of one name in several inputs are told by the way to them. */
  private static Allocation.Key key(ShownSnapshot shown, Allocation allocation) {
    return shown.hasUniqueKeys()
        ? allocation.key()
        : new Allocation.Key(allocation.source().toString(), allocation.name());
  }

  /** Of a sample, as many entries as there are in all, in its shares. */
  private static EntrySizes sizes(Allocation allocation, SizeRun.Known known) {
    EntrySizes found = EntrySizes.of(known.sizes());
    if (known.exact() || found.entries() == 0) {
      return found;
    }
    long entries = Math.ceilDiv(allocation.bytes(), ENTRY_BYTES);
    double scale = (double) entries / found.entries();
    return new EntrySizes(
        entries,
        Math.round(scale * found.sectors()),
        Math.round(scale * found.optimisticBytes()),
        Math.round(scale * found.overOne()),
        Math.round(scale * found.overTwo()),
        Math.round(scale * found.overThree()),
        Math.round(scale * found.overTiny()));
  }

  /** The threshold and the limit that a request has. */
  static Profiler profiler(PageRequest request) {
    try {
      return new Profiler(
          request.decimal("threshold").orElse(Profiler.DEFAULT.threshold()),
          request.decimal("limit").orElse(Profiler.DEFAULT.maxRatio()));
    } catch (IllegalArgumentException e) {
      throw RefusedException.wrong(String.valueOf(e.getMessage()));
    }
  }

  /** What the profiler makes of the sizes. */
  static Profile profile(PageRequest request, SeriesSizes sizes) {
    Profiler profiler = profiler(request);
    return new Profile(
        request.requiredText("codec"), profiler, SizeSet.BUDDY, sizes, profiler.design(sizes));
  }

  /**
   * The targets of the final design, but for those that a person has chosen: pairs of an
   * allocation's number and a target, as in {@code 3:4/3,17:2}.
   */
  static List<TargetRatio> targets(PageRequest request, Profile profile) {
    List<AllocationHistory> allocations = profile.series().allocations();
    List<TargetRatio> targets = new ArrayList<>(profile.designs().zeroOptimised().targets());
    String chosen = request.text("targets").orElse("");
    for (String each : chosen.isEmpty() ? new String[0] : chosen.split(",", -1)) {
      int colon = each.indexOf(':');
      try {
        int allocation = Integer.parseInt(each.substring(0, Math.max(0, colon)));
        if (allocation < 0 || allocation >= allocations.size()) {
          throw RefusedException.wrong("there is no allocation " + allocation);
        }
        targets.set(allocation, TargetRatio.parse(each.substring(colon + 1)));
      } catch (NumberFormatException e) {
        throw RefusedException.wrong("'targets' is as 3:4/3,17:2, and not '%s'".formatted(each));
      } catch (IllegalArgumentException e) {
        throw RefusedException.wrong(String.valueOf(e.getMessage()));
      }
    }
    return targets;
  }
}
