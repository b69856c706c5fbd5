package dev.magpie.cli.sweep;

import dev.magpie.analysis.Cluster;
import dev.magpie.analysis.Shard;
import dev.magpie.cli.cluster.SparkOption;
import dev.magpie.cli.option.FormatOption;
import dev.magpie.cli.option.ReportOption;
import dev.magpie.cli.option.ShardOption;
import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.option.ThreadsOption;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Outputs;
import dev.magpie.cli.output.Version;
import dev.magpie.lab.result.LabException;
import dev.magpie.lab.sweep.ClusterSweep;
import dev.magpie.lab.sweep.Sweep;
import dev.magpie.lab.sweep.SweepDirectory;
import dev.magpie.lab.sweep.SweepPlan;
import dev.magpie.lab.sweep.SweepRun;
import dev.magpie.lab.sweep.SweepRun.Again;
import dev.magpie.lab.sweep.SweptPoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code magpie sweep}: programs on every GPU, layout, codec and setting of a file. */
@Command(
    name = "sweep",
    description =
        "Time programs on every GPU with every layout, codec and setting that a file names.",
    sortOptions = false,
    footer = {
      "",
      "DIR has a file for each point. Points that are there are not timed again, so a run that was"
          + " ended goes on where it was; 'magpie query DIR' answers SQL over them.",
      "",
      "Examples:",
      "  magpie sweep jobs/sweep.toml -o points",
      "  magpie sweep jobs/sweep.toml -o points --list",
      "  magpie sweep jobs/sweep.toml -o points --retry --report points.html",
      "  magpie sweep jobs/sweep.toml -o part2 --shard 2/8",
      "  magpie sweep /shared/sweep.toml -o points --spark spark://host:7077",
      "  magpie query points \"SELECT gpu, codec, cycles FROM points ORDER BY cycles\"",
      "",
      "Exit status: 0 all points are there; 1 one has failed; 2 the command or its input is wrong."
    })
public final class SweepCommand extends Subcommand {
  @Parameters(paramLabel = "SWEEP.toml", description = "Programs, and what they are timed on.")
  private Path file = Path.of("");

  @Option(
      names = "-o",
      paramLabel = "DIR",
      required = true,
      description = "The directory of points; it need not be there.")
  private Path place = Path.of("");

  @Mixin private ShardOption shard = new ShardOption();

  @Option(names = "--list", description = "Say which points there are, and time none.")
  private boolean list;

  @Option(names = "--retry", description = "Time points again that have failed.")
  private boolean retry;

  @Option(names = "--fresh", description = "Time all points again.")
  private boolean fresh;

  @Mixin private SparkOption spark = new SparkOption();

  @Mixin private ThreadsOption threads = new ThreadsOption();

  @Mixin private FormatOption format = new FormatOption();

  @Mixin private ReportOption report = new ReportOption();

  @Override
  public Integer call() throws IOException {
    BadUsageException.when(list && (retry || fresh), "--list times nothing again");
    BadUsageException.when(list && report.isGiven(), "--list has nothing for --report");
    int count = threads.count();
    Shard part = shard.shard();
    try {
      Sweep sweep = Sweep.read(file, Version.number());
      SweepPlan plan = SweepPlan.of(sweep, part);
      if (list) {
        List<SweptPoint> points = new SweepDirectory(place).read(List.of(plan), console::say);
        format.print(SweepReport.of(plan, points), console);
        return 0;
      }
      return run(sweep, plan, count);
    } catch (LabException e) {
      throw new BadUsageException(String.valueOf(e.getMessage()), e);
    }
  }

  private Again again() {
    if (fresh) {
      return Again.ALL;
    }
    return retry ? Again.FAILED : Again.NOTHING;
  }

  private int run(Sweep sweep, SweepPlan plan, int count) throws IOException {
    try (Outputs outputs = new Outputs()) {
      for (Path own : new SweepDirectory(place).own(plan.shard())) {
        outputs.keepFree("-o", own);
      }
      ReportOption.Destination page = report.begin(outputs);
      List<SweptPoint> points;
      SweepRun.Request request = new SweepRun.Request(sweep, plan.shard(), place, again(), count);
      try (SweepProgress progress = new SweepProgress(console, plan)) {
        points = spark.isGiven() ? onCluster(request, progress) : SweepRun.run(request, progress);
      }
      format.print(SweepReport.of(plan, points), console);
      page.write(() -> SweepPage.of(file.toString(), points), List.of(file.toString()));
      outputs.commit();
      boolean failed = points.stream().anyMatch(each -> each.state() == SweptPoint.State.FAILED);
      return failed ? FAILED : 0;
    }
  }

  private List<SweptPoint> onCluster(SweepRun.Request request, SweepProgress progress)
      throws IOException {
    try (Cluster cluster = spark.open()) {
      return ClusterSweep.run(request, file, Version.number(), cluster, progress);
    }
  }
}
