package dev.magpie.lab.mag;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Granularity;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Findings;
import dev.magpie.lab.run.NamedExperiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Table;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Table III: the encodings of MAG-aware BDI. */
final class Table3Encodings implements NamedExperiment {
  private static final int WORD_BYTES = 4;
  private static final List<Integer> BASES_OF_BDI = List.of(8, 4, 2);

  @Override
  public Description description() {
    return Description.of(
            "mag/table3",
            "Encodings of MAG-aware BDI",
            MagPaper.source("sections IV-D and IV-E, Table III"))
        .method(
            "The codec is probed from outside: blocks whose deltas need one bit more each time are"
                + " coded, and the widest that still fits each size is noted.")
        .parameter("block", 128)
        .parameter("mag", 32)
        .parameter("base", WORD_BYTES)
        .claim(
            NamedExperiment.of(
                "deltaBits.32", "Deltas of 6 bits give 32 bytes", 6, Unit.whole("bits")))
        .claim(
            NamedExperiment.of(
                "deltaBits.64", "Deltas of 14 bits give 64 bytes", 14, Unit.whole("bits")))
        .claim(
            NamedExperiment.of(
                "deltaBits.96", "Deltas of 22 bits give 96 bytes", 22, Unit.whole("bits")))
        .claim(
            NamedExperiment.of("encodingBits", "Two bits name the encoding", 2, Unit.whole("bits")))
        .claim(
            NamedExperiment.of(
                "encodingsInOrder",
                "The encodings are 00, 01 and 10 by size",
                3,
                Unit.whole("in place")))
        .claim(
            NamedExperiment.of(
                "units", "MAG-aware BDI needs three compressor units", 3, Unit.whole("units")))
        .claim(NamedExperiment.of("unitsOfBdi", "BDI uses six", 6, Unit.whole("units")))
        .build();
  }

  @Override
  public Findings run(RunContext context) {
    DeltaProbe probe = DeltaProbe.ofMagBdi(Granularity.DEFAULT, WORD_BYTES);
    BlockCodec codec = probe.codec();
    Table.Builder table =
        Table.titled("Encodings of a 128-byte block")
            .text("name")
            .number("base", 0, "bytes")
            .number("delta", 0, "bits")
            .number("compressed size", 0, "bytes")
            .text("encoding");
    Findings.Builder findings = Findings.builder().measure("encodingBits", codec.tagBits());
    Map<Integer, Integer> deltaBits = probe.deltaBitsBySize();
    deltaBits.forEach((size, bits) -> {
      int tag = probe.tag(bits);
      findings.measure("deltaBits." + size, bits);
      table.row("Base4B-Δ%db".formatted(bits), WORD_BYTES, bits, size, binary(tag, codec));
    });
    table.row("Uncompressed", null, null, codec.blockBytes(), binary(deltaBits.size(), codec));
    List<Integer> tags = deltaBits.values().stream().map(probe::tag).toList();
    return findings
        .measure(
            "encodingsInOrder",
            IntStream.range(0, tags.size()).filter(i -> tags.get(i) == i).count())
        .measure("units", probe.tags().size())
        .measure(
            "unitsOfBdi",
            BASES_OF_BDI.stream()
                .flatMap(base ->
                    new DeltaProbe("bdi:units=six", Granularity.DEFAULT, base).tags().stream())
                .distinct()
                .count())
        .table("encodings", table.build())
        .build();
  }

  private static String binary(int tag, BlockCodec codec) {
    String digits = Integer.toBinaryString(tag);
    return "0".repeat(Math.max(0, codec.tagBits() - digits.length())) + digits;
  }
}
