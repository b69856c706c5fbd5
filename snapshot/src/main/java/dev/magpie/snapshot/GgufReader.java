package dev.magpie.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads {@code .gguf}, the files of llama.cpp: counts, keys with values, where each tensor is with
 * its type and shape, and the tensors' bytes. Shapes are as NumPy writes them, rows last. Values
 * are passed over, but for the tensors' alignment.
 */
final class GgufReader {
  static final String MAGIC = "GGUF";

  private static final long DEFAULT_ALIGNMENT = 32;
  private static final long MAX_ALIGNMENT = 1 << 20;
  private static final int MAX_NAME_BYTES = 1 << 16;

  /** ggml has four. */
  private static final int MAX_DIMENSIONS = 8;

  /** Arrays of arrays are legal, and nobody writes them. */
  private static final int MAX_NESTING = 4;

  private static final int UNSIGNED = 4;
  private static final int STRING = 8;
  private static final int ARRAY = 9;

  /** Bytes of a value by its type; 0 for those without a size of their own. */
  private static final List<Integer> VALUE_BYTES = List.of(1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8);

  private record Described(String name, GgufType type, List<Long> shape, long offset) {}

  private final Bytes file;
  private final FileArrays arrays;
  private long at = MAGIC.length();
  private long alignment = DEFAULT_ALIGNMENT;

  private GgufReader(Bytes file, FileArrays arrays) {
    this.file = file;
    this.arrays = arrays;
  }

  static void read(Bytes file, FileArrays arrays) {
    new GgufReader(file, arrays).read();
  }

  private void read() {
    if (!file.has(0, MAGIC)) {
      throw file.at(0, "does not begin with 'GGUF': the file is damaged or of another kind");
    }
    long version = u32();
    if (!isKnown(version)) {
      throw file.at(
          MAGIC.length(),
          isKnown(Integer.reverseBytes((int) version))
              ? "big-endian, which is not read; convert it with gguf_convert_endian.py"
              : "version %d, and versions 2 and 3 are read; convert it again".formatted(version));
    }
    long tensors = count("tensors", FileArrays.MAX_ARRAYS);
    long values = count("values", file.size());
    for (long v = 0; v < values; v++) {
      readValue();
    }
    List<Described> described = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (long t = 0; t < tensors; t++) {
      Described tensor = readTensor();
      if (!names.add(tensor.name)) {
        throw file.fail(place(tensor), "is in the file twice");
      }
      described.add(tensor);
    }
    addAll(described);
  }

  private static boolean isKnown(long version) {
    return version == 2 || version == 3;
  }

  /** A number of things of which each takes a byte at least. */
  private long count(String what, long most) {
    long count = u64();
    if (count < 0 || count > most) {
      throw file.at(
          at - 8,
          "%s %s; %d are the most: the file is damaged"
              .formatted(Long.toUnsignedString(count), what, most));
    }
    return count;
  }

  private void readValue() {
    long begin = at;
    String key = string("a key");
    long type = u32();
    if (key.equals("general.alignment")) {
      if (type != UNSIGNED) {
        throw file.at(begin, "general.alignment is of type %d, not %d".formatted(type, UNSIGNED));
      }
      alignment = u32();
      if (Long.bitCount(alignment) != 1 || alignment > MAX_ALIGNMENT) {
        throw file.at(
            begin, "general.alignment is %d, and no power of two up to 1 MiB".formatted(alignment));
      }
    } else {
      skip(begin, key, type, 0);
    }
  }

  private void skip(long begin, String key, long type, int nesting) {
    if (type == STRING) {
      skipBytes(u64(), "a string");
    } else if (type == ARRAY) {
      long of = u32();
      long count = count("elements", file.size());
      if (nesting == MAX_NESTING) {
        throw file.at(begin, "'%s' has arrays in arrays, too many of them".formatted(key));
      }
      if (of != STRING && of != ARRAY) {
        skipBytes(Math.multiplyExact(count, bytes(begin, key, of)), "an array");
        return;
      }
      for (long i = 0; i < count; i++) {
        skip(begin, key, of, nesting + 1);
      }
    } else {
      skipBytes(bytes(begin, key, type), "a value");
    }
  }

  private long bytes(long begin, String key, long type) {
    if (type < 0 || type >= VALUE_BYTES.size()) {
      throw file.at(begin, "'%s' has a value of unknown type %d".formatted(key, type));
    }
    return VALUE_BYTES.get((int) type);
  }

  private Described readTensor() {
    String name = string("a tensor's name");
    String place = "tensor '" + name + "'";
    long dimensions = u32();
    if (dimensions > MAX_DIMENSIONS) {
      throw file.fail(
          place, "%d dimensions; %d are the most".formatted(dimensions, MAX_DIMENSIONS));
    }
    List<Long> shape = new ArrayList<>();
    for (long d = 0; d < dimensions; d++) {
      shape.addFirst(u64());
    }
    long number = u32();
    GgufType type =
        GgufType.of(number)
            .orElseThrow(() -> file.fail(place, "has the unknown type %d".formatted(number)));
    return new Described(name, type, List.copyOf(shape), u64());
  }

  private void addAll(List<Described> described) {
    long data = Math.ceilDiv(at, alignment) * alignment;
    DisjointRanges ranges = new DisjointRanges();
    for (Described tensor : described) {
      long bytes = bytes(tensor);
      if (tensor.offset < 0 || tensor.offset > Long.MAX_VALUE - data) {
        throw file.fail(
            place(tensor), "begins beyond all files; the file is damaged: copy it again");
      }
      if (tensor.offset % alignment != 0) {
        throw file.fail(
            place(tensor),
            "begins at byte %d of the data, which is no multiple of %d"
                .formatted(tensor.offset, alignment));
      }
      MemorySegment memory = file.array(data + tensor.offset, bytes, place(tensor));
      ranges.add(tensor.name, tensor.offset, tensor.offset + bytes);
      if (tensor.type.dtype().isPresent()) {
        ElementType element = ElementType.of(tensor.type.dtype().get());
        arrays.add(tensor.name, element, tensor.shape, memory);
      } else {
        arrays.add(tensor.name, tensor.type.toString(), tensor.shape, memory);
      }
    }
    ranges.check(file);
  }

  private long bytes(Described tensor) {
    for (long dimension : tensor.shape) {
      if (dimension < 0) {
        throw file.fail(place(tensor), "shape %s is too large".formatted(tensor.shape));
      }
    }
    int elements = tensor.type.elements();
    if (elements > 1 && (tensor.shape.isEmpty() || tensor.shape.getLast() % elements != 0)) {
      throw file.fail(
          place(tensor),
          "rows of shape %s are no whole blocks of %d elements, as %s has them"
              .formatted(tensor.shape, elements, tensor.type));
    }
    try {
      return tensor.type.bytes(tensor.shape);
    } catch (ArithmeticException e) {
      throw file.fail(
          place(tensor), "shape %s has more bytes than can be addressed".formatted(tensor.shape));
    }
  }

  private static String place(Described tensor) {
    return "tensor '" + tensor.name + "'";
  }

  private String string(String what) {
    long begin = at;
    long length = u64();
    if (length < 0 || length > MAX_NAME_BYTES) {
      throw file.at(
          begin,
          "%s of %s bytes; %d are the most: the file is damaged"
              .formatted(what, Long.toUnsignedString(length), MAX_NAME_BYTES));
    }
    MemorySegment text = file.slice(at, length, what);
    at += length;
    return new String(text.toArray(ValueLayout.JAVA_BYTE), UTF_8);
  }

  private void skipBytes(long length, String what) {
    file.array(at, length, what);
    at += length;
  }

  private long u32() {
    long value = file.u32(at);
    at += 4;
    return value;
  }

  private long u64() {
    long value = file.u64(at);
    at += 8;
    return value;
  }
}
