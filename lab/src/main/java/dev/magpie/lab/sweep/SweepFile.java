package dev.magpie.lab.sweep;

import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecSpecException;
import dev.magpie.codec.Codecs;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.config.ControllerConfig;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.memory.Compression;
import dev.magpie.job.JobProgram;
import dev.magpie.lab.run.ProgramVersion;
import dev.magpie.memory.cache.BlockMetadataCache;
import dev.magpie.memory.layout.BandwidthMemory;
import dev.magpie.memory.layout.LayoutSpec;
import dev.magpie.ptx.Device;
import dev.magpie.settings.FileAddress;
import dev.magpie.settings.InputFiles;
import dev.magpie.settings.Records;
import dev.magpie.settings.SettingsTable;
import dev.magpie.settings.TomlFile;
import dev.magpie.snapshot.Snapshot;
import dev.magpie.workload.cuda.CudaProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the file of a sweep and multiplies it out. */
final class SweepFile {
  private static final String GPUS = "gpus";
  private static final String LAYOUTS = "layouts";
  private static final String CODECS = "codecs";
  private static final String SETTINGS = "settings";
  private static final String NONE = "none";

  private final Path place;
  private final SettingsTable table;
  private final String version;
  private final List<SweepPoint> points = new ArrayList<>();
  private final List<Sweep.LeftOut> leftOut = new ArrayList<>();
  private final Set<Map<String, String>> there = new HashSet<>();

  /**
   * A GPU.
   *
   * @param name as the file has it
   */
  private record NamedGpu(String name, GpuConfig config) {}

  SweepFile(Path file, String version) throws IOException {
    place = Optional.ofNullable(file.getParent()).orElse(Path.of(""));
    table = TomlFile.read(file);
    table.knows(Set.of("program", GPUS, LAYOUTS, CODECS, SETTINGS));
    this.version =
        version
            + "+"
            + ProgramVersion.digest(
                List.of(
                    TimedGpu.class,
                    Device.class,
                    Codecs.class,
                    BandwidthMemory.class,
                    CudaProgram.class,
                    JobProgram.class,
                    Snapshot.class),
                SweepFile.class);
  }

  Sweep sweep() throws IOException {
    List<SweptProgram> programs = new ArrayList<>();
    for (SettingsTable each : table.elements("program")) {
      programs.addAll(new ProgramTable(each, place).programs());
    }
    List<NamedGpu> gpus = new ArrayList<>();
    for (String each : texts(GPUS, "gtx580")) {
      gpus.add(new NamedGpu(each, gpu(each)));
    }
    List<LayoutSpec> layouts = new ArrayList<>();
    for (String each : texts(LAYOUTS, Compression.DEFAULT_LAYOUT.toString())) {
      layouts.add(layout(each));
    }
    List<CodecSpec> codecs = new ArrayList<>();
    for (String each : texts(CODECS, NONE)) {
      codecs.add(codec(each));
    }
    List<SettingsOfPoints.Chosen> settings = settings();
    for (SweptProgram program : programs) {
      for (NamedGpu gpu : gpus) {
        for (SettingsOfPoints.Chosen chosen : settings) {
          for (LayoutSpec layout : layouts) {
            boolean coded = Compression.hasCodec(layout.family());
            for (CodecSpec codec : coded ? codecs : List.of(CodecSpec.parse(NONE))) {
              add(program, gpu, chosen, layout, codec);
            }
          }
        }
      }
    }
    if (points.isEmpty()) {
      throw table.wrong(
          "program",
          leftOut.isEmpty() ? "there is none" : "no point can be: " + leftOut.getFirst().reason());
    }
    return new Sweep(version, points, leftOut);
  }

  private List<SettingsOfPoints.Chosen> settings() {
    return SettingsOfPoints.of(
        table.has(SETTINGS) ? table.table(SETTINGS) : SettingsTable.of(table.file(), Map.of()));
  }

  private void add(
      SweptProgram program,
      NamedGpu gpu,
      SettingsOfPoints.Chosen chosen,
      LayoutSpec layout,
      CodecSpec codec)
      throws IOException {
    Map<String, String> axes = new LinkedHashMap<>();
    axes.put("program", program.name());
    axes.putAll(program.axes());
    axes.put("gpu", gpu.name());
    axes.put("layout", layout.toString());
    axes.put("codec", codec.toString());
    axes.putAll(chosen.axes());
    if (!there.add(axes)) {
      throw table.wrong("program", "%s is there twice".formatted(String.join(", ", axes.values())));
    }
    try {
      GpuConfig config = withCache(gpu.config(), chosen.timing());
      Compression memory = memory(program, config, chosen.timing(), layout, codec);
      points.add(SweepPoint.of(version, program, config, memory, chosen.timing(), axes));
    } catch (IllegalArgumentException e) {
      leftOut.add(new Sweep.LeftOut(axes, String.valueOf(e.getMessage())));
    }
  }

  private static GpuConfig withCache(GpuConfig gpu, TimingSettings timing) {
    if (timing.metadataCacheBytes().isEmpty()) {
      return gpu;
    }
    ControllerConfig old = gpu.controller();
    BlockMetadataCache.Shape cache = old.metadataCache();
    return gpu.with(
        Records.with(
            old,
            new BlockMetadataCache.Shape(
                timing.metadataCacheBytes().getAsInt(), cache.ways(), cache.lineBytes())));
  }

  /**
   * What controllers do.
   *
   * @throws IllegalArgumentException if no system does that
   */
  private static Compression memory(
      SweptProgram program,
      GpuConfig gpu,
      TimingSettings timing,
      LayoutSpec layout,
      CodecSpec codec) {
    Compression memory = Compression.of(layout, codec, timing.magBytes());
    if (timing.trainingInstructions().isPresent() && codec.needsTraining()) {
      memory = memory.online(timing.trainingInstructions().getAsLong());
    }
    boolean linked = gpu.buddy().isPresent();
    require(
        linked || !memory.needsLinks(),
        "%s has no [buddy] section, whose links layout %s takes".formatted(gpu.name(), layout));
    require(
        linked || !timing.hostCopies(),
        "%s has no [buddy] section, whose links copies of the host take".formatted(gpu.name()));
    require(
        !memory.isBuddy() || Integer.bitCount(gpu.controller().controllers()) == 1,
        "%s has %d controllers; slices of the metadata cache are a power of two"
            .formatted(gpu.name(), gpu.controller().controllers()));
    require(
        !codec.family().isLossy() || program.canBeApproximated(),
        "%s is lossy, and what a %s may approximate nobody says".formatted(codec, program.kind()));
    return memory;
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  private List<String> texts(String key, String otherwise) {
    if (!table.has(key)) {
      return List.of(otherwise);
    }
    List<String> texts = table.texts(key);
    if (texts.isEmpty()) {
      throw table.wrong(key, "has to name one at least");
    }
    return texts;
  }

  private GpuConfig gpu(String name) throws IOException {
    Optional<GpuConfig> named = GpuConfigs.named(name);
    if (named.isPresent()) {
      return named.get();
    }
    Path file;
    try {
      file = FileAddress.from(place, name);
    } catch (IllegalArgumentException e) {
      throw table.wrong(GPUS, String.valueOf(e.getMessage()));
    }
    if (!Files.isRegularFile(file)) {
      throw table.wrong(
          GPUS,
          "no GPU is called '%s', and no file; there are %s"
              .formatted(name, String.join(", ", GpuConfigs.names())));
    }
    return GpuConfigs.read(file);
  }

  private LayoutSpec layout(String name) {
    try {
      return LayoutSpec.parse(name);
    } catch (IllegalArgumentException e) {
      throw table.wrong(LAYOUTS, String.valueOf(e.getMessage()));
    }
  }

  private CodecSpec codec(String name) throws IOException {
    try {
      CodecSpec codec = CodecSpec.parse(name);
      for (Path file : codec.files()) {
        InputFiles.opened(file);
      }
      return codec;
    } catch (CodecSpecException e) {
      throw table.wrong(CODECS, String.valueOf(e.getMessage()));
    }
  }
}
