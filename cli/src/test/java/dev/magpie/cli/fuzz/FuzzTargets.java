package dev.magpie.cli.fuzz;

import dev.magpie.buddy.TargetsFile;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecSpecException;
import dev.magpie.codec.CodecTable;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.container.ContainerException;
import dev.magpie.cuda.binary.BadBinaryException;
import dev.magpie.cuda.binary.FatBinary;
import dev.magpie.depth.DescribedScene;
import dev.magpie.depth.Scenes;
import dev.magpie.depth.Viewing;
import dev.magpie.depth.mesh.MeshFiles;
import dev.magpie.depth.scene.SceneException;
import dev.magpie.gpu.InvalidGpuException;
import dev.magpie.gpu.SimulationException;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.dram.DramConfig;
import dev.magpie.gpu.dram.DramConfigs;
import dev.magpie.gpu.dram.DramMemory;
import dev.magpie.gpu.recording.Recording;
import dev.magpie.gpu.trace.TraceException;
import dev.magpie.gpu.trace.TraceFormat;
import dev.magpie.gpu.trace.TraceRun;
import dev.magpie.gpu.trace.Traces;
import dev.magpie.job.JobException;
import dev.magpie.job.JobProgram;
import dev.magpie.lab.result.LabException;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.execute.KernelFaultException;
import dev.magpie.ptx.ir.PtxException;
import dev.magpie.ptx.names.KernelNames;
import dev.magpie.settings.SettingsException;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.FileFormat;
import dev.magpie.snapshot.Snapshot;
import dev.magpie.snapshot.SnapshotException;
import dev.magpie.workload.graph.GraphFile;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** All that takes bytes from outside. Formats and codecs that are registered are in it. */
final class FuzzTargets {
  private static final DramConfig DRAM = DramConfigs.all().getFirst();

  static final List<FuzzTarget> ALL =
      Stream.of(
              FileFormat.all().stream().map(FuzzTargets::snapshot),
              MeshFiles.suffixes().stream().map(FuzzTargets::mesh),
              Stream.of(
                  FuzzTarget.of("codec", CodecFuzz::accept, List.of(CodecSpecException.class)),
                  FuzzTarget.of("tile", TileFuzz::accept, List.of()),
                  FuzzTarget.of("table", FuzzTargets::table, List.of(CodecSpecException.class)),
                  FuzzTarget.of(
                      "container", ContainerFuzz::accept, List.of(ContainerException.class)),
                  FuzzTarget.of(
                      "ptx",
                      PtxFuzz::accept,
                      List.of(PtxException.class, KernelFaultException.class)),
                  FuzzTarget.of("names", FuzzTargets::names, List.of()),
                  FuzzTarget.ofFile(
                      "job",
                      "job.toml",
                      FuzzTargets::job,
                      List.of(JobException.class, PtxException.class)),
                  FuzzTarget.ofFile(
                      "gpu",
                      "gpu.toml",
                      FuzzTargets::gpu,
                      List.of(
                          SettingsException.class,
                          InvalidGpuException.class,
                          SimulationException.class)),
                  FuzzTarget.ofFile(
                      "dram", "dram.toml", FuzzTargets::dram, List.of(SettingsException.class)),
                  FuzzTarget.ofFile(
                      "requests", "requests", FuzzTargets::requests, List.of(TraceException.class)),
                  FuzzTarget.of(
                      "fatbin",
                      bytes -> FatBinary.read(MemorySegment.ofArray(bytes)),
                      List.of(BadBinaryException.class)),
                  FuzzTarget.of("traceg", TraceFuzz::kernel, List.of(TraceException.class)),
                  FuzzTarget.of("tracez", TraceFuzz::packedKernel, List.of(TraceException.class)),
                  FuzzTarget.of("kernelslist", TraceFuzz::list, List.of(TraceException.class)),
                  FuzzTarget.of("recording", TraceFuzz::recording, List.of(TraceException.class)),
                  FuzzTarget.of("chunks", TraceFuzz::chunks, List.of(TraceException.class)),
                  FuzzTarget.ofFile(
                      "graph", "graph.gr", GraphFile::read, List.of(SnapshotException.class)),
                  scene("toml"),
                  scene("json"),
                  FuzzTarget.of("draws", DrawsFuzz::accept, List.of(SceneException.class)),
                  FuzzTarget.ofFile(
                      "targets",
                      "targets.json",
                      FuzzTargets::targets,
                      List.of(SettingsException.class)),
                  FuzzTarget.of("result", ResultFuzz::result, List.of(LabException.class)),
                  FuzzTarget.ofFile(
                      "shard",
                      "shard.json",
                      ResultFuzz::shard,
                      List.of(BadUsageException.class, SnapshotException.class)),
                  FuzzTarget.of("sweep", ResultFuzz::sweep, List.of(LabException.class)),
                  FuzzTarget.of("recorded", ResultFuzz::recorded, List.of(LabException.class))))
          .flatMap(UnaryOperator.identity())
          .toList();

  private FuzzTargets() {}

  static FuzzTarget named(String name) {
    return ALL.stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no target is called " + name));
  }

  /** Those that need not be kept, as they can be made. */
  static List<byte[]> seeds(String target) {
    return switch (target) {
      case "codec" -> CodecFuzz.seeds();
      case "container", "mgp" -> ContainerFuzz.seeds();
      case "draws" -> DrawsFuzz.seeds();
      case "chunks" -> TraceFuzz.seeds();
      default -> List.of();
    };
  }

  private static FuzzTarget snapshot(FileFormat format) {
    String extension = format.extensions().getFirst();
    return extension.equals("zarr")
        ? FuzzTarget.of(extension, FuzzTargets::zarr, List.of(SnapshotException.class))
        : FuzzTarget.ofFile(
            extension, "array." + extension, FuzzTargets::arrays, List.of(SnapshotException.class));
  }

  private static void arrays(Path file) {
    try (Snapshot snapshot = Snapshot.open(List.of(file))) {
      for (Allocation allocation : snapshot.allocations()) {
        MemorySegment memory = allocation.memory();
        memory.asSlice(0, Math.min(memory.byteSize(), 1 << 16)).toArray(ValueLayout.JAVA_BYTE);
      }
    }
  }

  /** Metadata, and behind a zero the bytes of every chunk. */
  private static void zarr(byte[] bytes) throws Exception {
    List<byte[]> parts = FuzzTarget.split(bytes, '\0');
    boolean isNew = new String(parts.getFirst(), StandardCharsets.UTF_8).contains("node_type");
    String folder = isNew ? "three/array.zarr/" : "two/array.zarr/";
    for (String chunk : isNew ? List.of("c/0", "c/1") : List.of("0", "0.0", "1")) {
      FuzzTarget.write(folder + chunk, parts.getLast());
    }
    Path metadata = FuzzTarget.write(folder + (isNew ? "zarr.json" : ".zarray"), parts.getFirst());
    arrays(metadata.getParent());
  }

  private static FuzzTarget mesh(String suffix) {
    return FuzzTarget.ofFile(
        suffix.substring(1),
        "mesh" + suffix,
        file -> {
          // Frames and cameras of an animation, too.
          DescribedScene opened = Scenes.openDescribed(file.toString(), Viewing.USUAL, _ -> {});
          opened.scene().meshes(2, 3);
          if (!opened.cameras().isEmpty()) {
            opened.withCameraOfFile("0").scene().camera(1, 3);
          }
        },
        List.of(SceneException.class));
  }

  private static FuzzTarget scene(String extension) {
    return FuzzTarget.ofFile(
        "scene-" + extension,
        "scene." + extension,
        file -> Scenes.open(file.toString()),
        List.of(SceneException.class));
  }

  private static void table(byte[] bytes) {
    CodecTable table = CodecTable.parse(new String(bytes, StandardCharsets.UTF_8));
    if (!CodecTable.parse(table.toText()).equals(table)) {
      throw new AssertionError("a table does not come back");
    }
    CodecSpecException refused = null;
    for (CodecSpec spec : Codecs.all()) {
      if (spec.family().isTrained()) {
        try {
          spec.create(Granularity.DEFAULT, table);
        } catch (CodecSpecException e) {
          refused = e;
        }
      }
    }
    if (refused != null) {
      throw refused;
    }
  }

  /** Kernels, one a line: what is shown of each is its own, and means it where it is typed. */
  private static void names(byte[] bytes) {
    List<String> kernels = new String(bytes, StandardCharsets.UTF_8).lines().distinct().toList();
    KernelNames names = KernelNames.of(kernels);
    Set<String> shown = new HashSet<>();
    for (String kernel : kernels) {
      String name = names.shortest(kernel);
      if (!shown.add(name)) {
        throw new AssertionError("two kernels are shown as " + name);
      }
      if (!kernels.contains(name) && !names.matching(name).equals(List.of(kernel))) {
        throw new AssertionError("%s is shown as %s and not found".formatted(kernel, name));
      }
      names.matching(KernelNames.demangle(kernel));
      names.nearest(kernel + "x", 3);
    }
  }

  /**
   * Its PTX is not there, so that buffers are checked and not made. Numbers are calculated where no
   * size of a buffer is among them, and structures laid out.
   */
  private static void job(Path file) {
    new JobProgram(file, LaunchOptions.DEFAULT).close();
  }

  /** A GPU that is accepted runs kernels. */
  private static void gpu(Path file) throws IOException {
    GpuConfig config = GpuConfigs.read(file);
    byte[] run;
    try (InputStream in =
        FuzzTargets.class.getResourceAsStream("/recordings/bfs-60-version-2.rec")) {
      run = Objects.requireNonNull(in).readAllBytes();
    }
    try (Recording recording = Recording.open(FuzzTarget.write("bfs.rec", run));
        TimedGpu gpu = TimedGpu.builder(config).build(recording.image())) {
      gpu.replay(recording);
      gpu.finish();
    }
  }

  /** A DRAM that is accepted serves requests. */
  private static void dram(Path file) throws Exception {
    DramConfig config = DramConfigs.read(file);
    Path trace =
        FuzzTarget.write(
            "some", "LD 0\nST 4096\nLD 64\nLD 1048576\n".getBytes(StandardCharsets.UTF_8));
    TraceRun.of(trace, TraceFormat.LOAD_STORE, new DramMemory(config, 1), 1, _ -> {});
  }

  private static void requests(Path file) throws Exception {
    TraceRun.of(file, Traces.detect(file), new DramMemory(DRAM, 2), 1, _ -> {});
  }

  private static void targets(Path file) {
    TargetsFile.Targets targets = TargetsFile.read(file);
    targets.bytesByName();
    targets.byName();
  }
}
