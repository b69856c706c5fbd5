package dev.magpie.lab.buddy;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import java.util.List;
import java.util.stream.IntStream;

/** Figure 5a: five codecs that are cheap in hardware, on memory-entries of 128 bytes. */
final class Figure5aCodecs {
  private static final List<String> CODECS = List.of("bpc", "bdi+fpc", "zvc", "fibonacci", "mpc");
  private static final List<String> NAMES = List.of("BPC", "BDI+FPC", "ZVC", "Fibonacci", "MPC");

  static Experiment<?> experiment() {
    return Description.of(
            "buddy/fig5a", "Codecs for memory-entries", "Buddy paper, section III-A, Figure 5a")
        .method(
            "Every entry of 128 bytes is sized under each codec and rounded up to 0, 8, 16, 32,"
                + " 64, 80, 96 or 128 bytes; 0 is for zeros only. Means over the data are"
                + " geometric.")
        .deviation(
            "The figure's values are in no text, so its order alone is checked. It does not say"
                + " how sizes are rounded; these are the sizes of the paper's Figure 3.")
        .parameter("entry", 128)
        .parameter("sizes", PaperEntrySizes.SIZES)
        .parameter("codecs", CODECS)
        .ofData()
        .measure(context ->
            PaperEntrySizes.survey(context, CODECS).compare(NAMES, PaperEntrySizes::ratio))
        .claims(
            IntStream.range(1, CODECS.size())
                .mapToObj(c ->
                    Claim.of(
                            "above." + CODECS.get(c),
                            "BPC compresses most: its mean ratio is above that of " + NAMES.get(c))
                        .holds(ratios -> ratios.mean(0) > ratios.mean(c))))
        .values(
            IntStream.range(0, CODECS.size())
                .mapToObj(c -> new Value<>("ratio." + CODECS.get(c), ratios -> ratios.mean(c))))
        .draw(ratios ->
            Figures.none()
                .with(ratios.chart("Compression ratio of memory-entries", "ratio"))
                .with("ratios", ratios.table("Ratios by data set", 3, "")));
  }
}
