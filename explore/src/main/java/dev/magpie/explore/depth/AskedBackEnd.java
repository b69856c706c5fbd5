package dev.magpie.explore.depth;

import dev.magpie.depth.cache.CacheShape;
import dev.magpie.depth.cache.CodecPlacement;
import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.cache.Configuration.PartialWrites;
import dev.magpie.depth.cache.Configuration.References;
import dev.magpie.depth.codec.CompressionScheme;
import dev.magpie.depth.codec.PlaneEncoding;
import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.RefusedException;

/** The back-ends that a request is about; its values are called as the options of the command. */
final class AskedBackEnd {
  private AskedBackEnd() {}

  /** The one that is asked for, with its codec where {@code placement} says. */
  static Configuration of(PageRequest request) {
    return at(request, AskedFrame.word(request, "placement", CodecPlacement.PRE));
  }

  /** The same with its codec at another place. */
  static Configuration at(PageRequest request, CodecPlacement placement) {
    try {
      CompressionScheme scheme = CompressionScheme.parse(request.text("codec").orElse("c"));
      Configuration configuration =
          Configuration.of(placement, scheme, cache(request))
              .withReferenceBits((int) request.number("reference-bits", 1, 24, 16))
              .with(AskedFrame.word(request, "plane-slots", PlaneEncoding.Slots.RECLAIMED))
              .with(AskedFrame.word(request, "partial-writes", PartialWrites.READ));
      // As the command does, which has it for depth offset before the cache alone.
      References references =
          switch (request.text("opportunistic").orElse("")) {
            case "" -> References.BRUTE_FORCE;
            case "plain" -> References.OPPORTUNISTIC;
            case "refined" -> References.REFINED;
            default -> throw RefusedException.wrong("'opportunistic' is plain or refined");
          };
      return placement == CodecPlacement.PRE && scheme.isDepthOffset()
          ? configuration.with(references)
          : configuration;
    } catch (IllegalArgumentException e) {
      throw RefusedException.wrong(String.valueOf(e.getMessage()));
    }
  }

  /** Uncompressed tiles after a cache of the same size: the paper's 100 %. */
  static Configuration raw(PageRequest request) {
    return Configuration.of(CodecPlacement.POST, CompressionScheme.RAW, cache(request));
  }

  private static CacheShape cache(PageRequest request) {
    try {
      return new CacheShape(
          (int) request.number("cache", 1, CacheShape.MAX_BYTES, 16 << 10),
          (int) request.number("ways", 0, Integer.MAX_VALUE, 0),
          AskedFrame.word(request, "index", CacheShape.Index.HASHED));
    } catch (IllegalArgumentException e) {
      throw RefusedException.wrong(String.valueOf(e.getMessage()));
    }
  }
}
