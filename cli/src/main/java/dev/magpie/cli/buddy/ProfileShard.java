package dev.magpie.cli.buddy;

import dev.magpie.analysis.Shard;
import dev.magpie.buddy.EntrySizes;
import dev.magpie.buddy.Profile;
import dev.magpie.buddy.Profiler;
import dev.magpie.buddy.SeriesCollector;
import dev.magpie.buddy.SeriesSizes;
import dev.magpie.buddy.SizeSet;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Report;
import dev.magpie.cli.output.ShardFile;
import dev.magpie.report.Columns;
import dev.magpie.report.DocumentType;
import dev.magpie.snapshot.Allocation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a shard of {@code magpie profile} found: sizes of some of a series' snapshots.
 *
 * @param run what all shards of a run have in common
 * @param programs that its snapshots name; an empty one where one names none
 * @param sizes in the order of the snapshots
 */
public record ProfileShard(String shard, Run run, List<String> programs, List<Sizes> sizes) {
  public static final DocumentType<ProfileShard> TYPE =
      new DocumentType<>("magpie.profile-shard/1", ProfileShard.class);

  /** What decides a profile, beside its data. */
  public record Run(
      String version,
      String codec,
      double threshold,
      double maxRatio,
      String sizes,
      List<String> snapshots) {}

  /** An allocation in a snapshot. */
  public record Sizes(int snapshot, String path, String name, long bytes, EntrySizes entries) {}

  /** For people, how much it is; the document is for {@code magpie merge}. */
  Report report() {
    return Report.of(
        TYPE,
        this,
        new Columns<Sizes>()
            .text("snapshot", each -> run.snapshots().get(each.snapshot()))
            .text("allocation", Sizes::name)
            .number("bytes", 0, Sizes::bytes)
            .table(sizes));
  }

  /**
   * The profile of the whole series.
   *
   * @param files of all shards
   * @throws BadUsageException if a shard is missing, there twice, or of another run
   */
  public static Report merged(List<ShardFile> files) {
    List<ProfileShard> all =
        ShardFile.all(files, ProfileShard.class, ProfileShard::shard, ProfileShard::run);
    Run run = all.getFirst().run();
    SeriesCollector found = new SeriesCollector();
    Set<String> programs = new HashSet<>();
    List<Sizes> inOrder = new ArrayList<>();
    for (ProfileShard each : all) {
      programs.addAll(each.programs());
      inOrder.addAll(each.sizes());
    }
    inOrder.sort(Comparator.comparingInt(Sizes::snapshot));
    inOrder.forEach(each ->
        found.add(
            each.snapshot(),
            new Allocation.Key(each.path(), each.name()),
            each.bytes(),
            each.entries()));
    SeriesSizes collected = found.sizes(run.snapshots());
    Optional<String> program =
        programs.size() == 1
            ? programs.stream().filter(each -> !each.isEmpty()).findFirst()
            : Optional.empty();
    SeriesSizes series = new SeriesSizes(run.snapshots(), collected.allocations(), program);
    series.requireCommon();
    BadUsageException.when(series.pooled().entries() == 0, "the series' arrays have no bytes");
    Profiler profiler = new Profiler(run.threshold(), run.maxRatio());
    return ProfileTables.report(
        new Profile(
            run.codec(), profiler, SizeSet.valueOf(run.sizes()), series, profiler.design(series)));
  }

  /** What a shard found of its snapshots. */
  static ProfileShard of(Shard shard, Run run, SeriesSizes.Part part) {
    List<Sizes> sizes = new ArrayList<>();
    part.found()
        .forEach(each ->
            sizes.add(
                new Sizes(
                    each.snapshot(),
                    each.key().path(),
                    each.key().name(),
                    each.bytes(),
                    each.sizes())));
    return new ProfileShard(
        shard.toString(),
        run,
        part.programs().stream().map(each -> each.orElse("")).sorted().toList(),
        sizes);
  }
}
