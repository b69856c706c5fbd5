package dev.magpie.depth;

import dev.magpie.depth.draws.DrawStreamReader;
import dev.magpie.depth.draws.RealDraws;
import dev.magpie.depth.mesh.MeshFile;
import dev.magpie.depth.mesh.MeshFiles;
import dev.magpie.depth.scene.FaceCulling;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.SceneException;
import dev.magpie.depth.scene.Vector3;
import dev.magpie.depth.scene.builtin.BuiltInScenes;
import dev.magpie.depth.scene.real.RealScenes;
import dev.magpie.settings.FileAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Opens scenes by what users call them: {@code builtin:hall}, {@code real:ship}, a scene file or a
 * mesh file.
 */
public final class Scenes {
  private static final String BUILT_IN = "builtin:";
  private static final String REAL = "real:";

  private Scenes() {}

  /**
   * Whether a name means a scene: by its beginning, a mesh's end, or what a TOML or JSON file has.
   */
  public static boolean isScene(String name) {
    if (name.startsWith(BUILT_IN) || name.startsWith(REAL)) {
      return true;
    }
    Path file = path(name);
    return MeshFiles.isMesh(file) || DrawStreamReader.isStream(file) || SceneFile.seemsScene(file);
  }

  /**
   * Opens a scene.
   *
   * @throws SceneException if there is none of the name, or it is broken, or a stream of draws
   * @throws IOException if a file cannot be read
   * @see #open(String, Viewing, Consumer)
   */
  public static Scene open(String name) throws IOException {
    return open(name, Viewing.USUAL, _ -> {});
  }

  /**
   * Opens a scene.
   *
   * @param name {@code builtin:NAME}, {@code real:NAME}, or a file that ends in .toml or .json, or
   *     a mesh, which then fills the frame
   * @param viewing how it is looked at if it has no camera
   * @param remarks are told what was guessed
   * @throws SceneException if there is none of the name, or it is broken
   * @throws IOException if a file cannot be read
   */
  public static Scene open(String name, Viewing viewing, Consumer<String> remarks)
      throws IOException {
    DescribedScene opened = openDescribed(name, viewing, remarks);
    if (opened.stream().isPresent()) {
      throw new SceneException(
          name + ": is a stream of draws, and has no meshes; a scene or a mesh is needed here");
    }
    return opened.scene();
  }

  /**
   * Opens a scene with the passes that its file describes, or a stream of draws.
   *
   * @throws SceneException if there is none of the name, or it is broken
   * @throws IOException if a file cannot be read
   * @see #open(String, Viewing, Consumer)
   */
  public static DescribedScene openDescribed(String name, Viewing viewing, Consumer<String> remarks)
      throws IOException {
    try {
      if (name.startsWith(BUILT_IN) || name.startsWith(REAL)) {
        refuseAnimation(name, viewing, "it does not move");
      }
      if (name.startsWith(BUILT_IN)) {
        return onlyScene(BuiltInScenes.make(name.substring(BUILT_IN.length())));
      }
      if (name.startsWith(REAL)) {
        return real(name.substring(REAL.length()));
      }
    } catch (IllegalArgumentException e) {
      throw new SceneException(String.valueOf(e.getMessage()), e);
    }
    if (name.isEmpty()) {
      throw new SceneException("the name of the scene is empty");
    }
    Path file = path(name);
    if (Files.isDirectory(file)) {
      throw new SceneException(name + ": is a directory, not a scene");
    }
    if (!Files.exists(file)) {
      throw new SceneException(name + ": there is no such file" + meant(name));
    }
    if (!Files.isRegularFile(file)) {
      throw new SceneException(name + ": is no regular file");
    }
    if (SceneFile.isScene(file)) {
      refuseAnimation(name, viewing, "its meshes say theirs, as in animation = \"walk\"");
      return SceneFile.read(file, viewing);
    }
    if (DrawStreamReader.isStream(file)) {
      return DescribedScene.of(name, DrawStreamReader.read(file));
    }
    if (!MeshFiles.isMesh(file)) {
      throw new SceneException(
          "%s: is no scene: names of scenes end in .toml or .json, those of streams of draws in %s,"
                  .formatted(name, DrawStreamReader.SUFFIX)
              + " those of meshes in "
              + String.join(", ", MeshFiles.suffixes()));
    }
    MeshFile read = MeshFiles.open(file, viewing.animation());
    List<Mesh> poses = Scene.poses(read.meshes());
    Scene scene =
        new Scene(
            name,
            read.meshes(),
            List.of(Overview.of(poses, up(file, poses, viewing, remarks), viewing.aspect())),
            Optional.empty(),
            0,
            Scene.UNTESSELLATED,
            FaceCulling.NONE);
    return new DescribedScene(scene, List.of(), read.cameras());
  }

  private static void refuseAnimation(String name, Viewing viewing, String why) {
    viewing
        .animation()
        .ifPresent(animation -> {
          throw new SceneException(
              "%s: has no animation '%s' to choose: %s".formatted(name, animation, why));
        });
  }

  private static DescribedScene real(String name) {
    if (RealDraws.names().contains(name)) {
      return DescribedScene.of(name, RealDraws.read(name));
    }
    if (!RealScenes.names().contains(name)) {
      throw new IllegalArgumentException(
          "there is no real scene '%s'; there are %s"
              .formatted(name, String.join(", ", realNames())));
    }
    return onlyScene(RealScenes.read(name));
  }

  /** What may follow {@code real:}. */
  public static List<String> realNames() {
    return Stream.concat(RealScenes.names().stream(), RealDraws.names().stream()).toList();
  }

  private static DescribedScene onlyScene(Scene scene) {
    return new DescribedScene(scene, List.of(), List.of());
  }

  private static Vector3 up(
      Path file, List<Mesh> meshes, Viewing viewing, Consumer<String> remarks) {
    if (viewing.up() != UpAxis.GUESSED || MeshFiles.saysUp(file)) {
      return viewing.up().direction();
    }
    UpGuess guess = UpGuess.of(meshes);
    if (guess.axis() == UpAxis.Z) {
      remarks.accept("%s: z is taken for up, since %s".formatted(file, guess.reason()));
    }
    return guess.axis().direction();
  }

  /** What a scene is called in full, if only its prefix lacks. */
  private static String meant(String name) {
    if (BuiltInScenes.names().contains(name)) {
      return "; the built-in scene is called " + BUILT_IN + name;
    }
    return realNames().contains(name) ? "; the real scene is called " + REAL + name : "";
  }

  private static Path path(String name) {
    try {
      return FileAddress.of(name);
    } catch (InvalidPathException e) {
      throw new SceneException("%s: is no file name: %s".formatted(name, e.getReason()), e);
    } catch (IllegalArgumentException e) {
      throw new SceneException(String.valueOf(e.getMessage()), e);
    }
  }
}
