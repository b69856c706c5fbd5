package dev.magpie.depth.mesh;

import static dev.magpie.depth.mesh.GltfFile.orEmpty;

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

/** The bytes of a glTF file; none are taken from beyond a buffer or the file's own folder. */
final class GltfBuffers {
  private final Path path;
  private final GlTF gltf;
  private final List<ByteBuffer> buffers = new ArrayList<>();

  GltfBuffers(Path path, GlTF gltf, @Nullable ByteBuffer binary) throws IOException {
    this.path = path;
    this.gltf = gltf;
    try {
      for (Buffer buffer : orEmpty(gltf.getBuffers())) {
        buffers.add(contents(buffer, binary));
      }
    } catch (NullPointerException e) {
      throw new SceneException(path + ": not a glTF file: a buffer lacks something", e);
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

  private ByteBuffer named(String name, String uri) throws IOException {
    return uri.toLowerCase(Locale.ROOT).startsWith("data:")
        ? embedded(name, uri)
        : MeshFiles.map(external(name, uri));
  }

  /** The bytes of an image's file, wherever they are. */
  byte[] image(int index, Image image) throws IOException {
    String name = "image %d".formatted(index);
    ByteBuffer contents;
    if (image.getBufferView() != null) {
      contents = view(name, image.getBufferView());
    } else if (image.getUri() == null) {
      throw bad(name + " has no URI");
    } else {
      contents = named(name, image.getUri());
    }
    byte[] bytes = new byte[contents.remaining()];
    contents.get(bytes);
    return bytes;
  }

  /** From one element of a view to the next. */
  int stride(int index, int size) {
    Integer given = gltf.getBufferViews().get(index).getByteStride();
    return given == null ? size : Math.max(size, given);
  }

  /**
   * A view's bytes, which are all there.
   *
   * @param of what wants them
   */
  ByteBuffer view(String of, int index) {
    if (index < 0 || index >= orEmpty(gltf.getBufferViews()).size()) {
      throw bad("%s: there is no bufferView %d".formatted(of, index));
    }
    BufferView view = gltf.getBufferViews().get(index);
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
    return buffer.slice((int) start, view.getByteLength()).order(ByteOrder.LITTLE_ENDIAN);
  }

  SceneException bad(String what) {
    return new SceneException("%s: %s".formatted(path, what));
  }
}
