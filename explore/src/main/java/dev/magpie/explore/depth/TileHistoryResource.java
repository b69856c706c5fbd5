package dev.magpie.explore.depth;

import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.cache.TileHistory;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.Reply;
import dev.magpie.explore.web.Resource;
import dev.magpie.explore.web.Turns;
import dev.magpie.report.DocumentType;
import java.util.List;

/** All that happened to one tile of a frame. */
record TileHistoryResource(SceneShelf shelf, DrawnFrames frames) implements Resource {
  private static final DocumentType<History> TYPE =
      new DocumentType<>("magpie.explore.tilehistory/1", History.class);

  /** A long history has thousands of moments; a page shows its beginning and says so. */
  private static final int MOST_MOMENTS = 5000;

  private record History(
      int tile,
      int column,
      int row,
      String mode,
      int bits,
      long bytesRead,
      long bytesWritten,
      long hits,
      long misses,
      int moments,
      List<String> modes,
      List<Step> shown) {}

  private record Step(
      long event,
      String cause,
      int covered,
      int passed,
      int hits,
      int misses,
      int bytesRead,
      int bytesWritten,
      int linesLeaving,
      int decompressions,
      List<String> encoded,
      int bits) {
    static Step of(TileHistory.Moment moment) {
      return new Step(
          moment.event(),
          AskedFrame.word(moment.cause()),
          moment.covered(),
          moment.passed(),
          moment.hits(),
          moment.misses(),
          moment.bytesRead(),
          moment.bytesWritten(),
          moment.linesLeaving(),
          moment.decompressions(),
          moment.encoded(),
          moment.bits());
    }
  }

  @Override
  public Reply answer(PageRequest request) {
    Turns.Turn turn = frames.turn(request);
    AskedFrame asked = AskedFrame.of(shelf, request);
    Configuration configuration = AskedBackEnd.of(request);
    int tile = (int) request.number("tile-number", 0, Integer.MAX_VALUE);
    FrameShape shape = frames.frame(turn, asked).shape();
    TileHistory history = frames.history(turn, asked, configuration, tile);
    List<TileHistory.Moment> moments = history.moments();
    return Reply.json(
        TYPE,
        new History(
            tile,
            tile % shape.tilesX(),
            tile / shape.tilesX(),
            history.mode(),
            history.bits(),
            moments.stream().mapToLong(TileHistory.Moment::bytesRead).sum(),
            moments.stream().mapToLong(TileHistory.Moment::bytesWritten).sum(),
            moments.stream().mapToLong(TileHistory.Moment::hits).sum(),
            moments.stream().mapToLong(TileHistory.Moment::misses).sum(),
            moments.size(),
            frames.tiles(turn, asked, configuration).modeNames(),
            moments.stream().limit(MOST_MOMENTS).map(Step::of).toList()));
  }
}
