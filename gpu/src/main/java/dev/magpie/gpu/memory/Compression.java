package dev.magpie.gpu.memory;

import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.codec.Latency;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.stream.MemoryAccess;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.memory.cache.MetadataCache;
import dev.magpie.memory.layout.BandwidthMemory;
import dev.magpie.memory.layout.BuddyBlockMemory;
import dev.magpie.memory.layout.LayoutFamily;
import dev.magpie.memory.layout.LayoutSpec;
import dev.magpie.memory.layout.PinnedMemory;
import dev.magpie.memory.layout.UncompressedMemory;
import dev.magpie.memory.layout.UnifiedMemory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * How the memory behind the L2 is compressed. Each controller has a memory of some layout, from
 * which lines move in as many bursts as the layout says (MAG paper, section IV-F); or all have one
 * Buddy memory, of whose lines the rest is over a link (Buddy paper, section III). Unified memory
 * and pinned memory of the host are not compressed, and here to compare with that (section IV-C).
 *
 * @param layout where lines live
 * @param codec whose code; {@code none} with the layout {@code bandwidth-only} is memory that keeps
 *     lines as they are, without metadata, and moves them by the sector
 * @param magBytes bytes of a burst, which codes are rounded up to
 * @param targets of allocations by name, for Buddy memory where not all have that of the layout; an
 *     allocation that is not named is not compressed
 * @param trainingInstructions of threads, while which a codec that is trained learns from the lines
 *     that move; without them it is trained on what memory holds when the first kernel begins
 */
public record Compression(
    LayoutSpec layout,
    CodecSpec codec,
    int magBytes,
    Optional<Map<String, TargetRatio>> targets,
    OptionalLong trainingInstructions) {
  /** Where lines live if nothing else is said. */
  public static final LayoutSpec DEFAULT_LAYOUT = LayoutSpec.of(BandwidthMemory.FAMILY);

  /** Lines in sectors. */
  static final Granularity LINES =
      new Granularity(MemoryAccess.LINE_BYTES, MemoryAccess.SECTOR_BYTES);

  private static final String NO_CODEC = "none";

  private static final List<LayoutFamily> WITHOUT_CODEC =
      List.of(UncompressedMemory.FAMILY, UnifiedMemory.FAMILY, PinnedMemory.FAMILY);

  private static final List<LayoutFamily> BEHIND_LINKS =
      List.of(BuddyBlockMemory.FAMILY, UnifiedMemory.FAMILY, PinnedMemory.FAMILY);

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
   * @throws IllegalArgumentException if the MAG does not divide a line, the layout is not for such
   *     bursts, the codec has no meaning with it, or it has no targets
   */
  public Compression {
    layout.family().requireSupport(new Granularity(MemoryAccess.LINE_BYTES, magBytes));
    targets = targets.map(Map::copyOf);
    if (isBuddy(layout) && (codec.family().isLossy() || isNone(codec))) {
      throw new IllegalArgumentException(
          "%s: Buddy memory needs a lossless codec".formatted(codec));
    }
    if (isBuddy(layout) && isAssisted(codec)) {
      throw new IllegalArgumentException(
          "%s has no meaning with layout buddy, whose controllers code entries themselves"
              .formatted(codec));
    }
    if (trainingInstructions.isPresent() && (isBuddy(layout) || !codec.needsTraining())) {
      throw new IllegalArgumentException(
          isBuddy(layout)
              ? "Buddy memory is not trained online"
              : "codec '%s' has nothing to learn".formatted(codec));
    }
    if (targets.isPresent() && !isBuddy(layout)) {
      throw new IllegalArgumentException("layout %s has no targets".formatted(layout));
    }
    if (!hasCodec(layout.family()) && !isNone(codec)) {
      throw new IllegalArgumentException(
          "layout %s has no codec, so %s means nothing to it"
              .formatted(layout.family().name(), codec));
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
    return new Compression(layout, codec, magBytes, Optional.empty(), OptionalLong.empty());
  }

  /**
   * The same with a codec that is trained online: until threads have executed so many instructions,
   * what moves is counted and coded without a table; then all of memory is coded with the table
   * made from that, at no simulated time.
   *
   * @throws IllegalArgumentException if the codec is not trained, or the memory is Buddy memory
   */
  public Compression online(long instructions) {
    return new Compression(layout, codec, magBytes, targets, OptionalLong.of(instructions));
  }

  /** Buddy memory in which everything has the same target ratio. */
  public static Compression buddy(CodecSpec codec, TargetRatio target) {
    return of(BuddyBlockMemory.of(target), codec, MetadataCache.SECTOR_BYTES);
  }

  /** Buddy memory in which allocations have target ratios by name, and others are as they are. */
  public static Compression buddy(CodecSpec codec, Map<String, TargetRatio> targets) {
    return new Compression(
        LayoutSpec.of(BuddyBlockMemory.FAMILY),
        codec,
        MetadataCache.SECTOR_BYTES,
        Optional.of(targets),
        OptionalLong.empty());
  }

  private static boolean isBuddy(LayoutSpec layout) {
    return layout.family().equals(BuddyBlockMemory.FAMILY);
  }

  /** Whether blocks in such a layout are coded. */
  public static boolean hasCodec(LayoutFamily family) {
    return !WITHOUT_CODEC.contains(family);
  }

  private static boolean isNone(CodecSpec codec) {
    return codec.family().name().equals(NO_CODEC);
  }

  private static boolean isAssisted(CodecSpec codec) {
    return codec.family().name().equals(AssistedCodec.FAMILY);
  }

  /** Whether lines are kept as they are, and move by the sector. */
  public boolean isNone() {
    return isNone(codec) && layout.equals(DEFAULT_LAYOUT);
  }

  /** Whether all controllers have one Buddy memory. */
  public boolean isBuddy() {
    return isBuddy(layout);
  }

  /** Whether pages move between the host and the device. */
  public boolean isUnified() {
    return layout.family().equals(UnifiedMemory.FAMILY);
  }

  /** Whether memory is the host's, and stays there. */
  public boolean isPinned() {
    return layout.family().equals(PinnedMemory.FAMILY);
  }

  /** Whether a part of memory is behind the links of a GPU's {@code [buddy]}. */
  public boolean needsLinks() {
    return needsLinks(layout.family());
  }

  /** The same of memory in such a layout. */
  public static boolean needsLinks(LayoutFamily family) {
    return BEHIND_LINKS.contains(family);
  }

  /** Where lines live, if it is neither bandwidth-only nor Buddy memory. */
  public Optional<String> otherLayout() {
    return isBuddy() || layout.equals(DEFAULT_LAYOUT)
        ? Optional.empty()
        : Optional.of(layout.toString());
  }

  /** In a few words, the codec. */
  public String codecLabel() {
    return trainingInstructions.isPresent()
        ? "%s, trained online for %d instructions"
            .formatted(codec, trainingInstructions.getAsLong())
        : codec.toString();
  }

  /** In a few words, the targets of Buddy memory. */
  public String targetsLabel() {
    return targets.isPresent() ? "by allocation" : BuddyBlockMemory.target(layout).toString();
  }

  /**
   * The compressed memory of a GPU, or null if there is none.
   *
   * @throws IllegalArgumentException if the GPU cannot have it
   */
  @Nullable CompressedLines lines(
      GpuConfig config, DeviceImage image, LinePlacement placement, MemoryCounters counters) {
    if (isNone() || isUnified() || isPinned()) {
      return null;
    }
    return isBuddy()
        ? new BuddySpace(config, this, image, placement, counters).lines()
        : new ControllerSpace(config, this, image, placement, counters).lines();
  }

  Granularity granularity() {
    return new Granularity(MemoryAccess.LINE_BYTES, magBytes);
  }

  /** Cycles of a GPU's core that a line takes to be compressed, in any layout. */
  public int compressionCycles(GpuConfig gpu) {
    return compressionCycles(gpu, codec.family().latency());
  }

  /** The same where a codec that adapts has chosen one with that latency. */
  int compressionCycles(GpuConfig gpu, Latency of) {
    int byDefault = codec.family().isTrained() ? TRAINED_COMPRESSION_CYCLES : DEFAULT_CYCLES;
    return cycles(gpu, of.clock(), of.compressionCycles().orElse(byDefault));
  }

  /** Cycles of a GPU's core that a line takes to be decompressed, in any layout. */
  public int decompressionCycles(GpuConfig gpu) {
    return decompressionCycles(gpu, codec.family().latency());
  }

  /** The same where a codec that adapts has chosen one with that latency. */
  int decompressionCycles(GpuConfig gpu, Latency of) {
    int byDefault = codec.family().isTrained() ? TRAINED_DECOMPRESSION_CYCLES : DEFAULT_CYCLES;
    return cycles(gpu, of.clock(), of.decompressionCycles().orElse(byDefault));
  }

  private static int cycles(GpuConfig gpu, Latency.Clock clock, int cycles) {
    long own =
        switch (clock) {
          case CORE -> cycles;
          case DRAM ->
              new ClockRatio(gpu.clockMegahertz(), gpu.dram().clockMegahertz()).toCore(cycles);
        };
    return (int) Math.round(gpu.controller().codecLatency() * own);
  }
}
