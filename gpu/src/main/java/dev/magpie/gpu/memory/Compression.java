package dev.magpie.gpu.memory;

import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.codec.Latency;
import dev.magpie.gpu.stream.MemoryAccess;
import dev.magpie.memory.cache.BlockMetadataCache;
import dev.magpie.memory.layout.BandwidthMemory;
import java.util.OptionalInt;

/**
 * Compression at the memory controllers (MAG paper, section IV-F): lines move between DRAM and
 * controller in as many bursts as their code takes.
 *
 * @param codec whose code; {@code none} for memory that keeps lines as they are, without metadata
 * @param magBytes bytes of a burst
 * @param metadataBits of a block; 0 for as many as the codec needs
 * @param codeBytes leading bytes of a block's code that are kept in the metadata, too
 * @param compressionCycles of the core, where they are not to be the codec's
 * @param decompressionCycles of the core, where they are not to be the codec's
 */
public record Compression(
    CodecSpec codec,
    int magBytes,
    int metadataBits,
    int codeBytes,
    OptionalInt compressionCycles,
    OptionalInt decompressionCycles)
    implements LineCoding {
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
   * @throws IllegalArgumentException if the MAG does not divide a line, or a number is negative
   */
  public Compression {
    new Granularity(MemoryAccess.LINE_BYTES, magBytes);
    if (metadataBits < 0
        || codeBytes < 0
        || compressionCycles.orElse(0) < 0
        || decompressionCycles.orElse(0) < 0) {
      throw new IllegalArgumentException("neither metadata nor latencies are negative");
    }
  }

  /** A codec with its own latencies and metadata. */
  public static Compression of(CodecSpec codec, int magBytes) {
    return new Compression(codec, magBytes, 0, 0, OptionalInt.empty(), OptionalInt.empty());
  }

  @Override
  public boolean isNone() {
    return codec.family().name().equals(NO_CODEC);
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

  BandwidthMemory.Metadata metadata(BlockMetadataCache.Shape cache) {
    return new BandwidthMemory.Metadata(cache, metadataBits, codeBytes);
  }
}
