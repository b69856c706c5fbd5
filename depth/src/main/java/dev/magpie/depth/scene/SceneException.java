package dev.magpie.depth.scene;

/** A scene or a mesh that cannot be used; the message names the file and the place in it. */
public final class SceneException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Takes what is wrong. */
  public SceneException(String message) {
    super(message);
  }

  /** Takes what is wrong and what showed it. */
  public SceneException(String message, Throwable cause) {
    super(message, cause);
  }
}
