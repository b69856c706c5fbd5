package dev.magpie.cli.depth;

import dev.magpie.depth.DrawnTarget;
import dev.magpie.depth.SceneTraffic;
import dev.magpie.depth.TileFigure;
import dev.magpie.depth.cache.CodecPlacement;
import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.cache.Configuration.References;
import dev.magpie.depth.cache.TileTraffic;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.TileShape;
import dev.magpie.report.BlockMap;
import dev.magpie.report.MapChoice;
import dev.magpie.report.MapChoice.Colours;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Figures of tiles over the frame, those that {@code magpie explore} shows. */
final class TileMaps {
  /** Steps of a mean over a tile's samples. */
  private static final double MEAN = 0.05;

  private static final String ALL = "all back-ends";

  private final SceneTraffic measured;
  private final DrawnTarget last;
  private final List<TileTraffic> tiles;

  /** Of the back-ends, and of their codecs where their place is left out. */
  private final List<String> names;

  private final List<String> codecs;

  /** That tiles may be in, as charts have them. */
  private final List<String> modes;

  private TileMaps(
      SceneTraffic measured,
      DrawnTarget last,
      int threads,
      List<String> names,
      List<String> codecs,
      List<String> modes) {
    this.measured = measured;
    this.last = last;
    this.names = names;
    this.codecs = codecs;
    this.modes = modes;
    // What a run sums up has no more of each tile than its bytes.
    tiles =
        last.tiles(measured.runs().stream().map(SceneTraffic.Run::configuration).toList(), threads);
  }

  /**
   * The maps, of which the last frame's need one more replay of it.
   *
   * @param last of the frames
   * @param names of the back-ends
   * @param codecs the same without where they are
   * @param modes that tiles may be in
   */
  static MapChoice of(
      SceneTraffic measured,
      DrawnTarget last,
      int threads,
      List<String> names,
      List<String> codecs,
      List<String> modes) {
    return new TileMaps(measured, last, threads, names, codecs, modes).choice();
  }

  private MapChoice choice() {
    List<MapChoice.Figure> figures = new ArrayList<>();
    figures.add(figure(TileFigure.BYTES));
    List<Pair> pairs = pairs();
    if (!pairs.isEmpty()) {
      figures.add(difference(pairs));
    }
    figures.add(modes());
    for (TileFigure each : TileFigure.values()) {
      if (each != TileFigure.BYTES && each != TileFigure.MODE) {
        figures.add(figure(each));
      }
    }
    TileShape tile = last.shape().tile();
    return new MapChoice(
        "Tiles, figure by figure",
        "A field is a tile where it is in the frame; the maps of a figure have one scale.",
        (double) tile.width()
            / tile.multisampling().across()
            * tile.multisampling().down()
            / tile.height(),
        figures);
  }

  private MapChoice.Figure figure(TileFigure figure) {
    // What the front end did is the same in all of them.
    boolean one =
        switch (figure) {
          case EVENTS, OVERDRAW, CULLED -> true;
          default -> false;
        };
    List<double[]> values =
        IntStream.range(0, one ? 1 : names.size()).mapToObj(run -> values(figure, run)).toList();
    TileLevels levels = TileLevels.upwards(values, grain(figure), figure.unit());
    return new MapChoice.Figure(
        map(
            figure.toString(),
            figure.meaning() + (figure == TileFigure.BYTES ? mean() : ofLast()),
            levels.names(),
            one ? List.of(ALL) : names,
            run -> levels.of(values.get(run))),
        Colours.HEAT,
        levels.last(),
        values.stream().map(each -> range(figure, levels, each)).toList());
  }

  /** Bytes are those that the runs sum up, the others are counted in the last frame. */
  private double[] values(TileFigure figure, int run) {
    if (figure != TileFigure.BYTES) {
      return last.values(figure, tiles.get(run));
    }
    int[] bytes = measured.runs().get(run).traffic().bytesByTile();
    return Arrays.stream(bytes).mapToDouble(each -> (double) each / frames()).toArray();
  }

  private double grain(TileFigure figure) {
    int line = last.shape().tile().lineBytes();
    return switch (figure) {
      case BYTES, READ, WRITTEN -> line;
      case BITS -> Byte.SIZE * line;
      case OVERDRAW -> MEAN;
      default -> 1;
    };
  }

  private static String range(TileFigure figure, TileLevels levels, double[] values) {
    return "%s to %s, %s"
        .formatted(
            levels.text(Arrays.stream(values).min().orElse(0)),
            levels.text(Arrays.stream(values).max().orElse(0)),
            figure == TileFigure.OVERDRAW
                ? levels.text(Arrays.stream(values).average().orElse(0)) + " in the mean"
                : "together " + levels.text(Arrays.stream(values).sum()));
  }

  /** A codec before the cache and after it. */
  private record Pair(int pre, int post) {}

  private List<Pair> pairs() {
    List<Configuration> all =
        measured.runs().stream().map(SceneTraffic.Run::configuration).toList();
    List<Pair> pairs = new ArrayList<>();
    for (int pre = 0; pre < all.size(); pre++) {
      if (all.get(pre).placement() == CodecPlacement.PRE) {
        int post = all.indexOf(all.get(pre).with(References.BRUTE_FORCE).with(CodecPlacement.POST));
        if (post >= 0) {
          pairs.add(new Pair(pre, post));
        }
      }
    }
    return pairs;
  }

  private MapChoice.Figure difference(List<Pair> pairs) {
    List<double[]> values =
        pairs.stream()
            .map(pair -> {
              double[] pre = values(TileFigure.BYTES, pair.pre());
              double[] post = values(TileFigure.BYTES, pair.post());
              Arrays.setAll(pre, tile -> pre[tile] - post[tile]);
              return pre;
            })
            .toList();
    TileLevels levels =
        TileLevels.bothWays(values, grain(TileFigure.BYTES), TileFigure.BYTES.unit());
    return new MapChoice.Figure(
        map(
            "bytes, pre \u2212 post",
            TileFigure.BYTES.meaning() + ", before minus after the cache" + mean(),
            levels.names(),
            pairs.stream().map(pair -> codecs.get(pair.pre())).toList(),
            pair -> levels.of(values.get(pair))),
        Colours.DIFFERENCE,
        levels.last(),
        values.stream().map(each -> range(TileFigure.BYTES, levels, each)).toList());
  }

  private MapChoice.Figure modes() {
    return new MapChoice.Figure(
        map(
            TileFigure.MODE.toString(),
            TileFigure.MODE.meaning() + ofLast(),
            modes,
            names,
            run -> levels(tiles.get(run).modes())),
        Colours.KINDS,
        modes.size() - 1,
        tiles.stream().map(each -> counts(each.finalTiles())).toList());
  }

  private byte[] levels(List<String> modesOfTiles) {
    byte[] levels = new byte[modesOfTiles.size()];
    for (int tile = 0; tile < levels.length; tile++) {
      levels[tile] = (byte) modes.indexOf(modesOfTiles.get(tile));
    }
    return levels;
  }

  private static String counts(Map<String, Long> tilesByMode) {
    return tilesByMode.entrySet().stream()
        .filter(each -> each.getValue() > 0)
        .map(each -> "%s\u00a0%,d".formatted(each.getKey(), each.getValue()))
        .collect(Collectors.joining(", "));
  }

  private BlockMap map(
      String title,
      String meaning,
      List<String> levels,
      List<String> variants,
      IntFunction<byte[]> layer) {
    FrameShape shape = last.shape();
    return new BlockMap(
        title,
        "Of each tile: " + meaning + ".",
        new BlockMap.Fields("tile", 0),
        shape.tilesX(),
        levels,
        "scene",
        "back-end",
        IntStream.range(0, variants.size())
            .mapToObj(
                n -> BlockMap.Layer.of(measured.scene().name(), variants.get(n), layer.apply(n)))
            .toList());
  }

  private int frames() {
    return measured.drawn().frames();
  }

  private String mean() {
    return frames() == 1 ? "" : ", in the mean of the %,d frames".formatted(frames());
  }

  private String ofLast() {
    return frames() == 1 ? "" : ", of the last of the %,d frames".formatted(frames());
  }
}
