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
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;

/** Figure 5: a line whose deltas begin with zeros that need not be stored. */
final class Figure5LeadingZerosExample {
  private static final int BASE = 0x00ABCDE0;
  private static final int[] ABOVE = {0, 3, 9, 15, 1, 12, 6, 8};

  static Experiment<?> experiment() {
    return Description.of(
            "mag/fig5", "Leading zeros by example", MagPaper.source("section IV-B, Figure 5"))
        .method(
            "A 32-byte line of values within 16 of the first is coded with BDI, and the deltas are"
                + " read back from the bits.")
        .deviation("The figure's own values are not in the paper's text; these are like them.")
        .parameter("block", 32)
        .parameter("codec", MagPaper.BDI)
        .measure(Figure5LeadingZerosExample::measure)
        .claims(
            Claim.consistency("deltaBits", "BDI stores deltas of 1 byte")
                .whole(8, "bits", StoredDeltas::deltaBits),
            Claim.consistency("leadingZeros", "Each delta has 4 leading zeros")
                .whole(4, "bits", StoredDeltas::leadingZeros),
            Claim.consistency("sufficient", "4 bits a delta would be enough")
                .whole(4, "bits", stored -> stored.deltaBits() - stored.leadingZeros()))
        .draw(Figure5LeadingZerosExample::draw);
  }

  private static StoredDeltas measure(RunContext context) {
    MemorySegment line = Words.block(words());
    int bytes = (int) line.byteSize();
    BlockCodec codec = Codecs.create(MagPaper.BDI, new Granularity(bytes, bytes));
    return Objects.requireNonNull(StoredDeltas.of(codec, line, 0));
  }

  private static Figures draw(StoredDeltas stored) {
    Table.Builder table = Table.titled("The line, coded").text("value").text("stored delta");
    int[] words = words();
    for (int i = 0; i < words.length; i++) {
      String bits = Long.toBinaryString(stored.deltas().get(i));
      table.row(
          "0x%08x".formatted(words[i]), "0".repeat(stored.deltaBits() - bits.length()) + bits);
    }
    return Figures.none().with("line", table.build());
  }

  private static int[] words() {
    return Arrays.stream(ABOVE).map(above -> BASE + above).toArray();
  }
}
