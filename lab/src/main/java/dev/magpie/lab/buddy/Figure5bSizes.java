package dev.magpie.lab.buddy;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.data.Shares;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.series.PaperEntrySizes;
import dev.magpie.report.StackedBarChart;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Figure 5b: how often each compressed size of a memory-entry occurs. */
final class Figure5bSizes {
  private static final List<Integer> FREQUENT = List.of(0, 32, 64, 128);

  static Experiment<?> experiment(BuddyStudy study) {
    return Description.of(
            "buddy/fig5b",
            "Sizes of compressed memory-entries",
            "Buddy paper, section III-A, Figure 5b")
        .method(
            "Every entry of 128 bytes is sized under BPC and rounded up to one of the paper's"
                + " sizes; 0 is for zeros only. Each program of `magpie workload`, with all ten"
                + " snapshots, and each data set counts alike in its average. The claim is judged"
                + " on the programs.")
        .deviation("The figure's values are in no text; only the order that the text gives is.")
        .parameter("entry", 128)
        .parameter("sizes", PaperEntrySizes.SIZES)
        .parameter("codec", "bpc")
        .ofData()
        .measure(
            context -> new Sizes(ofData(context), ofPrograms(Programs.measured(context, study))))
        .claims(
            Claim.of("frequent", "0, 32, 64 and 128 bytes are the four most frequent sizes")
                .because(
                    "Entries of one number that is not zero take 8 bytes: a fifth of BigLSTM's are"
                        + " rows of accumulators that no word has used yet, and a tenth of ResNet50's"
                        + " and of Inception's are what Caffe spreads a channel's deviation over.")
                .nowhere("of them", Sizes::rare))
        .values(
            IntStream.range(0, PaperEntrySizes.SIZES.size())
                .boxed()
                .flatMap(i ->
                    Stream.of(
                        new Value<>(
                            "programs." + PaperEntrySizes.SIZES.get(i),
                            sizes -> sizes.programs.averages()[i]),
                        new Value<>(
                            "data." + PaperEntrySizes.SIZES.get(i),
                            sizes -> sizes.data.averages()[i]))))
        .draw(sizes ->
            Figures.none()
                .with(chart(sizes.programs, "The programs' memory-entries by compressed size"))
                .with("programs", sizes.programs.table("Memory-entries by compressed size"))
                .with(chart(sizes.data, "The data's memory-entries by compressed size"))
                .with("sizes", sizes.data.table("Memory-entries by compressed size")));
  }

  private static StackedBarChart chart(Shares shares, String title) {
    return shares.chart(title, new double[0]).withCaption("Share of entries by size under BPC.");
  }

  private static Shares ofData(RunContext context) {
    Survey survey = PaperEntrySizes.survey(context, List.of("bpc"));
    return new Shares(
        classes(),
        survey.rows().stream()
            .map(row ->
                new Shares.Row(
                    row.name(), row.bytes(), PaperEntrySizes.counts(row.byCodec().getFirst())))
            .toList(),
        context.failed());
  }

  private static Shares ofPrograms(Programs programs) {
    return new Shares(
        classes(),
        programs.all().stream()
            .map(each -> {
              List<Long> bpc = each.snapshots().bySize().getFirst();
              return new Shares.Row(each.label(), 128 * PaperEntrySizes.entries(bpc), bpc);
            })
            .toList(),
        List.of());
  }

  private static List<String> classes() {
    return PaperEntrySizes.SIZES.stream().map(size -> size + " B").toList();
  }

  /** What was measured, of data at rest and of the programs. */
  private record Sizes(Shares data, Shares programs) {
    /** Those of the paper's four that are not among the four most frequent. */
    private List<String> rare() {
      double[] averages = programs.averages();
      List<Integer> most =
          IntStream.range(0, averages.length)
              .boxed()
              .sorted(Comparator.comparingDouble(i -> -averages[i]))
              .map(PaperEntrySizes.SIZES::get)
              .limit(FREQUENT.size())
              .toList();
      return FREQUENT.stream()
          .filter(size -> !most.contains(size))
          .map(size -> size + " B")
          .toList();
    }
  }
}
