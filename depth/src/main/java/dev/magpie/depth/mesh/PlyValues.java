package dev.magpie.depth.mesh;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** The numbers of a PLY file's data, one after another. */
sealed interface PlyValues {
  /** There are no more numbers. */
  final class TruncatedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /**
   * The next number.
   *
   * @throws TruncatedException if the file ends before it
   * @throws NumberFormatException if it is none
   */
  double next(PlyHeader.Type type);

  static PlyValues of(@Nullable ByteOrder binary, ByteBuffer bytes) {
    return binary == null ? new Ascii(bytes) : new Binary(bytes.order(binary));
  }

  /** Numbers as words. */
  record Ascii(ByteBuffer bytes) implements PlyValues {
    private static final int MAX_WORD = 100;

    @Override
    public double next(PlyHeader.Type type) {
      StringBuilder word = new StringBuilder();
      while (bytes.hasRemaining()) {
        char next = (char) (bytes.get() & 0xff);
        if (next > ' ') {
          if (word.length() == MAX_WORD) {
            throw new NumberFormatException(
                "'%s...', a number of more than %d characters".formatted(word, MAX_WORD));
          }
          word.append(next);
        } else if (!word.isEmpty()) {
          break;
        }
      }
      if (word.isEmpty()) {
        throw new TruncatedException();
      }
      try {
        return Double.parseDouble(word.toString());
      } catch (NumberFormatException e) {
        NumberFormatException said =
            new NumberFormatException("'%s', which is no number".formatted(word));
        said.initCause(e);
        throw said;
      }
    }
  }

  /** Numbers as bytes. */
  record Binary(ByteBuffer bytes) implements PlyValues {
    @Override
    public double next(PlyHeader.Type type) {
      try {
        return switch (type) {
          case INT8 -> bytes.get();
          case UINT8 -> bytes.get() & 0xff;
          case INT16 -> bytes.getShort();
          case UINT16 -> bytes.getShort() & 0xffff;
          case INT32 -> bytes.getInt();
          case UINT32 -> bytes.getInt() & 0xffff_ffffL;
          case FLOAT32 -> bytes.getFloat();
          case FLOAT64 -> bytes.getDouble();
        };
      } catch (BufferUnderflowException _) {
        throw new TruncatedException();
      }
    }
  }
}
