package dev.magpie.explore.depth;

import dev.magpie.depth.DrawnTarget;
import dev.magpie.depth.TileFigure;
import dev.magpie.depth.cache.CodecPlacement;
import dev.magpie.depth.cache.TileTraffic;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.Reply;
import dev.magpie.explore.web.Resource;
import dev.magpie.explore.web.Turns;
import dev.magpie.report.DocumentType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** One figure of all tiles of a frame, or how much more it is before the cache than after it. */
record TileMapResource(SceneShelf shelf, DrawnFrames frames) implements Resource {
  private static final DocumentType<TileMap> TYPE =
      new DocumentType<>("magpie.explore.tilemap/1", TileMap.class);

  /**
   * @param scale where the scale of colours ends
   * @param modes the names that values number, of the figure of modes
   * @param tilesOfModes how many tiles are in each
   * @param values row by row
   */
  private record TileMap(
      String figure,
      String unit,
      String meaning,
      int tilesX,
      int tilesY,
      int tileWidth,
      int tileHeight,
      double least,
      double most,
      double total,
      double scale,
      List<String> modes,
      List<Long> tilesOfModes,
      List<Double> values) {}

  @Override
  public Reply answer(PageRequest request) {
    TileFigure figure = AskedFrame.word(request, "figure", TileFigure.BYTES);
    boolean difference = request.text("difference").isPresent();
    Turns.Turn turn = frames.turn(request);
    AskedFrame asked = AskedFrame.of(shelf, request);
    DrawnTarget frame = frames.frame(turn, asked);
    double[] values;
    Map<String, Long> modes = Map.of();
    if (difference) {
      TileTraffic pre = frames.tiles(turn, asked, AskedBackEnd.at(request, CodecPlacement.PRE));
      TileTraffic post = frames.tiles(turn, asked, AskedBackEnd.at(request, CodecPlacement.POST));
      values = frame.values(figure, pre);
      double[] after = frame.values(figure, post);
      Arrays.setAll(values, tile -> values[tile] - after[tile]);
    } else {
      TileTraffic tiles = frames.tiles(turn, asked, AskedBackEnd.of(request));
      values = frame.values(figure, tiles);
      modes = figure == TileFigure.MODE ? tiles.finalTiles() : Map.of();
    }
    FrameShape shape = frame.shape();
    return Reply.json(
        TYPE,
        new TileMap(
            figure.toString(),
            figure.unit(),
            difference ? figure.meaning() + ", before minus after the cache" : figure.meaning(),
            shape.tilesX(),
            shape.tilesY(),
            shape.tile().width(),
            shape.tile().height(),
            Arrays.stream(values).min().orElse(0),
            Arrays.stream(values).max().orElse(0),
            Arrays.stream(values).sum(),
            TileFigure.scale(values),
            List.copyOf(modes.keySet()),
            List.copyOf(modes.values()),
            Arrays.stream(values).boxed().toList()));
  }
}
