package dev.magpie.snapshot;

import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * The header of an {@code .npy} file, versions 1 to 3. Dimensions are in the order of the memory,
 * so those of an array in Fortran order are turned.
 *
 * @param dataOffset where the elements start
 * @param dataBytes bytes of all elements
 */
record NpyHeader(ElementType element, List<Long> shape, long dataOffset, long dataBytes) {
  static final String MAGIC = "\u0093NUMPY";

  /** NumPy itself reads 10,000 without being asked; structures with many fields take more. */
  static final int MAX_HEADER_BYTES = 1 << 20;

  /** Enough bytes of a file to hold any header. */
  static final int MAX_BYTES = MAX_HEADER_BYTES + 12;

  /**
   * Reads the header at the start of {@code file}, of which more than the header may be missing.
   */
  static NpyHeader parse(Bytes file) {
    if (!file.has(0, MAGIC)) {
      throw file.at(0, "no .npy magic number; the file is of another kind or damaged");
    }
    int version = file.u16(6) & 0xff;
    if (version < 1 || version > 3) {
      throw file.at(6, ".npy version %d; 1, 2 and 3 can be read".formatted(version));
    }
    int textOffset = version == 1 ? 10 : 12;
    long textBytes = version == 1 ? file.u16(8) : file.u32(8);
    if (textBytes > MAX_HEADER_BYTES) {
      throw file.at(
          8, "a header of %d bytes; %d are the most".formatted(textBytes, MAX_HEADER_BYTES));
    }
    byte[] text = file.slice(textOffset, textBytes, "the header").toArray(ValueLayout.JAVA_BYTE);
    try {
      return parse(
          file,
          new String(text, version == 3 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1),
          textOffset + textBytes);
    } catch (IllegalArgumentException e) {
      throw file.fail("header", e.getMessage() + "; write the file again");
    } catch (ArithmeticException e) {
      throw file.fail("header", "the element type has more bytes than can be addressed");
    }
  }

  private static NpyHeader parse(Bytes file, String text, long dataOffset) {
    if (!(PythonLiteral.parse(text) instanceof Map<?, ?> entries)
        || entries.size() != 3
        || !(entries.get("fortran_order") instanceof Boolean fortran)
        || !(entries.get("shape") instanceof List<?> dimensions)) {
      throw new IllegalArgumentException(
          "not a dictionary of 'descr', 'fortran_order' and 'shape'");
    }
    List<Long> shape = new ArrayList<>();
    for (Object dimension : dimensions) {
      if (!(dimension instanceof Long size)) {
        throw new IllegalArgumentException("'shape' holds something else than numbers");
      }
      shape.add(size);
    }
    if (fortran) {
      Collections.reverse(shape);
    }
    Object description = entries.get("descr");
    if (description == null) {
      throw new IllegalArgumentException("'descr' is missing");
    }
    ElementType element = NumpyType.parse(description);
    return new NpyHeader(
        element, shape, dataOffset, FileArrays.bytes(file, "header", element, shape));
  }

  /** Adds the array of a file to others. */
  static void readArray(Bytes file, FileArrays arrays) {
    NpyHeader header = parse(file);
    arrays.add(
        arrays.baseName(),
        header.element(),
        header.shape(),
        file.array(header.dataOffset(), header.dataBytes(), "the array"));
  }
}
