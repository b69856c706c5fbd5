package dev.magpie.snapshot;

import dev.magpie.settings.InputFiles;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A kind of files that hold arrays. To add one, write its reader and put it into {@link #BUILT_IN};
 * help and messages have their lists from there.
 */
public final class FileFormat {
  /** Its arrays are folders. */
  static final FileFormat ZARR =
      new FileFormat("Zarr", List.of("zarr"), _ -> false, ZarrReader::read);

  /** What is none of these may still be raw binary. */
  private static final List<FileFormat> BUILT_IN =
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
              "HDF5", List.of("h5", "hdf5"), Hdf5Storage::isStartOfFile, Hdf5Reader::read),
          ZARR);

  private static final List<FileFormat> ALL =
      Stream.concat(
              BUILT_IN.stream(),
              ServiceLoader.load(PackedFormat.class, FileFormat.class.getClassLoader()).stream()
                  .map(ServiceLoader.Provider::get)
                  .map(FileFormat::new))
          .toList();

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

  private FileFormat(PackedFormat packed) {
    this(
        packed.label(),
        List.of(packed.extension()),
        start -> start.startsWith(packed.magic()),
        new PackedReader(packed)::read);
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
    return this != ZARR && !extensions.contains(extension(file));
  }

  /** Whether it is of files, not of arrays. */
  boolean isPacked() {
    return !BUILT_IN.contains(this);
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
    Optional<FileFormat> known = ofExtension(extension(file));
    if (known.isPresent()) {
      return known;
    }
    return ofStart(InputFiles.start(file, START_BYTES));
  }

  /** The kind of a file in another one, in the same way. */
  static Optional<FileFormat> of(String name, Bytes content) {
    Optional<FileFormat> known = ofExtension(extension(name));
    return known.isPresent()
        ? known
        : ofStart(
            content
                .slice(0, Math.min(START_BYTES, content.size()), "the start")
                .toArray(ValueLayout.JAVA_BYTE));
  }

  private static Optional<FileFormat> ofExtension(String extension) {
    return ALL.stream().filter(each -> each.extensions.contains(extension)).findFirst();
  }

  private static Optional<FileFormat> ofStart(byte[] start) {
    String text = new String(start, StandardCharsets.ISO_8859_1);
    return ALL.stream().filter(each -> each.start.test(text)).findFirst();
  }

  /** Whether a file that is of no other kind is raw binary though nobody named it. */
  static boolean isDump(Path file) {
    return isDump(String.valueOf(file.getFileName()));
  }

  /** The same of a file's name. */
  static boolean isDump(String name) {
    return DUMPS.contains(extension(name));
  }

  private static String extension(Path file) {
    return extension(String.valueOf(file.getFileName()));
  }

  private static String extension(String name) {
    return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
  }
}
