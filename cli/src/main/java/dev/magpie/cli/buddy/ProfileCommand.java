package dev.magpie.cli.buddy;

import dev.magpie.analysis.Cluster;
import dev.magpie.analysis.Shard;
import dev.magpie.buddy.Profile;
import dev.magpie.buddy.ProfileResult;
import dev.magpie.buddy.Profiler;
import dev.magpie.buddy.SeriesMap;
import dev.magpie.buddy.SeriesSizes;
import dev.magpie.buddy.SizeSet;
import dev.magpie.cli.cluster.SparkOption;
import dev.magpie.cli.option.CodecOption;
import dev.magpie.cli.option.FormatOption;
import dev.magpie.cli.option.Percentage;
import dev.magpie.cli.option.ReportOption;
import dev.magpie.cli.option.ShardOption;
import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.option.ThreadsOption;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Meter;
import dev.magpie.cli.output.Outputs;
import dev.magpie.cli.output.Skipped;
import dev.magpie.cli.output.Version;
import dev.magpie.codec.BlockCodec;
import dev.magpie.report.BlockMap;
import dev.magpie.snapshot.SnapshotSeries;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code magpie profile}: which allocations should have which target ratio. */
@Command(
    name = "profile",
    description = "Choose target ratios for Buddy Compression from a series of snapshots.",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  magpie profile examples/series",
      "  magpie profile run1 -o targets.json --report profile.html",
      "  magpie profile run1 --threshold 10%% --max-ratio 2 --format json",
    })
public final class ProfileCommand extends Subcommand {

  @Mixin private SeriesOptions input = new SeriesOptions();

  @Option(
      names = "--threshold",
      paramLabel = "SHARE",
      defaultValue = "30%",
      description =
          "The buddy threshold: the most of an allocation's entries that may need buddy memory,"
              + " such as 30%% or 0.3. Default: 30%%.")
  private String threshold = "30%";

  @Option(
      names = "--max-ratio",
      paramLabel = "RATIO",
      defaultValue = "4",
      description =
          "The limit on the overall ratio that the carve-out sets. Default: ${DEFAULT-VALUE}.")
  private double maxRatio;

  @Option(
      names = "--sizes",
      paramLabel = "SET",
      defaultValue = "buddy",
      description =
          "Sizes that the ratios over time are counted in: buddy (0, 32, 64, 96, 128 B) or"
              + " optimistic (with 8, 16 and 80 B too). Default: ${DEFAULT-VALUE}.")
  private SizeSet sizes = SizeSet.BUDDY;

  @Mixin private FormatOption format = new FormatOption();

  @Option(
      names = "-o",
      paramLabel = "TARGETS.json",
      description = "Write the JSON to a file as well: the targets for 'magpie replay'.")
  private @Nullable Path output;

  @Mixin private ReportOption report = new ReportOption();

  @Mixin private ShardOption shard = new ShardOption();

  @Mixin private SparkOption spark = new SparkOption();

  @Mixin private ThreadsOption threads = new ThreadsOption();

  @Override
  public Integer call() throws IOException {
    threads.count();
    Shard part = shard.shard();
    BadUsageException.when(
        !part.isWhole() && report.isGiven(), "--report is of the whole, and not of a --shard");
    BadUsageException.when(
        spark.isGiven() && (!part.isWhole() || report.isGiven()),
        "--shard and --report have no meaning with --spark");
    Profiler profiler =
        BadUsageException.unlessLegal(
            () -> new Profiler(Percentage.parse("--threshold", threshold), maxRatio));
    String spec = input.codecOr("bpc");
    BlockCodec codec = SeriesOptions.codec(spec, console);
    input.claimFiles();
    try (Outputs outputs = new Outputs()) {
      OutputStream targets = output == null ? null : outputs.begin("-o", output);
      ReportOption.Destination page = report.begin(outputs);
      SnapshotSeries series = input.series();
      if (!part.isWhole()) {
        ProfileShard found = scan(part, profiler, spec, codec, series);
        format.print(found.report(), console);
        if (targets != null) {
          ProfileShard.TYPE.write(found, targets);
        }
        outputs.commit();
        return 0;
      }
      Profile profile;
      Skipped skipped;
      @Nullable SeriesMap map =
          report.isGiven() ? new SeriesMap(series.size(), BlockMap.BLOCKS_PER_ROW) : null;
      try (Meter meter = new Meter(console, input.fileBytes())) {
        ProfileWatcher watcher = new ProfileWatcher(map, meter);
        SeriesSizes found =
            spark.isGiven()
                ? onCluster(spec, series, watcher)
                : SeriesSizes.scan(series, codec, threads.count(), watcher);
        BadUsageException.when(
            found.pooled().entries() == 0, input.directory + ": its arrays have no bytes");
        profile = new Profile(spec, profiler, sizes, found, profiler.design(found));
        skipped = watcher.skipped();
      }
      skipped.say(console);
      format.print(ProfileTables.report(profile), console);
      if (targets != null) {
        ProfileTables.TYPE.write(ProfileResult.of(profile), targets);
      }
      if (map != null) {
        page.write(() -> ProfileReport.page(profile, map), input.fileNames());
      }
      outputs.commit();
    }
    return 0;
  }

  private SeriesSizes onCluster(String spec, SnapshotSeries series, ProfileWatcher watcher) {
    try (Cluster cluster = spark.open()) {
      return ClusterProfile.run(
          cluster, ProfileWork.of(CodecOption.parse(spec), input.dtype()), series, watcher);
    }
  }

  private ProfileShard scan(
      Shard part, Profiler profiler, String spec, BlockCodec codec, SnapshotSeries series)
      throws IOException {
    try (Meter meter = new Meter(console, input.fileBytes() / part.of())) {
      ProfileWatcher watcher = new ProfileWatcher(null, meter);
      SeriesSizes.Part found = SeriesSizes.part(series, part, codec, threads.count(), watcher);
      watcher.skipped().say(console);
      return ProfileShard.of(
          part,
          new ProfileShard.Run(
              Version.number(),
              spec,
              profiler.threshold(),
              profiler.maxRatio(),
              sizes.name(),
              SeriesSizes.names(series)),
          found);
    }
  }
}
