package dev.magpie.snapshot;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Takes the arrays that a reader finds in one file, in the reader's order. */
final class FileArrays {
  /** Far above real files, and small enough that a hostile header cannot fill the heap. */
  static final int MAX_ARRAYS = 1 << 18;

  /** As many as NumPy allows; HDF5 has 32. */
  static final int MAX_DIMENSIONS = 64;

  /** Finds files beside the one that is read. */
  interface Beside {
    /**
     * Gives one, or null if there is none.
     *
     * @param path from the folder of the file, within that folder
     */
    @Nullable Bytes find(Path path, Decoded decoded);
  }

  /** Arrays that are called by name where they are left out. */
  static final int MOST_NAMED = 3;

  private final Path source;
  private Beside beside = this::onDisk;
  private Path shown;
  private String path;
  private final List<Allocation> allocations;
  private final Set<Path> used = new HashSet<>();
  private final List<String> remarks = new ArrayList<>();
  private int added;
  private int skipped;
  private final List<String> named = new ArrayList<>();
  private @Nullable String program;
  private @Nullable FetchedFile fetched;

  FileArrays(Path source, String path, List<Allocation> allocations) {
    this.source = source;
    shown = source;
    this.path = path;
    this.allocations = allocations;
  }

  /** Says that arrays in the file's memory have to be fetched. */
  void setFetched(@Nullable FetchedFile file) {
    fetched = file;
  }

  Path source() {
    return source;
  }

  /** The file's name without its extension. */
  String baseName() {
    String name = path.substring(path.lastIndexOf('/') + 1);
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }

  /**
   * Reads a file in the file; its arrays' path leads through both.
   *
   * @param others what is beside it there
   */
  void within(String inner, Beside others, Runnable reading) {
    String outer = path;
    path = outer + "/" + inner;
    shown = source.resolve(inner);
    beside = others;
    reading.run();
    path = outer;
    shown = source;
    beside = this::onDisk;
  }

  /** A file beside the one that is read, or in a folder beside it; null if there is none. */
  @Nullable Bytes beside(Path other, Decoded decoded) {
    return beside.find(other, decoded);
  }

  private @Nullable Bytes onDisk(Path other, Decoded decoded) {
    Path place = folder().resolve(other);
    if (!Files.isRegularFile(place)) {
      return null;
    }
    used.add(place);
    return new Bytes(source + ": " + other, decoded.map(place));
  }

  /** Files beside this one that it has arrays in. */
  Set<Path> used() {
    return used;
  }

  /** Takes out again what was read of a file in the file. */
  void remove(String inner) {
    allocations.removeIf(each ->
        each.source().equals(source.resolve(inner))
            && each.key().path().equals(path + "/" + inner));
  }

  /** Where the file is. */
  Path folder() {
    return Objects.requireNonNullElse(source.getParent(), Path.of(""));
  }

  /** Calls the array by its folder, where the file is but one of those in it. */
  void showFolder() {
    shown = folder();
  }

  /** Adds an array of the file; the memory must be as large as element type and shape say. */
  void add(String name, ElementType element, List<Long> shape, MemorySegment memory) {
    List<Long> inOurElements = element.shape(shape);
    add(
        name,
        element.dtype().toString(),
        inOurElements,
        new Tensor(element.dtype(), inOurElements, element.order(), contents(memory)));
  }

  /**
   * Adds an array whose elements are none of ours.
   *
   * @param type what the file calls them
   * @param shape in such elements
   */
  void add(String name, String type, List<Long> shape, MemorySegment memory) {
    add(
        name,
        type,
        shape,
        new Tensor(
            Dtype.U8, List.of(memory.byteSize()), ByteOrder.LITTLE_ENDIAN, contents(memory)));
  }

  private Contents contents(MemorySegment memory) {
    return fetched == null ? Contents.of(memory) : fetched.part(memory);
  }

  private void add(String name, String type, List<Long> shape, Tensor tensor) {
    if (++added > MAX_ARRAYS) {
      throw new SnapshotException(
          "%s: more than %d arrays in one file; split it".formatted(source, MAX_ARRAYS));
    }
    allocations.add(
        new Allocation(shown, new Allocation.Key(path, name), type, List.copyOf(shape), tensor));
  }

  /**
   * Counts an array of the file that holds no numbers in place.
   *
   * @param kind what it holds
   */
  void skip(String name, String kind) {
    if (named.size() < MOST_NAMED) {
      named.add(
          "%s: %s (%s)".formatted(shown.getFileName(), name.isEmpty() ? baseName() : name, kind));
    }
    skipped++;
  }

  /** The first of those, for people. */
  List<String> named() {
    return named;
  }

  int skipped() {
    return skipped;
  }

  /** Says what users may not expect, a line without the file's name. */
  void remark(String text) {
    remarks.add(text);
  }

  List<String> remarks() {
    return remarks;
  }

  /** Says whose memory the file is. */
  void setProgram(String name) {
    program = name;
  }

  Optional<String> program() {
    return Optional.ofNullable(program);
  }

  /**
   * Bytes of an array that a file describes.
   *
   * @throws SnapshotException if there is no such array
   */
  static long bytes(Bytes file, String place, ElementType element, List<Long> shape) {
    if (shape.size() > MAX_DIMENSIONS) {
      throw file.fail(
          place, "%d dimensions; %d are the most".formatted(shape.size(), MAX_DIMENSIONS));
    }
    try {
      return Tensor.bytes(element.dtype(), element.shape(shape));
    } catch (IllegalArgumentException e) {
      throw file.fail(place, "shape %s: %s".formatted(shape, e.getMessage()));
    } catch (ArithmeticException e) {
      throw file.fail(place, "shape %s has more bytes than can be addressed".formatted(shape));
    }
  }
}
