package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.hardware.CodecCosts;
import dev.magpie.lab.hardware.Side;
import dev.magpie.lab.hardware.Synthesis;
import dev.magpie.lab.hardware.Synthesis.Design;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.report.Columns;
import java.util.List;

/** Figures 8 to 10: compressor, unit and decompressor, synthesised. */
final class Figure8Units {
  private static final List<Design> MAG_UNITS =
      designs("base_delta_unit:DELTA=6", "base_delta_unit:DELTA=14", "base_delta_unit:DELTA=22");

  private static final List<Design> BDI_UNITS =
      designs(
          "base_delta_unit:WORD=64 DELTA=8",
          "base_delta_unit:WORD=64 DELTA=16",
          "base_delta_unit:WORD=64 DELTA=32",
          "base_delta_unit:DELTA=8",
          "base_delta_unit:DELTA=16",
          "base_delta_unit:WORD=16 DELTA=8");

  private static final Design ADDER = Synthesis.design("vector_adder");
  private static final Design DECODER = Synthesis.design("mag_bdi_decoder");
  private static final Design ENCODER = Synthesis.design("mag_bdi_encoder");

  private static final Unit ADDITIONS = new Unit("additions", 1);

  private Figure8Units() {}

  private static List<Design> designs(String... names) {
    return List.of(names).stream().map(Synthesis::design).toList();
  }

  /** NAND2 equivalents of some units together. */
  private static double gates(List<Design> units) {
    return units.stream().mapToDouble(Design::gates).sum();
  }

  /** How many percent fewer gates three units of MAG-aware BDI take than six of BDI. */
  private static double saved() {
    return 100 * (1 - gates(MAG_UNITS) / gates(BDI_UNITS));
  }

  static Experiment<?> experiment() {
    return MagPaper.describe(
            "mag/fig8",
            "Compressor, unit and decompressor as hardware",
            "section IV-E, Figures 8 to 10; section V-B")
        .method(
            "The three figures in SystemVerilog (rtl), simulated against the codec on real blocks,"
                + " and synthesised with Yosys and ABC on OSU's cells of 180 nm"
                + " (`tools/synthesize`): NAND2 equivalents, and the longest path in delays of an"
                + " inverter that drives four (FO4). The units of BDI are the same design with other"
                + " widths.")
        .method(
            "A cycle of 1 GHz at 40 nm, a GTX 580's process, has 45 FO4 if delays shrink as"
                + " lengths do, of which registers take five. Wires are not counted.")
        .measure(_ -> new Units(MAG_UNITS, BDI_UNITS))
        .claims(
            Claim.of("decompression", "Decompression takes as long as a vector addition")
                .is("1", ADDITIONS, _ -> DECODER.depth() / ADDER.depth()),
            Claim.of("compression", "Compression takes as long as a vector subtraction")
                .because(
                    "Before it come the sign tests and the first word of 32 that fails one, which is"
                        + " then brought to all; behind it the second tests and the choice of a"
                        + " unit.")
                .is("1", ADDITIONS, _ -> ENCODER.depth() / ADDER.depth()),
            Claim.of("cycles.decompression", "Cycles of decompression")
                .whole(1, "cycles", _ -> CodecCosts.of("mag-bdi", Side.DECODER).cost().cycles()),
            Claim.of("cycles.compression", "Cycles of compression")
                .because(
                    "Two and a half additions do not fit a cycle of 1 GHz at 40 nm; at half the clock they"
                        + " would.")
                .whole(1, "cycles", _ -> CodecCosts.of("mag-bdi", Side.ENCODER).cost().cycles()),
            Claim.of("units", "Three units take less area than BDI's six")
                .holds(_ -> gates(MAG_UNITS) < gates(BDI_UNITS)))
        .value("saved", _ -> saved())
        .draw(Units::draw);
  }

  /** What both codecs' compressors consist of. */
  record Units(List<Design> mag, List<Design> bdi) {
    private Figures draw() {
      Columns<Design> columns =
          new Columns<Design>()
              .text("unit", Design::name)
              .number("gates", 0, "NAND2", Design::gates)
              .number("path", 1, "FO4", Design::depth);
      return Figures.none()
          .with("mag-bdi", columns.table("Units of MAG-aware BDI", mag))
          .with("bdi", columns.table("Units of BDI", bdi))
          .with(
              "whole",
              columns.table(
                  "Compressor, decompressor and addition", List.of(ENCODER, DECODER, ADDER)));
    }
  }
}
