package dev.magpie.lab;

import dev.magpie.buddy.AllocationHistory;
import dev.magpie.buddy.EntrySizes;
import dev.magpie.buddy.Profiler;
import dev.magpie.buddy.SeriesSizes;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.codec.burst.BurstModes;
import dev.magpie.depth.SceneTraffic;
import dev.magpie.depth.cache.CacheShape;
import dev.magpie.depth.cache.CodecPlacement;
import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.cache.DepthTraffic;
import dev.magpie.depth.codec.CompressionScheme;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.builtin.BuiltInScenes;
import dev.magpie.gpu.TimedDevice;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.memory.Compression;
import dev.magpie.lab.data.DataSet;
import dev.magpie.lab.data.Sha256;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.study.Simulation;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.buddy.BuddyAllocation;
import dev.magpie.memory.buddy.BuddyConfig;
import dev.magpie.memory.buddy.BuddyMemory;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.memory.layout.BandwidthMemory;
import dev.magpie.memory.layout.BuddyBlockMemory;
import dev.magpie.memory.layout.LayoutFamily;
import dev.magpie.memory.layout.LayoutSpec;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.Module;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Dtype;
import dev.magpie.workload.SeriesPrograms;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.mag.MagPrograms;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the code does with small inputs that are always the same, as digests: results that were
 * recorded when it did something else are stale, and those before a mere rewriting are not. Nor are
 * they when it does something more: digests are of the codecs, layouts and GPUs of the papers.
 */
public enum Behaviour {
  /** Sizes of mixed data under all codecs that experiments of the papers name. */
  CODECS,
  /** The same under those that they name as no paper's. */
  OTHER_CODECS,
  /** Cycles and counters of two programs on the papers' GPUs, in their layouts. */
  SIMULATOR,
  /** Traffic of all built-in scenes, small, under all schemes before and after the cache. */
  DEPTH,
  /**
   * Targets of mixed data, and what writing and reading them under each target moves; which
   * programs there are in which sizes.
   */
  BUDDY;

  private static final int BLOCK_BYTES = Granularity.DEFAULT.blockBytes();
  private static final int REGION_BYTES = 128 * BLOCK_BYTES;

  /** So little that a simulation takes tens of milliseconds. */
  private static final Map<String, Map<String, String>> PROGRAMS =
      Map.of("bfs", Map.of("nodes", "500"), "tp", Map.of("side", "64"));

  private static final List<String> PAPERS = List.of("mag/", "depth/", "buddy/");

  private static final List<String> GPUS = List.of("gtx580", "gtx580-gpgpusim3", "p100");

  private static final List<LayoutFamily> LAYOUTS =
      List.of(BandwidthMemory.FAMILY, BuddyBlockMemory.FAMILY);

  /** Of a depth cache. */
  private static final List<DepthTraffic.Count> MOVED =
      List.of(
          DepthTraffic.Count.BYTES_READ,
          DepthTraffic.Count.BYTES_WRITTEN,
          DepthTraffic.Count.MISSES,
          DepthTraffic.Count.COMPRESSIONS,
          DepthTraffic.Count.DECOMPRESSIONS);

  private static final Map<Behaviour, String> DIGESTS = new ConcurrentHashMap<>();

  /** The digest; the first time takes some seconds. */
  public String digest() {
    return DIGESTS.computeIfAbsent(this, Behaviour::computed);
  }

  String computed() {
    Sha256 digest = new Sha256();
    switch (this) {
      case CODECS -> codecs(digest, ofPapers(key -> !key.equals(Description.OTHER_CODECS)));
      case OTHER_CODECS -> {
        Set<String> named = ofPapers(Description.OTHER_CODECS::equals);
        named.removeAll(ofPapers(key -> !key.equals(Description.OTHER_CODECS)));
        codecs(digest, named);
      }
      case SIMULATOR -> simulator(digest);
      case DEPTH -> depth(digest);
      case BUDDY -> buddy(digest);
    }
    return digest.hex();
  }

  /** What the experiments of a paper rest on. */
  private static List<Behaviour> ofPaper(String id) {
    return switch (id.substring(0, id.indexOf('/'))) {
      case "mag" -> List.of(CODECS, SIMULATOR);
      case "depth" -> List.of(DEPTH);
      case "buddy" -> List.of(CODECS, BUDDY);
      case "gpu" -> List.of(SIMULATOR);
      default -> List.of(values());
    };
  }

  /** Digests by name of what an experiment rests on, the GPUs in its parameters among it. */
  public static Map<String, String> of(String experiment) {
    Map<String, String> digests = new LinkedHashMap<>();
    for (Behaviour each : ofPaper(experiment)) {
      digests.put(each.toString(), each.digest());
    }
    Map<String, String> parameters =
        Experiments.select(List.of(experiment)).getFirst().description().parameters();
    if (parameters.containsKey(Description.OTHER_CODECS)) {
      digests.put(OTHER_CODECS.toString(), OTHER_CODECS.digest());
    }
    GpuConfigs.names().stream()
        .filter(parameters.toString()::contains)
        .forEach(gpu -> digests.put(gpu, Sha256.of(file(gpu))));
    return digests;
  }

  /** What a simulation of a program rests on, by its name. */
  public static String ofSimulation(String name) {
    Sha256 digest = new Sha256().add(CODECS.digest()).add(SIMULATOR.digest());
    if (name.contains(BurstModes.FAMILY.name())) {
      digest.add(OTHER_CODECS.digest());
    }
    // What the papers' GPUs do is in the simulator's digest.
    Stream.of(name.split("[, ]+"))
        .filter(GpuConfigs.names()::contains)
        .filter(gpu -> !GPUS.contains(gpu))
        .forEach(gpu -> digest.add(Sha256.of(file(gpu))));
    return digest.hex().substring(0, 16);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The file of a GPU, as it is: maps in what is read from it have another order in each run. */
  private static byte[] file(String gpu) {
    try (InputStream in = GpuConfigs.class.getResourceAsStream(gpu + ".toml")) {
      return Objects.requireNonNull(in, gpu).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static GpuConfig gpu(String name) {
    return GpuConfigs.named(name).orElseThrow();
  }

  /** Zeros, counters, a walk of floats, pointers, words of few kinds, and noise. */
  private static List<DataSet> mixed() {
    Random random = new Random(1);
    List<DataSet> data = new ArrayList<>();
    for (int kind = 0; kind < 6; kind++) {
      ByteBuffer bytes = ByteBuffer.allocate(REGION_BYTES).order(ByteOrder.LITTLE_ENDIAN);
      float walk = 1;
      while (bytes.hasRemaining()) {
        int at = bytes.position();
        switch (kind) {
          case 0 -> bytes.putInt(0);
          case 1 -> bytes.putInt(at / 4 + random.nextInt(1 + at / 256));
          case 2 -> bytes.putFloat(walk += random.nextInt(64) / 4096f);
          case 3 -> bytes.putLong(0x7f12_3456_0000L + 64L * random.nextInt(1 + 8 * at));
          case 4 -> bytes.putInt((0x01010101 * random.nextInt(3)) << (8 * random.nextInt(4)));
          default -> bytes.putInt(random.nextInt());
        }
      }
      Dtype dtype = kind == 2 ? Dtype.F32 : Dtype.U32;
      data.add(
          new DataSet(
              "" + kind, List.of(MemorySegment.ofArray(bytes.array())), List.of(dtype), "", ""));
    }
    return data;
  }

  /** The names of codecs in some parameters of the papers' experiments. */
  private static Set<String> ofPapers(Predicate<String> parameter) {
    return Experiments.ids().stream()
        .filter(id -> PAPERS.stream().anyMatch(id::startsWith))
        .flatMap(id ->
            Experiments.select(List.of(id))
                .getFirst()
                .description()
                .parameters()
                .entrySet()
                .stream())
        .filter(each -> parameter.test(each.getKey()))
        .map(Map.Entry::getValue)
        .flatMap(value -> Arrays.stream(value.split("[^a-z0-9+-]+")))
        .collect(Collectors.toSet());
  }

  private static void codecs(Sha256 digest, Set<String> named) {
    for (Granularity each : List.of(Granularity.DEFAULT, new Granularity(64, 32))) {
      List<String> codecs =
          Stream.concat(Codecs.all().stream(), Stream.of(CodecSpec.parse("bdi:units=b4")))
              .filter(spec -> named.contains(spec.family().name()))
              .filter(spec -> spec.family().supports(each))
              .map(CodecSpec::toString)
              .toList();
      for (Survey.Row row : Survey.of(mixed(), 1, each, codecs, null).rows()) {
        for (int c = 0; c < codecs.size(); c++) {
          digest
              .add(codecs.get(c))
              .add(row.byCodec().get(c).codedBits())
              .add(Arrays.toString(row.byCodec().get(c).blocksByGranules(each)));
        }
      }
    }
  }

  private static void simulator(Sha256 digest) {
    for (CudaProgram program : MagPrograms.all()) {
      Map<String, String> settings = PROGRAMS.get(program.name());
      if (settings == null) {
        continue;
      }
      CudaProgram.Run run =
          program
              .start()
              .apply(Settings.of(program.parameters(), InputParameter.Size.QUICK, settings));
      for (String gpu : GPUS) {
        digest.add(program.name()).add(gpu).add(simulate(program, run, gpu(gpu), Compression.NONE));
        for (LayoutFamily layout : LAYOUTS) {
          if (!layout.equals(BuddyBlockMemory.FAMILY) || gpu(gpu).buddy().isPresent()) {
            Compression memory =
                Compression.of(
                    LayoutSpec.of(layout),
                    CodecSpec.parse("mag-bdi"),
                    Granularity.DEFAULT.magBytes());
            digest.add(memory.layout()).add(simulate(program, run, gpu(gpu), memory));
          }
        }
      }
    }
  }

  private static List<Object> simulate(
      CudaProgram program, CudaProgram.Run run, GpuConfig gpu, Compression memory) {
    Device device = new Device();
    Module module = device.load(program.ptx().name() + ".ptx", program.ptx().text());
    try (TimedDevice timed = TimedGpu.builder(gpu).memory(memory).build(device)) {
      run.execute(new Host(device, module, launch -> timed.launch(launch, LaunchOptions.DEFAULT)));
      Simulation did = Simulation.of(timed.gpu(), timed.memoryBytes(), 0);
      // Not all of it: that something more is counted is no other behaviour.
      return List.of(
          did.cycles(),
          did.dramBytes(),
          did.metadataBytes(),
          did.metadataMisses(),
          did.blocksByBursts(),
          did.blocksByBytes(),
          did.l2Accesses(),
          did.l2Misses());
    }
  }

  private static void depth(Sha256 digest) {
    List<Configuration> backEnds =
        CompressionScheme.named().keySet().stream()
            .map(CompressionScheme::parse)
            .flatMap(scheme ->
                Stream.of(CodecPlacement.values())
                    .map(place -> Configuration.of(place, scheme, CacheShape.of(4 << 10))))
            .toList();
    FrameShape shape = new FrameShape(160, 90, TileShape.DEFAULT);
    for (String name : BuiltInScenes.names()) {
      Scene scene = BuiltInScenes.make(name);
      try {
        SceneTraffic drawn =
            SceneTraffic.measure(
                scene, 1, shape, RasterOptions.of(scene), backEnds, 1, (_, _) -> {});
        digest.add(name).add(drawn.drawn());
        for (SceneTraffic.Run run : drawn.runs()) {
          MOVED.forEach(count -> digest.add(run.traffic().get(count)));
          digest.add(run.rawBytes()).add(run.traffic().finalTiles());
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void buddy(Sha256 digest) {
    SeriesPrograms.all().forEach(program -> digest.add(program.name()).add(program.parameters()));
    List<DataSet> data = mixed();
    Survey sizes = Survey.of(data, 1, Granularity.DEFAULT, List.of("bpc"), null);
    List<AllocationHistory> histories =
        sizes.rows().stream()
            .map(row ->
                new AllocationHistory(
                    new Allocation.Key(row.name(), row.name()),
                    row.name(),
                    row.bytes(),
                    List.of(EntrySizes.of(row.byCodec().getFirst()))))
            .toList();
    digest.add(Profiler.DEFAULT.design(new SeriesSizes(List.of("t0"), histories)));
    try (BuddyMemory memory = new BuddyMemory(BuddyConfig.ofDevice(4 << 20))) {
      for (TargetRatio target : TargetRatio.values()) {
        BuddyAllocation place = memory.allocate(REGION_BYTES, target);
        for (DataSet each : data) {
          Transfers moved = new Transfers();
          memory.write(place.address(), each.memories().getFirst(), 0, REGION_BYTES, moved);
          // Not whole entries, so that they are read before.
          memory.write(place.address() + 100, each.memories().getFirst(), 0, 1000, moved);
          memory.read(
              place.address(),
              MemorySegment.ofArray(new byte[REGION_BYTES]),
              0,
              REGION_BYTES,
              moved);
          digest.add(target).add(moved);
        }
      }
    }
  }
}
