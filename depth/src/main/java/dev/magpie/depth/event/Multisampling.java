package dev.magpie.depth.event;

import java.util.List;

/**
 * How many samples a pixel has. They lie at the standard positions of Direct3D 11 and Vulkan, on a
 * grid of sixteenths of a pixel, and in memory side by side, as places of a rectangle: the samples
 * of neighbours in the frame are neighbours there. So hardware interleaves the samples of depth
 * buffers, whatever it does with colours: tiles stay as large, and hold fewer pixels.
 */
public enum Multisampling {
  /** One sample, at the pixel's centre. */
  X1(1, 1, List.of(0), List.of(0)),
  /** Standard samples 1 and 0. */
  X2(2, 1, List.of(-4, 4), List.of(-4, 4)),
  /** Standard samples 0 and 1, below them 2 and 3. */
  X4(2, 2, List.of(-2, 6, -6, 2), List.of(-6, -2, 2, 6)),
  /** Standard samples 5, 3, 0 and 7, below them 4, 1, 6 and 2. */
  X8(4, 2, List.of(-7, -3, 1, 7, -5, -1, 3, 5), List.of(-1, -5, -3, -7, 5, 3, 7, 1));

  /** Steps of a pixel between which samples lie. */
  public static final int STEPS = 16;

  private final int across;
  private final int down;

  // Lists that never change.
  @SuppressWarnings("ImmutableEnumChecker")
  private final List<Integer> x;

  @SuppressWarnings("ImmutableEnumChecker")
  private final List<Integer> y;

  Multisampling(int across, int down, List<Integer> x, List<Integer> y) {
    this.across = across;
    this.down = down;
    this.x = x;
    this.y = y;
  }

  /** Samples of a pixel that lie side by side in memory. */
  public int across() {
    return across;
  }

  /** Samples of a pixel that lie one below another in memory. */
  public int down() {
    return down;
  }

  /** Samples of a pixel. */
  public int samples() {
    return across * down;
  }

  /**
   * How far a sample is to the right of its pixel's centre, in sixteenths of a pixel.
   *
   * @param place of the sample in the pixel, row by row
   */
  public int x(int place) {
    return x.get(place);
  }

  /** How far a sample is below its pixel's centre, in sixteenths of a pixel. */
  public int y(int place) {
    return y.get(place);
  }

  /** The number of samples, as in commands. */
  @Override
  public String toString() {
    return Integer.toString(samples());
  }
}
