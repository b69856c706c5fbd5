package dev.magpie.cli.depth;

import dev.magpie.cli.option.ByteSize;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.depth.SceneTraffic;
import dev.magpie.depth.cache.CacheShape;
import dev.magpie.depth.cache.CodecPlacement;
import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.cache.Configuration.References;
import dev.magpie.depth.cache.DepthSystem;
import dev.magpie.depth.cache.HeaderMemory;
import dev.magpie.depth.codec.CompressionScheme;
import dev.magpie.depth.codec.PlaneEncoding;
import dev.magpie.depth.event.DepthBuffer;
import dev.magpie.depth.event.EventStream;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.PlaneFormat;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.RasterOptions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which back-ends replay the events. */
final class BackEndChoice {
  @Option(
      names = "--cache",
      paramLabel = "SIZE",
      defaultValue = "16KiB",
      description =
          "Size of the depth cache, such as 16KiB; may be repeated. Default: ${DEFAULT-VALUE}.")
  private List<String> caches = List.of();

  @Option(
      names = "--ways",
      paramLabel = "N",
      defaultValue = "0",
      description = "Lines of a set; 0 for a fully associative cache. Default: ${DEFAULT-VALUE}.")
  private int ways;

  @Option(
      names = "--index",
      paramLabel = "HOW",
      defaultValue = "hashed",
      description =
          "How a line's set is found: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private CacheShape.Index index = CacheShape.Index.HASHED;

  @Option(
      names = "--codec",
      paramLabel = "CODEC",
      description =
          "raw, do (depth offset), c (plane encoding and depth offset), plane, ddpcm, anchor,"
              + " danchor, float, or modes joined by + such as plane+do25+do50+do75, of: plane,"
              + " do25, do50, do75, ddpcm1, ddpcm2, anchor25, anchor50, danchor25, danchor50,"
              + " float25, float50; may be repeated. Default: raw, do and c.")
  private @Nullable List<String> codecs;

  @Option(
      names = "--placement",
      paramLabel = "WHERE",
      description = "The codec's place: ${COMPLETION-CANDIDATES} the cache. Default: both.")
  private @Nullable CodecPlacement placement;

  @Option(
      names = "--opportunistic",
      paramLabel = "HOW",
      arity = "0..1",
      fallbackValue = "plain",
      preprocessor = Opportunism.Value.class,
      description =
          "Depth offset before the cache widens its old references instead of looking for them:"
              + " ${COMPLETION-CANDIDATES}; refined compresses raw tiles that are wholly cached"
              + " again when they leave the cache. Without HOW: plain.")
  private @Nullable Opportunism opportunistic;

  @Option(
      names = "--reference-bits",
      paramLabel = "BITS",
      defaultValue = "16",
      description = "Precision of depth offset's references, 1 to 24. Default: ${DEFAULT-VALUE}.")
  private int referenceBits;

  @Option(
      names = "--plane-slots",
      paramLabel = "HOW",
      defaultValue = "reclaimed",
      description =
          "What becomes of a stored plane that no sample is on any more: ${COMPLETION-CANDIDATES}"
              + " (until the whole tile is overwritten). Default: ${DEFAULT-VALUE}.")
  private PlaneEncoding.Slots planeSlots = PlaneEncoding.Slots.RECLAIMED;

  @Option(
      names = "--partial-writes",
      paramLabel = "HOW",
      defaultValue = "read",
      description =
          "How an uncompressed line that is overwritten in part gets its other samples:"
              + " ${COMPLETION-CANDIDATES} (read them first, or let memory mask bytes)."
              + " Default: ${DEFAULT-VALUE}.")
  private Configuration.PartialWrites partialWrites = Configuration.PartialWrites.READ;

  @Option(
      names = "--header-cache",
      paramLabel = "SIZE",
      description =
          "Count what tile headers move, behind a cache of this size such as 4KiB. Default: they are"
              + " not counted.")
  private @Nullable String headerCache;

  /** What becomes of tiles that are wholly culled: their headers are read where headers count. */
  RasterOptions.Culled culled() {
    return headerCache == null ? RasterOptions.Culled.LEFT_OUT : RasterOptions.Culled.RECORDED;
  }

  private HeaderMemory headers() {
    if (headerCache == null) {
      return HeaderMemory.NOT_COUNTED;
    }
    int bytes = ByteSize.parse("--header-cache", headerCache);
    BadUsageException.when(bytes < 1, "--header-cache is at least a line, not " + headerCache);
    return BadUsageException.unlessLegal(
        () -> new HeaderMemory(bytes, HeaderMemory.Presence.PEEKED));
  }

  /** The back-ends that are asked for; whether they suit any tiles is not said. */
  List<Configuration> configurations() {
    List<Configuration> all = new ArrayList<>();
    for (CacheShape cache : caches()) {
      for (String codec : codecs == null ? List.of("raw", "do", "c") : codecs) {
        for (CodecPlacement where : CodecPlacement.values()) {
          if (placement == null || placement == where) {
            all.add(configuration(where, codec, cache));
          }
        }
      }
    }
    if (opportunistic != null
        && all.stream().allMatch(each -> each.references() == References.BRUTE_FORCE)) {
      throw new BadUsageException(
          "--opportunistic is for depth offset before the cache, as with --codec do --placement"
              + " pre");
    }
    return all.stream().distinct().toList();
  }

  private List<CacheShape> caches() {
    return caches.stream()
        .map(text -> ByteSize.parse("--cache", text))
        .map(bytes -> BadUsageException.unlessLegal(() -> new CacheShape(bytes, ways, index)))
        .distinct()
        .toList();
  }

  private Configuration configuration(CodecPlacement where, String codec, CacheShape cache) {
    Configuration configuration =
        BadUsageException.unlessLegal(() ->
            Configuration.of(where, CompressionScheme.parse(codec), cache)
                .withReferenceBits(referenceBits)
                .with(planeSlots)
                .with(partialWrites)
                .with(headers()));
    return opportunistic != null
            && where == CodecPlacement.PRE
            && configuration.scheme().isDepthOffset()
        ? configuration.with(opportunistic.references())
        : configuration;
  }

  /**
   * Replays empty frames, to find what does not fit before anything is drawn; also of the
   * uncompressed tiles that all are compared with.
   *
   * @param pass what is said of a pass whose tiles are its own
   */
  static void check(List<Configuration> configurations, TileShape tile, String pass) {
    FrameShape shape = FrameShape.ofPixels(1, 1, tile);
    EventStream nothing =
        new EventStream(shape, PlaneFormat.FIXED, List.of(), new DepthBuffer(shape));
    for (Configuration each : configurations) {
      BadUsageException.unlessLegal(pass, () -> DepthSystem.replay(nothing, each));
      BadUsageException.unlessLegal(
          pass, () -> DepthSystem.replay(nothing, SceneTraffic.raw(each)));
    }
  }
}
