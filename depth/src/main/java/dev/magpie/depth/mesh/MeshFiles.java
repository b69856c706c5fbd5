package dev.magpie.depth.mesh;

import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Moving;
import dev.magpie.depth.scene.SceneException;
import dev.magpie.settings.InputFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads a mesh file of any format; its name's end says which. */
public final class MeshFiles {
  private static final List<String> SUFFIXES = List.of(".obj", ".ply", ".gltf", ".glb");

  private MeshFiles() {}

  /** The ends of names that {@link #read} knows. */
  public static List<String> suffixes() {
    return SUFFIXES;
  }

  /** Whether a file's name is one of a mesh. */
  public static boolean isMesh(Path file) {
    return SUFFIXES.contains(suffix(file));
  }

  /** Whether a file's format says which way is up: that of glTF says y. */
  public static boolean saysUp(Path file) {
    return suffix(file).startsWith(".gl");
  }

  /**
   * Reads a file's meshes, at the first key of its first animation, if it has any.
   *
   * @throws SceneException if it is not what its name says, or broken
   * @throws IOException if it cannot be read
   */
  public static List<Mesh> read(Path file) throws IOException {
    return open(file, Optional.empty()).meshes().at(0);
  }

  /**
   * Reads a file.
   *
   * @param animation the name or the number, from 0 on, of that which moves its meshes; {@code
   *     none} for no motion; empty for the first, if it has any
   * @throws SceneException if it is not what its name says, or broken, or has no such animation
   * @throws IOException if it cannot be read
   */
  public static MeshFile open(Path file, Optional<String> animation) throws IOException {
    if (Files.exists(file) && Files.size(file) > Integer.MAX_VALUE) {
      throw new SceneException(file + ": is larger than 2 GiB, the most that is read");
    }
    return switch (suffix(file)) {
      case ".obj" -> still(file, ObjMesh.read(file), animation);
      case ".ply" -> still(file, PlyMesh.read(file), animation);
      case ".gltf", ".glb" -> GltfMeshes.read(file, animation);
      default ->
          throw new SceneException(
              "%s: is no mesh: names of meshes end in %s"
                  .formatted(file, String.join(", ", SUFFIXES)));
    };
  }

  private static MeshFile still(Path file, Mesh mesh, Optional<String> animation) {
    if (animation.isPresent()) {
      throw new SceneException(
          "%s: has no animation '%s'; only glTF files have any".formatted(file, animation.get()));
    }
    return new MeshFile(Moving.still(List.of(mesh)), List.of());
  }

  private static String suffix(Path file) {
    String name = file.getFileName() == null ? "" : file.getFileName().toString();
    int dot = name.lastIndexOf('.');
    return dot < 0 ? "" : name.substring(dot).toLowerCase(Locale.ROOT);
  }

  /** A file's bytes. */
  static ByteBuffer map(Path file) throws IOException {
    try (FileChannel channel = InputFiles.channel(file)) {
      if (channel.size() > Integer.MAX_VALUE) {
        throw new SceneException(file + ": is larger than 2 GiB, the most that is read");
      }
      return channel.map(MapMode.READ_ONLY, 0, channel.size());
    }
  }
}
