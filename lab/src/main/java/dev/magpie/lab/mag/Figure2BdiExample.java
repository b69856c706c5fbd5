package dev.magpie.lab.mag;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Table;
import java.util.Objects;
import java.util.stream.IntStream;

/** Figure 2: base-delta compression of a few large, similar values. */
final class Figure2BdiExample {
  private static final int[] VALUES = {
    0xC04039C0, 0xC04039C8, 0xC04039D0, 0xC04039D8, 0xC04039E0, 0xC04039E8, 0xC04039F0, 0xC04039F8
  };
  private static final int BYTES = VALUES.length * Integer.BYTES;

  static Experiment<?> experiment() {
    return Description.of(
            "mag/fig2",
            "BDI by example: a base and deltas",
            MagPaper.source("section III, Figure 2"))
        .method(
            "A line of eight addresses is coded, and base and deltas are read back from the bits.")
        .deviation(
            "The figure's own values are not in the paper's text; these are eight addresses, eight"
                + " bytes apart.")
        .parameter("block", 32)
        .parameter("codec", MagPaper.BDI)
        .measure(Figure2BdiExample::measure)
        .claims(
            Claim.consistency("baseIsFirst", "The first value is the base")
                .holds(stored -> stored.base() == Integer.toUnsignedLong(VALUES[0])),
            Claim.consistency("deltasAreDifferences", "The differences to it are the deltas")
                .holds(stored ->
                    IntStream.range(0, VALUES.length)
                        .allMatch(i ->
                            stored.base() + stored.deltas().get(i)
                                == Integer.toUnsignedLong(VALUES[i]))),
            Claim.consistency("smaller", "As deltas need less space, the line becomes smaller")
                .holds(stored -> stored.bytes() < BYTES))
        .value("bytes", StoredDeltas::bytes)
        .value("uncompressedBytes", _ -> BYTES)
        .draw(Figure2BdiExample::draw);
  }

  private static StoredDeltas measure(RunContext context) {
    BlockCodec codec = Codecs.create(MagPaper.BDI, new Granularity(BYTES, BYTES));
    return Objects.requireNonNull(StoredDeltas.of(codec, Words.block(VALUES), 0));
  }

  private static Figures draw(StoredDeltas stored) {
    Table.Builder table = Table.titled("The line, coded").text("value").text("stored delta");
    for (int i = 0; i < VALUES.length; i++) {
      table.row("0x%08x".formatted(VALUES[i]), "0x%02x".formatted(stored.deltas().get(i)));
    }
    return Figures.none()
        .with(
            "line",
            table
                .note(
                    "%d bytes become %d: a base of 4, a mask of 1 and %d deltas of %d bits."
                        .formatted(
                            BYTES, Math.round(stored.bytes()), VALUES.length, stored.deltaBits()))
                .build());
  }
}
