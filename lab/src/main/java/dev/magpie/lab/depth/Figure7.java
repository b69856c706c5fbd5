package dev.magpie.lab.depth;

import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.lab.Band;
import dev.magpie.lab.Claim;
import dev.magpie.lab.Description;
import dev.magpie.lab.Experiment;
import dev.magpie.lab.Findings;
import dev.magpie.lab.RunContext;
import dev.magpie.lab.Unit;
import dev.magpie.report.Axis;
import dev.magpie.report.LineChart;
import dev.magpie.report.Points;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Figure 7: how often tiles are compressed and decompressed. */
final class Figure7 implements Experiment {
  private static final List<Back> SHOWN = List.of(Back.POST_DO, Back.PRE_DO, Back.OPP, Back.OPP_PB);

  @Override
  public Description description() {
    return Paper.describe(
            "depth/fig7", "Frequency of compression and decompression", "section 4, Figure 7")
        .method(
            "Tiles sent through the encoder, a whole cascade counting once, and tiles decoded, summed"
                + " over the scenes and divided by those of Post DO with the same cache. Opp+PB's"
                + " compressions include its refiner's.")
        .parameter("sizes", Sweep.SIZES_TEXT)
        .claim(
            Claim.of(
                    "opp.compressions",
                    "Compressions of the opportunistic approach, 16 to 32 kB, times Post DO's",
                    2.5,
                    Unit.RATIO)
                .within(new Band(2, 3)))
        .claim(
            Claim.of(
                    "opp.decompressions",
                    "Decompressions of the opportunistic approach, 16 to 32 kB, times Post DO's",
                    3.75,
                    Unit.RATIO)
                .within(new Band(3, 4.5)))
        .claim(
            Claim.never("not-growing", "Both frequencies grow with the cache: exceptions", "steps"))
        .claim(
            Claim.never(
                "compression-worse",
                "Compression scales better than decompression from 16 kB on: exceptions",
                "sizes"))
        .build();
  }

  @Override
  public Findings run(RunContext context) {
    Suite suite = Suite.replay(context, Suite.all(SHOWN, Sweep.SIZES));
    Findings.Builder findings = Findings.builder();
    int notGrowing = 0;
    int worse = 0;
    List<Points> compressions = new ArrayList<>();
    List<Points> decompressions = new ArrayList<>();
    List<double[]> columns = new ArrayList<>();
    for (Back back : SHOWN) {
      double[] encoded = relative(suite, back, Count.COMPRESSIONS);
      double[] decoded = relative(suite, back, Count.DECOMPRESSIONS);
      compressions.add(Points.of(back.label(), Sweep.sizes(), encoded));
      decompressions.add(Points.of(back.label(), Sweep.sizes(), decoded));
      columns.add(encoded);
      columns.add(decoded);
      if (back == Back.PRE_DO || back == Back.OPP) {
        notGrowing += notGrowing(encoded) + notGrowing(decoded);
        for (int n = Sweep.at(16); n < encoded.length; n++) {
          worse += encoded[n] < decoded[n] ? 0 : 1;
        }
      }
      if (back == Back.OPP) {
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

  private static double[] relative(Suite suite, Back back, Count count) {
    double[] values = new double[Sweep.SIZES.length];
    for (int n = 0; n < values.length; n++) {
      int size = Sweep.SIZES[n];
      values[n] =
          suite.mean(scene -> scene.of(back.with(size)).get(count))
              / suite.mean(scene -> scene.of(Back.POST_DO.with(size)).get(count));
    }
    return values;
  }

  private static double between16And32(double[] values) {
    return (values[Sweep.at(16)] + values[Sweep.at(32)]) / 2;
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
    for (Back back : SHOWN) {
      table.number(back.label() + " compressions", 2).number(back.label() + " decompressions", 2);
    }
    for (int n = 0; n < Sweep.SIZES.length; n++) {
      List<@Nullable Object> cells = new ArrayList<>();
      cells.add(Sweep.SIZES[n]);
      for (double[] column : columns) {
        cells.add(column[n]);
      }
      table.row(cells.toArray());
    }
    return table.build();
  }
}
