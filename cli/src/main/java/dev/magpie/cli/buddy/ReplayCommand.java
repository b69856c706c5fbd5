package dev.magpie.cli.buddy;

import dev.magpie.buddy.Replay;
import dev.magpie.buddy.ReplayResult;
import dev.magpie.buddy.TargetsFile;
import dev.magpie.cli.option.ReportOption;
import dev.magpie.cli.option.ResultOptions;
import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Meter;
import dev.magpie.cli.output.Outputs;
import dev.magpie.cli.output.Quantity;
import dev.magpie.cli.output.Report;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecSpecException;
import dev.magpie.memory.buddy.AllocationFailedException;
import dev.magpie.memory.buddy.PageSize;
import dev.magpie.snapshot.Snapshot;
import dev.magpie.snapshot.SnapshotSeries;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code magpie replay}: a series through a Buddy Compression memory, byte for byte. */
@Command(
    name = "replay",
    description = {
      "Put the snapshots of a series into a Buddy Compression memory one after another, verify"
          + " every byte, and report what spilled into buddy memory."
    },
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  magpie profile examples/series -o targets.json",
      "  magpie replay examples/series --targets targets.json",
      "  magpie replay another-run --targets targets.json --format csv",
    })
public final class ReplayCommand extends Subcommand {
  @Mixin private SeriesOptions input = new SeriesOptions();

  @Option(
      names = "--targets",
      required = true,
      paramLabel = "TARGETS.json",
      description =
          "What 'magpie profile -o' wrote, for this series or another; its codec is used unless"
              + " --codec names one.")
  private Path targets = Path.of("targets.json");

  @Option(
      names = "--max-ratio",
      paramLabel = "RATIO",
      defaultValue = "4",
      description =
          "The carve-out is one less times the device: 1 to 16. Default: ${DEFAULT-VALUE}.")
  private int maxRatio;

  @Option(names = "--large-pages", description = "Pages of 2 MiB, and not of 64 KiB.")
  private boolean largePages;

  @Mixin private ReportOption report = new ReportOption();

  @Mixin private ResultOptions result = new ResultOptions();

  @Override
  public Integer call() throws IOException {
    BadUsageException.when(
        maxRatio < 1 || maxRatio > 16, "--max-ratio is 1 to 16, not " + maxRatio);
    TargetsFile.Targets wanted = TargetsFile.read(targets);
    String spec = input.codecOr(wanted.codec());
    BlockCodec codec = codec(spec);
    input.claimFiles();
    try (Outputs outputs = new Outputs()) {
      ResultOptions.Destination out = result.begin(outputs, console);
      ReportOption.Destination page = report.begin(outputs);
      SnapshotSeries series = input.series();
      requireProgram(series, wanted);
      Replay.Result replayed;
      try (Meter meter = new Meter(console, input.fileBytes())) {
        replayed =
            new Replay(
                    series,
                    wanted.byAllocation(),
                    codec,
                    largePages ? PageSize.MIB_2 : PageSize.KIB_64,
                    maxRatio)
                .run(meter);
      } catch (Replay.MismatchException e) {
        console.say(String.valueOf(e.getMessage()));
        return FAILED;
      } catch (AllocationFailedException e) {
        throw new BadUsageException(
            "%s: its targets need more buddy memory than --max-ratio %d gives: %s"
                .formatted(targets, maxRatio, e.getMessage()),
            e);
      }
      BadUsageException.when(
          replayed.steps().stream().allMatch(step -> step.visits().isEmpty()),
          input.directory + ": its arrays have no bytes");
      if (!replayed.untargeted().isEmpty()) {
        console.say(
            "%s not named in %s and kept at 1x, %s the first"
                .formatted(
                    Quantity.count(replayed.untargeted().size(), "allocation"),
                    targets,
                    replayed.untargeted().getFirst().name()));
      }
      ReplayResult sums = ReplayResult.of(spec, replayed);
      Report tables = ReplayReport.of(sums, replayed);
      out.write(tables);
      page.write(() -> ReplayPage.page(sums, tables), input.fileNames());
      outputs.commit();
    }
    return 0;
  }

  /** Targets of another program say nothing of this one, though some names may be the same. */
  private void requireProgram(SnapshotSeries series, TargetsFile.Targets wanted) {
    try (Snapshot first = series.open(0)) {
      Optional<String> program = first.program();
      Optional<String> profiled = wanted.program();
      BadUsageException.when(
          program.isPresent() && profiled.isPresent() && !program.equals(profiled),
          "%s: is of %s, and %s is of %s"
              .formatted(targets, profiled.orElse(""), input.directory, program.orElse("")));
      BadUsageException.when(
          !wanted.byAllocation().isEmpty()
              && first.allocations().stream()
                  .noneMatch(each -> wanted.byAllocation().containsKey(each.key())),
          "%s: names no allocation of %s".formatted(targets, input.directory));
    }
  }

  /** The codec; an error says where its name stands, if that is not on the command line. */
  private BlockCodec codec(String spec) {
    try {
      return SeriesOptions.codec(spec, console);
    } catch (CodecSpecException e) {
      if (input.codec != null) {
        throw e;
      }
      throw new BadUsageException(targets + ": " + e.getMessage(), e);
    }
  }
}
