package dev.magpie.lab.run;

import dev.magpie.lab.data.Sha256;
import dev.magpie.lab.result.ChecksummedJson;
import dev.magpie.lab.result.ExperimentResult.Simulated;
import dev.magpie.lab.result.LabException;
import dev.magpie.lab.result.RecordedSimulations;
import dev.magpie.settings.FileAddress;
import dev.magpie.settings.InputFiles;
import dev.magpie.settings.IoReason;
import dev.magpie.settings.TemporaryDirectory;
import dev.magpie.settings.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Long measurements that experiments share. Each is made once, on threads that all experiments have
 * in common, and kept as a file as soon as it is made: a run that is killed goes on from there, and
 * the next experiment finds it. Safe for many threads, but for {@link #all}, which one thread of an
 * experiment calls on what {@link #ofExperiment} gave it.
 *
 * <pre>{@code
 * List<Simulation> made =
 *     context.measurements().all(Simulation.class, version, Map.of("bp, mag-bdi", () -> simulate()));
 * }</pre>
 */
public final class Measurements implements AutoCloseable {
  private static final String SCHEMA = "magpie.measurement/1";

  /** A measurement takes some KiB, a large one some MiB. */
  private static final int MOST_BYTES = 64 << 20;

  private static final JsonMapper MAPPER =
      JsonMapper.builder().disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY).build();

  private static final TypeReference<Map<String, Object>> COUNTERS = new TypeReference<>() {};

  private static final String FILES = "files";

  private final Path directory;

  /** For large files, which programs map, of results in a store of objects; else null. */
  private final @Nullable TemporaryDirectory temporary;

  /** Where large files are. */
  private final Path shared;

  private final boolean fresh;
  private final RecordedSimulations recorded;
  private final Watcher watcher;
  private final ExecutorService threads;
  private final Map<String, CompletableFuture<Object>> made;
  private final ConcurrentHashMap<String, FutureTask<Path>> files;
  private final AtomicInteger done;
  private final SortedMap<String, Record> asked = new TreeMap<>();

  /**
   * Measurements in a directory.
   *
   * @param directory where they are kept; it need not be there
   * @param fresh whether to make those again that are there or recorded
   * @param recorded what of them has been recorded
   * @param threads how many work
   */
  Measurements(
      Path directory, boolean fresh, RecordedSimulations recorded, int threads, Watcher watcher) {
    this.directory = directory;
    temporary = FileAddress.isHere(directory) ? null : temporary();
    shared = (temporary == null ? directory : temporary.place()).resolve(FILES);
    this.fresh = fresh;
    this.recorded = recorded;
    this.watcher = watcher;
    this.threads = Executors.newFixedThreadPool(threads);
    made = new ConcurrentHashMap<>();
    files = new ConcurrentHashMap<>();
    done = new AtomicInteger();
    removeFiles();
  }

  private Measurements(Measurements all) {
    directory = all.directory;
    temporary = all.temporary;
    shared = all.shared;
    fresh = all.fresh;
    recorded = all.recorded;
    watcher = all.watcher;
    threads = all.threads;
    made = all.made;
    files = all.files;
    done = all.done;
  }

  private static TemporaryDirectory temporary() {
    try {
      return TemporaryDirectory.make();
    } catch (IOException e) {
      throw new LabException("a temporary directory cannot be made: " + IoReason.of(e), e);
    }
  }

  /** The same for one experiment, which remembers what that one asks for. */
  Measurements ofExperiment() {
    return new Measurements(this);
  }

  /** What the experiment has asked for, by name. */
  List<Simulated> asked() {
    List<Simulated> all = new ArrayList<>();
    asked.forEach(
        (name, result) -> all.add(new Simulated(name, MAPPER.convertValue(result, COUNTERS))));
    return all;
  }

  /**
   * Measurements by name; those that are not there are made.
   *
   * @param type a record of numbers, texts and lists of them
   * @param version of the program that measures; another's measurements are made again
   * @param tasks what makes each; a name always stands for the same, and decides the result
   * @return in the order of the tasks
   * @throws RuntimeException what a task has thrown
   */
  public <T extends Record> List<T> all(
      Class<T> type, String version, Map<String, Supplier<T>> tasks) {
    List<T> results = large(type, version, tasks);
    List<String> names = List.copyOf(tasks.keySet());
    for (int i = 0; i < names.size(); i++) {
      asked.put(names.get(i), results.get(i));
    }
    return results;
  }

  /** The same for such as are too large to be recorded with results. */
  public <T extends Record> List<T> large(
      Class<T> type, String version, Map<String, Supplier<T>> tasks) {
    List<CompletableFuture<Object>> futures = new ArrayList<>();
    tasks.forEach((name, task) ->
        futures.add(
            made.computeIfAbsent(
                name,
                _ ->
                    CompletableFuture.supplyAsync(
                        () -> findOrMake(type, version, name, task), threads))));
    List<T> results = new ArrayList<>();
    for (CompletableFuture<Object> future : futures) {
      try {
        results.add(type.cast(future.join()));
      } catch (CompletionException e) {
        throw e.getCause() instanceof RuntimeException cause ? cause : e;
      }
    }
    return results;
  }

  private <T extends Record> T findOrMake(
      Class<T> type, String version, String name, Supplier<T> task) {
    Path file = directory.resolve(fileName(name) + ".json");
    T result = fresh ? null : read(file, type, version, name);
    if (result == null && !fresh) {
      result = recorded.find(name, type).orElse(null);
    }
    if (result == null) {
      result = task.get();
      write(file, version, name, result);
    }
    watcher.measured(name, done.incrementAndGet(), made.size());
    return result;
  }

  /** Makes a file. */
  public interface FileMaker {
    /** Writes it, whole. */
    void make(Path file) throws IOException;
  }

  /**
   * A large file that several measurements are made from. It is made when it is first asked for,
   * while others who ask wait, and removed at the end of the run.
   *
   * @param name always stands for the same file
   */
  public Path file(String name, FileMaker maker) {
    FutureTask<Path> mine = new FutureTask<>(() -> make(name, maker));
    // Not within the map, which would keep those waiting who ask for others.
    FutureTask<Path> first = files.putIfAbsent(name, mine);
    mine = first == null ? mine : first;
    mine.run();
    try {
      return mine.get();
    } catch (ExecutionException e) {
      throw Laboratory.unchecked(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabException("interrupted; what is done is kept", e);
    }
  }

  private Path make(String name, FileMaker maker) {
    Path file = shared.resolve(fileName(name));
    try {
      Files.createDirectories(file.getParent());
      maker.make(file);
    } catch (IOException e) {
      throw IoReason.unwritten(file, e);
    }
    return file;
  }

  private void removeFiles() {
    if (!Files.isDirectory(shared)) {
      return;
    }
    try (Stream<Path> all = Files.walk(shared)) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      watcher.complain("%s: cannot be removed: %s".formatted(shared, e.getMessage()));
    }
  }

  /** Readable, and unlike that of every other name. */
  private static String fileName(String name) {
    String readable = name.replaceAll("[^A-Za-z0-9.]+", "-");
    return readable.substring(0, Math.min(80, readable.length()))
        + "-"
        + Sha256.of(name.getBytes(StandardCharsets.UTF_8)).substring(0, 8);
  }

  private <T> @Nullable T read(Path file, Class<T> type, String version, String name) {
    try {
      ObjectNode json = ChecksummedJson.read(InputFiles.bytes(file, MOST_BYTES));
      return json.path("schema").asString("").equals(SCHEMA)
              && json.path("version").asString("").equals(version)
              && json.path("name").asString("").equals(name)
          ? MAPPER.treeToValue(json.path("value"), type)
          : null;
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException | JacksonException | LabException e) {
      watcher.complain("%s: damaged (%s); measured again".formatted(file, e.getMessage()));
    }
    return null;
  }

  private void write(Path file, String version, String name, Object value) {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("schema", SCHEMA);
    json.put("version", version);
    json.put("name", name);
    json.set("value", MAPPER.valueToTree(value));
    try {
      Files.createDirectories(file.getParent());
      WholeFile.write(file, ChecksummedJson.bytes(json));
    } catch (IOException e) {
      throw IoReason.unwritten(file, e);
    }
  }

  /** Begins nothing more, waits for what is under way, and removes files. */
  @Override
  public void close() {
    threads.shutdownNow();
    threads.close();
    removeFiles();
    if (temporary != null) {
      temporary.close();
    }
  }
}
