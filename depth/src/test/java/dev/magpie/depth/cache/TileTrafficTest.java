package dev.magpie.depth.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.depth.cache.Configuration.References;
import dev.magpie.depth.cache.TileHistory.Moment;
import dev.magpie.depth.cache.TileTraffic.Count;
import dev.magpie.depth.codec.CompressionScheme;
import dev.magpie.depth.event.EventStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is told of single tiles is together what is counted of the frame. */
class TileTrafficTest {
  private static final EventStream FRAME = TestFrames.of(7);

  private static List<Configuration> configurations() {
    List<Configuration> all = new ArrayList<>();
    for (CodecPlacement placement : CodecPlacement.values()) {
      for (String codec : List.of("raw", "do", "c")) {
        all.add(
            Configuration.of(placement, CompressionScheme.parse(codec), CacheShape.of(4 << 10)));
      }
    }
    all.add(
        Configuration.of(CodecPlacement.PRE, CompressionScheme.parse("do"), CacheShape.of(2 << 10))
            .with(References.REFINED));
    return all;
  }

  @Test
  void tilesSumToTheFrame() {
    for (Configuration configuration : configurations()) {
      DepthTraffic alone = DepthSystem.replay(FRAME, configuration);
      TileTraffic tiles = TileTraffic.of(FRAME, configuration);

      assertThat(tiles.total()).usingRecursiveComparison().isEqualTo(alone);
      assertThat(sum(tiles, Count.EVENTS)).isEqualTo(alone.get(DepthTraffic.Count.EVENTS));
      assertThat(sum(tiles, Count.BYTES_READ)).isEqualTo(alone.get(DepthTraffic.Count.BYTES_READ));
      assertThat(sum(tiles, Count.BYTES_WRITTEN))
          .isEqualTo(alone.get(DepthTraffic.Count.BYTES_WRITTEN));
      assertThat(sum(tiles, Count.HITS)).isEqualTo(alone.get(DepthTraffic.Count.HITS));
      assertThat(sum(tiles, Count.MISSES)).isEqualTo(alone.get(DepthTraffic.Count.MISSES));
      assertThat(sum(tiles, Count.COMPRESSIONS))
          .isEqualTo(alone.get(DepthTraffic.Count.COMPRESSIONS));
      assertThat(sum(tiles, Count.DECOMPRESSIONS))
          .isEqualTo(alone.get(DepthTraffic.Count.DECOMPRESSIONS));
      alone
          .finalTiles()
          .forEach((mode, number) ->
              assertThat(tiles.modes().stream().filter(mode::equals).count()).isEqualTo(number));
    }
  }

  private static long sum(TileTraffic tiles, Count count) {
    return IntStream.of(tiles.of(count)).asLongStream().sum();
  }

  @Test
  void aHistoryIsAllThatHappenedToItsTile() {
    for (Configuration configuration : configurations()) {
      TileTraffic tiles = TileTraffic.of(FRAME, configuration);
      for (int tile = 0; tile < FRAME.shape().tiles(); tile += 23) {
        TileHistory history = TileHistory.of(FRAME, configuration, tile);

        assertThat(history.mode()).isEqualTo(tiles.modes().get(tile));
        assertThat(history.bits()).isEqualTo(tiles.of(Count.BITS)[tile]);
        assertThat(history.moments())
            .isSortedAccordingTo((one, other) -> Long.compare(one.event(), other.event()));
        assertThat(sum(history, each -> each.cause() == TileHistory.Cause.DRAWN ? 1 : 0))
            .isEqualTo(tiles.of(Count.EVENTS)[tile]);
        assertThat(sum(history, Moment::hits)).isEqualTo(tiles.of(Count.HITS)[tile]);
        assertThat(sum(history, Moment::misses)).isEqualTo(tiles.of(Count.MISSES)[tile]);
        assertThat(sum(history, Moment::bytesRead)).isEqualTo(tiles.of(Count.BYTES_READ)[tile]);
        assertThat(sum(history, Moment::bytesWritten))
            .isEqualTo(tiles.of(Count.BYTES_WRITTEN)[tile]);
        assertThat(sum(history, each -> each.encoded().size()))
            .isEqualTo(tiles.of(Count.COMPRESSIONS)[tile]);
        assertThat(sum(history, Moment::decompressions))
            .isEqualTo(tiles.of(Count.DECOMPRESSIONS)[tile]);
      }
    }
  }

  private static int sum(TileHistory history, ToIntFunction<Moment> what) {
    return history.moments().stream().mapToInt(what).sum();
  }

  /** A tile that had room in the cache until the end is written once, then. */
  @Test
  void whatNobodyDisplacesIsWrittenAtTheEnd() {
    Configuration roomy =
        Configuration.of(CodecPlacement.PRE, CompressionScheme.parse("c"), CacheShape.of(1 << 20));
    TileHistory history = TileHistory.of(FRAME, roomy, FRAME.shape().tiles() / 2);

    assertThat(history.moments())
        .hasSizeGreaterThan(2)
        .extracting(Moment::cause)
        .doesNotContain(TileHistory.Cause.DISPLACED)
        .last()
        .isEqualTo(TileHistory.Cause.FRAME_END);
    assertThat(sum(history, Moment::bytesWritten)).isEqualTo(history.bits() / Byte.SIZE);
    assertThat(sum(history, Moment::bytesRead)).isZero();
  }

  @Test
  void thereIsNoHistoryBeyondTheFrame() {
    Configuration any = configurations().getFirst();
    assertThatThrownBy(() -> TileHistory.of(FRAME, any, FRAME.shape().tiles()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a frame of 252 tiles has no tile 252");
  }
}
