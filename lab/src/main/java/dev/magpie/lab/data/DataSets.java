package dev.magpie.lab.data;

import dev.magpie.settings.TemporaryDirectory;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.Snapshot;
import dev.magpie.snapshot.SnapshotException;
import dev.magpie.workload.example.Examples;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The memory that experiments measure: the repository's examples, program by program, and what the
 * user names. It can be read until this is closed.
 */
public final class DataSets implements AutoCloseable {
  /** The examples' files by the program that left them. */
  static final Map<String, List<String>> EXAMPLES = new LinkedHashMap<>();

  static {
    EXAMPLES.put(
        "flow",
        List.of(
            "fields/density-2500.npy",
            "fields/dye-2500.npy",
            "fields/obstacle.npy",
            "fields/populations-2500.npy",
            "fields/velocity-0500.npy",
            "fields/velocity-2500.npy"));
    EXAMPLES.put("flow series", List.of("series"));
    EXAMPLES.put("heat", List.of("fields/heat.npy"));
    EXAMPLES.put("graph", List.of("graph"));
    EXAMPLES.put("training", List.of("network/training.safetensors"));
    EXAMPLES.put("f16 net", List.of("network/inference-f16.safetensors"));
    EXAMPLES.put("bf16 net", List.of("network/inference-bf16.safetensors"));
    EXAMPLES.put("depth", List.of("image/depth.npy"));
    EXAMPLES.put("colour", List.of("image/color.npy"));
  }

  private final List<Snapshot> open = new ArrayList<>();
  private final List<DataSet> sets = new ArrayList<>();
  private final long mostBytes;

  private DataSets(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /**
   * Opens the data.
   *
   * @param examples where the examples are; if null, the programs run and leave them again
   * @param named what the user named, each a row
   * @param mostBytes what is taken of each allocation at most
   */
  public static DataSets open(@Nullable Path examples, List<Path> named, long mostBytes) {
    DataSets data = new DataSets(mostBytes);
    try {
      if (examples != null) {
        data.addExamples(examples);
      } else {
        data.addExamplesMadeAgain();
      }
      named.forEach(data::addNamed);
      return data;
    } catch (Throwable e) {
      data.close();
      throw e;
    }
  }

  /** The same bytes as the repository's; the files may go once they are mapped. */
  private void addExamplesMadeAgain() {
    try (TemporaryDirectory directory = TemporaryDirectory.make()) {
      Examples.write(directory.place());
      addExamples(directory.place());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void addExamples(Path directory) {
    EXAMPLES.forEach((name, files) -> add(name, files.stream().map(directory::resolve).toList()));
  }

  private void add(String name, List<Path> files) {
    try {
      sets.add(read(name, Snapshot.open(files)));
    } catch (SnapshotException e) {
      sets.add(DataSet.failed(name, String.valueOf(e.getMessage())));
    }
  }

  /** A file that fails becomes a row of its own, and the row of its directory does without it. */
  private void addNamed(Path path) {
    List<DataSet> failed = new ArrayList<>();
    try {
      Snapshot snapshot =
          Snapshot.open(
              List.of(path),
              (file, problem) ->
                  failed.add(
                      DataSet.failed(file.toString(), String.valueOf(problem.getMessage()))));
      sets.add(read(path.toString(), snapshot));
    } catch (SnapshotException e) {
      if (failed.isEmpty()) {
        failed.add(DataSet.failed(path.toString(), String.valueOf(e.getMessage())));
      }
    }
    sets.addAll(failed);
  }

  private DataSet read(String name, Snapshot snapshot) {
    open.add(snapshot);
    Sha256 digest = new Sha256();
    List<MemorySegment> memories = new ArrayList<>();
    List<Dtype> dtypes = new ArrayList<>();
    for (Allocation allocation : snapshot.allocations()) {
      MemorySegment memory = allocation.memory();
      MemorySegment taken = memory.asSlice(0, Math.min(mostBytes, memory.byteSize()));
      memories.add(taken);
      dtypes.add(allocation.dtype());
      digest.add(allocation.name()).add(allocation.dtype()).add(allocation.shape()).add(taken);
    }
    return new DataSet(name, memories, dtypes, digest.hex(), "");
  }

  /** All rows: the examples', then the user's. */
  public List<DataSet> all() {
    return List.copyOf(sets);
  }

  @Override
  public void close() {
    open.forEach(Snapshot::close);
    open.clear();
  }
}
