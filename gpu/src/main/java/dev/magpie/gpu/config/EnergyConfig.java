package dev.magpie.gpu.config;

import dev.magpie.settings.Records.Range;
import java.util.Map;
import java.util.Optional;

/**
 * What compression takes beside the DRAM.
 *
 * @param operation what codecs are counted in
 * @param metadataCache a metadata cache
 * @param link a link to other memory
 * @param codecs by the name of their family
 */
public record EnergyConfig(
    Operation operation, MetadataCache metadataCache, Link link, Map<String, Codec> codecs) {
  private static final double JOULES = 1e-12;

  public EnergyConfig {
    codecs = Map.copyOf(codecs);
  }

  /** What is known of a family of codecs. */
  public Optional<Codec> codec(String family) {
    return Optional.ofNullable(codecs.get(family));
  }

  /**
   * An addition, a comparison or a shift of 32 bits.
   *
   * @param picojoules of one
   * @param source where the figure is from
   */
  public record Operation(@Range(least = 0, most = 1e6) double picojoules, String source) {
    /** Joules that operations take. */
    public double joules(double operations) {
      return operations * picojoules * JOULES;
    }
  }

  /**
   * A metadata cache.
   *
   * @param readPicojoules of a look-up
   * @param writePicojoules of a fill
   * @param source where the figures are from
   */
  public record MetadataCache(
      @Range(least = 0, most = 1e6) double readPicojoules,
      @Range(least = 0, most = 1e6) double writePicojoules,
      String source) {
    /** Joules that look-ups take, and the fills of those that miss. */
    public double joules(long lookUps, long misses) {
      return (lookUps * readPicojoules + misses * writePicojoules) * JOULES;
    }
  }

  /**
   * A link.
   *
   * @param picojoulesPerBit to move a bit over a link
   * @param crossings links on the way: two where there is a switch
   * @param source where the figures are from
   */
  public record Link(
      @Range(least = 0, most = 1e6) double picojoulesPerBit,
      @Range(least = 1, most = 16) int crossings,
      String source) {
    /** Joules that bytes take, headers included. */
    public double joules(long bytes) {
      return 8.0 * bytes * crossings * picojoulesPerBit * JOULES;
    }
  }

  /**
   * A codec.
   *
   * @param compressionPicojoules of a block of 128 bytes that is tried to be compressed
   * @param decompressionPicojoules of a block that is decompressed
   * @param source where the figures are from
   */
  public record Codec(
      @Range(least = 0, most = 1e6) double compressionPicojoules,
      @Range(least = 0, most = 1e6) double decompressionPicojoules,
      String source) {
    /** Joules that blocks take. */
    public double joules(long compressed, long decompressed) {
      return (compressed * compressionPicojoules + decompressed * decompressionPicojoules) * JOULES;
    }
  }
}
