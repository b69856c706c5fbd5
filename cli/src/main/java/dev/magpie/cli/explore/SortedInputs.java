package dev.magpie.cli.explore;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.magpie.cli.option.RawOptions;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.depth.Scenes;
import dev.magpie.explore.Explorer;
import dev.magpie.explore.input.Input;
import dev.magpie.explore.input.ShownGpus;
import dev.magpie.explore.input.SourceText;
import dev.magpie.explore.input.ViewedScene;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.recording.Recording;
import dev.magpie.job.JobProgram;
import dev.magpie.job.Program;
import dev.magpie.lab.board.ResultBoard;
import dev.magpie.lab.result.LabException;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.settings.InputFiles;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.Snapshot;
import dev.magpie.snapshot.SnapshotSeries;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What people name, each as what it is: arrays, scenes, recordings, jobs, sources, results. */
final class SortedInputs {
  /** A library of kernels for many GPUs has some tens of MiB. */
  private static final int MOST_SOURCE_BYTES = 64 << 20;

  private static final Set<String> SOURCES =
      Set.of("c", "cc", "cpp", "cu", "cuh", "cxx", "h", "hpp", "ptx", "py");

  /** What a file or directory is. */
  private enum Kind {
    SNAPSHOT,
    SCENE,
    RECORDING,
    JOB,
    SOURCE,
    RESULTS;

    /**
     * Recordings and scenes are known by what they hold, and what else people write by its name.
     */
    static Kind of(String input) {
      return Scenes.isScene(input) ? SCENE : of(Path.of(input));
    }

    private static Kind of(Path path) {
      if (!Files.isRegularFile(path)) {
        return ResultBoard.isOne(path) ? RESULTS : SNAPSHOT;
      }
      String name = String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
      if (name.endsWith(".toml")) {
        return JOB;
      }
      if (SOURCES.contains(name.substring(name.lastIndexOf('.') + 1))) {
        return SOURCE;
      }
      return BadUsageException.unlessReadable(() -> Recording.isOne(path)) ? RECORDING : SNAPSHOT;
    }
  }

  private final RawOptions raw;
  private final LaunchOptions launches;
  private final List<Input<Snapshot>> snapshots = new ArrayList<>();
  private final List<Input<ViewedScene>> scenes = new ArrayList<>();
  private final List<Input<Recording>> recordings = new ArrayList<>();
  private final List<Input<Program>> programs = new ArrayList<>();
  private final List<Input<SourceText>> sources = new ArrayList<>();
  private final List<Input<ResultBoard>> results = new ArrayList<>();
  private final Map<String, GpuConfig> gpus = new TreeMap<>();

  /**
   * Nothing yet.
   *
   * @param raw how files of no format are read
   * @param launches how jobs execute
   */
  SortedInputs(RawOptions raw, LaunchOptions launches) {
    this.raw = raw;
    this.launches = launches;
  }

  /** Whether an input is arrays. */
  static boolean isSnapshot(String input) {
    return Kind.of(input) == Kind.SNAPSHOT;
  }

  /** All of them; arrays together are one snapshot. */
  void add(List<String> inputs) {
    Map<Kind, List<String>> byKind = new EnumMap<>(Kind.class);
    inputs.forEach(each -> byKind.computeIfAbsent(Kind.of(each), _ -> new ArrayList<>()).add(each));
    byKind.forEach((kind, all) -> {
      switch (kind) {
        case SNAPSHOT -> addSnapshot(all.stream().map(Path::of).toList());
        case SCENE -> all.forEach(this::addScene);
        case RECORDING -> all.forEach(each -> addRecording(Path.of(each)));
        case JOB -> all.forEach(each -> addJob(Path.of(each)));
        case SOURCE -> all.forEach(each -> addSource(Path.of(each)));
        case RESULTS -> all.forEach(each -> addResults(Path.of(each)));
      }
    });
    BadUsageException.when(
        byKind.containsKey(Kind.SOURCE) && recordings.isEmpty() && programs.isEmpty(),
        "%s: is what kernels are compiled from; name a recording or a job with it"
            .formatted(byKind.getOrDefault(Kind.SOURCE, List.of("")).getFirst()));
  }

  /** Arrays of files and directories. */
  void addSnapshot(List<Path> paths) {
    String label = name(paths.getFirst());
    snapshots.add(
        new Input<>(
            paths.size() == 1 ? label : "%s and %d more".formatted(label, paths.size() - 1),
            paths.stream().map(Path::toString).collect(Collectors.joining(" ")),
            () -> raw.openSound(paths)));
  }

  /** A snapshot for each subdirectory; each is opened with its type when its turn comes. */
  void addSeries(Path directory) {
    SnapshotSeries.of(directory, Dtype.U8)
        .directories()
        .forEach(each -> addSnapshot(List.of(each)));
  }

  private void addScene(String name) {
    int start = Math.max(name.lastIndexOf(File.separatorChar), name.lastIndexOf(':')) + 1;
    scenes.add(new Input<>(name.substring(start), name, () -> ViewedScene.open(name)));
  }

  private void addRecording(Path file) {
    recordings.add(
        new Input<>(
            name(file),
            file.toString(),
            () -> {
              try {
                return Recording.open(file);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            }));
  }

  /** A job; its kernels are in its PTX, or in what lies beside that. */
  private void addJob(Path file) {
    programs.add(new Input<>(name(file), file.toString(), () -> new JobProgram(file, launches)));
    for (Path module : JobProgram.modules(file)) {
      addSource(module);
      Path directory = module.toAbsolutePath().getParent();
      if (directory == null) {
        continue;
      }
      try (Stream<Path> beside = Files.list(directory)) {
        beside
            .filter(each -> Kind.of(each) == Kind.SOURCE && !name(each).endsWith(".ptx"))
            .sorted()
            .forEach(this::addSource);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void addResults(Path directory) {
    results.add(
        new Input<>(
            name(directory),
            directory.toString(),
            () -> {
              try {
                return ResultBoard.open(directory);
              } catch (LabException e) {
                throw new BadUsageException(String.valueOf(e.getMessage()), e);
              }
            }));
  }

  private void addSource(Path file) {
    sources.add(
        new Input<>(
            name(file),
            file.toString(),
            () -> {
              try {
                return SourceText.of(
                    file.toString(), new String(InputFiles.bytes(file, MOST_SOURCE_BYTES), UTF_8));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            }));
  }

  /** A GPU's file. */
  void addGpu(Path file) throws IOException {
    gpus.put(file.toString(), GpuConfigs.read(file));
  }

  private static String name(Path path) {
    Path name = path.toAbsolutePath().normalize().getFileName();
    return name == null ? path.toString() : name.toString();
  }

  Explorer.Inputs inputs() {
    return new Explorer.Inputs(
        snapshots, scenes, results, recordings, programs, sources, new ShownGpus(gpus));
  }
}
