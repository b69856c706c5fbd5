package dev.magpie.gpu.memory;

import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.codec.Latency;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.stream.MemoryAccess;
import dev.magpie.memory.layout.BandwidthMemory;
import dev.magpie.memory.layout.LayoutSpec;
import dev.magpie.memory.layout.UncompressedMemory;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Compression at the memory controllers (MAG paper, section IV-F): each has a memory of some
 * layout, from which lines move in as many bursts as the layout says.
 *
 * @param layout where lines live
 * @param codec whose code; {@code none} with the layout {@code bandwidth-only} is memory that keeps
 *     lines as they are, without metadata, and moves them by the sector
 * @param magBytes bytes of a burst
 * @param compressionCycles of the core, where they are not to be the codec's
 * @param decompressionCycles of the core, where they are not to be the codec's
 */
public record Compression(
    LayoutSpec layout,
    CodecSpec codec,
    int magBytes,
    OptionalInt compressionCycles,
    OptionalInt decompressionCycles)
    implements MemoryDesign {
  /** Where lines live if nothing else is said. */
  public static final LayoutSpec DEFAULT_LAYOUT = LayoutSpec.of(BandwidthMemory.FAMILY);

  private static final String NO_CODEC = "none";

  /** Memory that keeps lines as they are. */
  public static final Compression NONE =
      of(CodecSpec.parse(NO_CODEC), Granularity.DEFAULT.magBytes());

  /**
   * Cycles to compress and to decompress of codecs without published latencies: ours. Those that
   * are trained are taken for as slow as SLC, which is built on one (MAG paper, section V-A).
   */
  static final int DEFAULT_CYCLES = 10;

  static final int TRAINED_COMPRESSION_CYCLES = 60;
  static final int TRAINED_DECOMPRESSION_CYCLES = 20;

  /**
   * @throws IllegalArgumentException if the MAG does not divide a line, a number is negative, or
   *     the codec has no meaning with the layout
   */
  public Compression {
    new Granularity(MemoryAccess.LINE_BYTES, magBytes);
    if (compressionCycles.orElse(0) < 0 || decompressionCycles.orElse(0) < 0) {
      throw new IllegalArgumentException("latencies are not negative");
    }
    if (layout.family().equals(UncompressedMemory.FAMILY)
        && !codec.family().name().equals(NO_CODEC)) {
      throw new IllegalArgumentException(
          "layout uncompressed has no codec, so %s means nothing to it".formatted(codec));
    }
    if (layout.family().pageBytes() > 0 && (codec.family().isLossy() || isAssisted(codec))) {
      throw new IllegalArgumentException(
          "%s has no meaning with layout %s, which codes other blocks of a page again when it lays"
                  .formatted(codec, layout)
              + " the page out anew; "
              + (isAssisted(codec)
                  ? "no assist warp is there for those"
                  : "what was approximated once would be so again"));
    }
  }

  /** A codec with its own latencies and metadata. */
  public static Compression of(CodecSpec codec, int magBytes) {
    return of(DEFAULT_LAYOUT, codec, magBytes);
  }

  /** The same in another layout. */
  public static Compression of(LayoutSpec layout, CodecSpec codec, int magBytes) {
    return new Compression(layout, codec, magBytes, OptionalInt.empty(), OptionalInt.empty());
  }

  private static boolean isAssisted(CodecSpec codec) {
    return codec.family().name().equals(AssistedCodec.FAMILY);
  }

  /** Whether a write of one line may have others coded anew. */
  boolean laysOutPages() {
    return layout.family().pageBytes() > 0;
  }

  @Override
  public boolean isNone() {
    return codec.family().name().equals(NO_CODEC) && layout.equals(DEFAULT_LAYOUT);
  }

  @Override
  public Optional<String> otherLayout() {
    return layout.equals(DEFAULT_LAYOUT) ? Optional.empty() : Optional.of(layout.toString());
  }

  @Override
  public @Nullable CompressedLines lines(
      GpuConfig config, DeviceImage image, LinePlacement placement, MemoryCounters counters) {
    return isNone() ? null : new ControllerSpace(config, this, image, placement, counters).lines();
  }

  Granularity granularity() {
    return new Granularity(MemoryAccess.LINE_BYTES, magBytes);
  }

  /** Cycles of the core that a line takes to be compressed. */
  public int compressionLatency() {
    return compressionLatency(codec.family().latency());
  }

  /** The same where a codec that adapts has chosen one with that latency. */
  int compressionLatency(Latency of) {
    int byDefault = codec.family().isTrained() ? TRAINED_COMPRESSION_CYCLES : DEFAULT_CYCLES;
    return compressionCycles.orElse(of.compressionCycles().orElse(byDefault));
  }

  /** Cycles of the core that a line takes to be decompressed. */
  public int decompressionLatency() {
    return decompressionLatency(codec.family().latency());
  }

  /** The same where a codec that adapts has chosen one with that latency. */
  int decompressionLatency(Latency of) {
    int byDefault = codec.family().isTrained() ? TRAINED_DECOMPRESSION_CYCLES : DEFAULT_CYCLES;
    return decompressionCycles.orElse(of.decompressionCycles().orElse(byDefault));
  }
}
