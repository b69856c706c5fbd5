package dev.magpie.depth.mesh;

import de.javagl.jgltf.impl.v2.Accessor;
import de.javagl.jgltf.impl.v2.AccessorSparse;
import de.javagl.jgltf.impl.v2.AccessorSparseIndices;
import de.javagl.jgltf.impl.v2.AccessorSparseValues;
import dev.magpie.depth.scene.SceneException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The arrays of a glTF file, sparse ones filled. */
final class GltfAccessors {
  private static final int BYTE = 5120;
  private static final int UNSIGNED_BYTE = 5121;
  private static final int SHORT = 5122;
  private static final int UNSIGNED_SHORT = 5123;
  private static final int UNSIGNED_INT = 5125;
  private static final int FLOAT = 5126;

  /** Elements of an array that is all zeros but for sparse ones, as a small file can ask for. */
  private static final int MAX_ZEROS = 1 << 22;

  /** What numbers may be that are read as floats. */
  enum Numbers {
    FLOATS("floats"),
    FLOATS_OR_UNSIGNED("floats or unsigned integers"),
    FLOATS_OR_INTEGERS("floats or integers");

    private final String words;

    Numbers(String words) {
      this.words = words;
    }

    private boolean take(int type) {
      return switch (type) {
        case FLOAT -> true;
        case UNSIGNED_BYTE, UNSIGNED_SHORT -> this != FLOATS;
        case BYTE, SHORT -> this == FLOATS_OR_INTEGERS;
        default -> false;
      };
    }
  }

  /** An accessor's bytes, which are all there. */
  private record Elements(ByteBuffer bytes, int stride, int count) {}

  private final GltfFile file;

  GltfAccessors(GltfFile file) {
    this.file = file;
  }

  /** The positions of vertices. */
  float[] positions(int index) {
    return floats(index, "VEC3", 3, Numbers.FLOATS, "positions are vectors of three floats");
  }

  /** Texture coordinates of vertices: u and v. */
  float[] textureCoordinates(int index) {
    return floats(
        index,
        "VEC2",
        2,
        Numbers.FLOATS_OR_UNSIGNED,
        "texture coordinates are two " + Numbers.FLOATS_OR_UNSIGNED.words);
  }

  /**
   * Numbers as floats; integers are parts of the largest.
   *
   * @param type such as VEC3
   * @param components that it has
   * @param problem what is said of others
   */
  float[] floats(int index, String type, int components, Numbers numbers, String problem) {
    Accessor accessor = accessor(index);
    int component = accessor.getComponentType();
    if (!numbers.take(component) || !type.equals(accessor.getType())) {
      throw bad("accessor %d: %s".formatted(index, problem));
    }
    int size = size(component);
    Elements elements = elements(index, accessor, components * size);
    float[] values = new float[Math.multiplyExact(components, elements.count)];
    for (int n = 0; n < values.length; n++) {
      int at = n / components * elements.stride + n % components * size;
      values[n] = number(elements.bytes, at, component);
    }
    return values;
  }

  /** The same where none may be infinite or no number. */
  float[] finite(int index, String type, int components, Numbers numbers, String what) {
    float[] values =
        floats(
            index, type, components, numbers, "%s are %s, %s".formatted(what, type, numbers.words));
    for (int n = 0; n < values.length; n++) {
      if (!Float.isFinite(values[n])) {
        throw bad(
            "accessor %d: element %d has %s, which is not finite"
                .formatted(index, n / components, values[n]));
      }
    }
    return values;
  }

  private static float number(ByteBuffer bytes, int at, int component) {
    return switch (component) {
      case BYTE -> Math.max(bytes.get(at) / 127f, -1);
      case UNSIGNED_BYTE -> (bytes.get(at) & 0xff) / 255f;
      case SHORT -> Math.max(bytes.getShort(at) / 32_767f, -1);
      case UNSIGNED_SHORT -> (bytes.getShort(at) & 0xffff) / 65_535f;
      default -> bytes.getFloat(at);
    };
  }

  /** The corners of triangles. */
  int[] indices(int index) {
    Accessor accessor = accessor(index);
    int component = accessor.getComponentType();
    if (component != UNSIGNED_BYTE && component != UNSIGNED_SHORT && component != UNSIGNED_INT) {
      throw bad("accessor %d: indices are unsigned integers".formatted(index));
    }
    if (!"SCALAR".equals(accessor.getType())) {
      throw bad("accessor %d: indices are scalars".formatted(index));
    }
    return integers(elements(index, accessor, size(component)), 1, component);
  }

  /** Four joints of each vertex. */
  int[] joints(int index) {
    Accessor accessor = accessor(index);
    int component = accessor.getComponentType();
    if ((component != UNSIGNED_BYTE && component != UNSIGNED_SHORT)
        || !"VEC4".equals(accessor.getType())) {
      throw bad("accessor %d: joints are four unsigned bytes or shorts".formatted(index));
    }
    return integers(elements(index, accessor, 4 * size(component)), 4, component);
  }

  private static int[] integers(Elements elements, int components, int component) {
    int[] values = new int[Math.multiplyExact(components, elements.count)];
    int size = size(component);
    for (int n = 0; n < values.length; n++) {
      int at = n / components * elements.stride + n % components * size;
      values[n] =
          switch (size) {
            case 1 -> elements.bytes.get(at) & 0xff;
            case 2 -> elements.bytes.getShort(at) & 0xffff;
            default -> elements.bytes.getInt(at);
          };
    }
    return values;
  }

  private static int size(int component) {
    return switch (component) {
      case BYTE, UNSIGNED_BYTE -> 1;
      case SHORT, UNSIGNED_SHORT -> 2;
      default -> 4;
    };
  }

  private Accessor accessor(int index) {
    return file.element("accessor", file.gltf().getAccessors(), index);
  }

  private Elements elements(int index, Accessor accessor, int size) {
    String name = "accessor %d".formatted(index);
    int count = accessor.getCount();
    AccessorSparse sparse = accessor.getSparse();
    if (accessor.getBufferView() != null) {
      int view = accessor.getBufferView();
      Elements dense = elements(name, view, accessor.getByteOffset(), count, size, true);
      return sparse == null ? dense : filled(name, sparse, dense, size);
    }
    if (sparse == null) {
      throw bad(name + " has no bufferView, so no data");
    }
    if (count < 0 || count > MAX_ZEROS) {
      throw bad(
          "%s has no bufferView and %d elements, of which at most %d are read"
              .formatted(name, count, MAX_ZEROS));
    }
    return filled(name, sparse, new Elements(ByteBuffer.allocate(count * size), size, count), size);
  }

  private Elements filled(String name, AccessorSparse sparse, Elements dense, int size) {
    AccessorSparseIndices where = sparse.getIndices();
    AccessorSparseValues what = sparse.getValues();
    int component = where.getComponentType();
    if (component != UNSIGNED_BYTE && component != UNSIGNED_SHORT && component != UNSIGNED_INT) {
      throw bad(name + ": sparse indices are unsigned integers");
    }
    String named = name + ", sparse";
    int count = sparse.getCount();
    int[] places =
        integers(
            elements(
                named, where.getBufferView(), where.getByteOffset(), count, size(component), false),
            1,
            component);
    Elements values =
        elements(named, what.getBufferView(), what.getByteOffset(), count, size, false);
    byte[] all = new byte[Math.multiplyExact(dense.count, size)];
    for (int n = 0; n < dense.count; n++) {
      dense.bytes.get(n * dense.stride, all, n * size, size);
    }
    int last = -1;
    for (int n = 0; n < count; n++) {
      if (places[n] <= last || places[n] >= dense.count) {
        throw bad(
            "%s: index %d is %s, which is not within %d elements and above the one before"
                .formatted(named, n, Integer.toUnsignedString(places[n]), dense.count));
      }
      last = places[n];
      values.bytes.get(n * size, all, last * size, size);
    }
    return new Elements(ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN), size, dense.count);
  }

  private Elements elements(
      String name, int view, Integer byteOffset, long count, int size, boolean strided) {
    ByteBuffer bytes = file.buffers().view(name, view);
    int stride = strided ? file.buffers().stride(view, size) : size;
    long offset = byteOffset == null ? 0 : byteOffset;
    long used = count == 0 ? 0 : (count - 1) * stride + size;
    if (count < 0 || offset < 0 || offset + used > bytes.limit()) {
      throw bad("%s reaches beyond bufferView %d of %d bytes".formatted(name, view, bytes.limit()));
    }
    return new Elements(
        bytes.slice((int) offset, (int) used).order(ByteOrder.LITTLE_ENDIAN), stride, (int) count);
  }

  private SceneException bad(String what) {
    return file.bad(what);
  }
}
