package dev.magpie.cli.simulate;

import dev.magpie.cli.option.CodecOption;
import dev.magpie.cli.option.GpuChoice;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.gpu.config.ControllerConfig;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.memory.Compression;
import dev.magpie.gpu.stream.MemoryAccess;
import dev.magpie.memory.cache.BlockMetadataCache;
import dev.magpie.memory.layout.LayoutSpec;
import dev.magpie.settings.Records;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a program is timed on: the GPU, and how its memory controllers compress; or several. */
public final class SystemOptions {
  @Option(
      names = "--gpu",
      paramLabel = "NAME|FILE",
      defaultValue = "gtx580",
      description =
          "What GPU: a name of 'simulate --list', or a file ending in .toml; repeat it to compare several."
              + " Default: ${DEFAULT-VALUE}.")
  private List<String> gpus = new ArrayList<>();

  @Option(
      names = "--codec",
      paramLabel = "SPEC",
      description =
          "How memory controllers compress: a codec with its parameters; repeat it to compare"
              + " several. Default: none; bpc with --buddy.")
  private List<String> codecs = new ArrayList<>();

  @Option(
      names = "--online",
      paramLabel = "INSTRUCTIONS",
      description =
          "A codec that is trained learns from what moves while threads execute so many"
              + " instructions. Default: from what memory holds before the first kernel.")
  private @Nullable Long online;

  @Option(
      names = "--layout",
      paramLabel = "SPEC",
      description =
          "Where compressed blocks live: ${bundle:layouts}, or one of a plugin, with its"
              + " parameters; repeat it to compare several. Default: bandwidth-only. Unified memory"
              + " begins on the host but with unified:begin=device.")
  private List<String> layouts = new ArrayList<>();

  @Option(
      names = "--mag",
      paramLabel = "BYTES",
      defaultValue = "32",
      description = "Memory access granularity: bytes of a burst. Default: ${DEFAULT-VALUE}.")
  private int mag;

  @Option(
      names = "--mdc",
      paramLabel = "BYTES",
      description =
          "Metadata cache of each controller, where something is compressed. Default: the GPU's.")
  private @Nullable Integer metadataCache;

  @Mixin private BuddyOptions buddy = new BuddyOptions();

  public BuddyOptions buddy() {
    return buddy;
  }

  /** Holds the options against each other. */
  public void check() {
    BadUsageException.when(
        !layouts.isEmpty() && buddy.isAsked(),
        "--layout and %s exclude each other: Buddy memory is a layout of its own"
            .formatted(buddy.name()));
    Long window = online;
    BadUsageException.when(
        window != null && (window < 1 || buddy.isAsked()),
        "--online is 1 or more, and does not go with %s".formatted(buddy.name()));
  }

  /** Holds them against traces, which have neither values nor a host. */
  void checkForTraces() {
    BadUsageException.when(
        !layouts.isEmpty(), "Accel-Sim's traces have no values that could be laid out");
    BadUsageException.when(
        buddy.isAsked(), "Accel-Sim's traces have no values that Buddy memory could compress");
    BadUsageException.when(
        buddy.timesHostCopies(), "--host-copies goes with --job, --workload and --replay");
  }

  /** Every GPU with every layout and codec, as they were named; one if none was repeated. */
  public List<SimulatedSystem> systems() throws IOException {
    List<SimulatedSystem> systems = new ArrayList<>();
    for (String gpu : gpus) {
      GpuConfig config = config(gpu);
      for (String layout : layouts.isEmpty() ? List.of("") : layouts) {
        for (String codec : codecsOf(layout)) {
          systems.add(system(config, layout, codec));
        }
      }
    }
    Set<List<String>> names = new HashSet<>();
    for (SimulatedSystem each : systems) {
      BadUsageException.when(
          !names.add(List.of(each.gpu().name(), each.layout(), each.coding().codecLabel())),
          "%s with codec %s is there twice; GPUs' files of one name need others to be told apart"
              .formatted(each.gpu().name(), each.coding().codecLabel()));
    }
    return systems;
  }

  /** A layout that knows none has no more than one system, if there are others that do. */
  private List<String> codecsOf(String layout) {
    boolean hasCodec = buddy.isAsked() || Compression.hasCodec(spec(layout).family());
    boolean comparesOthers = layouts.size() > 1 && !hasCodec;
    return codecs.isEmpty() || comparesOthers ? List.of("") : codecs;
  }

  private SimulatedSystem system(GpuConfig config, String layout, String codecName) {
    CodecSpec codec = CodecOption.parse(codecName.isEmpty() ? "none" : codecName);
    BadUsageException.when(
        !layout.isEmpty() && codecName.isEmpty() && Compression.hasCodec(spec(layout).family()),
        "--layout %s: name the codec of its blocks with --codec".formatted(layout));
    Compression coding =
        buddy.isAsked()
            ? buddyMemory(codecName.isEmpty() ? null : codec)
            : laidOut(spec(layout), codec);
    checkLinks(config, coding);
    return new SimulatedSystem(config, codec, coding);
  }

  private void checkLinks(GpuConfig config, Compression coding) {
    String option = buddy.isAsked() ? buddy.name() : "--layout";
    BadUsageException.when(
        coding.needsLinks() && config.buddy().isEmpty(),
        "%s: %s has no [buddy] section, which says how %s is reached; p100 has one"
            .formatted(
                option, config.name(), coding.isBuddy() ? "buddy memory" : "memory of the host"));
    BadUsageException.when(
        coding.isBuddy() && Integer.bitCount(config.controller().controllers()) != 1,
        "%s: %s has %d controllers; slices of the metadata cache are a power of two"
            .formatted(option, config.name(), config.controller().controllers()));
    BadUsageException.when(
        buddy.timesHostCopies() && config.buddy().isEmpty(),
        "--host-copies: %s has no [buddy] section, whose links copies take; p100 has one"
            .formatted(config.name()));
  }

  private GpuConfig config(String gpu) throws IOException {
    GpuConfig config = new GpuChoice(gpu).config();
    Integer bytes = metadataCache;
    if (bytes == null) {
      return config;
    }
    ControllerConfig old = config.controller();
    BlockMetadataCache.Shape cache = old.metadataCache();
    return BadUsageException.unlessLegal(
        "--mdc: ",
        () ->
            config.with(
                Records.with(
                    old, new BlockMetadataCache.Shape(bytes, cache.ways(), cache.lineBytes()))));
  }

  private Compression laidOut(LayoutSpec layout, CodecSpec codec) {
    BadUsageException.unlessLegal("--mag: ", () -> new Granularity(MemoryAccess.LINE_BYTES, mag));
    Compression made =
        BadUsageException.unlessLegal("--layout: ", () -> Compression.of(layout, codec, mag));
    Long window = online;
    // Beside others that learn, there are some that do not.
    return window == null || (codecs.size() > 1 && !codec.needsTraining())
        ? made
        : BadUsageException.unlessLegal("--online: ", () -> made.online(window));
  }

  private static LayoutSpec spec(String layout) {
    return layout.isEmpty()
        ? Compression.DEFAULT_LAYOUT
        : BadUsageException.unlessLegal("--layout: ", () -> LayoutSpec.parse(layout));
  }

  private Compression buddyMemory(@Nullable CodecSpec codec) {
    Compression made = buddy.compression(codec);
    BadUsageException.when(
        mag != made.magBytes(),
        "--mag: Buddy memory moves sectors of %d bytes".formatted(made.magBytes()));
    return made;
  }
}
