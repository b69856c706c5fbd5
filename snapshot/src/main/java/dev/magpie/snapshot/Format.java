package dev.magpie.snapshot;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The kinds of files that hold arrays, and how to tell them. */
enum Format {
  NPY,
  NPZ,
  SAFETENSORS,
  HDF5,
  RAW;

  static final String HDF5_SIGNATURE = "\u0089HDF\r\n\u001a\n";

  /** The smallest user block, behind which an HDF5 file may start. */
  static final int HDF5_USER_BLOCK = 512;

  /**
   * The kind of a file: by its extension where that is one of ours, then by its first bytes, and
   * then raw if the user named the file, or if its extension is that of binary dumps.
   *
   * @return null for a file of another kind
   */
  static @Nullable Format of(Path file, boolean namedByUser) throws IOException {
    String extension = extension(file);
    Format known = byExtension(extension);
    if (known != null) {
      return known;
    }
    byte[] start;
    try (InputStream in = Files.newInputStream(file)) {
      start = in.readNBytes(HDF5_USER_BLOCK + HDF5_SIGNATURE.length());
    }
    String text = new String(start, StandardCharsets.ISO_8859_1);
    if (text.startsWith(NpyHeader.MAGIC)) {
      return NPY;
    }
    if (text.startsWith(HDF5_SIGNATURE) || text.startsWith(HDF5_SIGNATURE, HDF5_USER_BLOCK)) {
      return HDF5;
    }
    boolean dump = extension.equals("bin") || extension.equals("raw") || extension.equals("dat");
    return namedByUser || dump ? RAW : null;
  }

  private static @Nullable Format byExtension(String extension) {
    return switch (extension) {
      case "npy" -> NPY;
      case "npz" -> NPZ;
      case "safetensors" -> SAFETENSORS;
      case "h5", "hdf5" -> HDF5;
      default -> null;
    };
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
