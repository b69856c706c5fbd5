package dev.magpie.depth.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.depth.cache.StencilConfiguration.Coding;
import dev.magpie.depth.codec.CompressionScheme;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.event.StencilBatch;
import dev.magpie.depth.event.StencilBuffer;
import dev.magpie.depth.event.StencilOperation;
import dev.magpie.depth.event.StencilStream;
import dev.magpie.depth.event.StencilUpdate;
import dev.magpie.depth.event.TileShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class StencilSystemTest {
  private static final StencilOperation KEEP = StencilOperation.KEEP;
  private static final StencilOperation REPLACE = StencilOperation.REPLACE;
  private static final long ALL = -1;

  /** 8 stencil tiles of 16x16 samples, and as many again that lie half beyond the frame. */
  private static final FrameShape SHAPE = new FrameShape(128, 24, TileShape.DEFAULT);

  private static final int TILES = 16;

  /** Events as a front end would record them. */
  private static final class Recorded {
    private final StencilBuffer buffer;
    private StencilBatch last = new StencilBatch();
    private OptionalInt cleared = OptionalInt.empty();

    Recorded(FrameShape shape) {
      buffer = new StencilBuffer(shape);
    }

    Recorded pass(int tile, long tested, long passed, StencilOperation operation, int reference) {
      return add(
          tile, tested, 0, 0, passed, new StencilUpdate(KEEP, KEEP, operation, reference, 255));
    }

    Recorded add(
        int tile, long tested, long failed, long depthFailed, long passed, StencilUpdate update) {
      last.add(tile, tested, failed, depthFailed, passed, update);
      last.apply(last.size() - 1, buffer.values(), tile * buffer.shape().tile().samples());
      return this;
    }

    /** Replaces all of the frame. */
    Recorded fill(int value) {
      for (int tile = 0; tile < buffer.shape().tiles(); tile++) {
        pass(tile, 0, ALL, REPLACE, value);
      }
      return this;
    }

    /** Tests all of the frame, and keeps it. */
    Recorded test() {
      for (int tile = 0; tile < buffer.shape().tiles(); tile++) {
        pass(tile, ALL, ALL, KEEP, 0);
      }
      return this;
    }

    /** Clears all, as the first thing of a pass. */
    Recorded clear(int value) {
      cleared = OptionalInt.of(value);
      buffer.clear(value);
      return this;
    }

    StencilStream cut() {
      StencilStream stream = new StencilStream(cleared, List.of(last), buffer.copy());
      last = new StencilBatch();
      cleared = OptionalInt.empty();
      return stream;
    }
  }

  private static DepthTraffic replay(
      StencilStream stream, CodecPlacement placement, Coding coding, int cacheBytes) {
    return StencilSystem.replayPasses(
            List.of(stream), new StencilConfiguration(placement, coding, cacheBytes))
        .getFirst();
  }

  @ParameterizedTest
  @EnumSource(CodecPlacement.class)
  void aFrameOfOneValueMovesNothing(CodecPlacement placement) {
    StencilStream stream = new Recorded(SHAPE).fill(7).test().cut();
    DepthTraffic traffic = replay(stream, placement, Coding.PALETTE, 256 * TILES);
    assertThat(traffic.finalTiles()).containsEntry("uniform", (long) TILES);
    assertThat(traffic.bytes()).isZero();
  }

  /** All tiles are written once, and read once, where the cache holds one. */
  @Test
  void uncompressedTilesMoveWhole() {
    StencilStream written = new Recorded(SHAPE).fill(7).cut();
    StencilStream tested = new Recorded(SHAPE).test().cut();
    DepthTraffic large = replay(written, CodecPlacement.POST, Coding.RAW, 256 * TILES);
    assertThat(large.get(Count.BYTES_READ)).isZero();
    assertThat(large.get(Count.BYTES_WRITTEN)).isEqualTo(256 * TILES);
    assertThat(large.finalTiles()).isEqualTo(Map.of("cleared", 0L, "raw", (long) TILES));
    // Lines have one depth tile each, of which the frame has 16x3.
    DepthTraffic lines = replay(written, CodecPlacement.PRE, Coding.RAW, 256);
    assertThat(lines.get(Count.BYTES_READ)).isZero();
    assertThat(lines.get(Count.BYTES_WRITTEN)).isEqualTo(64 * 48);
    DepthTraffic clear = replay(tested, CodecPlacement.POST, Coding.RAW, 256);
    assertThat(clear.bytes()).isZero();
    assertThat(clear.finalTiles()).isEqualTo(Map.of("cleared", (long) TILES, "raw", 0L));
  }

  /** All headers are in one line, which is read, and written when tiles have another value. */
  @Test
  void headersLinesAndOperationsAreCounted() {
    Recorded recorded = new Recorded(SHAPE).fill(7);
    StencilStream drawn = recorded.cut();
    StencilStream tested = recorded.test().cut();
    StencilConfiguration palette =
        new StencilConfiguration(CodecPlacement.POST, Coding.PALETTE, 256 * TILES, 64);
    assertThat(palette.headerBits(64)).isEqualTo(3 + 8);
    List<DepthTraffic> passes = StencilSystem.replayPasses(List.of(drawn, tested), palette);
    assertThat(passes.getFirst().get(Count.HEADER_BYTES_READ)).isEqualTo(64);
    assertThat(passes.getFirst().get(Count.LINES_TO_CACHE)).isEqualTo(48);
    assertThat(passes.getFirst().get(Count.LINES_FROM_CACHE)).isZero();
    assertThat(passes.getLast().get(Count.HEADER_BYTES_READ)).isZero();
    assertThat(passes.getLast().get(Count.HEADER_BYTES_WRITTEN)).isEqualTo(64);
    assertThat(passes.getLast().get(Count.LINES_FROM_CACHE)).isEqualTo(48);
    assertThat(passes.getLast().get(Count.LINES_TO_CACHE)).isZero();
    assertThat(CodecOperations.ofStencil(passes.getLast())).isEqualTo(2 * 256 * TILES);
    // Before the cache tiles of one value are in headers alone.
    StencilConfiguration before =
        new StencilConfiguration(CodecPlacement.PRE, Coding.PALETTE, 256 * TILES, 64);
    DepthTraffic all =
        StencilSystem.replayPasses(List.of(drawn, tested), before).stream()
            .reduce(DepthTraffic::then)
            .orElseThrow();
    assertThat(all.headerBytes()).isEqualTo(2 * 64);
    assertThat(all.get(Count.LINES_FROM_CACHE) + all.get(Count.LINES_TO_CACHE)).isPositive();
  }

  /** Half of each depth tile is 1: a palette of two, a line a tile. */
  @ParameterizedTest
  @EnumSource(CodecPlacement.class)
  void tilesOfTwoValuesMoveALine(CodecPlacement placement) {
    Recorded recorded = new Recorded(SHAPE);
    for (int tile = 0; tile < SHAPE.tiles(); tile++) {
      recorded.pass(tile, 0, 0xF0F0F0F0F0F0F0F0L, REPLACE, 1);
    }
    StencilStream drawn = recorded.cut();
    StencilStream tested = recorded.test().cut();
    List<DepthTraffic> passes =
        StencilSystem.replayPasses(
            List.of(drawn, tested),
            new StencilConfiguration(placement, Coding.PALETTE, 256 * TILES));
    assertThat(passes.get(0).bytes()).isZero();
    assertThat(passes.get(1).get(Count.BYTES_READ)).isZero();
    assertThat(passes.get(1).get(Count.BYTES_WRITTEN)).isEqualTo(64 * TILES);
    assertThat(passes.get(1).finalTiles()).containsEntry("palette2", (long) TILES);
    DepthTraffic raw = replay(drawn, placement, Coding.RAW, 256 * TILES);
    assertThat(raw.get(Count.BYTES_WRITTEN))
        .isEqualTo(placement == CodecPlacement.PRE ? 64 * 48 : 256 * TILES);
  }

  /** A test alone reads what is not cached, and writes nothing. */
  @Test
  void aTestReadsAndKeepsLinesClean() {
    Recorded recorded = new Recorded(SHAPE);
    recorded.pass(0, 0, 0xFFL, REPLACE, 1).pass(2, 0, 0xFFL, REPLACE, 1);
    recorded.pass(0, ALL, 0, KEEP, 0).pass(2, ALL, 0, KEEP, 0);
    DepthTraffic traffic = replay(recorded.cut(), CodecPlacement.POST, Coding.RAW, 256);
    // The cache holds one tile: both are written once, and read back once each.
    assertThat(traffic.get(Count.BYTES_WRITTEN)).isEqualTo(2 * 256);
    assertThat(traffic.get(Count.BYTES_READ)).isEqualTo(2 * 256);
    assertThat(traffic.get(Count.HITS)).isZero();
    assertThat(traffic.get(Count.MISSES)).isEqualTo(4);
  }

  /** What is overwritten as a whole is not read; what is counted up is. */
  @ParameterizedTest
  @CsvSource({"REPLACE, 0", "ZERO, 0", "INCR, 64", "INVERT, 64"})
  void onlyWhatIsNeededIsRead(StencilOperation operation, int read) {
    Recorded recorded = new Recorded(SHAPE).fill(3);
    StencilStream before = recorded.cut();
    // The first line was evicted long ago.
    StencilStream again = recorded.pass(0, 0, ALL, operation, 9).cut();
    List<DepthTraffic> passes =
        StencilSystem.replayPasses(
            List.of(before, again), new StencilConfiguration(CodecPlacement.PRE, Coding.RAW, 256));
    assertThat(passes.get(1).get(Count.BYTES_READ)).isEqualTo(read);
  }

  /** What is cached is dropped by a clear, and nothing moves until something else is written. */
  @ParameterizedTest
  @EnumSource(CodecPlacement.class)
  void aClearMovesNothing(CodecPlacement placement) {
    for (Coding coding : Coding.values()) {
      Recorded recorded = new Recorded(SHAPE);
      for (int tile = 0; tile < SHAPE.tiles(); tile++) {
        recorded.pass(tile, 0, 0xF0F0F0F0F0F0F0F0L, REPLACE, 1);
      }
      StencilStream drawn = recorded.cut();
      StencilStream cleared = recorded.clear(200).test().cut();
      StencilConfiguration configuration = new StencilConfiguration(placement, coding, 256 * TILES);
      List<DepthTraffic> passes =
          StencilSystem.replayPasses(List.of(drawn, cleared), configuration);
      assertThat(passes).allMatch(pass -> pass.bytes() == 0);
      String clear = coding == Coding.RAW ? "cleared" : "uniform";
      assertThat(passes.getLast().finalTiles()).containsEntry(clear, (long) TILES);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "8, 8, 64, X1", "8, 8, 64, X4", "8, 8, 32, X1", "8, 8, 16, X2", "8, 8, 256, X1", "4, 4, 64, X1",
    "4, 4, 8, X1", "16, 4, 64, X8", "64, 1, 64, X1", "2, 32, 128, X1", "8, 8, 4, X1", "1, 1, 4, X1",
  })
  void everyBackEndEndsWithTheFrontEndsValues(
      int width, int height, int lineBytes, Multisampling samples) {
    TileShape tile =
        TileShape.of(width, height, lineBytes, TileShape.Lines.QUADRANTS).with(samples);
    FrameShape shape = FrameShape.ofPixels(75, 41, tile);
    long mask = tile.mask();
    for (int seed = 0; seed < 12; seed++) {
      Random random = new Random(seed);
      Recorded recorded = new Recorded(shape);
      List<StencilStream> passes = new ArrayList<>();
      List<StencilOperation> operations = List.of(StencilOperation.values());
      for (int n = 0; n < 3000; n++) {
        int at = random.nextInt(shape.tiles());
        // Those beyond the frame are not covered.
        long covered = mask & shape.inFrame(at) & (random.nextBoolean() ? ALL : random.nextLong());
        long passing = random.nextBoolean() ? covered : covered & random.nextLong();
        long depthFails = random.nextBoolean() ? 0 : passing & random.nextLong();
        recorded.add(
            at,
            random.nextBoolean() ? covered : 0,
            covered & ~passing,
            depthFails,
            passing & ~depthFails,
            new StencilUpdate(
                operations.get(random.nextInt(8)),
                operations.get(random.nextInt(8)),
                operations.get(random.nextInt(8)),
                random.nextInt(seed < 6 ? 3 : 256),
                random.nextInt(4) == 0 ? random.nextInt(256) : 255));
        if (n % 1000 == 999) {
          passes.add(recorded.cut());
          if (seed % 3 == n / 1000) {
            recorded.clear(random.nextInt(256));
          }
        }
      }
      for (CodecPlacement placement : CodecPlacement.values()) {
        for (Coding coding : Coding.values()) {
          for (int cache : new int[] {256, 1024, 1 << 16}) {
            List<DepthTraffic> each =
                StencilSystem.replayPasses(
                    passes, new StencilConfiguration(placement, coding, cache));
            assertThat(each).hasSize(3);
            assertThat(each.getLast().get(Count.BYTES_WRITTEN)).isPositive();
          }
        }
      }
    }
  }

  @Test
  void beyondTheFrameNothingMakesATileLarger() {
    // 40 rows of samples: the last stencil tiles have 8 rows beyond the frame.
    FrameShape shape = new FrameShape(37, 20, TileShape.DEFAULT);
    Recorded recorded = new Recorded(shape);
    for (int tile = 0; tile < shape.tiles(); tile++) {
      recorded.pass(tile, 0, shape.inFrame(tile), REPLACE, 9);
    }
    StencilStream stream = recorded.cut();
    DepthTraffic traffic = replay(stream, CodecPlacement.PRE, Coding.PALETTE, 1024);
    assertThat(traffic.finalTiles()).containsEntry("uniform", 6L);
    assertThat(traffic.bytes()).isZero();
  }

  @Test
  void theCacheIsAQuarterOfTheDepthCacheAndHoldsATile() {
    Configuration c =
        Configuration.of(CodecPlacement.PRE, CompressionScheme.parse("c"), CacheShape.of(16 << 10));
    assertThat(StencilConfiguration.beside(c))
        .isEqualTo(new StencilConfiguration(CodecPlacement.PRE, Coding.PALETTE, 4 << 10));
    assertThat(StencilConfiguration.beside(c.with(CacheShape.of(256))).cacheBytes()).isEqualTo(256);
    assertThatThrownBy(() -> new StencilConfiguration(CodecPlacement.PRE, Coding.RAW, 255))
        .hasMessageContaining("at least a tile of 256 bytes");
  }
}
