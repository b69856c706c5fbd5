package dev.magpie.lab.mag;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.lab.claim.Band;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Findings;
import dev.magpie.lab.run.NamedExperiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Series;
import dev.magpie.report.StackedBarChart;
import dev.magpie.report.Table;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;

/** Figure 4: a 128-byte line that BDI brings to 40 bytes, and two bursts all the same. */
final class Figure4LineExample implements NamedExperiment {
  private static final Granularity GRANULARITY = Granularity.DEFAULT;

  @Override
  public Description description() {
    return Description.of(
            "mag/fig4",
            "A line that misses a burst by 8 bytes",
            MagPaper.source("sections IV-B and IV-D, Figure 4"))
        .method(
            "Lines whose deltas take all of 8 and of 16 bits are coded with BDI, and what their"
                + " bursts carry is read back from the bits. Beside them, lines whose deltas are"
                + " two bits narrower are coded with MAG-aware BDI.")
        .parameter("block", 128)
        .parameter("mag", 32)
        .claim(
            NamedExperiment.of(
                "bytes.8", "A base, a mask and 1-byte deltas are 40 bytes", 40, bytes()))
        .claim(NamedExperiment.of("fetched.8", "40 bytes are fetched as 64", 64, bytes()))
        .claim(ratio("raw.8", "Raw ratio with 1-byte deltas", 3.2))
        .claim(ratio("effective.8", "Effective ratio with 1-byte deltas", 2))
        .claim(ratio("raw.16", "Raw ratio with 2-byte deltas", 1.78))
        .claim(ratio("effective.16", "Effective ratio with 2-byte deltas", 1.33))
        .claim(
            NamedExperiment.of(
                "fetched.24", "With 3-byte deltas all 128 bytes are fetched", 128, bytes()))
        .claim(NamedExperiment.of("saved.6", "Two bits less a delta save 8 bytes", 8, bytes()))
        .build();
  }

  private static Unit bytes() {
    return Unit.whole("bytes");
  }

  private static Claim.Quantity<Findings> ratio(String measure, String text, double paper) {
    return NamedExperiment.of(measure, text, paper, Unit.RATIO).within(Band.around(paper, 0.005));
  }

  /** A coded line, by its parts in bytes. */
  private record Line(String name, double base, double mask, double deltas, double fetched) {
    double bytes() {
      return base + mask + deltas;
    }
  }

  @Override
  public Findings run(RunContext context) {
    List<Line> lines =
        List.of(
            line("BDI, 8-bit deltas", MagPaper.BDI, 8),
            line("MAG-aware BDI, 6-bit deltas", MagPaper.MAG_BDI, 6),
            line("BDI, 16-bit deltas", MagPaper.BDI, 16),
            line("MAG-aware BDI, 14-bit deltas", MagPaper.MAG_BDI, 14));
    Line one = lines.get(0);
    Line two = lines.get(2);
    Table.Builder table =
        Table.titled("What the bursts of a line carry")
            .text("line")
            .number("base", 0, "bytes")
            .number("mask", 0, "bytes")
            .number("deltas", 0, "bytes")
            .number("compressed", 0, "bytes")
            .number("fetched", 0, "bytes")
            .number("raw ratio", 2)
            .number("effective ratio", 2);
    for (Line line : lines) {
      table.row(
          line.name,
          line.base,
          line.mask,
          line.deltas,
          line.bytes(),
          line.fetched,
          GRANULARITY.blockBytes() / line.bytes(),
          GRANULARITY.blockBytes() / line.fetched);
    }
    return Findings.builder()
        .measure("bytes.8", one.bytes())
        .measure("fetched.8", one.fetched)
        .measure("raw.8", GRANULARITY.blockBytes() / one.bytes())
        .measure("effective.8", GRANULARITY.blockBytes() / one.fetched)
        .measure("raw.16", GRANULARITY.blockBytes() / two.bytes())
        .measure("effective.16", GRANULARITY.blockBytes() / two.fetched)
        .measure("fetched.24", GRANULARITY.effectiveBytes(bits(one, 24)))
        .measure("saved.6", one.bytes() - lines.get(1).bytes())
        .chart(
            StackedBarChart.of(
                    "What is fetched",
                    lines.stream().map(Line::name).toList(),
                    List.of(
                        part("base", lines, Line::base),
                        part("mask", lines, Line::mask),
                        part("deltas", lines, Line::deltas),
                        part("wasted", lines, line -> line.fetched - line.bytes())))
                .withCaption("BDI's bursts are partly empty; MAG-aware BDI's are full."))
        .table("lines", table.build())
        .build();
  }

  /** A line like another, but with deltas that BDI leaves out, as they save nothing. */
  private static int bits(Line like, int deltaBits) {
    int deltas = GRANULARITY.blockBytes() / 4;
    return (int) (8 * (like.base + like.mask)) + deltas * deltaBits;
  }

  private static Series part(
      String name, List<Line> lines, java.util.function.ToDoubleFunction<Line> bytes) {
    return Series.of(name, lines.stream().mapToDouble(bytes).toArray());
  }

  /** Codes a line whose smallest delta takes all of these bits. */
  private static Line line(String name, String spec, int deltaBits) {
    int[] words = new int[GRANULARITY.blockBytes() / 4];
    java.util.Arrays.fill(words, 0x40000000);
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
