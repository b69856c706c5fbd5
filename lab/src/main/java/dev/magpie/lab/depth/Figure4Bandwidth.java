package dev.magpie.lab.depth;

import static dev.magpie.lab.depth.PaperBackEnd.POST_C;
import static dev.magpie.lab.depth.PaperBackEnd.POST_DO;
import static dev.magpie.lab.depth.PaperBackEnd.PRE_C;
import static dev.magpie.lab.depth.PaperBackEnd.PRE_DO;
import static dev.magpie.lab.depth.PaperBackEnd.RAW_L;
import static dev.magpie.lab.depth.PaperBackEnd.RAW_T;

import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.lab.claim.Band;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.BarChart;
import dev.magpie.report.Columns;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Figure 4: bandwidth of each scene under every system, at two cache sizes. */
final class Figure4Bandwidth {
  private static final int[] SIZES = {16, 32};
  private static final List<PaperBackEnd> COMPRESSED = List.of(POST_DO, PRE_DO, POST_C, PRE_C);

  /** The means of the paper's six scenes, in percent of RAW, as {@link #COMPRESSED}. */
  private static final double[][] PAPER = {{47.5, 41.5, 35.8, 29.5}, {47.7, 43.0, 35.5, 30.7}};

  /** Its mean megabytes under RAW. */
  private static final double[] PAPER_RAW = {39.3, 34.0};

  /** Least and greatest of the paper's scenes. */
  private static final Band[] PAPER_SCENES = {
    new Band(44, 51), new Band(39, 47), new Band(34, 38), new Band(26, 34)
  };

  static Experiment<?> experiment() {
    return DepthPaper.describe(
            "depth/fig4", "Bandwidth by scene, pre-cache and post-cache", "section 4, Figure 4")
        .method(
            "Each scene is drawn once; its events are replayed in every system with caches of"
                + " 16 and 32 KiB. Bytes are lines of 64 B read and written, headers"
                + " excepted; the cache is written back at the end.")
        .parameter("sizes", "16 and 32 KiB")
        .measure(Figure4Bandwidth::measure)
        .claims(
            Claim.of("pre-do-below-post", "Depth offset moves less pre-cache, at both sizes")
                .holds(suite -> isLess(suite, PRE_DO, POST_DO)),
            Claim.of("pre-c-below-post", "The combination moves less pre-cache, at both sizes")
                .holds(suite -> isLess(suite, PRE_C, POST_C)),
            Claim.of("c-below-do", "The combination moves less than depth offset")
                .holds(suite -> isLess(suite, PRE_C, PRE_DO) && isLess(suite, POST_C, POST_DO)),
            Claim.of("gain.do", "Gain of pre-cache depth offset, 16 kB")
                .within(10, 14)
                .percent(11, suite -> suite.gain(PRE_DO, POST_DO, 16)),
            Claim.of("gain.c", "Gain of the pre-cache combination, 16 kB")
                .within(14, 19)
                .percent(17, suite -> suite.gain(PRE_C, POST_C, 16)),
            Claim.of("raw-32-to-16", "RAW at 32 kB over RAW at 16 kB")
                .within(0.85, 0.88)
                .ratio(
                    0.865,
                    suite ->
                        suite.mean(
                            scene -> scene.bytes(RAW_T.with(32)) / scene.bytes(RAW_T.with(16)))))
        .claims(
            IntStream.range(0, SIZES.length)
                .boxed()
                .flatMap(n ->
                    IntStream.range(0, COMPRESSED.size())
                        .mapToObj(
                            b -> share(COMPRESSED.get(b), SIZES[n], PAPER[n][b], PAPER_SCENES[b]))))
        .value("raw-l.16", suite -> suite.mean(Suite.percent(RAW_L, 16)))
        .value("raw-l.32", suite -> suite.mean(Suite.percent(RAW_L, 32)))
        .value("gain.do.32", suite -> suite.gain(PRE_DO, POST_DO, 32))
        .value("gain.c.32", suite -> suite.gain(PRE_C, POST_C, 32))
        .draw(suite ->
            Figures.none()
                .with(chart(suite, SIZES[0], PAPER[0]))
                .with(chart(suite, SIZES[1], PAPER[1]))
                .with("bandwidth", table(suite)));
  }

  private static Suite measure(RunContext context) {
    List<PaperBackEnd> backs = new ArrayList<>(COMPRESSED);
    backs.addAll(List.of(RAW_T, RAW_L));
    return Suite.replay(context, Suite.all(backs, SIZES));
  }

  private static Claim<Suite> share(PaperBackEnd back, int size, double paper, Band band) {
    boolean depthOffset = back == POST_DO || back == PRE_DO;
    return Claim.of(
            "share.%s.%d".formatted(back.label().toLowerCase(Locale.ROOT).replace(' ', '-'), size),
            "%s in percent of RAW, %d kB".formatted(back.label(), size))
        .within(band.low(), band.high())
        .notExpected(depthOffset ? "" : DepthPaper.OTHER_SCENES)
        .percent(paper, suite -> suite.mean(Suite.percent(back, size)));
  }

  /** Whether a back-end moves less than another at both sizes. */
  private static boolean isLess(Suite suite, PaperBackEnd less, PaperBackEnd than) {
    return Arrays.stream(SIZES).allMatch(size -> suite.gain(less, than, size) > 0);
  }

  private static BarChart chart(Suite suite, int size, double[] paper) {
    return suite
        .compare(COMPRESSED, back -> Suite.percent(back, size), paper)
        .chart("Bandwidth with a cache of %d kB".formatted(size), "percent of RAW")
        .withReference("RAW", 100);
  }

  /** One scene or all, with a cache of so many KiB. */
  private record Row(Suite suite, int size) {
    double mean(PaperBackEnd back) {
      return suite.mean(Suite.percent(back, size));
    }

    double events() {
      return suite.mean(scene -> scene.of(RAW_T.with(size)).get(Count.EVENTS));
    }
  }

  private static Table table(Suite suite) {
    Columns<Row> ofScene =
        new Columns<Row>()
            .number("triangles", 0, row -> row.suite.mean(scene -> scene.frame().triangles()))
            .number(
                "pixels a triangle",
                1,
                row -> row.suite.mean(scene -> scene.frame().pixelsPerTriangle()))
            .number("events", 0, Row::events);
    Columns<Row> columns =
        new Columns<Row>()
            .text("scene", row -> row.suite.label())
            .addAll(ofScene.of(row -> row.suite.equals(suite) ? null : row))
            .number("cache", 0, "kB", Row::size)
            .number("RAW", 1, "MB", row -> row.suite.meanBytes(RAW_T.with(row.size)) / 1e6)
            .number("RAW-L", 1, "%", row -> row.mean(RAW_L));
    COMPRESSED.forEach(back -> columns.number(back.label(), 1, "%", row -> row.mean(back)));
    Table.Builder table =
        columns.builder(
            "Bandwidth by scene",
            suite.scenes().stream()
                .map(scene -> new Suite(List.of(scene)))
                .flatMap(scene -> Arrays.stream(SIZES).mapToObj(size -> new Row(scene, size)))
                .toList());
    for (int n = 0; n < SIZES.length; n++) {
      table.row(columns.cells(new Row(suite, SIZES[n])), true);
      List<@Nullable Object> paper = new ArrayList<>();
      Collections.addAll(paper, "paper's average", null, null, null, SIZES[n], PAPER_RAW[n], null);
      Arrays.stream(PAPER[n]).forEach(paper::add);
      table.total(paper.toArray());
    }
    return table.note("MB are 10^6 bytes; percentages are of RAW with the same cache.").build();
  }
}
