package dev.magpie.depth.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.depth.cache.Configuration.PartialWrites;
import dev.magpie.depth.cache.Configuration.References;
import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.depth.codec.CompressionScheme;
import dev.magpie.depth.codec.PlaneEncoding;
import dev.magpie.depth.event.DepthBuffer;
import dev.magpie.depth.event.EventBatch;
import dev.magpie.depth.event.EventStream;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.Kernels;
import dev.magpie.depth.event.PlaneEquation;
import dev.magpie.depth.event.PlaneFormat;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.DepthRange;
import dev.magpie.depth.raster.FrontEnd;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.scene.Mesh;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class DepthSystemTest {
  private static final FrameShape FULL_HD = new FrameShape(1920, 1080, TileShape.DEFAULT);

  private static Configuration of(CodecPlacement placement, String codec, int bytes) {
    return Configuration.of(placement, CompressionScheme.parse(codec), CacheShape.of(bytes));
  }

  /** Every kind of back-end that planes and depth offset have. */
  private static List<Configuration> modelled() {
    List<Configuration> all = new ArrayList<>();
    for (CodecPlacement placement : CodecPlacement.values()) {
      for (String codec : List.of("raw", "do", "c", "do25+do50+do75", "plane+do25+do50+do75")) {
        for (int bytes : new int[] {512, 4096}) {
          Configuration one = of(placement, codec, bytes);
          all.add(one);
          all.add(one.withReferenceBits(24).with(PlaneEncoding.Slots.KEPT));
          all.add(one.with(Configuration.Evictions.TRIED_AGAIN));
          all.add(one.with(new CacheShape(bytes, 2, CacheShape.Index.HASHED)));
          all.add(one.with(new CacheShape(bytes, 1, CacheShape.Index.MODULO)));
          if (placement == CodecPlacement.PRE) {
            all.add(one.with(PartialWrites.MASKED));
            if (codec.startsWith("do")) {
              all.add(one.with(References.OPPORTUNISTIC));
              all.add(one.with(References.REFINED));
              all.add(one.with(References.REFINED).withReferenceBits(24));
            }
          }
        }
      }
    }
    return all;
  }

  @Test
  void everyCountIsThatOfTheSpecification() {
    long refined = 0;
    for (int seed = 0; seed < 3; seed++) {
      TileShape tile =
          seed == 1 ? TileShape.of(8, 8, 64, TileShape.Lines.STRIPS) : TileShape.DEFAULT;
      EventStream stream =
          TestFrames.of(seed, tile, seed == 2 ? PlaneFormat.FLOATING : PlaneFormat.FIXED);
      for (Configuration configuration : modelled()) {
        refined += compareWithModel(stream, configuration);
      }
    }
    assertThat(refined).isPositive();
  }

  @Test
  void everyCountIsThatOfTheSpecificationInEveryDepthState() {
    for (DepthRange range : DepthRange.values()) {
      EventStream stream = TestFrames.inAllStates(5, range);
      modelled().forEach(configuration -> compareWithModel(stream, configuration));
      // Codecs that the model does not have: a replay throws if depths differ.
      for (String codec : List.of("ddpcm", "anchor", "danchor", "float")) {
        DepthSystem.replay(stream, of(CodecPlacement.PRE, codec, 2048));
        DepthSystem.replay(stream, of(CodecPlacement.POST, codec, 2048));
      }
    }
  }

  /** Tells how many peeks succeeded. */
  private static long compareWithModel(EventStream stream, Configuration configuration) {
    DepthTraffic traffic = DepthSystem.replay(stream, configuration);
    assertThat(DepthSystem.replay(stream, configuration.with(Kernels.VECTOR)))
        .usingRecursiveComparison()
        .isEqualTo(traffic);
    SpecificationModel model = new SpecificationModel(stream, configuration).run();
    assertThat(
            List.of(
                traffic.get(Count.BYTES_READ),
                traffic.get(Count.BYTES_WRITTEN),
                traffic.get(Count.HITS),
                traffic.get(Count.MISSES),
                traffic.get(Count.COMPRESSIONS),
                traffic.get(Count.DECOMPRESSIONS),
                traffic.get(Count.SUCCESSFUL_PEEKS)))
        .as("%s", configuration)
        .containsExactly(
            model.read,
            model.written,
            model.hits,
            model.misses,
            model.compressions,
            model.decompressions,
            model.successfulPeeks);
    return traffic.get(Count.SUCCESSFUL_PEEKS);
  }

  @Test
  void allCodecsKeepTheDepthsOfAllShapesOfTilesAndLines() {
    // A replay throws if they differ from the front end's.
    int replays = 0;
    for (TileShape tile :
        List.of(
            TileShape.DEFAULT,
            TileShape.of(8, 8, 64, TileShape.Lines.STRIPS),
            TileShape.of(8, 8, 32, TileShape.Lines.QUADRANTS),
            TileShape.of(8, 8, 128, TileShape.Lines.QUADRANTS),
            TileShape.of(4, 4, 16, TileShape.Lines.QUADRANTS),
            TileShape.of(16, 4, 64, TileShape.Lines.QUADRANTS),
            TileShape.of(8, 4, 32, TileShape.Lines.STRIPS))) {
      for (PlaneFormat format : PlaneFormat.values()) {
        EventStream stream = TestFrames.of(replays, tile, format);
        for (String codec : CompressionScheme.named().keySet()) {
          for (CodecPlacement placement : CodecPlacement.values()) {
            for (int bytes : new int[] {256, 4096}) {
              DepthTraffic traffic = DepthSystem.replay(stream, of(placement, codec, bytes));
              check(traffic, tile);
              replays++;
            }
          }
        }
      }
    }
    assertThat(replays).isEqualTo(7 * 2 * CompressionScheme.named().size() * 2 * 2);
  }

  @Test
  void partsOfCompressedTilesAreEnough() {
    // A replay throws if its depths differ from the front end's.
    long fewer = 0;
    for (int seed = 0; seed < 3; seed++) {
      EventStream stream = TestFrames.of(seed);
      for (String codec : List.of("raw", "plane", "do", "do75", "c", "plane+do25+do50+do75")) {
        for (References references : References.values()) {
          if (references == References.BRUTE_FORCE || codec.startsWith("do")) {
            for (int bytes : new int[] {512, 4096, 1 << 20}) {
              Configuration whole = of(CodecPlacement.PRE, codec, bytes).with(references);
              Configuration parts = whole.with(Configuration.CompressedReads.NEEDED);
              DepthTraffic traffic = DepthSystem.replay(stream, parts);
              check(traffic, TileShape.DEFAULT);
              assertThat(DepthSystem.replay(stream, parts.with(Kernels.VECTOR)))
                  .usingRecursiveComparison()
                  .isEqualTo(traffic);
              DepthTraffic usual = DepthSystem.replay(stream, whole);
              if (codec.equals("raw") || codec.equals("plane")) {
                assertThat(traffic).usingRecursiveComparison().isEqualTo(usual);
              }
              fewer += usual.get(Count.LINES_FROM_CACHE) - traffic.get(Count.LINES_FROM_CACHE);
            }
          }
        }
      }
    }
    assertThat(fewer).isPositive();
  }

  @Test
  void headersOfATriangleOverTheWholeFrameAreReadAndWrittenOnce() {
    EventStream one = TestFrames.draw(FULL_HD, TestFrames.wall(5));
    for (CodecPlacement placement : CodecPlacement.values()) {
      Configuration free = of(placement, "do", 16 << 10);
      for (HeaderMemory.Presence presence : HeaderMemory.Presence.values()) {
        HeaderMemory all = new HeaderMemory(2 << 20, presence);
        int bits = 2 + 64 + 4 * 2 * 24 + (presence == HeaderMemory.Presence.FLAGGED ? 4 : 0);
        assertThat(all.headerBits(TileShape.DEFAULT, 4)).isEqualTo(bits);
        long lines = Math.ceilDiv(32_400L * bits, 512);
        DepthTraffic traffic = DepthSystem.replay(one, free.with(all));
        assertThat(traffic.get(Count.HEADER_BYTES_READ)).isEqualTo(64 * lines);
        assertThat(traffic.get(Count.HEADER_BYTES_WRITTEN)).isEqualTo(64 * lines);
        assertThat(traffic.bytes()).isEqualTo(DepthSystem.replay(one, free).bytes());
      }
    }
    assertThatThrownBy(() ->
            DepthSystem.replay(
                one,
                of(CodecPlacement.PRE, "do", 16 << 10)
                    .with(new HeaderMemory(100, HeaderMemory.Presence.PEEKED))))
        .hasMessageContaining("100 bytes");
  }

  @Test
  void recordedTilesThatAreCulledReadTheirHeadersAndNothingElse() {
    Mesh[] walls = {TestFrames.wall(4.5f), TestFrames.wall(5)};
    RasterOptions recorded = RasterOptions.DEFAULT.with(RasterOptions.Culled.RECORDED);
    EventStream usual = TestFrames.draw(FULL_HD, walls);
    EventStream all =
        new FrontEnd(FULL_HD, recorded).draw(List.of(walls), TestFrames.CAMERA).events();
    assertThat(usual.size()).isEqualTo(32_400);
    assertThat(all.size()).isEqualTo(2 * 32_400);
    // A cache of one line: each header's lines are read again for each event.
    HeaderMemory smallest = new HeaderMemory(64, HeaderMemory.Presence.PEEKED);
    for (CodecPlacement placement : CodecPlacement.values()) {
      Configuration free = of(placement, "c", 16 << 10);
      assertThat(DepthSystem.replay(all, free))
          .usingRecursiveComparison()
          .isEqualTo(DepthSystem.replay(usual, free));
      DepthTraffic drawn = DepthSystem.replay(usual, free.with(smallest));
      DepthTraffic both = DepthSystem.replay(all, free.with(smallest));
      assertThat(both.get(Count.EVENTS)).isEqualTo(drawn.get(Count.EVENTS));
      assertThat(both.bytes()).isEqualTo(drawn.bytes());
      assertThat(both.get(Count.HEADER_BYTES_WRITTEN))
          .isEqualTo(drawn.get(Count.HEADER_BYTES_WRITTEN));
      assertThat(both.get(Count.HEADER_BYTES_READ))
          .isGreaterThan(drawn.get(Count.HEADER_BYTES_READ));
    }
  }

  /** What the counts of any replay have in common. */
  private static void check(DepthTraffic traffic, TileShape tile) {
    assertThat(traffic.get(Count.BYTES_READ) % tile.lineBytes()).isZero();
    assertThat(traffic.get(Count.BYTES_WRITTEN) % tile.lineBytes()).isZero();
    assertThat(Arrays.stream(traffic.bytesByTile()).asLongStream().sum())
        .isEqualTo(traffic.bytes());
    assertThat(traffic.encodedTiles().values().stream().mapToLong(n -> n).sum())
        .isEqualTo(traffic.get(Count.COMPRESSIONS));
    assertThat(traffic.finalTiles().values().stream().mapToLong(n -> n).sum())
        .isEqualTo(traffic.bytesByTile().length);
    assertThat(traffic.get(Count.ONE_REFERENCE_TILES))
        .isLessThanOrEqualTo(traffic.get(Count.DEPTH_OFFSET_TILES));
  }

  @Test
  void aTriangleOverTheWholeFrameCostsALineOrATileEach() {
    EventStream one = TestFrames.draw(FULL_HD, TestFrames.wall(5));
    EventStream two = TestFrames.draw(FULL_HD, TestFrames.wall(5), TestFrames.wall(4.5f));
    for (CodecPlacement placement : CodecPlacement.values()) {
      for (String codec : List.of("raw", "do", "c")) {
        long expected = codec.equals("raw") ? 8_294_400 : 2_073_600;
        DepthTraffic first = DepthSystem.replay(one, of(placement, codec, 16 << 10));
        assertThat(first.get(Count.EVENTS)).isEqualTo(32_400);
        assertThat(first.get(Count.BYTES_READ)).isZero();
        assertThat(first.get(Count.BYTES_WRITTEN)).isEqualTo(expected);
        assertThat(64 * first.get(Count.LINES_TO_CACHE))
            .isEqualTo(placement == CodecPlacement.PRE ? expected : 8_294_400);
        assertThat(first.get(Count.LINES_FROM_CACHE)).isZero();
        DepthTraffic second = DepthSystem.replay(two, of(placement, codec, 16 << 10));
        assertThat(second.get(Count.EVENTS)).isEqualTo(64_800);
        assertThat(second.get(Count.BYTES_READ)).isZero();
        assertThat(second.get(Count.BYTES_WRITTEN)).isEqualTo(2 * expected);
      }
    }
  }

  @Test
  void planesAreEncodedWhenATileIsDrawnToAndDepthsAfterTheCacheWhenItIsWrittenBack() {
    EventStream twice = TestFrames.draw(FULL_HD, TestFrames.wall(5), TestFrames.wall(4.5f));
    int wholeFrame = 1920 * 1080 * 4;
    for (String planes : List.of("c", "plane")) {
      for (CodecPlacement placement : CodecPlacement.values()) {
        DepthTraffic traffic = DepthSystem.replay(twice, of(placement, planes, wholeFrame));
        assertThat(traffic.get(Count.COMPRESSIONS)).isEqualTo(2 * 32_400);
        assertThat(traffic.encodedTiles()).containsEntry("plane", 2L * 32_400);
        assertThat(traffic.get(Count.DECOMPRESSIONS)).isZero();
      }
    }
    DepthTraffic before = DepthSystem.replay(twice, of(CodecPlacement.PRE, "do", wholeFrame));
    assertThat(before.get(Count.COMPRESSIONS)).isEqualTo(2 * 32_400);
    DepthTraffic after = DepthSystem.replay(twice, of(CodecPlacement.POST, "do", wholeFrame));
    assertThat(after.get(Count.COMPRESSIONS)).isEqualTo(32_400);
  }

  @Test
  void aCacheForTheWholeFrameReadsNothingAndWritesTheFinalLinesOnly() {
    EventStream stream = TestFrames.of(5);
    for (CodecPlacement placement : CodecPlacement.values()) {
      for (String codec : List.of("raw", "do", "c", "anchor", "ddpcm", "float")) {
        DepthTraffic traffic = DepthSystem.replay(stream, of(placement, codec, 1 << 20));
        assertThat(traffic.get(Count.BYTES_READ)).isZero();
        long lines = 0;
        for (var tiles : traffic.finalTiles().entrySet()) {
          String mode = tiles.getKey();
          lines +=
              tiles.getValue()
                  * switch (mode) {
                    case "cleared" -> 0;
                    case "raw" -> 4;
                    default -> mode.endsWith("50") ? 2 : 1;
                  };
        }
        if (placement == CodecPlacement.PRE) {
          // Raw tiles have the lines that something was drawn to, and others one or two.
          int[] drawn = drawnLines(stream);
          int[] bytes = traffic.bytesByTile();
          for (int t = 0; t < bytes.length; t++) {
            if (codec.equals("raw") || drawn[t] == 0) {
              assertThat(bytes[t]).isEqualTo(64 * drawn[t]);
            } else {
              assertThat(bytes[t]).isIn(64 * drawn[t], 64, 128);
            }
          }
          assertThat(traffic.get(Count.BYTES_WRITTEN)).isBetween(64 * lines / 4, 64 * lines);
          continue;
        }
        assertThat(traffic.get(Count.BYTES_WRITTEN)).isEqualTo(64 * lines);
      }
    }
  }

  /** The lines of each tile that something was drawn to. */
  private static int[] drawnLines(EventStream stream) {
    long[] drawn = new long[stream.shape().tiles()];
    for (EventBatch batch : stream.batches()) {
      for (int e = 0; e < batch.size(); e++) {
        drawn[batch.tile(e)] |= batch.passed(e);
      }
    }
    int[] lines = new int[drawn.length];
    for (int t = 0; t < drawn.length; t++) {
      for (long line : stream.shape().tile().lineMasks()) {
        lines[t] += (drawn[t] & line) != 0 ? 1 : 0;
      }
    }
    return lines;
  }

  @Test
  void aTileOfFourTrianglesStaysOnPlanes() {
    for (int seed = 0; seed < 4; seed++) {
      EventStream stream = firstFour(TestFrames.of(seed));
      for (CodecPlacement placement : CodecPlacement.values()) {
        DepthTraffic traffic = DepthSystem.replay(stream, of(placement, "plane", 512));
        assertThat(traffic.encodedTiles().get("plane")).isGreaterThan(200);
        assertThat(traffic.encodedTiles().get("raw")).isZero();
      }
    }
  }

  /** The first four events of each tile, as far as their planes can be stored. */
  private static EventStream firstFour(EventStream stream) {
    int[] events = new int[stream.shape().tiles()];
    DepthBuffer depths = new DepthBuffer(stream.shape());
    EventBatch few = new EventBatch();
    for (EventBatch batch : stream.batches()) {
      for (int e = 0; e < batch.size(); e++) {
        int tile = batch.tile(e);
        events[tile] += batch.planeFits(e) ? 1 : 4;
        if (events[tile] <= 4) {
          few.add(
              tile,
              batch.c0(e),
              batch.cx(e),
              batch.cy(e),
              batch.fractionBits(e),
              true,
              batch.covered(e),
              batch.passed(e),
              batch.touched(e),
              batch.accepted(e),
              batch.nearest(e),
              batch.farthest(e));
          for (int s = 0; s < 64; s++) {
            if ((batch.passed(e) >>> s & 1) != 0) {
              depths.depths()[64 * tile + s] =
                  PlaneEquation.depth(
                      batch.c0(e), batch.cx(e), batch.cy(e), batch.fractionBits(e), s % 8, s / 8);
            }
          }
        }
      }
    }
    return new EventStream(stream.shape(), stream.format(), List.of(few), depths);
  }

  @Test
  void anEmptyFrameMovesNothing() {
    EventStream empty = TestFrames.draw(FULL_HD);
    for (CodecPlacement placement : CodecPlacement.values()) {
      for (String codec : List.of("raw", "do", "c")) {
        DepthTraffic traffic = DepthSystem.replay(empty, of(placement, codec, 16 << 10));
        assertThat(traffic.bytes()).isZero();
        assertThat(traffic.finalTiles().get("cleared")).isEqualTo(32_400);
        assertThat(traffic.oneReferenceShare()).isNaN();
      }
    }
  }

  @Test
  void aWrongDepthIsFound() {
    EventStream stream = TestFrames.draw(new FrameShape(64, 64, TileShape.DEFAULT), wall());
    stream.depths().depths()[100]++;
    assertThatThrownBy(() -> DepthSystem.replay(stream, of(CodecPlacement.PRE, "c", 1024)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("in sample 36 of tile 1");
  }

  private static Mesh wall() {
    return TestFrames.wall(3);
  }

  @Test
  void threadsChangeNothingAndFramesAddUp() {
    EventStream stream = TestFrames.of(8);
    List<Configuration> configurations =
        List.of(
            of(CodecPlacement.PRE, "c", 2048),
            of(CodecPlacement.POST, "do", 2048),
            of(CodecPlacement.PRE, "raw", 1024));
    List<DepthTraffic> one = DepthSystem.replay(stream, configurations, 1);
    List<DepthTraffic> four = DepthSystem.replay(stream, configurations, 4);
    for (int n = 0; n < configurations.size(); n++) {
      DepthTraffic sum = one.get(n).plus(four.get(n));
      assertThat(sum.bytes()).isEqualTo(2 * one.get(n).bytes()).isPositive();
      assertThat(one.get(n).bytesByTile()).isEqualTo(four.get(n).bytesByTile());
      one.get(n)
          .finalTiles()
          .forEach((mode, tiles) -> assertThat(sum.finalTiles()).containsEntry(mode, 2 * tiles));
      for (Count count : Count.values()) {
        assertThat(sum.get(count)).isEqualTo(2 * four.get(n).get(count));
      }
    }
    assertThat(DepthSystem.replay(stream, List.of(), 2)).isEmpty();
  }

  @Test
  void whatDoesNotGoTogetherIsRefused() {
    for (String codec : List.of("c", "raw", "anchor")) {
      assertThatThrownBy(() -> of(CodecPlacement.PRE, codec, 1024).with(References.OPPORTUNISTIC))
          .hasMessageContaining("opportunistic references are for depth offset before the cache")
          .hasMessageContaining(codec);
    }
    assertThatThrownBy(() -> of(CodecPlacement.POST, "do", 1024).with(References.REFINED))
        .hasMessageContaining("post do");
    assertThatThrownBy(() -> of(CodecPlacement.PRE, "do", 1024).withReferenceBits(25))
        .hasMessageContaining("25");
    EventStream stream = TestFrames.draw(FULL_HD);
    List<Configuration> odd = List.of(of(CodecPlacement.POST, "do", 100));
    assertThatThrownBy(() -> DepthSystem.replay(stream, odd, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("100 bytes");
  }
}
