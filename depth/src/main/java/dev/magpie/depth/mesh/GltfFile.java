package dev.magpie.depth.mesh;

import de.javagl.jgltf.impl.v2.Asset;
import de.javagl.jgltf.impl.v2.GlTF;
import de.javagl.jgltf.model.io.JsonError;
import de.javagl.jgltf.model.io.RawGltfData;
import de.javagl.jgltf.model.io.RawGltfDataReader;
import de.javagl.jgltf.model.io.v2.GltfReaderV2;
import dev.magpie.depth.scene.SceneException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** A glTF 2.0 file, text or binary, as the library reads it, and its arrays. */
record GltfFile(String name, GlTF gltf, GltfBuffers buffers) {
  /** Extensions without which the triangles can still be read. */
  private static final Set<String> HARMLESS =
      Set.of("KHR_texture_transform", "KHR_materials_unlit", "KHR_lights_punctual");

  /** The top-level objects that triangles come from: nothing in them may be wrong. */
  private static final Set<String> READ =
      Set.of(
          "accessors",
          "animations",
          "bufferViews",
          "buffers",
          "meshes",
          "nodes",
          "scene",
          "scenes",
          "skins");

  /** The library tells this logger what it also throws. */
  private static final Logger LIBRARY = Logger.getLogger("de.javagl.jgltf");

  static {
    LIBRARY.setLevel(Level.OFF);
  }

  static GltfFile read(Path path) throws IOException {
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
          "%s: not a glTF file: %s".formatted(file, firstLine(e.getMessage())), e);
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
    for (String extension : orEmpty(gltf.getExtensionsRequired())) {
      if (!HARMLESS.contains(extension)) {
        throw new SceneException(
            "%s: requires the extension %s, which is not supported".formatted(file, extension));
      }
    }
    return new GltfFile(file, gltf, new GltfBuffers(path, gltf, binary));
  }

  private static void checkVersion(String file, @Nullable GlTF gltf) {
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

  /** The first line of a message; the library speaks of classes, and of its own source. */
  private static String firstLine(@Nullable String message) {
    return String.valueOf(message)
        .lines()
        .findFirst()
        .orElse("")
        .replaceFirst("\\s*(at )?\\[Source: .*", "")
        .replaceFirst(
            "^Cannot deserialize value of type `java\\.lang\\.(\\w+)` from (\\w+) value.*",
            "$2 where $1 should be")
        .replaceFirst(
            "^Cannot deserialize value of type .* from (\\w+) value.*",
            "$1 where an object should be");
  }

  /** One of a list of the file's. */
  <T> T element(String what, List<T> list, int index) {
    if (index < 0 || index >= orEmpty(list).size()) {
      throw bad("there is no %s %d".formatted(what, index));
    }
    return list.get(index);
  }

  SceneException bad(String what) {
    return new SceneException("%s: %s".formatted(name, what));
  }

  /** The library has null for a list that is not there. */
  @SuppressWarnings("NullAway")
  static <T> List<T> orEmpty(List<T> list) {
    return list == null ? List.of() : list;
  }
}
