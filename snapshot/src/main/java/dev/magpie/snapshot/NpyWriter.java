package dev.magpie.snapshot;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Writes {@code .npy} files, version 1, of tensors in row-major order. */
public final class NpyWriter {
  /** What NumPy aligns the data to. */
  private static final int ALIGNMENT = 64;

  private NpyWriter() {}

  /**
   * Writes a file, whole or not at all.
   *
   * @throws java.io.UncheckedIOException if it cannot be written
   * @throws IllegalArgumentException if the elements are {@code bf16}, which NumPy does not know
   */
  public static void write(Path file, Tensor tensor) {
    byte[] header = header(tensor);
    WrittenFile.write(file, out -> write(out, header, tensor));
  }

  /** Writes the bytes of an {@code .npy} file to a channel. */
  public static void write(WritableByteChannel out, Tensor tensor) throws IOException {
    write(out, header(tensor), tensor);
  }

  private static void write(WritableByteChannel out, byte[] header, Tensor tensor)
      throws IOException {
    WrittenFile.writeFully(out, MemorySegment.ofArray(header));
    WrittenFile.writeFully(out, tensor.memory());
  }

  private static byte[] header(Tensor tensor) {
    String literal =
        "{'descr': '%s', 'fortran_order': False, 'shape': %s, }"
            .formatted(code(tensor), tuple(tensor.shape()));
    int textBytes = Math.ceilDiv(10 + literal.length() + 1, ALIGNMENT) * ALIGNMENT - 10;
    String text = literal + " ".repeat(textBytes - literal.length() - 1) + "\n";
    String start =
        NpyHeader.MAGIC + "\u0001\u0000" + (char) (textBytes & 0xff) + (char) (textBytes >>> 8);
    return (start + text).getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String code(Tensor tensor) {
    String code = littleEndianCode(tensor.dtype());
    return tensor.order().equals(ByteOrder.BIG_ENDIAN) ? code.replace('<', '>') : code;
  }

  private static String littleEndianCode(Dtype dtype) {
    return switch (dtype) {
      case U8 -> "|u1";
      case I8 -> "|i1";
      case U16 -> "<u2";
      case I16 -> "<i2";
      case U32 -> "<u4";
      case I32 -> "<i4";
      case U64 -> "<u8";
      case I64 -> "<i8";
      case F16 -> "<f2";
      case F32 -> "<f4";
      case F64 -> "<f8";
      case BF16 ->
          throw new IllegalArgumentException(
              ".npy has no bf16; write .safetensors, or give the elements as u16");
    };
  }

  private static String tuple(List<Long> shape) {
    String items = shape.stream().map(String::valueOf).collect(Collectors.joining(", "));
    return shape.size() == 1 ? "(" + items + ",)" : "(" + items + ")";
  }
}
