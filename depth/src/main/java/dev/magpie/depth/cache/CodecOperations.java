package dev.magpie.depth.cache;

import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.depth.codec.StencilCodec;
import dev.magpie.depth.codec.TileMode;
import dev.magpie.depth.event.TileShape;
import java.util.Locale;
import java.util.Map;

/**
 * Additions, comparisons and shifts of a depth that a back-end's codecs did: the attempts and
 * decoded tiles that were counted, times what a mode takes for each sample. Depth offset tries the
 * far reference only where the near one is not enough, which is counted too, as are the comparisons
 * that find its references.
 */
public final class CodecOperations {
  private CodecOperations() {}

  /** All of a back-end's operations; 0 without a codec. */
  public static double of(DepthTraffic traffic, TileShape shape) {
    return encoding(traffic, shape) + decoding(traffic, shape);
  }

  /** All of a back-end's of stencil values. */
  public static double ofStencil(DepthTraffic traffic) {
    long tiles = traffic.get(Count.COMPRESSIONS) + traffic.get(Count.DECOMPRESSIONS);
    return (double) StencilCodec.OPERATIONS * StencilCodec.SAMPLES * tiles;
  }

  /** Those to encode, attempts that fail included. */
  public static double encoding(DepthTraffic traffic, TileShape shape) {
    double perSample = 0;
    boolean depthOffset = false;
    long left = traffic.encodedTiles().values().stream().mapToLong(Long::longValue).sum();
    for (Map.Entry<String, Long> tiles : traffic.encodedTiles().entrySet()) {
      if (tiles.getKey().equals("raw")) {
        continue;
      }
      TileMode mode = mode(tiles.getKey());
      perSample += (double) left * mode.attemptOperations();
      depthOffset |= mode.isDepthOffset();
      left -= tiles.getValue();
    }
    if (depthOffset) {
      perSample += traffic.get(Count.DEPTH_OFFSET_TILES);
      perSample -= 2.0 * traffic.get(Count.ONE_REFERENCE_TILES);
    }
    return traffic.get(Count.COMPARISONS) + shape.samples() * perSample;
  }

  /** Those to decode. */
  public static double decoding(DepthTraffic traffic, TileShape shape) {
    double perSample = 0;
    for (Map.Entry<String, Long> tiles : traffic.decodedTiles().entrySet()) {
      if (!tiles.getKey().equals("raw")) {
        perSample += (double) tiles.getValue() * mode(tiles.getKey()).decodeOperations();
      }
    }
    return shape.samples() * perSample;
  }

  private static TileMode mode(String name) {
    return TileMode.valueOf(name.toUpperCase(Locale.ROOT));
  }
}
