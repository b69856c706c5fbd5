package dev.magpie.lab.mag;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.report.Columns;
import dev.magpie.report.Series;
import dev.magpie.report.StackedBarChart;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/** Figure 4: a 128-byte line that BDI brings to 40 bytes, and two bursts all the same. */
final class Figure4LineExample {
  private static final Granularity GRANULARITY = Granularity.DEFAULT;

  static Experiment<?> experiment() {
    return MagPaper.describe(
            "mag/fig4", "A line that misses a burst by 8 bytes", "sections IV-B and IV-D, Figure 4")
        .method(
            "Lines whose deltas take all of 8 and of 16 bits are coded with BDI, and what their"
                + " bursts carry is read back from the bits. Beside them, lines whose deltas are"
                + " two bits narrower are coded with MAG-aware BDI.")
        .measure(_ ->
            new Lines(
                line("BDI, 8-bit deltas", MagPaper.BDI, 8),
                line("MAG-aware BDI, 6-bit deltas", MagPaper.MAG_BDI, 6),
                line("BDI, 16-bit deltas", MagPaper.BDI, 16),
                line("MAG-aware BDI, 14-bit deltas", MagPaper.MAG_BDI, 14)))
        .claims(
            Claim.consistency("bytes.8", "A base, a mask and 1-byte deltas are 40 bytes")
                .whole(40, "bytes", lines -> lines.bdi8.bytes()),
            Claim.consistency("fetched.8", "40 bytes are fetched as 64")
                .whole(64, "bytes", lines -> lines.bdi8.fetched),
            ratio("raw.8", "Raw ratio with 1-byte deltas", "3.2", lines -> lines.bdi8.rawRatio()),
            ratio(
                "effective.8",
                "Effective ratio with 1-byte deltas",
                "2.00",
                lines -> lines.bdi8.effectiveRatio()),
            ratio(
                "raw.16", "Raw ratio with 2-byte deltas", "1.78", lines -> lines.bdi16.rawRatio()),
            ratio(
                "effective.16",
                "Effective ratio with 2-byte deltas",
                "1.33",
                lines -> lines.bdi16.effectiveRatio()),
            Claim.consistency("fetched.24", "With 3-byte deltas all 128 bytes are fetched")
                .whole(128, "bytes", lines -> GRANULARITY.effectiveBytes(bits(lines.bdi8, 24))),
            Claim.consistency("saved.6", "Two bits less a delta save 8 bytes")
                .whole(8, "bytes", lines -> lines.bdi8.bytes() - lines.magBdi6.bytes()))
        .draw(Figure4LineExample::draw);
  }

  private static Figures draw(Lines measured) {
    List<Line> lines = measured.all();
    Columns<Line> columns =
        new Columns<Line>()
            .text("line", Line::name)
            .number("base", 0, "bytes", Line::base)
            .number("mask", 0, "bytes", Line::mask)
            .number("deltas", 0, "bytes", Line::deltas)
            .number("compressed", 0, "bytes", Line::bytes)
            .number("fetched", 0, "bytes", Line::fetched)
            .number("raw ratio", 2, Line::rawRatio)
            .number("effective ratio", 2, Line::effectiveRatio);
    return Figures.none()
        .with(
            StackedBarChart.of(
                    "What is fetched",
                    lines.stream().map(Line::name).toList(),
                    List.of(
                        part("base", lines, Line::base),
                        part("mask", lines, Line::mask),
                        part("deltas", lines, Line::deltas),
                        part("wasted", lines, line -> line.fetched - line.bytes())))
                .withCaption("BDI's bursts are partly empty; MAG-aware BDI's are full."))
        .with("lines", columns.table("What the bursts of a line carry", lines));
  }

  /** A coded line, by its parts in bytes. */
  private record Line(String name, double base, double mask, double deltas, double fetched) {
    double bytes() {
      return base + mask + deltas;
    }

    double rawRatio() {
      return GRANULARITY.blockBytes() / bytes();
    }

    double effectiveRatio() {
      return GRANULARITY.blockBytes() / fetched;
    }
  }

  /** Lines by their codec and the bits of a delta. */
  record Lines(Line bdi8, Line magBdi6, Line bdi16, Line magBdi14) {
    private List<Line> all() {
      return List.of(bdi8, magBdi6, bdi16, magBdi14);
    }
  }

  private static Claim<Lines> ratio(
      String name, String text, String paper, ToDoubleFunction<Lines> ratio) {
    return Claim.consistency(name, text).ratio(paper, ratio);
  }

  /** A line like another, but with deltas that BDI leaves out, as they save nothing. */
  private static int bits(Line like, int deltaBits) {
    int deltas = GRANULARITY.blockBytes() / 4;
    return (int) (8 * (like.base + like.mask)) + deltas * deltaBits;
  }

  private static Series part(String name, List<Line> lines, ToDoubleFunction<Line> bytes) {
    return Series.of(name, lines.stream().mapToDouble(bytes).toArray());
  }

  /** Codes a line whose smallest delta takes all of these bits. */
  private static Line line(String name, String spec, int deltaBits) {
    int[] words = new int[GRANULARITY.blockBytes() / 4];
    Arrays.fill(words, 0x40000000);
    words[words.length - 1] -= 1 << (deltaBits - 1);
    MemorySegment block = Words.block(words);
    BlockCodec codec = Codecs.create(spec, GRANULARITY);
    StoredDeltas stored = Objects.requireNonNull(StoredDeltas.of(codec, block, 0));
    return new Line(
        name,
        StoredDeltas.BASE_BITS / 8.0,
        stored.deltas().size() / 8.0,
        stored.deltas().size() * stored.deltaBits() / 8.0,
        GRANULARITY.effectiveBytes(codec.sizeBits(block, 0)));
  }
}
