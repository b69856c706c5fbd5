package dev.magpie.lab.study;

/**
 * A memory controller, and what is otherwise about the GPU.
 *
 * @param codec its specification; {@code none} leaves memory uncompressed
 * @param mag bytes of a burst
 * @param variation what differs from the paper's GPU
 */
public record Setup(String codec, int mag, Variation variation) {
  /** The MAG of the paper's GPU. */
  public static final int MAG = 32;

  public static Setup of(String codec) {
    return of(codec, MAG);
  }

  public static Setup of(String codec, int mag) {
    return new Setup(codec, mag, Variation.NONE);
  }

  /** The same on another GPU. */
  public Setup with(Variation other) {
    return new Setup(codec, mag, other);
  }

  /** What it is measured against: the same bursts and GPU, uncompressed. */
  public Setup baseline() {
    return of("none", mag).with(variation.isOfAllMemory() ? variation : Variation.NONE);
  }

  @Override
  public String toString() {
    String controller = "%s, MAG %d".formatted(codec, mag);
    return variation == Variation.NONE ? controller : controller + ", " + variation;
  }
}
