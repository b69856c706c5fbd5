package dev.magpie.lab.study;

import dev.magpie.gpu.config.Fill;

/**
 * A memory controller, and what the L2 asks of it: all that experiments change about the GPU.
 *
 * @param codec its specification; {@code none} leaves memory uncompressed
 * @param mag bytes of a burst
 * @param metadata what the metadata hold, and how large their cache is
 * @param fill whether the L2 exchanges lines or sectors with uncompressed memory
 * @param chip which simulator's GTX 580
 */
public record Setup(String codec, int mag, Metadata metadata, Fill fill, Chip chip) {
  /** The MAG of the paper's GPU. */
  public static final int MAG = 32;

  /** A GTX 580, with chips of DRAM that have a channel each. */
  public enum Chip {
    /** As bandwidths of a real one are met. */
    GTX580("gtx580", "gtx580"),
    /** As GPGPU-Sim 3.x has it. */
    GPGPUSIM3("gtx580-gpgpusim3", "gpgpusim3");

    private final String gpu;
    private final String dram;

    Chip(String gpu, String dram) {
      this.gpu = gpu;
      this.dram = dram;
    }

    /** The name of its preset. */
    public String gpu() {
      return gpu;
    }

    /** The name of its DRAM, one chip a channel. */
    public String dram() {
      return dram;
    }
  }

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
    return new Setup(codec, mag, Metadata.TAGS, Fill.LINE, Chip.GTX580);
  }

  /** The same with other metadata. */
  public Setup with(Metadata other) {
    return new Setup(codec, mag, other, fill, chip);
  }

  /** The same with another L2. */
  public Setup with(Fill other) {
    return new Setup(codec, mag, metadata, other, chip);
  }

  /** The same on another simulator's GPU. */
  public Setup with(Chip other) {
    return new Setup(codec, mag, metadata, fill, other);
  }

  /** What it is measured against: the same bursts, L2 and GPU, uncompressed. */
  public Setup baseline() {
    return of("none", mag).with(fill).with(chip);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("%s, MAG %d".formatted(codec, mag));
    if (metadata != Metadata.TAGS) {
      text.append(
          ", %d B of code in a metadata cache of %d KiB"
              .formatted(metadata.codeBytes, metadata.cacheBytes >> 10));
    }
    if (chip != Chip.GTX580) {
      text.append(", ").append(chip.gpu());
    }
    if (fill != Fill.LINE) {
      text.append(", L2 of sectors");
    }
    return text.toString();
  }
}
