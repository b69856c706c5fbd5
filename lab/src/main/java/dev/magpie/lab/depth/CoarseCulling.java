package dev.magpie.lab.depth;

import static dev.magpie.lab.depth.PaperBackEnd.POST_C;
import static dev.magpie.lab.depth.PaperBackEnd.POST_DO;
import static dev.magpie.lab.depth.PaperBackEnd.PRE_C;
import static dev.magpie.lab.depth.PaperBackEnd.PRE_DO;
import static dev.magpie.lab.depth.PaperBackEnd.RAW_T;

import dev.magpie.depth.raster.RasterOptions.Culling;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Columns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What bounds of 16 bits that are updated late do to culling, and to what moves. */
final class CoarseCulling {
  private static final int SIZE = 16;
  private static final List<PaperBackEnd> SHOWN = List.of(RAW_T, POST_DO, PRE_DO, POST_C, PRE_C);

  /** The scenes under each way to cull. */
  private record Measured(Map<Culling, Suite> suites) {
    Suite of(Culling culling) {
      return Objects.requireNonNull(suites.get(culling));
    }

    double bytes(Culling culling, PaperBackEnd back) {
      return of(culling).meanBytes(back.with(SIZE));
    }

    /** Lines that are culled under one way of those under another. */
    double culled(Culling culling) {
      return culled(of(culling));
    }

    static double culled(Suite suite) {
      return 100
          * suite.mean(scene -> scene.frame().culledLines())
          / suite.mean(scene -> scene.frame().coveredLines());
    }

    double gain(Culling culling, PaperBackEnd less, PaperBackEnd than) {
      return 100 - 100 * bytes(culling, less) / bytes(culling, than);
    }
  }

  static Experiment<?> experiment() {
    return DepthPaper.describeOurs("depth/coarse-culling", "Hierarchical depths of hardware")
        .method(
            "Exact bounds of each line, at once, as elsewhere here; bounds of 16 bits, rounded"
                + " outwards, which follow what is overwritten in part when a tile leaves a queue of"
                + " 64; none. What is drawn is the same.")
        .parameter("size", "16 KiB")
        .measure(CoarseCulling::measure)
        .claims(
            Claim.consistency("drawn", "All three end with the same depths")
                .nowhere("scenes", CoarseCulling::drawnOtherwise),
            Claim.of("less", "Coarse bounds cull less than exact ones")
                .nowhere("scenes", CoarseCulling::notLess),
            Claim.of("order", "Under coarse bounds Pre DO moves less than Post DO")
                .nowhere(
                    "scenes",
                    measured -> measured.of(Culling.COARSE).notLess(PRE_DO, POST_DO, SIZE)))
        .value("culled.exact", measured -> measured.culled(Culling.HIERARCHICAL))
        .value("culled.coarse", measured -> measured.culled(Culling.COARSE))
        .value("gain.do.coarse", measured -> measured.gain(Culling.COARSE, PRE_DO, POST_DO))
        .value("gain.c.coarse", measured -> measured.gain(Culling.COARSE, PRE_C, POST_C))
        .draw(CoarseCulling::draw);
  }

  private static Measured measure(RunContext context) {
    Map<Culling, Suite> suites = new EnumMap<>(Culling.class);
    for (Culling culling : Culling.values()) {
      suites.put(
          culling,
          Suite.replay(
              context,
              Suite.Drawing.USUAL.with(options -> options.with(culling)),
              Suite.all(SHOWN, SIZE)));
    }
    return new Measured(suites);
  }

  private static List<String> drawnOtherwise(Measured measured) {
    List<String> other = new ArrayList<>();
    List<Suite.Drawn> exact = measured.of(Culling.HIERARCHICAL).scenes();
    for (Suite suite : measured.suites().values()) {
      for (int n = 0; n < exact.size(); n++) {
        if (!Arrays.equals(depths(exact.get(n)), depths(suite.scenes().get(n)))) {
          other.add(exact.get(n).name());
        }
      }
    }
    return other;
  }

  private static int[] depths(Suite.Drawn scene) {
    return scene.frame().events().depths().depths();
  }

  private static List<String> notLess(Measured measured) {
    List<String> names = new ArrayList<>();
    List<Suite.Drawn> exact = measured.of(Culling.HIERARCHICAL).scenes();
    List<Suite.Drawn> coarse = measured.of(Culling.COARSE).scenes();
    for (int n = 0; n < exact.size(); n++) {
      if (coarse.get(n).frame().culledLines() >= exact.get(n).frame().culledLines()) {
        names.add(exact.get(n).name());
      }
    }
    return names;
  }

  private static Figures draw(Measured measured) {
    Columns<Culling> columns =
        new Columns<Culling>()
            .text("culling", Culling::toString)
            .number("lines culled", 1, "%", measured::culled);
    for (PaperBackEnd back : SHOWN) {
      columns.number(back.label(), 2, "MB", culling -> measured.bytes(culling, back) / 1e6);
    }
    columns
        .number("gain DO", 1, "%", culling -> measured.gain(culling, PRE_DO, POST_DO))
        .number("gain C", 1, "%", culling -> measured.gain(culling, PRE_C, POST_C));
    return Figures.none()
        .with("bounds", columns.table("Bytes of a frame, 16 kB", List.of(Culling.values())));
  }
}
