package dev.magpie.lab.depth;

import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.lab.claim.Band;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.Series;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Figure 4: bandwidth of each scene under every system, at two cache sizes. */
final class Figure4Bandwidth implements Experiment<Suite> {
  private static final int[] SIZES = {16, 32};
  private static final List<PaperBackEnd> COMPRESSED =
      List.of(PaperBackEnd.POST_DO, PaperBackEnd.PRE_DO, PaperBackEnd.POST_C, PaperBackEnd.PRE_C);

  /** The means of the paper's six scenes, in percent of RAW, as {@link #COMPRESSED}. */
  private static final double[][] PAPER = {{47.5, 41.5, 35.8, 29.5}, {47.7, 43.0, 35.5, 30.7}};

  /** Least and greatest of the paper's scenes. */
  private static final Band[] PAPER_SCENES = {
    new Band(44, 51), new Band(39, 47), new Band(34, 38), new Band(26, 34)
  };

  @Override
  public Description description() {
    return DepthPaper.describe(
            "depth/fig4", "Bandwidth by scene, pre-cache and post-cache", "section 4, Figure 4")
        .method(
            "Each scene is drawn once; its events are replayed in every system with caches of"
                + " 16 and 32 KiB. Bytes are lines of 64 B read and written, headers"
                + " excepted; the cache is written back at the end.")
        .parameter("sizes", "16 and 32 KiB")
        .build();
  }

  @Override
  public List<Claim<Suite>> claims() {
    List<Claim<Suite>> claims = new ArrayList<>();
    claims.add(
        Claim.of("pre-do-below-post", "Depth offset moves less pre-cache, at both sizes")
            .holds(suite -> isLess(suite, PaperBackEnd.PRE_DO, PaperBackEnd.POST_DO)));
    claims.add(
        Claim.of("pre-c-below-post", "The combination moves less pre-cache, at both sizes")
            .holds(suite -> isLess(suite, PaperBackEnd.PRE_C, PaperBackEnd.POST_C)));
    claims.add(
        Claim.of("c-below-do", "The combination moves less than depth offset")
            .holds(suite ->
                isLess(suite, PaperBackEnd.PRE_C, PaperBackEnd.PRE_DO)
                    && isLess(suite, PaperBackEnd.POST_C, PaperBackEnd.POST_DO)));
    claims.add(
        Claim.of("gain.do", "Gain of pre-cache depth offset, 16 kB")
            .within(new Band(10, 14))
            .is(
                11,
                Unit.PERCENT,
                suite -> suite.gain(PaperBackEnd.PRE_DO, PaperBackEnd.POST_DO, 16)));
    claims.add(
        Claim.of("gain.c", "Gain of the pre-cache combination, 16 kB")
            .within(new Band(14, 19))
            .is(
                17,
                Unit.PERCENT,
                suite -> suite.gain(PaperBackEnd.PRE_C, PaperBackEnd.POST_C, 16)));
    claims.add(
        Claim.of("raw-32-to-16", "RAW at 32 kB over RAW at 16 kB")
            .within(new Band(0.85, 0.88))
            .is(
                0.865,
                Unit.RATIO,
                suite ->
                    suite.mean(scene ->
                        scene.bytes(PaperBackEnd.RAW_T.with(32))
                            / scene.bytes(PaperBackEnd.RAW_T.with(16)))));
    for (int n = 0; n < SIZES.length; n++) {
      for (int b = 0; b < COMPRESSED.size(); b++) {
        claims.add(share(COMPRESSED.get(b), SIZES[n], PAPER[n][b], PAPER_SCENES[b]));
      }
    }
    return claims;
  }

  private static Claim<Suite> share(PaperBackEnd back, int size, double paper, Band band) {
    boolean depthOffset = back == PaperBackEnd.POST_DO || back == PaperBackEnd.PRE_DO;
    return Claim.of(
            "share.%s.%d".formatted(back.label().toLowerCase(Locale.ROOT).replace(' ', '-'), size),
            "%s in percent of RAW, %d kB".formatted(back.label(), size))
        .within(band)
        .notExpected(depthOffset ? "" : DepthPaper.OTHER_SCENES)
        .is(paper, Unit.PERCENT, suite -> suite.mean(percent(back, size)));
  }

  /** Whether a back-end moves less than another at both sizes. */
  private static boolean isLess(Suite suite, PaperBackEnd less, PaperBackEnd than) {
    return Arrays.stream(SIZES).allMatch(size -> suite.gain(less, than, size) > 0);
  }

  @Override
  public List<Value<Suite>> values() {
    return List.of(
        Value.of("raw-l.16", suite -> suite.mean(percent(PaperBackEnd.RAW_L, 16))),
        Value.of("raw-l.32", suite -> suite.mean(percent(PaperBackEnd.RAW_L, 32))),
        Value.of("gain.do.32", suite -> suite.gain(PaperBackEnd.PRE_DO, PaperBackEnd.POST_DO, 32)),
        Value.of("gain.c.32", suite -> suite.gain(PaperBackEnd.PRE_C, PaperBackEnd.POST_C, 32)));
  }

  @Override
  public Suite measure(RunContext context) {
    List<PaperBackEnd> backs = new ArrayList<>(COMPRESSED);
    backs.addAll(List.of(PaperBackEnd.RAW_T, PaperBackEnd.RAW_L));
    return Suite.replay(context, Suite.all(backs, SIZES));
  }

  @Override
  public Figures draw(Suite suite) {
    return Figures.none()
        .with(chart(suite, SIZES[0], PAPER[0]))
        .with(chart(suite, SIZES[1], PAPER[1]))
        .with("bandwidth", table(suite));
  }

  private static BarChart chart(Suite suite, int size, double[] paper) {
    List<String> names = new ArrayList<>(suite.scenes().stream().map(Suite.Drawn::name).toList());
    names.add("average");
    names.add("paper's average");
    List<Series> series = new ArrayList<>();
    for (int b = 0; b < COMPRESSED.size(); b++) {
      ToDoubleFunction<Suite.Drawn> percent = percent(COMPRESSED.get(b), size);
      double[] values = Arrays.copyOf(suite.each(percent), names.size());
      values[names.size() - 2] = suite.mean(percent);
      values[names.size() - 1] = paper[b];
      series.add(Series.of(COMPRESSED.get(b).label(), values));
    }
    return BarChart.of(
            "Bandwidth with a cache of %d kB".formatted(size),
            names,
            Axis.linear("percent of RAW"),
            series)
        .withReference("RAW", 100);
  }

  private static ToDoubleFunction<Suite.Drawn> percent(PaperBackEnd back, int size) {
    return scene -> 100 * scene.bytes(back.with(size)) / scene.bytes(PaperBackEnd.RAW_T.with(size));
  }

  private static Table table(Suite suite) {
    Table.Builder table =
        Table.titled("Bandwidth by scene")
            .text("scene")
            .number("triangles", 0)
            .number("pixels a triangle", 1)
            .number("events", 0)
            .number("cache", 0, "kB")
            .number("RAW", 1, "MB")
            .number("RAW-L", 1, "%");
    COMPRESSED.forEach(back -> table.number(back.label(), 1, "%"));
    for (Suite.Drawn scene : suite.scenes()) {
      for (int size : SIZES) {
        List<@Nullable Object> cells = new ArrayList<>();
        cells.add(scene.name());
        cells.add(scene.frame().triangles());
        cells.add(scene.frame().pixelsPerTriangle());
        cells.add(scene.of(PaperBackEnd.RAW_T.with(size)).get(Count.EVENTS));
        cells.add(size);
        cells.add(scene.bytes(PaperBackEnd.RAW_T.with(size)) / 1e6);
        cells.add(percent(PaperBackEnd.RAW_L, size).applyAsDouble(scene));
        COMPRESSED.forEach(back -> cells.add(percent(back, size).applyAsDouble(scene)));
        table.row(cells.toArray());
      }
    }
    for (int n = 0; n < SIZES.length; n++) {
      int size = SIZES[n];
      List<@Nullable Object> cells = summary("average", size);
      cells.add(suite.meanBytes(PaperBackEnd.RAW_T.with(size)) / 1e6);
      cells.add(suite.mean(percent(PaperBackEnd.RAW_L, size)));
      COMPRESSED.forEach(back -> cells.add(suite.mean(percent(back, size))));
      table.total(cells.toArray());
      List<@Nullable Object> claimed = summary("paper's average", size);
      claimed.add(size == 16 ? 39.3 : 34.0);
      claimed.add(null);
      for (double value : PAPER[n]) {
        claimed.add(value);
      }
      table.total(claimed.toArray());
    }
    return table.note("MB are 10^6 bytes; percentages are of RAW with the same cache.").build();
  }

  /** The cells of a row of means as far as the megabytes. */
  private static List<@Nullable Object> summary(String name, int size) {
    List<@Nullable Object> cells = new ArrayList<>();
    cells.add(name);
    for (int blank = 0; blank < 3; blank++) {
      cells.add(null);
    }
    cells.add(size);
    return cells;
  }
}
