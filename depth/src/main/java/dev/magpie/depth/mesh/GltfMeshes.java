package dev.magpie.depth.mesh;

import de.javagl.jgltf.impl.v2.Asset;
import de.javagl.jgltf.impl.v2.GlTF;
import de.javagl.jgltf.impl.v2.MeshPrimitive;
import de.javagl.jgltf.impl.v2.Node;
import de.javagl.jgltf.model.io.JsonError;
import de.javagl.jgltf.model.io.RawGltfData;
import de.javagl.jgltf.model.io.RawGltfDataReader;
import de.javagl.jgltf.model.io.v2.GltfReaderV2;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.SceneException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the triangles of glTF 2.0 files, text or binary, placed as the default scene's nodes say.
 * Skins, morph targets and animations are left out; points and lines are not drawn.
 */
final class GltfMeshes {
  /** Extensions without which the triangles can still be read. */
  private static final Set<String> HARMLESS =
      Set.of("KHR_texture_transform", "KHR_materials_unlit", "KHR_lights_punctual");

  /** The top-level objects that triangles come from: nothing in them may be wrong. */
  private static final Set<String> READ =
      Set.of("accessors", "bufferViews", "buffers", "meshes", "nodes", "scene", "scenes");

  /** The library tells this logger what it also throws. */
  private static final Logger LIBRARY = Logger.getLogger("de.javagl.jgltf");

  static {
    LIBRARY.setLevel(Level.OFF);
  }

  private static final int TRIANGLES = 4;
  private static final int STRIP = 5;
  private static final int FAN = 6;

  /** A node to visit, the one above it, and the matrix of that. */
  private record Visit(int node, @Nullable Visit above, GltfTransform parent) {
    boolean isBelow(int other) {
      for (Visit visit = above; visit != null; visit = visit.above) {
        if (visit.node == other) {
          return true;
        }
      }
      return false;
    }
  }

  private final String file;
  private final GlTF gltf;
  private final GltfAccessors accessors;
  private final GltfCutouts cutouts;
  private final List<Mesh> meshes = new ArrayList<>();
  private long triangles;

  private GltfMeshes(String file, GlTF gltf, GltfAccessors accessors) {
    this.file = file;
    this.gltf = gltf;
    this.accessors = accessors;
    this.cutouts = new GltfCutouts(file, gltf, accessors);
  }

  static List<Mesh> read(Path path) throws IOException {
    String file = path.toString();
    ByteBuffer bytes = MeshFiles.map(path);
    byte[] content = new byte[bytes.remaining()];
    bytes.get(content);
    if (content.length == 0) {
      throw new SceneException(file + ": is empty");
    }
    GlbHeader.check(file, content);
    List<JsonError> wrong = new ArrayList<>();
    GlTF gltf;
    ByteBuffer binary;
    try {
      RawGltfData raw = RawGltfDataReader.read(new ByteArrayInputStream(content));
      // The library's other readers tell only a log which values they drop.
      GltfReaderV2 reader = new GltfReaderV2();
      reader.setJsonErrorConsumer(wrong::add);
      ByteBuffer json = raw.getJsonData();
      byte[] text = new byte[json.remaining()];
      json.get(text);
      gltf = reader.read(new ByteArrayInputStream(text));
      binary = raw.getBinaryData();
    } catch (IOException | RuntimeException e) {
      throw new SceneException(
          "%s: not a glTF file: %s".formatted(file, inWords(firstLine(e.getMessage()))), e);
    }
    checkVersion(file, gltf);
    for (JsonError error : wrong) {
      // Without a throwable, it is an unknown property, as extensions have them.
      List<String> names = names(error);
      if (error.getThrowable() != null && !names.isEmpty() && READ.contains(names.getFirst())) {
        throw new SceneException(
            "%s: not a glTF file: %s: %s"
                .formatted(file, String.join(".", names), firstLine(error.getMessage())));
      }
    }
    try {
      return new GltfMeshes(file, gltf, new GltfAccessors(path, gltf, binary)).read();
    } catch (NullPointerException | ClassCastException | IndexOutOfBoundsException e) {
      // The library leaves null what the file leaves out.
      throw new SceneException(
          file + ": not a glTF file: something required is missing or of a wrong type", e);
    }
  }

  private static void checkVersion(String file, GlTF gltf) {
    Asset asset = gltf == null ? null : gltf.getAsset();
    String version = asset == null ? null : asset.getVersion();
    if (version == null) {
      throw new SceneException(file + ": not a glTF file: it does not say which version it is");
    }
    if (!version.startsWith("2.")) {
      throw new SceneException(
          "%s: is glTF %s; only 2.0 is read".formatted(file, firstLine(version)));
    }
  }

  /** Where an error is; the library has no names for the file and for elements of arrays. */
  private static List<String> names(JsonError error) {
    return error.getJsonPath().stream().filter(name -> name != null && !name.isEmpty()).toList();
  }

  /** The library speaks of its own classes where the file is JSON, but no object. */
  private static String inWords(String message) {
    return message.replaceFirst(
        "^Cannot deserialize value of type .* from (\\w+) value.*", "$1 where an object should be");
  }

  private static String firstLine(@Nullable String message) {
    return String.valueOf(message).lines().findFirst().orElse("");
  }

  private List<Mesh> read() throws IOException {
    for (String extension : orEmpty(gltf.getExtensionsRequired())) {
      if (!HARMLESS.contains(extension)) {
        throw new SceneException(
            "%s: requires the extension %s, which is not supported".formatted(file, extension));
      }
    }
    int nodes = orEmpty(gltf.getNodes()).size();
    boolean[] seen = new boolean[nodes];
    Deque<Visit> open = new ArrayDeque<>();
    roots().reversed().forEach(root -> open.push(new Visit(root, null, GltfTransform.IDENTITY)));
    while (!open.isEmpty()) {
      Visit visit = open.pop();
      int index = visit.node();
      if (index < 0 || index >= nodes) {
        throw new SceneException("%s: there is no node %d".formatted(file, index));
      }
      if (seen[index]) {
        throw new SceneException(
            "%s: node %d %s"
                .formatted(
                    file,
                    index,
                    visit.isBelow(index) ? "is its own descendant" : "has two parents"));
      }
      seen[index] = true;
      Node node = gltf.getNodes().get(index);
      GltfTransform transform = visit.parent().times(GltfTransform.of(node));
      if (node.getMesh() != null) {
        add(index, node.getMesh(), transform);
      }
      orEmpty(node.getChildren())
          .reversed()
          .forEach(child -> open.push(new Visit(child, visit, transform)));
    }
    return meshes;
  }

  /** The nodes of the default scene, or else all that are no child. */
  private List<Integer> roots() {
    if (!orEmpty(gltf.getScenes()).isEmpty()) {
      int scene = gltf.getScene() == null ? 0 : gltf.getScene();
      if (scene < 0 || scene >= gltf.getScenes().size()) {
        throw new SceneException("%s: there is no scene %d".formatted(file, scene));
      }
      return orEmpty(gltf.getScenes().get(scene).getNodes());
    }
    Set<Integer> children = new HashSet<>();
    orEmpty(gltf.getNodes()).forEach(node -> children.addAll(orEmpty(node.getChildren())));
    List<Integer> roots =
        IntStream.range(0, orEmpty(gltf.getNodes()).size())
            .filter(node -> !children.contains(node))
            .boxed()
            .toList();
    if (roots.isEmpty() && !children.isEmpty()) {
      throw new SceneException(
          "%s: there is no scene, and every node is its own descendant or another's"
              .formatted(file));
    }
    return roots;
  }

  private void add(int node, int index, GltfTransform transform) throws IOException {
    if (index < 0 || index >= orEmpty(gltf.getMeshes()).size()) {
      throw new SceneException("%s: there is no mesh %d".formatted(file, index));
    }
    List<MeshPrimitive> primitives = gltf.getMeshes().get(index).getPrimitives();
    for (int n = 0; n < primitives.size(); n++) {
      MeshPrimitive primitive = primitives.get(n);
      int mode = primitive.getMode() == null ? TRIANGLES : primitive.getMode();
      Integer position = primitive.getAttributes().get("POSITION");
      if (mode < TRIANGLES || position == null) {
        continue;
      }
      String name = "%s, node %d, mesh %d, primitive %d".formatted(file, node, index, n);
      float[] positions = transform.apply(accessors.positions(position));
      int[] corners =
          primitive.getIndices() == null
              ? IntStream.range(0, positions.length / 3).toArray()
              : accessors.indices(primitive.getIndices());
      int[] indices = triangles(name, corners, mode);
      if (transform.mirrors()) {
        turn(indices);
      }
      triangles += indices.length / 3;
      if (triangles > TriangleList.MAX_TRIANGLES) {
        throw new SceneException(
            "%s: has more than %,d triangles".formatted(file, TriangleList.MAX_TRIANGLES));
      }
      try {
        meshes.add(new Mesh(name, positions, indices, cutouts.of(primitive)));
      } catch (IllegalArgumentException e) {
        throw new SceneException(String.valueOf(e.getMessage()), e);
      }
    }
  }

  private static int[] triangles(String name, int[] corners, int mode) {
    return switch (mode) {
      case TRIANGLES -> {
        if (corners.length % 3 != 0) {
          throw new SceneException(
              "%s: %d corners are no whole number of triangles".formatted(name, corners.length));
        }
        yield corners;
      }
      case STRIP, FAN -> {
        int[] indices = new int[3 * Math.max(0, corners.length - 2)];
        for (int n = 0; n < indices.length / 3; n++) {
          int odd = mode == STRIP ? n & 1 : 0;
          indices[3 * n] = corners[mode == FAN ? 0 : n];
          indices[3 * n + 1] = corners[n + 1 + odd];
          indices[3 * n + 2] = corners[n + 2 - odd];
        }
        yield indices;
      }
      default -> throw new SceneException("%s: there is no mode %d".formatted(name, mode));
    };
  }

  /** A mirrored triangle would show its back. */
  private static void turn(int[] indices) {
    for (int n = 0; n < indices.length; n += 3) {
      int second = indices[n + 1];
      indices[n + 1] = indices[n + 2];
      indices[n + 2] = second;
    }
  }

  /** The library has null for a list that is not there. */
  @SuppressWarnings("NullAway")
  static <T> List<T> orEmpty(List<T> list) {
    return list == null ? List.of() : list;
  }
}
