package dev.magpie.depth.mesh;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/** Writes glTF files: accessors one by one, all else as JSON. */
final class GltfBuilder {
  static final int BYTE = 5120;
  static final int UNSIGNED_BYTE = 5121;
  static final int SHORT = 5122;
  static final int UNSIGNED_SHORT = 5123;
  static final int FLOAT = 5126;

  private final ByteBuffer data = ByteBuffer.allocate(1 << 20).order(ByteOrder.LITTLE_ENDIAN);
  private final List<String> views = new ArrayList<>();
  private final List<String> accessors = new ArrayList<>();

  /** Adds floats and returns their accessor. */
  int floats(String type, float... values) {
    int view = view(values.length, FLOAT, values);
    return accessor(view, FLOAT, type, values.length / components(type), "");
  }

  /** Adds numbers of another kind. */
  int numbers(String type, int component, boolean normalized, float... values) {
    int view = view(values.length, component, values);
    String more = normalized ? ",\"normalized\":true" : "";
    return accessor(view, component, type, values.length / components(type), more);
  }

  /** Adds floats that are zero, or as another view has them, but for some elements. */
  int sparse(String type, int count, String base, float[] places, float... values) {
    String more =
        ",\"sparse\":{\"count\":%d,\"indices\":{\"bufferView\":%d,\"componentType\":%d},\"values\":{\"bufferView\":%d}}"
            .formatted(
                places.length,
                view(places.length, UNSIGNED_SHORT, places),
                UNSIGNED_SHORT,
                view(values.length, FLOAT, values));
    accessors.add(
        "{%s\"componentType\":%d,\"type\":\"%s\",\"count\":%d%s}"
            .formatted(base, FLOAT, type, count, more));
    return accessors.size() - 1;
  }

  /** Adds a view of numbers. */
  int view(int count, int component, float... values) {
    while (data.position() % 4 != 0) {
      data.put((byte) 0);
    }
    int start = data.position();
    for (int n = 0; n < count; n++) {
      switch (component) {
        case FLOAT -> data.putFloat(values[n]);
        case SHORT, UNSIGNED_SHORT -> data.putShort((short) (int) values[n]);
        default -> data.put((byte) (int) values[n]);
      }
    }
    views.add(
        "{\"buffer\":0,\"byteOffset\":%d,\"byteLength\":%d}"
            .formatted(start, data.position() - start));
    return views.size() - 1;
  }

  private int accessor(int view, int component, String type, int count, String more) {
    accessors.add(
        "{\"bufferView\":%d,\"componentType\":%d,\"type\":\"%s\",\"count\":%d%s}"
            .formatted(view, component, type, count, more));
    return accessors.size() - 1;
  }

  static int components(String type) {
    return switch (type) {
      case "SCALAR" -> 1;
      case "VEC3" -> 3;
      case "VEC4" -> 4;
      case "MAT4" -> 16;
      default -> 2;
    };
  }

  /** The file's text; what is not an array of numbers as it is given, with ' for ". */
  String text(String rest) {
    byte[] bytes = new byte[data.position()];
    data.get(0, bytes);
    return """
    {"asset":{"version":"2.0"},
    %s,
    "accessors":[
    %s],
    "bufferViews":[
    %s],
    "buffers":[{"byteLength":%d,"uri":"data:application/octet-stream;base64,%s"}]}
    """
        .formatted(
            rest.replace('\'', '"'),
            String.join(",\n", accessors),
            String.join(",\n", views),
            bytes.length,
            Base64.getEncoder().encodeToString(bytes));
  }

  Path write(Path file, String rest) throws IOException {
    return Files.write(file, text(rest).getBytes(StandardCharsets.UTF_8));
  }

  /** Numbers as JSON has them. */
  static String list(float... values) {
    List<String> words = new ArrayList<>();
    for (float value : values) {
      words.add("%s".formatted(value).toLowerCase(Locale.ROOT));
    }
    return "[" + String.join(",", words) + "]";
  }
}
