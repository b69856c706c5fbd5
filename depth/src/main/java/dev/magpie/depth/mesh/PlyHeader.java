package dev.magpie.depth.mesh;

import dev.magpie.depth.scene.SceneException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a PLY file says about itself before its data. */
record PlyHeader(@Nullable ByteOrder binary, List<Element> elements) {
  private static final int MAX_LINE = 10_000;

  /** A number's type; the names are the format's old and new ones. */
  enum Type {
    INT8("char", "int8"),
    UINT8("uchar", "uint8"),
    INT16("short", "int16"),
    UINT16("ushort", "uint16"),
    INT32("int", "int32"),
    UINT32("uint", "uint32"),
    FLOAT32("float", "float32"),
    FLOAT64("double", "float64");

    private final String oldName;
    private final String newName;

    Type(String oldName, String newName) {
      this.oldName = oldName;
      this.newName = newName;
    }

    static @Nullable Type named(String name) {
      for (Type type : values()) {
        if (type.oldName.equals(name) || type.newName.equals(name)) {
          return type;
        }
      }
      return null;
    }
  }

  /** One value of an element, or a list of them with its length before it. */
  record Property(String name, Type type, @Nullable Type length) {}

  /** So many records of the same properties. */
  record Element(String name, long count, List<Property> properties) {}

  /** Reads up to the line {@code end_header}, and leaves the buffer at the first byte after it. */
  static PlyHeader read(String file, ByteBuffer bytes) {
    if (!line(file, bytes).equals("ply")) {
      throw new SceneException(file + ": not a PLY file: it does not start with 'ply'");
    }
    ByteOrder order = null;
    boolean known = false;
    List<Element> elements = new ArrayList<>();
    for (int number = 2; ; number++) {
      String line = line(file, bytes);
      String[] words = line.split("\\s+", -1);
      String place = "%s:%d".formatted(file, number);
      switch (words[0]) {
        case "comment", "obj_info", "" -> {}
        case "format" -> {
          order = order(place, line, words);
          known = true;
        }
        case "element" -> elements.add(element(place, line, words));
        case "property" -> {
          if (elements.isEmpty()) {
            throw new SceneException(place + ": a property comes before the first element");
          }
          elements.getLast().properties().add(property(place, line, words));
        }
        case "end_header" -> {
          if (!known) {
            throw new SceneException(file + ": the PLY header names no format");
          }
          return new PlyHeader(order, elements);
        }
        default -> throw bad(place, line);
      }
    }
  }

  private static @Nullable ByteOrder order(String place, String line, String[] words) {
    return switch (words.length < 2 ? "" : words[1]) {
      case "ascii" -> null;
      case "binary_little_endian" -> ByteOrder.LITTLE_ENDIAN;
      case "binary_big_endian" -> ByteOrder.BIG_ENDIAN;
      default -> throw bad(place, line);
    };
  }

  private static Element element(String place, String line, String[] words) {
    try {
      long count = words.length == 3 ? Long.parseLong(words[2]) : -1;
      if (count >= 0) {
        return new Element(words[1], count, new ArrayList<>());
      }
    } catch (NumberFormatException _) {
      // Said below.
    }
    throw bad(place, line);
  }

  private static Property property(String place, String line, String[] words) {
    if (words.length == 3) {
      Type type = Type.named(words[1]);
      if (type != null) {
        return new Property(words[2], type, null);
      }
    } else if (words.length == 5 && words[1].equals("list")) {
      Type length = Type.named(words[2]);
      Type type = Type.named(words[3]);
      if (length != null && type != null && length.compareTo(Type.FLOAT32) < 0) {
        return new Property(words[4], type, length);
      }
    }
    throw bad(place, line);
  }

  private static SceneException bad(String place, String line) {
    return new SceneException("%s: '%s' is no line of a PLY header".formatted(place, line));
  }

  private static String line(String file, ByteBuffer bytes) {
    StringBuilder line = new StringBuilder();
    while (bytes.hasRemaining() && line.length() < MAX_LINE) {
      char next = (char) (bytes.get() & 0xff);
      if (next == '\n') {
        return line.toString().strip();
      }
      line.append(next);
    }
    throw new SceneException(file + ": the PLY header does not end");
  }
}
