package dev.magpie.snapshot;

import dev.magpie.settings.FileAddress;
import dev.magpie.settings.InputFiles;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The memory of a program at one moment: named, typed allocations, read from files.
 *
 * <p>Files but small ones are mapped, so a snapshot may be larger than the heap and than the
 * machine's memory; only arrays that are compressed in their file are decoded, into temporary files
 * that are mapped in turn. Of files that cannot be mapped, those of another file system than the
 * machine's, what is wanted is fetched. The memory may be read by any thread until the snapshot is
 * closed. A file that is cut short while it is open makes the JVM throw {@link InternalError} on
 * access.
 *
 * <pre>{@code
 * try (Snapshot snapshot = Snapshot.open(List.of(Path.of("model.safetensors")))) {
 *   for (Allocation allocation : snapshot.allocations()) {
 *     System.out.println(allocation.name() + " " + allocation.bytes());
 *   }
 * }
 * }</pre>
 */
public final class Snapshot implements AutoCloseable {
  /** Files up to this are copied: a process may map some ten thousands, and there may be more. */
  private static final long SMALL_BYTES = 32 << 10;

  /** What a disk for temporary files may lack. */
  private static final long MANY_BYTES = 256L << 20;

  private final Arena arena;
  private final List<Allocation> allocations;
  private final int skippedFiles;
  private final int skippedArrays;
  private final List<String> skippedNames;
  private final List<String> remarks;
  private final Set<String> programs;

  private Snapshot(
      Arena arena,
      List<Allocation> allocations,
      int skippedFiles,
      int skippedArrays,
      List<String> skippedNames,
      List<String> remarks,
      Set<String> programs) {
    this.arena = arena;
    this.allocations = List.copyOf(allocations);
    this.skippedFiles = skippedFiles;
    this.skippedArrays = skippedArrays;
    this.skippedNames = List.copyOf(skippedNames);
    this.remarks = List.copyOf(remarks);
    this.programs = Set.copyOf(programs);
  }

  /**
   * Opens a snapshot of files and directories, the latter searched recursively in name order.
   *
   * <p>A file's kind is the {@link FileFormat} of its extension, else of its first bytes. What then
   * remains is raw binary, of bytes, if its extension is {@code bin}, {@code raw} or {@code dat};
   * other files in directories are skipped and counted. Hidden files are passed over, and a
   * directory that links lead to again is searched once.
   *
   * @throws SnapshotException if an input is missing, damaged, of no kind that is read or without
   *     arrays
   */
  public static Snapshot open(List<Path> inputs) {
    return open(inputs, Optional.empty(), END);
  }

  /**
   * The same, but any file that is an input itself and of no other kind is raw binary.
   *
   * @param rawDtype the element type of raw files
   */
  public static Snapshot open(List<Path> inputs, Dtype rawDtype) {
    return open(inputs, Optional.of(rawDtype), END);
  }

  /**
   * Opens a snapshot like {@link #open(List)}, without the files that are damaged.
   *
   * @param damaged is told of each, and why it cannot be read; what it throws ends the opening
   * @throws SnapshotException if an input is missing, or no array in it can be read
   */
  public static Snapshot open(List<Path> inputs, BiConsumer<Path, SnapshotException> damaged) {
    return open(inputs, Optional.empty(), (file, problem, _) -> damaged.accept(file, problem));
  }

  /**
   * Opens a snapshot to look at: files in directories that are damaged are left out, and {@link
   * #remarks} say so.
   *
   * @param rawDtype as of {@link #open(List, Dtype)}, if there is to be one
   * @throws SnapshotException if an input is missing, a file that is one is damaged, or no array of
   *     one can be read
   */
  public static Snapshot openSound(List<Path> inputs, Optional<Dtype> rawDtype) {
    return open(
        inputs,
        rawDtype,
        (file, problem, remarks) -> {
          if (inputs.contains(file)) {
            throw problem;
          }
          remarks.add("left out, since it cannot be read: " + problem.getMessage());
        });
  }

  /** What becomes of a file that is damaged. */
  private interface Damaged {
    void found(Path file, SnapshotException problem, List<String> remarks);
  }

  private static final Damaged END =
      (_, problem, _) -> {
        throw problem;
      };

  private static Snapshot open(List<Path> inputs, Optional<Dtype> rawDtype, Damaged damaged) {
    Arena arena = Arena.ofShared();
    try {
      List<Allocation> allocations = new ArrayList<>();
      List<String> remarks = new ArrayList<>();
      Set<String> programs = new HashSet<>();
      Set<Path> used = new HashSet<>();
      Set<Path> dumps = new HashSet<>();
      int skippedFiles = 0;
      int skippedArrays = 0;
      List<String> skippedNames = new ArrayList<>();
      for (Path input : inputs) {
        FileWalk walk = new FileWalk(rawDtype.isPresent());
        walk.addInput(input);
        skippedFiles += walk.skipped();
        int before = allocations.size();
        int skippedBefore = skippedArrays;
        int remarksBefore = remarks.size();
        try (FilesAhead files = new FilesAhead(walk.found(), arena)) {
          for (FileWalk.Found found : walk.found()) {
            FileArrays arrays = new FileArrays(found.file(), found.path(), allocations);
            int complete = allocations.size();
            try {
              read(files.next(), found, rawDtype.orElse(Dtype.U8), arrays, arena, remarks);
              skippedArrays += arrays.skipped();
              arrays.named().stream()
                  .limit(FileArrays.MOST_NAMED - skippedNames.size())
                  .forEach(skippedNames::add);
              arrays.program().ifPresent(programs::add);
              used.addAll(arrays.used());
              if (found.format().isEmpty()) {
                dumps.add(found.file());
              }
            } catch (SnapshotException e) {
              allocations.subList(complete, allocations.size()).clear();
              damaged.found(found.file(), e, remarks);
            }
          }
        }
        if (allocations.size() == before) {
          throw nothing(
              input,
              skippedArrays - skippedBefore,
              skippedNames,
              remarks.subList(remarksBefore, remarks.size()));
        }
      }
      // Weights that a model has beside it are its arrays, and no dump.
      dumps.retainAll(used);
      allocations.removeIf(each -> dumps.contains(each.source()));
      return new Snapshot(
          arena, allocations, skippedFiles, skippedArrays, skippedNames, remarks, programs);
    } catch (Throwable e) {
      arena.close();
      throw e;
    }
  }

  private static SnapshotException nothing(
      Path input, int skipped, List<String> names, List<String> remarks) {
    String why =
        skipped == 0
            ? "expected " + FileFormat.extensionsOfAll()
            : "skipped %d without numbers in place, as %s"
                .formatted(skipped, String.join(", ", names));
    return new SnapshotException(
        Stream.concat(Stream.of("%s: holds no arrays; %s".formatted(input, why)), remarks.stream())
            .collect(Collectors.joining("; ")));
  }

  private static void read(
      Bytes file,
      FileWalk.Found found,
      Dtype rawDtype,
      FileArrays arrays,
      Arena arena,
      List<String> remarks) {
    arrays.setFetched(file.file());
    Decoded decoded = new Decoded(file, arena);
    try {
      if (found.format().isPresent()) {
        FileFormat format = found.format().get();
        if (format.isHiddenIn(found.file())) {
          remarks.add(
              "%s: begins as %s does, and is read so".formatted(file.label(), format.label()));
        }
        format.reader().read(file, arrays, decoded);
        arrays.remarks().forEach(each -> remarks.add(file.label() + ": " + each));
        if (decoded.allocated() >= MANY_BYTES) {
          remarks.add(
              "%s: unpacked, it takes %d MiB of the temporary directory"
                  .formatted(file.label(), decoded.allocated() >> 20));
        }
      } else {
        RawReader.read(file, rawDtype, arrays);
      }
    } catch (OutOfMemoryError e) {
      throw new SnapshotException(
          "%s: lists more arrays than the heap has room for; give it more with -Xmx"
              .formatted(file.label()),
          e);
    }
  }

  /** The bytes of a file: mapped or copied on a disk, else fetched as they are wanted. */
  static Bytes bytes(String label, Path file, Arena arena) {
    try {
      FileChannel channel = InputFiles.channel(file);
      if (!FileAddress.isHere(file)) {
        FetchedFile fetched = new FetchedFile(label, channel, arena);
        return new Bytes(label, fetched.memory(), fetched);
      }
      try (channel) {
        return new Bytes(
            label,
            channel.size() <= SMALL_BYTES
                ? copied(channel, arena)
                : channel.map(MapMode.READ_ONLY, 0, channel.size(), arena));
      }
    } catch (IOException e) {
      if (e.getCause() instanceof OutOfMemoryError) {
        throw new SnapshotException(
            "%s: the system maps no more files for a process; take fewer, or raise vm.max_map_count"
                .formatted(file),
            e);
      }
      throw FileWalk.unreadable(file, e);
    }
  }

  private static MemorySegment copied(FileChannel channel, Arena arena) throws IOException {
    MemorySegment memory = arena.allocate(channel.size());
    ByteBuffer buffer = memory.asByteBuffer();
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        throw new EOFException("it was cut short while it was read");
      }
    }
    return memory.asReadOnly();
  }

  /** The allocations: files in the order given and found, arrays in each file's own order. */
  public List<Allocation> allocations() {
    return allocations;
  }

  /** Bytes of all allocations together. */
  public long bytes() {
    return allocations.stream().mapToLong(Allocation::bytes).sum();
  }

  /** Files in the directories that were passed over, because they are of other kinds. */
  public int skippedFiles() {
    return skippedFiles;
  }

  /** Arrays in the files that have no numbers in place: HDF5 strings, structures and references. */
  public int skippedArrays() {
    return skippedArrays;
  }

  /** The first few of those, with their files and what they hold, for people. */
  public List<String> skippedNames() {
    return skippedNames;
  }

  /** What users may not expect of how files were read, a line each. */
  public List<String> remarks() {
    return remarks;
  }

  /** The program whose memory it is, where files name it and name only one. */
  public Optional<String> program() {
    return programs.size() == 1 ? programs.stream().findFirst() : Optional.empty();
  }

  /** Unmaps the memory; nobody may read it any more. */
  @Override
  public void close() {
    arena.close();
  }
}
