package dev.magpie.depth.cache;

import static java.util.Objects.requireNonNull;

import dev.magpie.depth.codec.CompressionScheme;
import dev.magpie.depth.codec.DepthOffset;
import dev.magpie.depth.codec.PlaneEncoding;
import dev.magpie.depth.codec.TileBounds;
import dev.magpie.depth.codec.TileCodec;
import dev.magpie.depth.event.DepthFormat;
import dev.magpie.depth.event.EventBatch;
import dev.magpie.depth.event.EventStream;
import dev.magpie.depth.event.Kernels;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.event.SamplePositions;
import dev.magpie.depth.event.TileShape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes one tile at a time through the modes of a scheme, and keeps it in the meantime: {@link
 * #lines} are the tile's lines if it is compressed, {@link #depths} its depths if it is raw.
 *
 * <p>Modes are numbered as in a tile's header: {@link #CLEARED}, those of the scheme in its order
 * from 1 on, and {@link #raw} last.
 */
final class TileEncoder {
  static final int CLEARED = 0;

  private final TileShape shape;
  private final DepthFormat depthFormat;
  private final int columnBits;

  /** If a pixel has several samples. */
  private final @Nullable SamplePositions positions;

  private final Configuration.References references;
  private final Kernels kernels;
  private final Counts counts;
  private final @Nullable PlaneEncoding planes;

  /** The number of the first mode that depths are encoded in: 2 behind planes, else 1. */
  private final int firstCodec;

  private final TileCodec[] codecs;
  private final boolean depthOffset;
  private final boolean usesBounds;
  private final List<String> names;
  private final int[] lineCounts;

  /** All samples of a tile. */
  final long all;

  /** Number of the raw mode. */
  final int raw;

  /** A tile's lines and a word of slack. */
  final long[] lines;

  int[] depths;

  TileEncoder(EventStream stream, Configuration configuration, Counts counts) {
    shape = stream.shape().tile();
    depthFormat = shape.format();
    columnBits = Integer.numberOfTrailingZeros(shape.width());
    positions = shape.multisampling() == Multisampling.X1 ? null : new SamplePositions(shape);
    all = shape.mask();
    references = configuration.references();
    kernels = configuration.kernels();
    this.counts = counts;
    CompressionScheme scheme = configuration.scheme().forShape(shape);
    planes =
        scheme.storesPlanes()
            ? new PlaneEncoding(shape, stream.format(), configuration.slots())
            : null;
    firstCodec = planes == null ? 1 : 2;
    codecs = scheme.codecs(shape, configuration.referenceBits(), kernels).toArray(TileCodec[]::new);
    depthOffset = List.of(codecs).stream().anyMatch(DepthOffset.class::isInstance);
    usesBounds = List.of(codecs).stream().anyMatch(TileCodec::usesBounds);
    List<String> all = new ArrayList<>(List.of("cleared"));
    scheme.modes().forEach(mode -> all.add(mode.toString()));
    all.add("raw");
    names = List.copyOf(all);
    raw = names.size() - 1;
    lineCounts = new int[names.size()];
    for (int mode = 1; mode < raw; mode++) {
      lineCounts[mode] = scheme.modes().get(mode - 1).lines(shape);
    }
    lineCounts[raw] = shape.lines();
    lines = new long[shape.lines() * shape.lineBytes() / Long.BYTES + 1];
    depths = new int[shape.samples()];
  }

  /** Whether a tile in a mode is kept as depths, not as planes nor raw. */
  boolean encodesDepths(int mode) {
    return mode >= firstCodec && mode < raw;
  }

  /** What modes are called, by their numbers. */
  List<String> names() {
    return names;
  }

  /** Lines of a tile in a mode. */
  int lineCount(int mode) {
    return lineCounts[mode];
  }

  /**
   * Makes a tile of an event's samples alone and compresses it.
   *
   * @return the mode that the tile now is in
   */
  int overwrite(EventBatch batch, int event) {
    if (planes != null && batch.planeFits(event)) {
      planes.clear(lines);
      if (addPlane(batch, event, 0)) {
        return 1;
      }
    }
    evaluate(batch, event, batch.passed(event));
    if (references == Configuration.References.BRUTE_FORCE) {
      return encodeByBruteForce(batch.passed(event));
    }
    return encode(batch.passed(event), batch.nearest(event), batch.farthest(event));
  }

  /**
   * Puts an event's samples into the tile in {@link #lines} and compresses it again.
   *
   * @param mode the tile's
   * @param valid its samples with a depth; at least one
   * @return the mode that the tile now is in
   */
  int merge(EventBatch batch, int event, int mode, long valid) {
    if (mode < firstCodec && batch.planeFits(event) && addPlane(batch, event, valid)) {
      return 1;
    }
    decode(mode, valid);
    return mergeDecoded(batch, event, mode, valid);
  }

  /** The same where {@link #depths} already are the tile's, of a mode that encodes them. */
  int mergeDecoded(EventBatch batch, int event, int mode, long valid) {
    evaluate(batch, event, batch.passed(event));
    long samples = valid | batch.passed(event);
    if (references == Configuration.References.BRUTE_FORCE) {
      return encodeByBruteForce(samples);
    }
    DepthOffset codec = (DepthOffset) codecs[mode - firstCodec];
    int near = Math.min(batch.nearest(event), codec.nearest(lines));
    int far = Math.max(batch.farthest(event), codec.farthest(lines));
    return encode(samples, near, far);
  }

  /**
   * The lines of a tile in a mode without which some of its samples cannot be decoded: of depth
   * offset those that they lie in and the first, of others all.
   */
  int linesOf(int mode, long samples) {
    return encodesDepths(mode) && codecs[mode - firstCodec] instanceof DepthOffset codec
        ? codec.linesOf(samples, shape.lineBytes())
        : (1 << lineCounts[mode]) - 1;
  }

  /**
   * Puts an event's samples into the tile in {@link #lines}, of which only those of the samples
   * need to be there, without new references.
   *
   * @param mode the tile's, of depth offset
   * @return whether they fit the references that there are; if not, nothing has changed
   */
  boolean replace(EventBatch batch, int event, int mode) {
    evaluate(batch, event, batch.passed(event));
    return ((DepthOffset) codecs[mode - firstCodec]).replace(lines, batch.passed(event), depths);
  }

  /** Adds the plane of an event, if there is room for it, to those of a tile. */
  private boolean addPlane(EventBatch batch, int event, long valid) {
    long passed = batch.passed(event);
    return requireNonNull(planes)
        .add(
            lines,
            valid & ~passed,
            passed,
            batch.c0(event),
            batch.cx(event),
            batch.cy(event),
            batch.fractionBits(event));
  }

  /** Evaluates an event's plane at some of its samples. */
  void evaluate(EventBatch batch, int event, long samples) {
    if (positions != null) {
      positions.depths(
          batch.c0(event),
          batch.cx(event),
          batch.cy(event),
          batch.fractionBits(event),
          samples,
          depths);
      return;
    }
    depthFormat.depths(
        batch.c0(event),
        batch.cx(event),
        batch.cy(event),
        batch.fractionBits(event),
        columnBits,
        samples,
        depths,
        kernels);
  }

  /** Encodes the depths in the first mode that they fit, or leaves them as they are: raw. */
  int encodeByBruteForce(long valid) {
    if (!usesBounds) {
      return encode(valid, 0, 0);
    }
    long bounds = TileBounds.of(depths, valid, kernels);
    if (depthOffset) {
      counts.comparisons += 3L * depths.length / 2 - 2;
    }
    return encode(valid, TileBounds.nearest(bounds), TileBounds.farthest(bounds));
  }

  private int encode(long valid, int near, int far) {
    for (int c = 0; c < codecs.length; c++) {
      TileCodec codec = codecs[c];
      if (codec.encode(depths, valid, near, far, lines)) {
        if (codec instanceof DepthOffset depthOffset) {
          counts.depthOffsetTiles++;
          counts.oneReferenceTiles += depthOffset.oneReference() ? 1 : 0;
        }
        return c + firstCodec;
      }
    }
    return raw;
  }

  /** Decodes the tile in {@link #lines} to {@link #depths}. */
  void decode(int mode, long valid) {
    if (mode < firstCodec && planes != null) {
      planes.decode(lines, valid, depths);
    } else {
      codecs[mode - firstCodec].decode(lines, valid, depths);
    }
  }

  /** Numbers by mode, under the modes' names. */
  Map<String, Long> byName(long[] tiles, int firstMode) {
    Map<String, Long> byName = new LinkedHashMap<>();
    for (int mode = firstMode; mode < names.size(); mode++) {
      byName.put(names.get(mode), tiles[mode]);
    }
    return byName;
  }
}
