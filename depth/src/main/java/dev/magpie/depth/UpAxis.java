package dev.magpie.depth;

import dev.magpie.depth.scene.Vector3;
import java.util.Locale;

/** Which way is up in a mesh that comes without a camera. */
public enum UpAxis {
  /** Up is y, as glTF says, unless a mesh of another format looks as if it were z. */
  GUESSED,
  Y,
  Z;

  /** Where this points; guesses are y. */
  Vector3 direction() {
    return this == Z ? new Vector3(0, 0, 1) : Vector3.UP;
  }

  /** The word for it in commands. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
