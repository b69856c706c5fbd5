package dev.magpie.lab.mag;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Findings;
import dev.magpie.lab.run.NamedExperiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Table;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/** Figure 2: base-delta compression of a few large, similar values. */
final class Figure2BdiExample implements NamedExperiment {
  private static final int[] VALUES = {
    0xC04039C0, 0xC04039C8, 0xC04039D0, 0xC04039D8, 0xC04039E0, 0xC04039E8, 0xC04039F0, 0xC04039F8
  };

  @Override
  public Description description() {
    return Description.of(
            "mag/fig2", "BDI by example: a base and deltas", MagPaper.source("section III, Figure 2"))
        .method(
            "A line of eight addresses is coded, and base and deltas are read back from the bits.")
        .deviation(
            "The figure's own values are not in the paper's text; these are eight addresses, eight"
                + " bytes apart.")
        .parameter("block", 32)
        .parameter("codec", MagPaper.BDI)
        .claim(NamedExperiment.holds("baseIsFirst", "The first value is the base"))
        .claim(
            NamedExperiment.holds("deltasAreDifferences", "The differences to it are the deltas"))
        .claim(
            NamedExperiment.holds("smaller", "As deltas need less space, the line becomes smaller"))
        .build();
  }

  @Override
  public Findings run(RunContext context) {
    MemorySegment line = Words.block(VALUES);
    int bytes = (int) line.byteSize();
    BlockCodec codec = Codecs.create(MagPaper.BDI, new Granularity(bytes, bytes));
    StoredDeltas stored = Objects.requireNonNull(StoredDeltas.of(codec, line, 0));
    Table.Builder table = Table.titled("The line, coded").text("value").text("stored delta");
    boolean differences = true;
    for (int i = 0; i < VALUES.length; i++) {
      differences &= stored.base() + stored.deltas().get(i) == Integer.toUnsignedLong(VALUES[i]);
      table.row("0x%08x".formatted(VALUES[i]), "0x%02x".formatted(stored.deltas().get(i)));
    }
    return Findings.builder()
        .measure("baseIsFirst", stored.base() == Integer.toUnsignedLong(VALUES[0]))
        .measure("deltasAreDifferences", differences)
        .measure("smaller", stored.bytes() < bytes)
        .measure("bytes", stored.bytes())
        .measure("uncompressedBytes", bytes)
        .table(
            "line",
            table
                .note(
                    "%d bytes become %d: a base of 4, a mask of 1 and %d deltas of %d bits."
                        .formatted(
                            bytes, Math.round(stored.bytes()), VALUES.length, stored.deltaBits()))
                .build())
        .build();
  }
}
