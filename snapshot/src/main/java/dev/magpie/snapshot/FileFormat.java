package dev.magpie.snapshot;

import dev.magpie.settings.InputFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A kind of files that hold arrays. To add one, write its reader and put it into {@link #ALL}; help
 * and messages have their lists from there.
 */
public final class FileFormat {
  /** What is none of these may still be raw binary. */
  private static final List<FileFormat> ALL =
      List.of(
          new FileFormat(
              ".npy",
              List.of("npy"),
              start -> start.startsWith(NpyHeader.MAGIC),
              (file, arrays, _) -> NpyHeader.readArray(file, arrays)),
          new FileFormat(".npz", List.of("npz"), _ -> false, NpzReader::read),
          new FileFormat(
              ".safetensors",
              List.of("safetensors"),
              _ -> false,
              (file, arrays, _) -> SafetensorsReader.read(file, arrays)),
          new FileFormat(
              "GGUF",
              List.of("gguf"),
              start -> start.startsWith(GgufReader.MAGIC),
              (file, arrays, _) -> GgufReader.read(file, arrays)),
          new FileFormat(
              "PyTorch",
              List.of("pt", "pth"),
              TorchReader::isStartOfFile,
              (file, arrays, _) -> TorchReader.read(file, arrays)),
          new FileFormat("ONNX", List.of("onnx"), _ -> false, OnnxReader::read),
          new FileFormat(
              "HDF5", List.of("h5", "hdf5"), Hdf5Storage::isStartOfFile, Hdf5Reader::read));

  private static final List<String> DUMPS = List.of("bin", "raw", "dat");

  /** How much of a file tells its kind. */
  private static final int START_BYTES = 1024;

  /** Reads a file of the format. */
  @FunctionalInterface
  interface Reader {
    /**
     * Adds the arrays of a file.
     *
     * @param decoded takes what does not stand in the file as it is
     * @throws SnapshotException if the file is damaged
     */
    void read(Bytes file, FileArrays arrays, Decoded decoded);
  }

  private final String label;
  private final List<String> extensions;
  private final Predicate<String> start;
  private final Reader reader;

  /**
   * @param label what people call it
   * @param start whether a file that begins so, in Latin-1, is of this kind whatever its extension
   */
  private FileFormat(
      String label, List<String> extensions, Predicate<String> start, Reader reader) {
    this.label = label;
    this.extensions = extensions;
    this.start = start;
    this.reader = reader;
  }

  /** The formats that are told by extension or first bytes. */
  public static List<FileFormat> all() {
    return ALL;
  }

  /** The usual extension of each, and those of raw files. */
  static String extensionsOfAll() {
    return Stream.concat(ALL.stream().map(each -> each.extensions.getFirst()), DUMPS.stream())
        .map(each -> "." + each)
        .collect(Collectors.joining(", "));
  }

  /** The extensions of files that are raw binary in a directory too, without dots. */
  public static List<String> rawExtensions() {
    return DUMPS;
  }

  /** What people call it. */
  public String label() {
    return label;
  }

  /** The extensions of its files, without dots, the usual one first. */
  public List<String> extensions() {
    return extensions;
  }

  /** Whether a file is of this kind by what is in it, though its name says otherwise. */
  boolean isHiddenIn(Path file) {
    return !extensions.contains(extension(file));
  }

  Reader reader() {
    return reader;
  }

  /**
   * The kind of a file: by its extension where that is one of ours, then by its first bytes.
   *
   * @return empty for a file of another kind
   */
  static Optional<FileFormat> of(Path file) throws IOException {
    String extension = extension(file);
    Optional<FileFormat> known =
        ALL.stream().filter(each -> each.extensions.contains(extension)).findFirst();
    if (known.isPresent()) {
      return known;
    }
    byte[] start = InputFiles.start(file, START_BYTES);
    String text = new String(start, StandardCharsets.ISO_8859_1);
    return ALL.stream().filter(each -> each.start.test(text)).findFirst();
  }

  /** Whether a file that is of no other kind is raw binary though nobody named it. */
  static boolean isDump(Path file) {
    return DUMPS.contains(extension(file));
  }

  private static String extension(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
  }

  /** The file's name without its extension. */
  static String baseName(Path file) {
    String name = String.valueOf(file.getFileName());
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }
}
