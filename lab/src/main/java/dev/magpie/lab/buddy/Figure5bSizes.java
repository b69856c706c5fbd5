package dev.magpie.lab.buddy;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.data.Shares;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Figure 5b: how often each compressed size of a memory-entry occurs. */
final class Figure5bSizes {
  private static final List<Integer> FREQUENT = List.of(0, 32, 64, 128);

  static Experiment<?> experiment() {
    return Description.of(
            "buddy/fig5b",
            "Sizes of compressed memory-entries",
            "Buddy paper, section III-A, Figure 5b")
        .method(
            "Every entry of 128 bytes is sized under BPC and rounded up to one of the paper's"
                + " sizes; 0 is for zeros only. Each data set counts alike in the average.")
        .deviation("The figure's values are in no text; only the order that the text gives is.")
        .parameter("entry", 128)
        .parameter("sizes", PaperEntrySizes.SIZES)
        .parameter("codec", "bpc")
        .ofData()
        .measure(Figure5bSizes::measure)
        .claims(
            Claim.of("frequent", "0, 32, 64 and 128 bytes are the four most frequent sizes")
                .notExpected(
                    "Which sizes are frequent is a matter of the data, and these are not the"
                        + " paper's sixteen programs.")
                .whole(FREQUENT.size(), "of them", Figure5bSizes::frequent))
        .values(
            IntStream.range(0, PaperEntrySizes.SIZES.size())
                .mapToObj(i ->
                    new Value<>(
                        "share." + PaperEntrySizes.SIZES.get(i), shares -> shares.averages()[i])))
        .draw(shares ->
            Figures.none()
                .with(
                    shares
                        .chart("Memory-entries by compressed size", new double[0])
                        .withCaption("Share of entries by size under BPC."))
                .with("sizes", shares.table("Memory-entries by compressed size")));
  }

  private static Shares measure(RunContext context) {
    Survey survey = PaperEntrySizes.survey(context, List.of("bpc"));
    List<Shares.Row> rows =
        survey.rows().stream()
            .map(row ->
                new Shares.Row(
                    row.name(), row.bytes(), PaperEntrySizes.counts(row.byCodec().getFirst())))
            .toList();
    return new Shares(
        PaperEntrySizes.SIZES.stream().map(size -> size + " B").toList(), rows, context.failed());
  }

  private static double frequent(Shares shares) {
    double[] averages = shares.averages();
    return shares.rows().isEmpty()
        ? Double.NaN
        : IntStream.range(0, averages.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -averages[i]))
            .map(PaperEntrySizes.SIZES::get)
            .limit(FREQUENT.size())
            .filter(FREQUENT::contains)
            .count();
  }
}
