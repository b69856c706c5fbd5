package dev.magpie.depth.cache;

import dev.magpie.depth.codec.CompressionScheme;
import dev.magpie.depth.codec.PlaneEncoding;
import dev.magpie.depth.event.Kernels;
import dev.magpie.settings.Records;
import java.util.Locale;

/**
 * A back-end of the depth pipeline. {@link CodecPlacement#POST} with {@link CompressionScheme#RAW}
 * is the RAW-T of whole tiles, which the paper's 100 % fits; {@link CodecPlacement#PRE} with it is
 * RAW-L, of lines, as the paper defines RAW.
 *
 * <pre>{@code
 * Configuration preC = Configuration.of(CodecPlacement.PRE, CompressionScheme.parse("c"), CacheShape.of(16 << 10));
 * }</pre>
 *
 * @param placement where tiles are compressed
 * @param scheme in which modes
 * @param cache the cache's shape
 * @param referenceBits precision of depth offset's references, 1 to 24; the paper's is 16
 * @param references how depth offset finds its references
 * @param slots what becomes of planes out of use
 * @param partialWrites how a line that is overwritten in part gets its other samples
 * @param compressedReads how much of a compressed tile is read
 * @param evictions what of plane encoding after the cache is tried when a tile is evicted
 * @param headers the memory of tile headers and its cache
 * @param kernels which code replays events; what it finds does not depend on it
 */
public record Configuration(
    CodecPlacement placement,
    CompressionScheme scheme,
    CacheShape cache,
    int referenceBits,
    References references,
    PlaneEncoding.Slots slots,
    PartialWrites partialWrites,
    CompressedReads compressedReads,
    Evictions evictions,
    HeaderMemory headers,
    Kernels kernels) {

  /** How depth offset finds its references (paper, sections 3.2.1 and 3.2.2). */
  public enum References {
    /** The nearest and farthest of all samples, by comparing them. */
    BRUTE_FORCE,
    /** The old references, widened to the triangle's bounds. */
    OPPORTUNISTIC,
    /**
     * Opportunistic before the cache; a raw tile that is wholly cached when one of its lines is to
     * be written back is compressed by brute force then.
     */
    REFINED
  }

  /** How a raw line that is overwritten in part gets its other samples. */
  public enum PartialWrites {
    /** They are read first. */
    READ,
    /** Memory takes writes of some bytes of a line, so they need not be read. */
    MASKED;

    /** The word for it in commands. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** How much of a compressed tile before the cache is read (paper, section 3). */
  public enum CompressedReads {
    /** All of its lines. */
    WHOLE,
    /**
     * Of depth offset, the line with the references and those of covered samples; samples that
     * still fit these references are replaced in their place.
     */
    NEEDED
  }

  /**
   * What becomes of a tile that is raw in the cache of plane encoding after it, when it is evicted.
   */
  public enum Evictions {
    /** It is raw in memory, too: the encoder works when a tile is drawn to (paper, section 4). */
    AS_CACHED,
    /** The scheme's other modes are tried, as after a cache that knows no planes. */
    TRIED_AGAIN
  }

  /**
   * @throws IllegalArgumentException if the references are not brute force and the scheme is not of
   *     depth offset before the cache
   */
  public Configuration {
    if (references != References.BRUTE_FORCE
        && !(placement == CodecPlacement.PRE && scheme.isDepthOffset())) {
      throw new IllegalArgumentException(
          "opportunistic references are for depth offset before the cache, not for %s %s"
              .formatted(placement == CodecPlacement.PRE ? "pre" : "post", scheme.name()));
    }
    if (referenceBits < 1 || referenceBits > 24) {
      throw new IllegalArgumentException("references have 1 to 24 bits, not " + referenceBits);
    }
  }

  /**
   * The paper's back-end: 16-bit references by brute force, slots reclaimed; by scalar code, for a
   * few frames.
   */
  public static Configuration of(
      CodecPlacement placement, CompressionScheme scheme, CacheShape cache) {
    return new Configuration(
        placement,
        scheme,
        cache,
        16,
        References.BRUTE_FORCE,
        PlaneEncoding.Slots.RECLAIMED,
        PartialWrites.READ,
        CompressedReads.WHOLE,
        Evictions.AS_CACHED,
        HeaderMemory.NOT_COUNTED,
        Kernels.SCALAR);
  }

  /**
   * With another of any other part, such as a scheme or a cache, in place of the one of its class.
   */
  public Configuration with(Object part) {
    return Records.with(this, part);
  }

  public Configuration withReferenceBits(int bits) {
    return new Configuration(
        placement,
        scheme,
        cache,
        bits,
        references,
        slots,
        partialWrites,
        compressedReads,
        evictions,
        headers,
        kernels);
  }
}
