package dev.magpie.lab.study;

import dev.magpie.gpu.config.Fill;

/**
 * A memory controller, and what the L2 asks of it: all that experiments change about the GPU.
 *
 * @param codec its specification; {@code none} leaves memory uncompressed
 * @param mag bytes of a burst
 * @param metadata what the metadata hold, and how large their cache is
 * @param fill whether the L2 exchanges lines or sectors with uncompressed memory
 */
public record Setup(String codec, int mag, Metadata metadata, Fill fill) {
  /** The MAG of the paper's GPU. */
  public static final int MAG = 32;

  /** What is kept outside of blocks. */
  public enum Metadata {
    /** The codec's tag, in the GPU's cache. */
    TAGS(0, 16 << 10),
    /** The tag, base and mask of a block, 66 bits, in a cache of 16 KiB. */
    HEADERS_16K(8, 16 << 10),
    /** The same in a cache of 32 KiB. */
    HEADERS_32K(8, 32 << 10);

    private final int codeBytes;
    private final int cacheBytes;

    Metadata(int codeBytes, int cacheBytes) {
      this.codeBytes = codeBytes;
      this.cacheBytes = cacheBytes;
    }

    /** Leading bytes of a block's code that are kept in the metadata. */
    public int codeBytes() {
      return codeBytes;
    }

    /** Bytes of a controller's metadata cache. */
    public int cacheBytes() {
      return cacheBytes;
    }
  }

  public static Setup of(String codec) {
    return of(codec, MAG);
  }

  public static Setup of(String codec, int mag) {
    return new Setup(codec, mag, Metadata.TAGS, Fill.LINE);
  }

  /** The same with other metadata. */
  public Setup with(Metadata other) {
    return new Setup(codec, mag, other, fill);
  }

  /** The same with another L2. */
  public Setup with(Fill other) {
    return new Setup(codec, mag, metadata, other);
  }

  /** What it is measured against: the same bursts and L2, uncompressed. */
  public Setup baseline() {
    return of("none", mag).with(fill);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("%s, MAG %d".formatted(codec, mag));
    if (metadata != Metadata.TAGS) {
      text.append(
          ", %d B of code in a metadata cache of %d KiB"
              .formatted(metadata.codeBytes, metadata.cacheBytes >> 10));
    }
    if (fill != Fill.LINE) {
      text.append(", L2 of sectors");
    }
    return text.toString();
  }
}
