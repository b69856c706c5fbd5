package dev.magpie.lab.simulation;

/**
 * A memory controller: all that experiments change about the GPU.
 *
 * @param codec its specification; {@code none} leaves memory uncompressed
 * @param mag bytes of a burst
 * @param metadata what the metadata hold, and how large their cache is
 */
public record Setup(String codec, int mag, Metadata metadata) {
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
    return new Setup(codec, MAG, Metadata.TAGS);
  }

  public static Setup of(String codec, int mag) {
    return new Setup(codec, mag, Metadata.TAGS);
  }

  /** What it is measured against: the same bursts, uncompressed. */
  public Setup baseline() {
    return of("none", mag);
  }

  @Override
  public String toString() {
    return metadata == Metadata.TAGS
        ? "%s, MAG %d".formatted(codec, mag)
        : "%s, MAG %d, %d B of code in a metadata cache of %d KiB"
            .formatted(codec, mag, metadata.codeBytes, metadata.cacheBytes >> 10);
  }
}
