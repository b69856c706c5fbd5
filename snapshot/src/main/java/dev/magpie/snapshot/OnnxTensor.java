package dev.magpie.snapshot;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A {@code TensorProto} of ONNX as it stands in a file: what describes it, and where its numbers
 * are.
 */
final class OnnxTensor {
  private static final String LOCATION = "location";
  private static final String OFFSET = "offset";
  private static final String LENGTH = "length";
  private static final int MOST_NAME_BYTES = 1 << 16;

  /** Numbers that are not packed, or lists that they are packed in; nobody writes so many. */
  private static final int MOST_PIECES = 1 << 18;

  private final Bytes file;
  private final List<Long> dims = new ArrayList<>();
  private final Map<String, String> external = new HashMap<>();
  private String name = "";
  private long type;
  private boolean outside;
  private @Nullable MemorySegment raw;

  /** Numbers of fixed size, packed. */
  private @Nullable MemorySegment fixed;

  /** Numbers of variable size, packed. */
  private final List<ProtobufFields.Packed> packed = new ArrayList<>();

  private final List<Long> single = new ArrayList<>();

  private OnnxTensor(Bytes file) {
    this.file = file;
  }

  static OnnxTensor read(Bytes file, ProtobufFields fields) {
    OnnxTensor tensor = new OnnxTensor(file);
    while (fields.next()) {
      tensor.take(fields);
    }
    return tensor;
  }

  private void take(ProtobufFields fields) {
    switch (fields.field()) {
      case 1 -> {
        if (fields.isNumber()) {
          addDim(fields.number());
        } else {
          for (ProtobufFields.Packed each = fields.packed(); each.hasNext(); ) {
            addDim(each.next());
          }
        }
      }
      case 2 -> type = fields.number();
      case 4, 10 -> {
        if (fixed != null) {
          throw notPacked();
        }
        fixed = fields.bytes();
      }
      case 5, 7, 11 -> {
        if (fields.isNumber()) {
          addSingle(fields.number());
        } else {
          requireRoom(packed);
          packed.add(fields.packed());
        }
      }
      case 8 -> name = text(fields);
      case 9 -> raw = fields.bytes();
      case 13 -> addExternal(fields.message());
      case 14 -> outside = fields.number() == 1;
      default -> {}
    }
  }

  private void addDim(long dim) {
    if (dims.size() == FileArrays.MAX_DIMENSIONS) {
      throw fail("more than %d dimensions".formatted(FileArrays.MAX_DIMENSIONS));
    }
    dims.add(dim);
  }

  private void addSingle(long number) {
    requireRoom(single);
    single.add(number);
  }

  private void requireRoom(List<?> pieces) {
    if (pieces.size() == MOST_PIECES) {
      throw notPacked();
    }
  }

  private SnapshotException notPacked() {
    return fail("numbers that are not packed; write it again with a newer version of ONNX");
  }

  private void addExternal(ProtobufFields entry) {
    String key = "";
    String value = "";
    while (entry.next()) {
      if (entry.field() == 1) {
        key = text(entry);
      } else if (entry.field() == 2) {
        value = text(entry);
      }
    }
    if (key.equals(LOCATION) || key.equals(OFFSET) || key.equals(LENGTH)) {
      external.put(key, value);
    }
  }

  private String text(ProtobufFields fields) {
    return text(file, fields);
  }

  /** A text of a file, which is a name or not much longer. */
  static String text(Bytes file, ProtobufFields fields) {
    MemorySegment text = fields.bytes();
    if (text.byteSize() > MOST_NAME_BYTES) {
      throw file.fail(
          "a name", "a text of %d bytes; the file is damaged".formatted(text.byteSize()));
    }
    return new String(text.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
  }

  String name() {
    return name;
  }

  /** The same under the name of who has it. */
  OnnxTensor named(String owner) {
    name = owner;
    return this;
  }

  long type() {
    return type;
  }

  List<Long> shape() {
    return List.copyOf(dims);
  }

  /** Whether its numbers are in another file. */
  boolean isOutside() {
    return outside;
  }

  /** Where that is, from the folder of this file. */
  String location() {
    return external.getOrDefault(LOCATION, "");
  }

  /**
   * Where the numbers are there.
   *
   * @param other that file
   */
  MemorySegment outside(OnnxType of, Bytes other) {
    long bytes = bytes(of);
    requireBytes(of, bytes, number(LENGTH, bytes));
    return other.slice(number(OFFSET, 0), bytes, "tensor '" + name + "'");
  }

  private long number(String key, long otherwise) {
    String text = external.get(key);
    if (text == null) {
      return otherwise;
    }
    try {
      return Long.parseUnsignedLong(text);
    } catch (NumberFormatException e) {
      throw fail(
          "has the %s '%s' in another file, which is none; the file is damaged"
              .formatted(key, text));
    }
  }

  /** Bytes of the tensor. */
  long bytes(OnnxType of) {
    if (dims.stream().anyMatch(each -> each < 0)) {
      throw fail("shape %s has a negative extent; the file is damaged".formatted(dims));
    }
    try {
      long elements = dims.stream().reduce(1L, Math::multiplyExact);
      return of.bytes(elements);
    } catch (ArithmeticException e) {
      throw fail("shape %s has more bytes than can be addressed".formatted(dims));
    }
  }

  /** Its numbers, where they are in this file. */
  MemorySegment memory(OnnxType of, Decoded decoded) {
    long bytes = bytes(of);
    MemorySegment found = raw == null ? fixed : raw;
    if (found == null) {
      return unpacked(of, bytes, decoded);
    }
    requireBytes(of, bytes, found.byteSize());
    return found;
  }

  private void requireBytes(OnnxType of, long bytes, long found) {
    if (found != bytes) {
      throw fail(
          "%s%s is %d bytes, and the file has %d; it is damaged: write it again"
              .formatted(of.name(), dims, bytes, found));
    }
  }

  /** Numbers of variable length, each as wide as the type. */
  private MemorySegment unpacked(OnnxType of, long bytes, Decoded decoded) {
    if (bytes == 0) {
      return file.memory().asSlice(0, 0);
    }
    int width = of.element().map(each -> each.dtype().bytes()).orElse(1);
    MemorySegment to = decoded.allocate(bytes, "tensor '" + name + "'");
    long at = 0;
    for (long number : single) {
      at = put(to, at, number, width);
    }
    for (ProtobufFields.Packed each : packed) {
      while (each.hasNext()) {
        at = put(to, at, each.next(), width);
      }
    }
    requireBytes(of, bytes, at);
    return to;
  }

  private long put(MemorySegment to, long at, long number, int width) {
    if (at > to.byteSize() - width) {
      throw fail("more numbers than shape %s has; the file is damaged".formatted(dims));
    }
    for (int i = 0; i < width; i++) {
      to.set(ValueLayout.JAVA_BYTE, at + i, (byte) (number >>> (Byte.SIZE * i)));
    }
    return at + width;
  }

  SnapshotException fail(String problem) {
    return file.fail("tensor '" + name + "'", problem);
  }
}
