package dev.magpie.depth.draws;

/**
 * What clip space was like where a stream was recorded. Streams themselves have depths from 0 to 1
 * and y upwards; whoever writes one sees to it.
 */
public enum ClipDepth {
  /** Direct3D's, Vulkan's and Metal's: what is seen has {@code 0 <= z <= w}. */
  ZERO_TO_ONE("0 to 1"),
  /** OpenGL's: {@code -w <= z <= w}. */
  MINUS_ONE_TO_ONE("-1 to 1");

  private final String words;

  ClipDepth(String words) {
    this.words = words;
  }

  /** The range in words. */
  @Override
  public String toString() {
    return words;
  }
}
