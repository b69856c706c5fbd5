package dev.magpie.lab.mag;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Granularity;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.report.Table;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Table III: the encodings of MAG-aware BDI. */
final class Table3Encodings {
  private static final int WORD_BYTES = 4;
  private static final List<Integer> BASES_OF_BDI = List.of(8, 4, 2);

  static Experiment<?> experiment() {
    return MagPaper.describe(
            "mag/table3", "Encodings of MAG-aware BDI", "sections IV-D and IV-E, Table III")
        .method(
            "The codec is probed from outside: blocks whose deltas need one bit more each time are"
                + " coded, and the widest that still fits each size is noted.")
        .parameter("base", WORD_BYTES)
        .measure(_ -> DeltaProbe.ofMagBdi(Granularity.DEFAULT, WORD_BYTES))
        .claims(
            deltaBits(32, 6),
            deltaBits(64, 14),
            deltaBits(96, 22),
            Claim.consistency("encodingBits", "Two bits name the encoding")
                .whole(2, "bits", probe -> probe.codec().tagBits()),
            Claim.consistency("encodingsInOrder", "The encodings are 00, 01 and 10 by size")
                .whole(3, "in place", Table3Encodings::encodingsInOrder),
            Claim.consistency("units", "MAG-aware BDI needs three compressor units")
                .whole(3, "units", probe -> probe.tags().size()),
            Claim.consistency("unitsOfBdi", "BDI uses six")
                .whole(
                    6,
                    "units",
                    _ ->
                        BASES_OF_BDI.stream()
                            .flatMap(base ->
                                new DeltaProbe("bdi:units=six", Granularity.DEFAULT, base)
                                    .tags().stream())
                            .distinct()
                            .count()))
        .draw(Table3Encodings::draw);
  }

  private static Figures draw(DeltaProbe probe) {
    BlockCodec codec = probe.codec();
    Table.Builder table =
        Table.titled("Encodings of a 128-byte block")
            .text("name")
            .number("base", 0, "bytes")
            .number("delta", 0, "bits")
            .number("compressed size", 0, "bytes")
            .text("encoding");
    Map<Integer, Integer> deltaBits = probe.deltaBitsBySize();
    deltaBits.forEach((size, bits) ->
        table.row(
            "Base4B-Δ%db".formatted(bits), WORD_BYTES, bits, size, binary(probe.tag(bits), codec)));
    table.row("Uncompressed", null, null, codec.blockBytes(), binary(deltaBits.size(), codec));
    return Figures.none().with("encodings", table.build());
  }

  private static Claim<DeltaProbe> deltaBits(int size, int bits) {
    return Claim.consistency(
            "deltaBits." + size, "Deltas of %d bits give %d bytes".formatted(bits, size))
        .whole(
            bits,
            "bits",
            probe -> {
              Integer found = probe.deltaBitsBySize().get(size);
              return found == null ? Double.NaN : found;
            });
  }

  private static long encodingsInOrder(DeltaProbe probe) {
    List<Integer> tags = probe.deltaBitsBySize().values().stream().map(probe::tag).toList();
    return IntStream.range(0, tags.size()).filter(i -> tags.get(i) == i).count();
  }

  private static String binary(int tag, BlockCodec codec) {
    String digits = Integer.toBinaryString(tag);
    return "0".repeat(Math.max(0, codec.tagBits() - digits.length())) + digits;
  }
}
