package dev.magpie.lab.depth;

import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.lab.claim.Band;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Findings;
import dev.magpie.lab.run.NamedExperiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Axis;
import dev.magpie.report.LineChart;
import dev.magpie.report.Points;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Figure 7: how often tiles are compressed and decompressed. */
final class Figure7Compressions implements NamedExperiment {
  private static final List<PaperBackEnd> SHOWN = List.of(PaperBackEnd.POST_DO, PaperBackEnd.PRE_DO, PaperBackEnd.OPP, PaperBackEnd.OPP_PB);

  @Override
  public Description description() {
    return DepthPaper.describe(
            "depth/fig7", "Frequency of compression and decompression", "section 4, Figure 7")
        .method(
            "Tiles sent through the encoder, a whole cascade counting once, and tiles decoded, summed"
                + " over the scenes and divided by those of Post DO with the same cache. Opp+PB's"
                + " compressions include its refiner's.")
        .parameter("sizes", CacheSizes.SIZES_TEXT)
        .claim(
            NamedExperiment.of(
                    "opp.compressions",
                    "Compressions of the opportunistic approach, 16 to 32 kB, times Post DO's",
                    2.5,
                    Unit.RATIO)
                .within(new Band(2, 3)))
        .claim(
            NamedExperiment.of(
                    "opp.decompressions",
                    "Decompressions of the opportunistic approach, 16 to 32 kB, times Post DO's",
                    3.75,
                    Unit.RATIO)
                .within(new Band(3, 4.5)))
        .claim(
            NamedExperiment.never("not-growing", "Both frequencies grow with the cache: exceptions", "steps"))
        .claim(
            NamedExperiment.never(
                "compression-worse",
                "Compression scales better than decompression from 16 kB on: exceptions",
                "sizes"))
        .build();
  }

  @Override
  public Findings run(RunContext context) {
    Suite suite = Suite.replay(context, Suite.all(SHOWN, CacheSizes.SIZES));
    Findings.Builder findings = Findings.builder();
    int notGrowing = 0;
    int worse = 0;
    List<Points> compressions = new ArrayList<>();
    List<Points> decompressions = new ArrayList<>();
    List<double[]> columns = new ArrayList<>();
    for (PaperBackEnd back : SHOWN) {
      double[] encoded = relative(suite, back, Count.COMPRESSIONS);
      double[] decoded = relative(suite, back, Count.DECOMPRESSIONS);
      compressions.add(Points.of(back.label(), CacheSizes.sizes(), encoded));
      decompressions.add(Points.of(back.label(), CacheSizes.sizes(), decoded));
      columns.add(encoded);
      columns.add(decoded);
      if (back == PaperBackEnd.PRE_DO || back == PaperBackEnd.OPP) {
        notGrowing += notGrowing(encoded) + notGrowing(decoded);
        for (int n = CacheSizes.at(16); n < encoded.length; n++) {
          worse += encoded[n] < decoded[n] ? 0 : 1;
        }
      }
      if (back == PaperBackEnd.OPP) {
        findings
            .measure("opp.compressions", between16And32(encoded))
            .measure("opp.decompressions", between16And32(decoded));
      }
    }
    return findings
        .measure("not-growing", notGrowing)
        .measure("compression-worse", worse)
        .chart(chart("Compressions", compressions))
        .chart(chart("Decompressions", decompressions))
        .table("frequencies", table(columns))
        .build();
  }

  private static double[] relative(Suite suite, PaperBackEnd back, Count count) {
    double[] values = new double[CacheSizes.SIZES.length];
    for (int n = 0; n < values.length; n++) {
      int size = CacheSizes.SIZES[n];
      values[n] =
          suite.mean(scene -> scene.of(back.with(size)).get(count))
              / suite.mean(scene -> scene.of(PaperBackEnd.POST_DO.with(size)).get(count));
    }
    return values;
  }

  private static double between16And32(double[] values) {
    return (values[CacheSizes.at(16)] + values[CacheSizes.at(32)]) / 2;
  }

  private static int notGrowing(double[] values) {
    int exceptions = 0;
    for (int n = 1; n < values.length; n++) {
      exceptions += values[n] > values[n - 1] ? 0 : 1;
    }
    return exceptions;
  }

  private static LineChart chart(String what, List<Points> lines) {
    return LineChart.of(
        what + " against cache size",
        Axis.log2("cache (kB)"),
        Axis.linear("times Post DO's"),
        lines);
  }

  private static Table table(List<double[]> columns) {
    Table.Builder table = Table.titled("Times Post DO's").number("cache", 0, "kB");
    for (PaperBackEnd back : SHOWN) {
      table.number(back.label() + " compressions", 2).number(back.label() + " decompressions", 2);
    }
    for (int n = 0; n < CacheSizes.SIZES.length; n++) {
      List<@Nullable Object> cells = new ArrayList<>();
      cells.add(CacheSizes.SIZES[n]);
      for (double[] column : columns) {
        cells.add(column[n]);
      }
      table.row(cells.toArray());
    }
    return table.build();
  }
}
