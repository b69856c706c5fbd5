package dev.magpie.cli.layout;

import dev.magpie.analysis.LayoutScan;
import dev.magpie.cli.option.BlockOptions;
import dev.magpie.cli.option.CodecOption;
import dev.magpie.cli.option.RawOptions;
import dev.magpie.cli.option.ReportOption;
import dev.magpie.cli.option.ResultOptions;
import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Meter;
import dev.magpie.cli.output.Outputs;
import dev.magpie.cli.output.Quantity;
import dev.magpie.codec.AdaptiveCodec;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.memory.cache.BlockMetadataCache;
import dev.magpie.memory.layout.BandwidthMemory;
import dev.magpie.memory.layout.BuddyBlockMemory;
import dev.magpie.memory.layout.LayoutFamily;
import dev.magpie.memory.layout.LayoutSpec;
import dev.magpie.memory.layout.Layouts;
import dev.magpie.memory.layout.PinnedMemory;
import dev.magpie.memory.layout.UnifiedMemory;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code magpie layout}: capacity, transfers and metadata of compressed memories. */
@Command(
    name = "layout",
    description =
        "Put the arrays in files into compressed memories of several layouts, read and write all"
            + " blocks, and count what moves.",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  magpie layout examples",
      "  magpie layout weights.npy --codec bpc --order random --format json",
      "  magpie layout examples --report layouts.html",
      "  magpie layout weights.npy --cache 32768 --ways 8"
    })
public final class LayoutCommand extends Subcommand {

  /** How blocks are accessed. */
  enum Order {
    SEQUENTIAL,
    RANDOM;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Layouts that have some of the blocks elsewhere. */
  private static final List<LayoutFamily> BEYOND_DEVICE =
      List.of(BuddyBlockMemory.FAMILY, UnifiedMemory.FAMILY, PinnedMemory.FAMILY);

  /** Base and mask of the MAG paper's codec, of 4-byte words, in a block of 128 B. */
  private static final int HEAD_BYTES = 8;

  @Parameters(
      arity = "1..*",
      paramLabel = "INPUT",
      description = "Files (${bundle:formats}) and directories of such files.")
  private List<Path> inputs = List.of();

  @Option(
      names = "--codec",
      paramLabel = "SPEC",
      defaultValue = "mag-bdi",
      description = "A codec; one that is trained names its table. Default: ${DEFAULT-VALUE}.")
  private String codec = "mag-bdi";

  @Option(
      names = "--layout",
      paramLabel = "SPEC",
      description =
          "A layout, with its parameters: ${bundle:layouts}, or one of a plugin; may be repeated."
              + " Default: all but buddy, some of whose blocks are not in device memory.")
  private List<String> names = new ArrayList<>();

  @Mixin private BlockOptions block = new BlockOptions();

  @Option(
      names = "--cache",
      paramLabel = "BYTES",
      defaultValue = "16384",
      description = "Size of the metadata cache. Default: ${DEFAULT-VALUE}.")
  private int cacheBytes;

  @Option(
      names = "--ways",
      paramLabel = "N",
      defaultValue = "4",
      description = "Lines in a set of the metadata cache. Default: ${DEFAULT-VALUE}.")
  private int ways;

  @Option(
      names = "--line",
      paramLabel = "BYTES",
      defaultValue = "128",
      description = "Line of the metadata cache. Default: ${DEFAULT-VALUE}.")
  private int lineBytes;

  @Option(
      names = "--bits",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Bits of metadata a block in the bandwidth-only layout, where no --layout is given; 0 for"
              + " as many as it needs. Default: ${DEFAULT-VALUE}.")
  private int bits;

  @Option(
      names = "--order",
      paramLabel = "ORDER",
      defaultValue = "sequential",
      description = "How blocks are accessed: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Order order = Order.SEQUENTIAL;

  @Mixin private RawOptions raw = new RawOptions();

  @Mixin private ReportOption report = new ReportOption();

  @Mixin private ResultOptions result = new ResultOptions();

  /** Those that are named; else all with only device memory, and the MAG paper's ablation. */
  private Map<String, LayoutSpec> layouts(Granularity granularity) {
    Map<String, LayoutSpec> chosen = new LinkedHashMap<>();
    BadUsageException.when(
        bits != 0 && !names.isEmpty(),
        "--bits is for the layouts by default; write --layout bandwidth-only:bits=" + bits);
    for (String name : names) {
      LayoutSpec spec = LayoutSpec.parse(name);
      if (chosen.containsValue(spec)) {
        console.say("--layout %s is given twice, and shown once".formatted(name));
      } else {
        chosen.put(name, spec);
      }
    }
    if (!chosen.isEmpty()) {
      return chosen;
    }
    for (LayoutFamily each : Layouts.families()) {
      LayoutSpec spec = LayoutSpec.of(each);
      if (each.equals(BandwidthMemory.FAMILY)) {
        spec = spec.with("bits", bits);
        chosen.put(each.name(), spec);
        chosen.put(
            "%s, %d B more metadata".formatted(each.name(), HEAD_BYTES),
            spec.with("code-bytes", HEAD_BYTES));
      } else if (each.supports(granularity) && !BEYOND_DEVICE.contains(each)) {
        chosen.put(each.name(), spec);
      }
    }
    return chosen;
  }

  @Override
  public Integer call() throws IOException {
    CodecSpec spec = CodecOption.parse(codec);
    Granularity granularity = block.granularity();
    raw.check();
    BlockMetadataCache.Shape cache =
        BadUsageException.unlessLegal(
            () -> new BlockMetadataCache.Shape(cacheBytes, ways, lineBytes));
    BadUsageException.when(
        lineBytes < 64 || bits < 0 || bits + 80 > 8 * lineBytes,
        "a line of %d B is too short for %d bits a block, or a page's 64 B of metadata"
            .formatted(lineBytes, bits));
    BlockCodec made = spec.create(granularity).lossless();
    LayoutScan scan =
        BadUsageException.unlessLegal(() ->
            new LayoutScan(layouts(granularity), made, granularity, cache, order == Order.RANDOM));
    try (Outputs outputs = new Outputs();
        Snapshot snapshot = raw.open(inputs);
        Meter meter = new Meter(console, snapshot.bytes())) {
      ResultOptions.Destination out = result.begin(outputs, console);
      ReportOption.Destination page = report.begin(outputs);
      snapshot.remarks().forEach(console::say);
      BadUsageException.when(
          snapshot.bytes() == 0, inputs.getFirst() + ": there are no bytes in it");
      for (Allocation allocation : snapshot.allocations()) {
        scan.add(allocation.contents(), meter);
      }
      String summary =
          "%s: %s, %s, %s, blocks of %d B in bursts of %d B, %s accesses"
              .formatted(
                  inputs.getFirst(),
                  Quantity.count(snapshot.allocations().size(), "allocation"),
                  Quantity.bytes(snapshot.bytes()),
                  spec,
                  granularity.blockBytes(),
                  granularity.magBytes(),
                  order);
      List<String> notes = new ArrayList<>();
      if (made instanceof AdaptiveCodec) {
        notes.add(
            spec
                + " adapts to the blocks before; here it codes each block as the first one that it"
                + " sees.");
      }
      if (scan.hasBuddyMemory()) {
        notes.add(
            "Memory taken is device memory; bursts of buddy memory are counted as all others.");
      }
      LayoutReport found = new LayoutReport(spec.toString(), notes, scan.results());
      int blockBursts = granularity.granulesPerBlock();
      out.write(found.report(summary, blockBursts));
      page.write(
          () -> LayoutPage.page(summary, found, blockBursts),
          ReportOption.files(snapshot.allocations()));
      outputs.commit();
    }
    return 0;
  }
}
