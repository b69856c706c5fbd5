package dev.magpie.cli.simulate;

import dev.magpie.cli.option.CodecOption;
import dev.magpie.cli.option.GpuChoice;
import dev.magpie.cli.option.ResultOptions;
import dev.magpie.cli.option.Subcommand;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Meter;
import dev.magpie.cli.output.Outputs;
import dev.magpie.cli.run.WorkloadOptions;
import dev.magpie.cli.run.WorkloadProgram;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.gpu.SimulationException;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.config.ControllerConfig;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.memory.Compression;
import dev.magpie.gpu.stream.MemoryAccess;
import dev.magpie.job.JobProgram;
import dev.magpie.job.NotConvergedException;
import dev.magpie.job.Program;
import dev.magpie.memory.cache.BlockMetadataCache;
import dev.magpie.memory.layout.LayoutSpec;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.settings.Records;
import dev.magpie.workload.cuda.Approximation;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code magpie simulate}: programs, recordings and traces on a timed GPU. */
@Command(
    name = "simulate",
    description = "Time kernels on a GPU whose memory controllers compress.",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  magpie simulate --list",
      "  magpie simulate --job jobs/saxpy.toml --codec mag-bdi",
      "  magpie simulate --workload bfs --size quick --layout lcp --codec mag-bdi",
      "  magpie simulate --workload bfs --size quick --from-launch 6 --launches 2",
      "  magpie simulate --workload bfs --size quick --by line,multiprocessor",
      "  magpie simulate --workload bfs --size quick --gpu p100 --host-copies",
      "  magpie simulate --workload bfs --size quick --record bfs.rec",
      "  magpie simulate --replay bfs.rec --codec bdi --gpu p100 --format json",
      "  magpie simulate --replay bfs.rec --gpu p100 --buddy-targets targets.json",
      "  magpie simulate --replay bfs.rec --gpu p100 --layout unified:oversubscription=20",
      "  magpie simulate --accel-sim traces/kernelslist.g --timeline trace.json",
    })
public final class SimulateCommand extends Subcommand {
  @Option(
      names = "--gpu",
      paramLabel = "NAME|FILE",
      defaultValue = "gtx580",
      description =
          "What GPU: a name of --list, or a file ending in .toml. Default: ${DEFAULT-VALUE}.")
  private String gpu = "gtx580";

  @Option(
      names = "--job",
      paramLabel = "JOB.toml",
      description = "Execute a job, as 'magpie run' does; its outputs are written.")
  private @Nullable Path job;

  @Mixin private WorkloadOptions workload = new WorkloadOptions();

  @Option(
      names = "--replay",
      paramLabel = "FILE",
      description = "Replay what --record wrote, without executing anything.")
  private @Nullable Path replay;

  @Option(
      names = "--accel-sim",
      paramLabel = "KERNELSLIST",
      description = "Time the traces of Accel-Sim that a kernelslist.g names; they have no values.")
  private @Nullable Path accelSim;

  @Option(
      names = "--codec",
      paramLabel = "SPEC",
      description =
          "How memory controllers compress: a codec with its parameters. Default: none; bpc with"
              + " --buddy.")
  private @Nullable String codecName;

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
              + " parameters. Default: bandwidth-only. Unified memory begins on the host but with"
              + " unified:begin=device.")
  private @Nullable String layout;

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

  @Mixin private WindowOptions window = new WindowOptions();

  @Option(
      names = "--approximate",
      paramLabel = "BUFFER",
      description =
          "A buffer that a lossy codec may change; may be repeated. Default: what a program of"
              + " --workload can do without exactly, and nothing of a job.")
  private List<String> approximate = new ArrayList<>();

  @Option(
      names = "--cold-caches",
      description =
          "Let each launch find nothing of its data in caches, as profilers and 'magpie silicon'"
              + " have it.")
  private boolean coldCaches;

  @Option(
      names = "--limit",
      paramLabel = "COUNT",
      defaultValue = "20000000000",
      description =
          "Warp-instructions after which a launch is ended as one that hangs. Default:"
              + " ${DEFAULT-VALUE}.")
  private long limit;

  @Option(
      names = "--timeline",
      paramLabel = "FILE.json",
      description = "Write launches, blocks and bandwidth over time, for ui.perfetto.dev.")
  private @Nullable Path timeline;

  @Mixin private BreakdownOptions breakdown = new BreakdownOptions();

  @Option(
      names = "--record",
      paramLabel = "FILE",
      description = "Record what is executed, for --replay with other codecs and GPUs.")
  private @Nullable Path record;

  @Option(names = "--list", description = "List the GPUs that have names, and exit.")
  private boolean list;

  private CodecSpec codec = CodecOption.parse("none");

  @Mixin private ResultOptions result = new ResultOptions();

  @Override
  public Integer call() throws IOException {
    long sources =
        Stream.of(job != null, workload.isNamed(), replay != null, accelSim != null)
            .filter(each -> each)
            .count();
    if (list) {
      BadUsageException.when(sources > 0, "--list goes alone");
      result.write(GpuList.report(), console);
      return 0;
    }
    BadUsageException.when(
        sources != 1, "name one of --job, --workload, --replay and --accel-sim, or --list");
    codec = CodecOption.parse(codecName == null ? "none" : codecName);
    check();
    window.window();
    try {
      GpuConfig config = config();
      Compression coding = coding(config);
      try (Source source = source()) {
        simulate(config, coding, source);
      }
      return 0;
    } catch (NotConvergedException e) {
      console.say(String.valueOf(e.getMessage()));
      return FAILED;
    } catch (SimulationException e) {
      // Which warp waits for what, a line each.
      String.valueOf(e.getMessage()).lines().forEach(console::say);
      return FAILED;
    }
  }

  private void check() {
    boolean isExecuted = job != null || workload.isNamed();
    BadUsageException.when(
        !workload.isNamed() && workload.hasSettings(), "--set goes with --workload");
    BadUsageException.when(
        !isExecuted && record != null, "--record goes with --job and --workload, which execute");
    BadUsageException.when(
        codec.family().isLossy() && (!isExecuted || record != null),
        "%s: a lossy codec changes what a program computes, so it cannot be %s"
            .formatted(codec, isExecuted ? "recorded" : "replayed; use --job or --workload"));
    BadUsageException.when(
        !approximate.isEmpty() && !codec.family().isLossy(),
        "--approximate goes with a lossy codec");
    BadUsageException.when(
        accelSim != null && !codec.family().name().equals("none"),
        "%s: Accel-Sim's traces have no values that could be compressed".formatted(codec));
    BadUsageException.when(
        layout != null && buddy.isAsked(),
        "--layout and %s exclude each other: Buddy memory is a layout of its own"
            .formatted(buddy.name()));
    BadUsageException.when(
        layout != null && accelSim != null,
        "Accel-Sim's traces have no values that could be laid out");
    BadUsageException.when(
        layout != null && codecName == null && Compression.hasCodec(layoutSpec().family()),
        "--layout %s: name the codec of its blocks with --codec".formatted(layout));
    BadUsageException.when(
        buddy.isAsked() && accelSim != null,
        "Accel-Sim's traces have no values that Buddy memory could compress");
    BadUsageException.when(
        buddy.timesHostCopies() && accelSim != null,
        "--host-copies goes with --job, --workload and --replay");
    BadUsageException.when(limit < 1, "--limit is 1 or more");
    breakdown.check();
    BadUsageException.when(
        online != null && (online < 1 || buddy.isAsked()),
        "--online is 1 or more, and does not go with %s".formatted(buddy.name()));
  }

  private Source source() throws IOException {
    if (replay != null) {
      BadUsageException.when(
          !Files.isRegularFile(replay), replay + ": is no file that --record wrote");
      return Source.Replayed.open(replay, buddy, window);
    }
    if (accelSim != null) {
      return Source.Traced.open(accelSim, console);
    }
    LaunchOptions options =
        LaunchOptions.DEFAULT.withInstructionLimit(limit).withOutput(console.err());
    Program program =
        job != null ? new JobProgram(job, options) : workload.program(options).orElseThrow();
    return new Source.Executed(
        job != null ? "job" : "workload", program, approximable(program), buddy);
  }

  private Approximation approximable(Program program) {
    if (!codec.family().isLossy()) {
      return Approximation.NONE;
    }
    if (!approximate.isEmpty()) {
      return Approximation.of(approximate, List.of());
    }
    // Nothing of a job's, unless the user says so.
    return program instanceof WorkloadProgram known ? known.approximation() : Approximation.NONE;
  }

  private void simulate(GpuConfig config, Compression coding, Source source) throws IOException {
    long total = source.warpInstructions();
    List<TimedGpu> made = new ArrayList<>();
    try (Outputs outputs = new Outputs()) {
      ResultOptions.Destination out = result.begin(outputs, console);
      OutputStream events = timeline == null ? null : outputs.begin("--timeline", timeline);
      OutputStream recording = record == null ? null : outputs.begin("--record", record);
      source.begin(outputs);
      TimedGpu.Builder builder = TimedGpu.builder(config).memory(coding).window(window.window());
      if (buddy.timesHostCopies()) {
        builder.timingHostCopies();
      }
      if (coldCaches) {
        builder.coldCaches();
      }
      if (window.samplesBlocks()) {
        builder.samplingBlocks();
      }
      builder.breakingDown(breakdown.parts(), breakdown.interval());
      if (events != null) {
        builder.timeline(events, breakdown.interval());
      }
      if (recording != null) {
        builder.recording(recording);
      }
      String remark;
      try (Meter meter = Meter.ofItems(console, total, "warp-instruction")) {
        remark =
            source.run(
                builder,
                gpu -> {
                  made.add(gpu);
                  gpu.observe(new Progress(gpu, meter));
                });
      }
      BadUsageException.when(
          made.isEmpty() || made.getFirst().nextLaunch() == 0,
          source.name() + ": launches nothing");
      TimedGpu gpu = made.getFirst();
      window.check(source.name(), 0, gpu.nextLaunch() - 1);
      gpu.finish();
      out.write(SimulationReport.of(gpu.result(source.kind(), source.name()), breakdown.csv()));
      outputs.commit();
      remark.lines().forEach(console::say);
      window.remark(gpu).lines().forEach(console::say);
      source.commit().lines().forEach(console::say);
    } finally {
      made.forEach(TimedGpu::close);
    }
  }

  private GpuConfig config() throws IOException {
    GpuConfig config = new GpuChoice(gpu).config();
    if (metadataCache == null) {
      return config;
    }
    ControllerConfig old = config.controller();
    BlockMetadataCache.Shape cache = old.metadataCache();
    int bytes = metadataCache;
    return BadUsageException.unlessLegal(
        "--mdc: ",
        () ->
            config.with(
                Records.with(
                    old, new BlockMetadataCache.Shape(bytes, cache.ways(), cache.lineBytes()))));
  }

  private Compression coding(GpuConfig config) {
    Compression made = buddy.isAsked() ? buddyMemory() : layout();
    String option = buddy.isAsked() ? buddy.name() : "--layout";
    BadUsageException.when(
        made.needsLinks() && config.buddy().isEmpty(),
        "%s: %s has no [buddy] section, which says how %s is reached; p100 has one"
            .formatted(
                option, config.name(), made.isBuddy() ? "buddy memory" : "memory of the host"));
    BadUsageException.when(
        made.isBuddy() && Integer.bitCount(config.controller().controllers()) != 1,
        "%s: %s has %d controllers; slices of the metadata cache are a power of two"
            .formatted(option, config.name(), config.controller().controllers()));
    BadUsageException.when(
        buddy.timesHostCopies() && config.buddy().isEmpty(),
        "--host-copies: %s has no [buddy] section, whose links copies take; p100 has one"
            .formatted(config.name()));
    return made;
  }

  private Compression layout() {
    BadUsageException.unlessLegal("--mag: ", () -> new Granularity(MemoryAccess.LINE_BYTES, mag));
    LayoutSpec spec = layoutSpec();
    Compression made =
        BadUsageException.unlessLegal("--layout: ", () -> Compression.of(spec, codec, mag));
    Long window = online;
    return window == null
        ? made
        : BadUsageException.unlessLegal("--online: ", () -> made.online(window));
  }

  private LayoutSpec layoutSpec() {
    String spec = layout;
    return spec == null
        ? Compression.DEFAULT_LAYOUT
        : BadUsageException.unlessLegal("--layout: ", () -> LayoutSpec.parse(spec));
  }

  private Compression buddyMemory() {
    Compression made = buddy.compression(codecName == null ? null : CodecOption.parse(codecName));
    BadUsageException.when(
        mag != made.magBytes(),
        "--mag: Buddy memory moves sectors of %d bytes".formatted(made.magBytes()));
    return made;
  }
}
