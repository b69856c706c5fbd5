package dev.magpie.snapshot;

import java.nio.ByteOrder;
import java.util.List;

/** NumPy's type descriptions: {@code '<f4'}, or a list of fields for a structure. */
final class NumpyType {
  private NumpyType() {}

  /**
   * The element type that a header's {@code descr} gives. Complex numbers become two floats;
   * strings, structures and floats of other widths become bytes.
   *
   * @throws IllegalArgumentException if it gives none, or Python objects
   */
  static ElementType parse(Object description) {
    return switch (description) {
      case String code ->
          code.startsWith(">") ? simple(code).in(ByteOrder.BIG_ENDIAN) : simple(code);
      case List<?> fields -> ElementType.vector(Dtype.U8, structureBytes(fields));
      default -> throw new IllegalArgumentException("'descr' is neither a string nor a list");
    };
  }

  private static ElementType simple(String code) {
    int kindAt = !code.isEmpty() && "<>|=".indexOf(code.charAt(0)) >= 0 ? 1 : 0;
    if (code.length() < kindAt + 1) {
      throw unknown(code);
    }
    char kind = code.charAt(kindAt);
    int size = size(code, kindAt + 1);
    return switch (kind) {
      case 'O' ->
          throw new IllegalArgumentException(
              "the elements are Python objects, which have no bytes in the file; save the array with"
                  + " a numeric dtype");
      case 'b', '?' -> known(code, size, Dtype.U8);
      case 'u' -> known(code, size, Dtype.U8, Dtype.U16, Dtype.U32, Dtype.U64);
      case 'i' -> known(code, size, Dtype.I8, Dtype.I16, Dtype.I32, Dtype.I64);
      case 'M', 'm' -> known(code, size, Dtype.I64);
      case 'f' -> size > 8 ? bytes(size) : known(code, size, Dtype.F16, Dtype.F32, Dtype.F64);
      case 'c' ->
          switch (size) {
            case 8 -> ElementType.vector(Dtype.F32, 2);
            case 16 -> ElementType.vector(Dtype.F64, 2);
            case 24, 32 -> bytes(size);
            default -> throw unknown(code);
          };
      case 'S', 'a', 'V' -> bytes(size);
      case 'U' -> ElementType.vector(Dtype.U32, size);
      default -> throw unknown(code);
    };
  }

  private static ElementType bytes(int size) {
    return ElementType.vector(Dtype.U8, size);
  }

  private static ElementType known(String code, int size, Dtype... sizes) {
    for (Dtype dtype : sizes) {
      if (dtype.bytes() == size) {
        return ElementType.of(dtype);
      }
    }
    throw unknown(code);
  }

  /** The digits behind the kind; a unit such as {@code [ns]} may follow them. */
  private static int size(String code, int from) {
    int end = from;
    while (end < code.length() && code.charAt(end) >= '0' && code.charAt(end) <= '9') {
      end++;
    }
    if (end == from) {
      return code.charAt(from - 1) == '?' ? 1 : 0;
    }
    if (end - from > 9 || (end < code.length() && code.charAt(end) != '[')) {
      throw unknown(code);
    }
    return Integer.parseInt(code.substring(from, end));
  }

  private static long structureBytes(List<?> fields) {
    long bytes = 0;
    for (Object field : fields) {
      if (!(field instanceof List<?> parts) || parts.size() < 2 || parts.size() > 3) {
        throw new IllegalArgumentException(
            "a field of 'descr' is not (name, type) or (name, type, shape)");
      }
      long fieldBytes = parse(parts.get(1)).bytes();
      if (parts.size() == 3) {
        fieldBytes = Math.multiplyExact(fieldBytes, product(parts.get(2)));
      }
      bytes = Math.addExact(bytes, fieldBytes);
    }
    return bytes;
  }

  private static long product(Object shape) {
    long product = 1;
    for (Object dimension : shape instanceof List<?> dimensions ? dimensions : List.of(shape)) {
      if (!(dimension instanceof Long size) || size < 0) {
        throw new IllegalArgumentException("a field of 'descr' has no legal shape");
      }
      product = Math.multiplyExact(product, size);
    }
    return product;
  }

  private static IllegalArgumentException unknown(String code) {
    return new IllegalArgumentException("unknown element type '%s'".formatted(code));
  }
}
