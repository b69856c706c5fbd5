package dev.magpie.cli.buddy;

import dev.magpie.buddy.TargetsFile;
import dev.magpie.buddy.TargetsFile.Targets;
import dev.magpie.cli.option.ByteSize;
import dev.magpie.cli.option.CodecOption;
import dev.magpie.cli.option.GpuChoice;
import dev.magpie.cli.option.NameGlobs;
import dev.magpie.cli.option.Percentage;
import dev.magpie.cli.option.ReportOption;
import dev.magpie.cli.option.ResultOptions;
import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Outputs;
import dev.magpie.codec.CodecSpecException;
import dev.magpie.gpu.config.BuddyLinkConfig;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.lab.capacity.CapacityPlan;
import dev.magpie.lab.capacity.CapacityResult;
import dev.magpie.lab.capacity.Growth;
import dev.magpie.lab.capacity.LinkCost;
import dev.magpie.lab.capacity.ProfiledAllocation;
import dev.magpie.lab.capacity.Room;
import dev.magpie.memory.buddy.PageSize;
import dev.magpie.snapshot.Allocation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code magpie capacity}: what a profile is worth on a GPU. */
@Command(
    name = "capacity",
    description =
        "Say how much larger a batch or grid fits a GPU's memory with Buddy Compression, and what"
            + " the link to buddy memory may cost.",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  magpie profile examples/series -o targets.json",
      "  magpie capacity targets.json --memory 16GiB --fixed obstacle --grid 48x128",
      "  magpie capacity model.json --memory 12GiB --reserve 1GiB --batch 32 --fixed '*.weight'"
          + " --link 64 --report capacity.html",
      "  magpie capacity targets.json --memory 16GiB --busy 60%% --buddy-accesses 4%%",
    })
public final class CapacityCommand extends Subcommand {
  @Parameters(
      paramLabel = "TARGETS.json",
      description = "What 'magpie profile -o' wrote: allocations with bytes and targets.")
  private Path targets = Path.of("targets.json");

  @Option(
      names = "--memory",
      required = true,
      paramLabel = "BYTES",
      description = "Device memory, such as 12GiB.")
  private String memory = "";

  @Option(
      names = "--reserve",
      paramLabel = "BYTES",
      defaultValue = "0",
      description =
          "Device memory for what is not in the profile: context, code, workspace. Default:"
              + " ${DEFAULT-VALUE}.")
  private String reserve = "0";

  @Option(
      names = "--fixed",
      paramLabel = "NAME-GLOB",
      description =
          "Allocations, by name, that do not grow with the batch or grid, such as weights: * stands"
              + " for any characters, ? for one; may be repeated. Default: all grow.")
  private List<String> fixed = List.of();

  @Option(
      names = "--batch",
      paramLabel = "ITEMS",
      description = "The batch that was profiled; the result is in items. Default: in multiples.")
  private @Nullable Long batch;

  @Option(
      names = "--grid",
      paramLabel = "NxNxN",
      description = "The grid that was profiled; the result is a grid, all extents longer alike.")
  private @Nullable String grid;

  @Option(
      names = "--max-ratio",
      paramLabel = "RATIO",
      defaultValue = "4",
      description =
          "The carve-out is one less times the device: 1 to 16. Default: ${DEFAULT-VALUE}.")
  private int maxRatio;

  @Option(
      names = "--large-pages",
      description = "Pages of 2 MiB, whose entries reach more buddy memory, and not of 64 KiB.")
  private boolean largePages;

  @Option(
      names = "--gpu",
      paramLabel = "NAME|FILE",
      defaultValue = "p100",
      description =
          "Whose bandwidths: a name of 'magpie simulate --list', or a file ending in .toml."
              + " Default: ${DEFAULT-VALUE}.")
  private String gpu = "p100";

  @Option(
      names = "--bandwidth",
      paramLabel = "GB/s",
      description = "Bandwidth of device memory. Default: the GPU's.")
  private @Nullable Double bandwidth;

  @Option(
      names = "--link",
      paramLabel = "GB/s",
      description = "Bandwidth of the link to buddy memory, each way. Default: the GPU's.")
  private @Nullable Double link;

  @Option(
      names = "--busy",
      paramLabel = "SHARE",
      defaultValue = "100%",
      description =
          "Share of the time for which the program keeps device memory busy, as profilers of GPUs"
              + " tell. Default: 100%%.")
  private String busy = "100%";

  @Option(
      names = "--buddy-accesses",
      paramLabel = "SHARE",
      description =
          "Share of the program's accesses to memory that need buddy memory, as 'magpie simulate"
              + " --buddy-targets' tells (of all accesses). Default: the share of entries that"
              + " exceed their targets, all accessed equally often.")
  private @Nullable String buddyAccesses;

  @Mixin private ResultOptions result = new ResultOptions();

  @Mixin private ReportOption report = new ReportOption();

  @Override
  public Integer call() throws IOException {
    Growth growth = growth();
    Room room =
        BadUsageException.unlessLegal(() ->
            new Room(
                ByteSize.parseLarge("--memory", memory),
                ByteSize.parseLarge("--reserve", reserve),
                maxRatio,
                largePages ? PageSize.MIB_2 : PageSize.KIB_64));
    LinkCost cost = cost();
    List<ProfiledAllocation> allocations = allocations();
    CapacityPlan plan =
        BadUsageException.unlessLegal(
            targets + ": ", () -> new CapacityPlan(allocations, growth, room));
    try (Outputs outputs = new Outputs()) {
      ResultOptions.Destination out = result.begin(outputs, console);
      ReportOption.Destination page = report.begin(outputs);
      CapacityResult found = CapacityResult.of(plan, cost);
      out.write(CapacityTables.report(found));
      page.write(() -> CapacityReport.page(plan, found), List.of(targets.toString()));
      outputs.commit();
    }
    return 0;
  }

  private Growth growth() {
    BadUsageException.when(batch != null && grid != null, "--batch and --grid exclude each other");
    Long items = batch;
    if (items != null) {
      return BadUsageException.unlessLegal("--batch: ", () -> new Growth.WithBatch(items));
    }
    String extents = grid;
    if (extents == null) {
      return new Growth.Freely();
    }
    return BadUsageException.unlessLegal("--grid: ", () -> Growth.WithGrid.parse(extents));
  }

  private LinkCost cost() throws IOException {
    GpuConfig config = new GpuChoice(gpu).config();
    BadUsageException.when(
        link == null && config.buddy().isEmpty(),
        "--gpu: %s has no [buddy] section, which says how fast its links are; give --link"
            .formatted(config.name()));
    double device = bandwidth == null ? config.peakGigabytesPerSecond() : bandwidth;
    double links = link == null ? config.buddy().orElseThrow().peakGigabytesPerSecond() : link;
    int header =
        config.buddy().map(BuddyLinkConfig::headerBytes).orElse(LinkCost.NVLINK2_HEADER_BYTES);
    double share = Percentage.parse("--busy", busy);
    Double measured =
        buddyAccesses == null ? null : Percentage.parse("--buddy-accesses", buddyAccesses);
    return BadUsageException.unlessLegal(
        () -> new LinkCost(device, links, header, share, measured));
  }

  private List<ProfiledAllocation> allocations() {
    Targets read = TargetsFile.read(targets);
    requireCodec(read.codec());
    NameGlobs still = new NameGlobs("--fixed", fixed);
    still.requireMatches(read.byAllocation().keySet().stream().map(Allocation.Key::name).toList());
    List<ProfiledAllocation> all = new ArrayList<>();
    read.byAllocation()
        .forEach((key, target) ->
            all.add(
                BadUsageException.unlessLegal(
                    targets + ": ",
                    () ->
                        new ProfiledAllocation(
                            key.name(),
                            key.path(),
                            known(read.bytes(), key, "bytes"),
                            target,
                            known(read.buddyAccessFractions(), key, "buddyAccessFraction"),
                            !still.describe(key.name())))));
    return all;
  }

  /** A name that no codec has shows that the file is not what a profile wrote. */
  private void requireCodec(String codec) {
    try {
      CodecOption.parse(codec);
    } catch (CodecSpecException e) {
      throw new BadUsageException("%s: %s".formatted(targets, e.getMessage()), e);
    }
  }

  private <T> T known(Map<Allocation.Key, T> values, Allocation.Key key, String property) {
    T value = values.get(key);
    if (value == null) {
      throw new BadUsageException(
          "%s: allocation %s has no \"%s\", which 'magpie profile -o' writes"
              .formatted(targets, key.name(), property));
    }
    return value;
  }
}
