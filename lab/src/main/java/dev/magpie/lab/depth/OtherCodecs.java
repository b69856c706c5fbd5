package dev.magpie.lab.depth;

import dev.magpie.depth.cache.CacheShape;
import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.depth.cache.Placement;
import dev.magpie.depth.codec.Cascade;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Findings;
import dev.magpie.lab.run.NamedExperiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.Series;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.List;

/** Section 5, future work: codecs that the paper names, in both systems. */
final class OtherCodecs implements NamedExperiment {
  private static final List<String> CODECS =
      List.of("do", "c", "plane", "ddpcm", "anchor", "danchor", "float");

  @Override
  public Description description() {
    return DepthPaper.describe("depth/codecs", "Other codecs before and after the cache", "section 5")
        .method(
            "Mean percentage of RAW with a cache of 16 KiB. Codecs are alone: what does not fit their"
                + " modes is raw.")
        .deviation(
            "The paper leaves these codecs to future work. Layouts are ours where the literature"
                + " gives none; the float codec is serial and takes depths as they are.")
        .parameter("size", "16 KiB")
        .parameter("codecs", CODECS)
        .claim(
            NamedExperiment.never(
                "pre-not-below", "Every codec moves less before the cache: exceptions", "codecs"))
        .build();
  }

  private static Configuration of(Placement placement, String codec) {
    return Configuration.of(placement, Cascade.parse(codec), CacheShape.of(16 << 10));
  }

  @Override
  public Findings run(RunContext context) {
    List<Configuration> all = new ArrayList<>(List.of(PaperBackEnd.RAW_T.with(16)));
    for (String codec : CODECS) {
      all.add(of(Placement.POST, codec));
      all.add(of(Placement.PRE, codec));
    }
    Suite suite = Suite.replay(context, all);
    Findings.Builder findings = Findings.builder();
    Table.Builder table =
        Table.titled("Codecs with a cache of 16 kB")
            .text("codec")
            .text("what it is")
            .number("post-cache", 1, "% of RAW")
            .number("pre-cache", 1, "% of RAW")
            .number("compressed at the end, pre-cache", 1, "%");
    double[] post = new double[CODECS.size()];
    double[] pre = new double[CODECS.size()];
    int exceptions = 0;
    for (int c = 0; c < CODECS.size(); c++) {
      String codec = CODECS.get(c);
      post[c] = suite.meanPercent(of(Placement.POST, codec), PaperBackEnd.RAW_T.with(16));
      pre[c] = suite.meanPercent(of(Placement.PRE, codec), PaperBackEnd.RAW_T.with(16));
      exceptions += pre[c] < post[c] ? 0 : 1;
      findings.measure("post." + codec, post[c]).measure("pre." + codec, pre[c]);
      table.row(
          codec,
          Cascade.named().get(codec),
          post[c],
          pre[c],
          suite.mean(scene -> compressed(scene, of(Placement.PRE, codec))));
    }
    return findings
        .measure("pre-not-below", exceptions)
        .chart(
            BarChart.of(
                "Bandwidth by codec",
                CODECS,
                Axis.linear("percent of RAW"),
                List.of(Series.of("post-cache", post), Series.of("pre-cache", pre))))
        .table("codecs", table.build())
        .build();
  }

  /** Percent of the tiles with depths that end compressed. */
  private static double compressed(Suite.Drawn scene, Configuration configuration) {
    var tiles = scene.of(configuration).finalTiles();
    long drawn = tiles.values().stream().mapToLong(Long::longValue).sum();
    long raw = tiles.getOrDefault("raw", 0L);
    long cleared = tiles.getOrDefault("cleared", 0L);
    return scene.of(configuration).get(Count.EVENTS) == 0
        ? Double.NaN
        : 100.0 * (drawn - cleared - raw) / (drawn - cleared);
  }
}
