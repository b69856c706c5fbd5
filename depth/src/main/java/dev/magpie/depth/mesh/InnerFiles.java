package dev.magpie.depth.mesh;

import dev.magpie.depth.scene.SceneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Files that another file names: they must lie in its folder or below. */
public final class InnerFiles {
  private InnerFiles() {}

  /**
   * The file that is named, with links followed.
   *
   * @param file which names it
   * @param what how messages say so
   * @param name a path relative to the file's folder; null if it is not even a path
   * @throws SceneException if it lies elsewhere or is not there
   */
  public static Path resolve(Path file, String what, @Nullable String name) throws IOException {
    Path folder = file.toRealPath().getParent();
    try {
      if (name != null && !name.isEmpty() && folder != null) {
        Path named = folder.resolve(name).normalize();
        if (named.startsWith(folder)) {
          if (!Files.isRegularFile(named)) {
            throw new SceneException("%s: %s: there is no such file".formatted(file, what));
          }
          if (named.toRealPath().startsWith(folder)) {
            return named;
          }
        }
      }
    } catch (InvalidPathException e) {
      throw new SceneException("%s: %s: %s".formatted(file, what, e.getReason()), e);
    }
    throw new SceneException("%s: %s, which lies outside the file's folder".formatted(file, what));
  }
}
