package dev.magpie.lab.buddy;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.series.PaperEntrySizes;
import dev.magpie.lab.series.ProgramSeries;
import dev.magpie.lab.series.SeriesSnapshots;
import dev.magpie.report.Columns;
import dev.magpie.report.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Figure 5a: five codecs that are cheap in hardware, on memory-entries of 128 bytes. */
final class Figure5aCodecs {
  private static final List<String> CODECS = SeriesSnapshots.CODECS;

  /** Why BPC is not above a codec, as far as is known. */
  private static final Map<String, String> WHY_NOT =
      Map.of(
          "bdi+fpc",
          "In training, FPC drops each zero that a ReLU leaves, BPC only runs of 32.",
          "zvc",
          "In training, zeros of ReLUs lie scattered, which is what ZVC drops and BPC does not.",
          "fibonacci",
          "In training, the zeros of ReLUs have short codes.");

  private static final List<String> NAMES = List.of("BPC", "BDI+FPC", "ZVC", "Fibonacci", "MPC");

  static Experiment<?> experiment(BuddyStudy study) {
    return Description.of(
            "buddy/fig5a", "Codecs for memory-entries", "Buddy paper, section III-A, Figure 5a")
        .method(
            "Every entry of 128 bytes is sized under each codec and rounded up to 0, 8, 16, 32,"
                + " 64, 80, 96 or 128 bytes; 0 is for zeros only. Means over the programs of"
                + " `magpie workload`, of all ten snapshots, and over the data are geometric."
                + " Claims are judged on the programs.")
        .deviation(
            "The figure's values are in no text, so its order alone is checked. It does not say"
                + " how sizes are rounded; these are the sizes of the paper's Figure 3.")
        .parameter("entry", 128)
        .parameter("sizes", PaperEntrySizes.SIZES)
        .parameter("codecs", CODECS)
        .ofData()
        .measure(context ->
            new Ratios(
                PaperEntrySizes.survey(context, CODECS)
                    .compare(NAMES, sizes -> PaperEntrySizes.ratio(sizes)),
                Programs.measured(context, study)))
        .claims(
            IntStream.range(1, CODECS.size())
                .mapToObj(c ->
                    Claim.of(
                            "above." + CODECS.get(c),
                            "BPC is robust: of HPC and of training its mean ratio is above that of "
                                + NAMES.get(c))
                        .because(WHY_NOT.getOrDefault(CODECS.get(c), ""))
                        .nowhere("kinds", ratios -> ratios.notAbove(c))))
        .values(
            IntStream.range(0, CODECS.size())
                .boxed()
                .flatMap(c ->
                    Stream.of(
                        new Value<>("hpc." + CODECS.get(c), ratios -> ratios.ofHpc(c)),
                        new Value<>("training." + CODECS.get(c), ratios -> ratios.ofTraining(c)),
                        new Value<>("data." + CODECS.get(c), ratios -> ratios.data.mean(c)))))
        .draw(Figure5aCodecs::draw);
  }

  private static Figures draw(Ratios ratios) {
    Columns<ProgramSeries> columns =
        new Columns<ProgramSeries>().text("program", ProgramSeries::label);
    List<Series> bars = new ArrayList<>();
    for (int c = 0; c < CODECS.size(); c++) {
      int codec = c;
      columns.number(NAMES.get(c), 2, each -> ratio(each, codec));
      bars.add(Series.of(NAMES.get(c), ratios.programs.each(each -> ratio(each, codec))));
    }
    return Figures.none()
        .with(
            ratios.programs.chart(
                "Compression ratio of the programs' memory-entries",
                "ratio",
                bars.toArray(Series[]::new)))
        .with("programs", columns.table("Ratios by program", ratios.programs.all()))
        .with(ratios.data.chart("Compression ratio of the data's memory-entries", "ratio"))
        .with("ratios", ratios.data.table("Ratios by data set", 3, ""));
  }

  private static double ratio(ProgramSeries series, int codec) {
    return PaperEntrySizes.ratio(series.snapshots().bySize().get(codec));
  }

  /** What was measured, of data at rest and of the programs. */
  private record Ratios(Comparison data, Programs programs) {
    private double ofHpc(int codec) {
      return programs.hpc().geometricMean(each -> ratio(each, codec));
    }

    private double ofTraining(int codec) {
      return programs.training().geometricMean(each -> ratio(each, codec));
    }

    /** The kinds of programs that BPC does not compress more than another codec. */
    private List<String> notAbove(int codec) {
      List<String> kinds = new ArrayList<>();
      if (!(ofHpc(0) > ofHpc(codec))) {
        kinds.add("HPC");
      }
      if (!(ofTraining(0) > ofTraining(codec))) {
        kinds.add("training");
      }
      return kinds;
    }
  }
}
