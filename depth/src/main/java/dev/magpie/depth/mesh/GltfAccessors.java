package dev.magpie.depth.mesh;

import static dev.magpie.depth.mesh.GltfMeshes.orEmpty;

import de.javagl.jgltf.impl.v2.Accessor;
import de.javagl.jgltf.impl.v2.Buffer;
import de.javagl.jgltf.impl.v2.BufferView;
import de.javagl.jgltf.impl.v2.GlTF;
import de.javagl.jgltf.impl.v2.Image;
import dev.magpie.depth.scene.SceneException;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The arrays of a glTF file; nothing is taken from beyond a buffer or the file's own folder. */
final class GltfAccessors {
  private static final int UNSIGNED_BYTE = 5121;
  private static final int UNSIGNED_SHORT = 5123;
  private static final int UNSIGNED_INT = 5125;
  private static final int FLOAT = 5126;

  private final Path path;
  private final GlTF gltf;
  private final List<ByteBuffer> buffers = new ArrayList<>();

  GltfAccessors(Path path, GlTF gltf, @Nullable ByteBuffer binary) throws IOException {
    this.path = path;
    this.gltf = gltf;
    for (Buffer buffer : orEmpty(gltf.getBuffers())) {
      buffers.add(contents(buffer, binary));
    }
  }

  private ByteBuffer contents(Buffer buffer, @Nullable ByteBuffer binary) throws IOException {
    String name = "buffer %d".formatted(buffers.size());
    String uri = buffer.getUri();
    ByteBuffer contents;
    if (uri == null) {
      if (binary == null || !buffers.isEmpty()) {
        throw bad(name + " has no URI");
      }
      contents = binary.duplicate();
    } else {
      contents = named(name, uri);
    }
    if (contents.remaining() < buffer.getByteLength()) {
      throw bad(
          "%s has %d bytes, but its byteLength is %d"
              .formatted(name, contents.remaining(), buffer.getByteLength()));
    }
    return contents.slice().order(ByteOrder.LITTLE_ENDIAN);
  }

  private ByteBuffer embedded(String name, String uri) {
    int comma = uri.indexOf(',');
    if (comma < 0 || !uri.substring(0, comma).endsWith(";base64")) {
      throw bad(name + " has a data URI that is not base64");
    }
    try {
      return ByteBuffer.wrap(Base64.getDecoder().decode(uri.substring(comma + 1)));
    } catch (IllegalArgumentException e) {
      throw bad("%s: %s".formatted(name, e.getMessage()));
    }
  }

  private Path external(String name, String uri) throws IOException {
    String relative;
    try {
      URI parsed = new URI(uri.replace(" ", "%20"));
      relative =
          parsed.getScheme() == null && parsed.getAuthority() == null ? parsed.getPath() : null;
    } catch (java.net.URISyntaxException e) {
      throw bad("%s has the URI '%s': %s".formatted(name, uri, e.getReason()));
    }
    return InnerFiles.resolve(path, "%s has the URI '%s'".formatted(name, uri), relative);
  }

  /** The positions of vertices. */
  float[] positions(int index) {
    Accessor accessor = accessor(index);
    if (accessor.getComponentType() != FLOAT || !"VEC3".equals(accessor.getType())) {
      throw bad("accessor %d: positions are vectors of three floats".formatted(index));
    }
    int stride = stride(accessor, 12);
    ByteBuffer bytes = bytes(index, accessor, stride, 12);
    float[] values = new float[3 * accessor.getCount()];
    for (int n = 0; n < values.length; n++) {
      values[n] = bytes.getFloat(n / 3 * stride + n % 3 * 4);
    }
    return values;
  }

  /** Texture coordinates of vertices: u and v. */
  float[] textureCoordinates(int index) {
    Accessor accessor = accessor(index);
    int size =
        switch (accessor.getComponentType()) {
          case UNSIGNED_BYTE -> 1;
          case UNSIGNED_SHORT -> 2;
          case FLOAT -> 4;
          default -> 0;
        };
    if (size == 0 || !"VEC2".equals(accessor.getType())) {
      throw bad(
          "accessor %d: texture coordinates are two floats or unsigned integers".formatted(index));
    }
    int stride = stride(accessor, 2 * size);
    ByteBuffer bytes = bytes(index, accessor, stride, 2 * size);
    float[] values = new float[2 * accessor.getCount()];
    for (int n = 0; n < values.length; n++) {
      int at = n / 2 * stride + n % 2 * size;
      values[n] =
          switch (size) {
            case 1 -> (bytes.get(at) & 0xff) / 255f;
            case 2 -> (bytes.getShort(at) & 0xffff) / 65_535f;
            default -> bytes.getFloat(at);
          };
    }
    return values;
  }

  /** The bytes of an image's file, wherever they are. */
  byte[] image(int index, Image image) throws IOException {
    String name = "image %d".formatted(index);
    ByteBuffer contents;
    if (image.getBufferView() != null) {
      if (image.getBufferView() < 0
          || image.getBufferView() >= orEmpty(gltf.getBufferViews()).size()) {
        throw bad("%s: there is no bufferView %d".formatted(name, image.getBufferView()));
      }
      contents = bytes(gltf.getBufferViews().get(image.getBufferView()), image.getBufferView());
    } else if (image.getUri() == null) {
      throw bad(name + " has no URI");
    } else {
      contents = named(name, image.getUri());
    }
    byte[] bytes = new byte[contents.remaining()];
    contents.get(bytes);
    return bytes;
  }

  private ByteBuffer named(String name, String uri) throws IOException {
    return uri.toLowerCase(Locale.ROOT).startsWith("data:")
        ? embedded(name, uri)
        : MeshFiles.map(external(name, uri));
  }

  /** The corners of triangles. */
  int[] indices(int index) {
    Accessor accessor = accessor(index);
    int size =
        switch (accessor.getComponentType()) {
          case UNSIGNED_BYTE -> 1;
          case UNSIGNED_SHORT -> 2;
          case UNSIGNED_INT -> 4;
          default -> throw bad("accessor %d: indices are unsigned integers".formatted(index));
        };
    if (!"SCALAR".equals(accessor.getType())) {
      throw bad("accessor %d: indices are scalars".formatted(index));
    }
    int stride = stride(accessor, size);
    ByteBuffer bytes = bytes(index, accessor, stride, size);
    int[] values = new int[accessor.getCount()];
    for (int n = 0; n < values.length; n++) {
      int at = n * stride;
      values[n] =
          switch (size) {
            case 1 -> bytes.get(at) & 0xff;
            case 2 -> bytes.getShort(at) & 0xffff;
            default -> bytes.getInt(at);
          };
    }
    return values;
  }

  private Accessor accessor(int index) {
    if (index < 0 || index >= orEmpty(gltf.getAccessors()).size()) {
      throw bad("there is no accessor %d".formatted(index));
    }
    Accessor accessor = gltf.getAccessors().get(index);
    if (accessor.getSparse() != null) {
      throw bad("accessor %d is sparse, which is not supported".formatted(index));
    }
    if (accessor.getBufferView() == null) {
      throw bad("accessor %d has no bufferView, so no data".formatted(index));
    }
    if (accessor.getBufferView() < 0
        || accessor.getBufferView() >= orEmpty(gltf.getBufferViews()).size()) {
      throw bad(
          "accessor %d: there is no bufferView %d".formatted(index, accessor.getBufferView()));
    }
    return accessor;
  }

  private int stride(Accessor accessor, int size) {
    Integer given = gltf.getBufferViews().get(accessor.getBufferView()).getByteStride();
    return given == null ? size : Math.max(size, given);
  }

  /** An accessor's bytes, which are all there. */
  private ByteBuffer bytes(int index, Accessor accessor, int stride, int size) {
    BufferView view = gltf.getBufferViews().get(accessor.getBufferView());
    ByteBuffer buffer = bytes(view, accessor.getBufferView());
    long count = accessor.getCount();
    long offset = accessor.getByteOffset() == null ? 0 : accessor.getByteOffset();
    long used = count == 0 ? 0 : (count - 1) * stride + size;
    if (count < 0 || offset < 0 || offset + used > view.getByteLength()) {
      throw bad(
          "accessor %d reaches beyond bufferView %d of %d bytes"
              .formatted(index, accessor.getBufferView(), view.getByteLength()));
    }
    return buffer.slice((int) offset, (int) used).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** A view's bytes, which are all there. */
  private ByteBuffer bytes(BufferView view, int index) {
    if (view.getBuffer() < 0 || view.getBuffer() >= buffers.size()) {
      throw bad("bufferView %d: there is no buffer %d".formatted(index, view.getBuffer()));
    }
    ByteBuffer buffer = buffers.get(view.getBuffer());
    long start = view.getByteOffset() == null ? 0 : view.getByteOffset();
    long end = start + view.getByteLength();
    if (start < 0 || view.getByteLength() < 0 || end > buffer.limit()) {
      throw bad(
          "bufferView %d reaches beyond buffer %d of %d bytes"
              .formatted(index, view.getBuffer(), buffer.limit()));
    }
    return buffer.slice((int) start, view.getByteLength());
  }

  private SceneException bad(String what) {
    return new SceneException("%s: %s".formatted(path, what));
  }
}
