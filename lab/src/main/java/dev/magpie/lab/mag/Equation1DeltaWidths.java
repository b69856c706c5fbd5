package dev.magpie.lab.mag;

import dev.magpie.codec.Granularity;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Axis;
import dev.magpie.report.Columns;
import dev.magpie.report.LineChart;
import dev.magpie.report.Points;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Equation 1: the widths of deltas that fill whole bursts, for any block, MAG and base. */
final class Equation1DeltaWidths {
  private static final List<Integer> BLOCKS = List.of(64, 128, 256);
  private static final List<Integer> MAGS = List.of(16, 32, 64);
  private static final List<Integer> BASES = List.of(2, 4, 8);

  static Experiment<?> experiment() {
    return Description.of(
            "mag/equation1",
            "Delta widths for every block, MAG and base",
            MagPaper.source("section IV-D, Equation 1; section VI-G"))
        .method(
            "Equation 1 is computed for every combination. Beside it, the codec is probed from"
                + " outside: blocks whose deltas need one bit more each time are coded, and the"
                + " widest that still fits each size is noted.")
        .deviation(
            "The equation also yields widths of 0 bits, for example for 128-byte blocks with 2-byte"
                + " bases at 16 bytes. The paper is silent on them; the codec leaves them out"
                + " unless asked with `mindelta`.")
        .parameter("blocks", BLOCKS)
        .parameter("mags", MAGS)
        .parameter("bases", BASES)
        .measure(Equation1DeltaWidths::measure)
        .claims(
            Claim.consistency("disagreements", "The codec's deltas are as wide as Equation 1 says")
                .never(
                    "sizes",
                    combinations -> combinations.all.stream().mapToInt(Probed::unlike).sum()),
            widths(32, 3, "6-, 14- and 22-bit deltas in bursts of 32 bytes"),
            widths(16, 7, "2-, 6-, 10-, 14-, 18-, 22- and 26-bit deltas in bursts of 16 bytes"),
            widths(64, 1, "One compressor for bursts of 64 bytes"),
            code(32, 2),
            code(16, 3),
            code(64, 1))
        .draw(Equation1DeltaWidths::draw);
  }

  private static Combinations measure(RunContext context) {
    List<Probed> all = new ArrayList<>();
    for (int block : BLOCKS) {
      for (int mag : MAGS) {
        for (int base : BASES) {
          DeltaProbe probe = DeltaProbe.ofMagBdi(new Granularity(block, mag), base);
          Map<Integer, Integer> found = probe.deltaBitsBySize();
          int unlike = differences(widths(block, mag, base), found);
          all.add(new Probed(block, mag, base, probe.codec().tagBits(), found, unlike));
        }
      }
    }
    return new Combinations(all);
  }

  private static Figures draw(Combinations combinations) {
    Columns<Probed> columns =
        new Columns<Probed>()
            .number("block", 0, "bytes", Probed::block)
            .number("MAG", 0, "bytes", Probed::mag)
            .number("base", 0, "bytes", Probed::base)
            .number("compressors", 0, each -> each.widths.size())
            .number("encoding", 0, "bits", Probed::encodingBits)
            .text("delta bits by size in bytes", each -> text(each.widths))
            .number("unlike Equation 1", 0, Probed::unlike);
    List<Points> lines =
        combinations.all.stream()
            .filter(each -> each.block == 128 && each.mag == 16)
            .map(each ->
                Points.of(
                    each.base + "-byte base",
                    each.widths.entrySet().stream()
                        .map(width -> new Points.Point(width.getKey(), width.getValue()))
                        .toList()))
            .toList();
    return Figures.none()
        .with(
            LineChart.of(
                    "Room for deltas in a 128-byte block",
                    Axis.linear("compressed size (bytes)"),
                    Axis.linear("bits a delta"),
                    lines)
                .withCaption("What base and mask leave, at a MAG of 16 bytes."))
        .with("widths", columns.table("Delta widths by compressed size", combinations.all));
  }

  /**
   * A combination, probed.
   *
   * @param widths of deltas by size in bytes
   * @param unlike widths that Equation 1 does not give
   */
  private record Probed(
      int block, int mag, int base, int encodingBits, Map<Integer, Integer> widths, int unlike) {}

  /** All combinations. */
  record Combinations(List<Probed> all) {
    /** That of 4-byte bases and 128-byte blocks. */
    private Probed of(int mag) {
      return all.stream()
          .filter(each -> each.mag == mag && each.block == 128 && each.base == 4)
          .findFirst()
          .orElseThrow();
    }
  }

  private static Claim<Combinations> widths(int mag, int compressors, String text) {
    List<Integer> spelledOut = SPELLED_OUT.getOrDefault(mag, List.of());
    return Claim.consistency("compressors." + mag, text)
        .whole(
            compressors,
            "widths",
            combinations ->
                combinations.of(mag).widths.values().stream().filter(spelledOut::contains).count());
  }

  private static Claim<Combinations> code(int mag, int bits) {
    return Claim.consistency(
            "encodingBits." + mag, "Bits that name the encoding in bursts of " + mag + " bytes")
        .whole(bits, "bits", combinations -> combinations.of(mag).encodingBits);
  }

  /** The paper's widths, which its text spells out for 4-byte bases and 128-byte blocks. */
  private static final Map<Integer, List<Integer>> SPELLED_OUT =
      Map.of(32, List.of(6, 14, 22), 16, List.of(2, 6, 10, 14, 18, 22, 26), 64, List.of(14));

  /** Equation 1 for each multiple of the MAG below the block size. */
  private static Map<Integer, Integer> widths(int block, int mag, int base) {
    Map<Integer, Integer> widths = new TreeMap<>();
    int deltas = block / base;
    int header = 8 * base + deltas;
    for (int size = mag; size < block; size += mag) {
      int bits = Math.floorDiv(8 * size - header, deltas);
      if (bits >= 1 && bits < 8 * base) {
        widths.put(size, bits);
      }
    }
    return widths;
  }

  private static int differences(Map<Integer, Integer> one, Map<Integer, Integer> other) {
    TreeMap<Integer, Integer> all = new TreeMap<>(one);
    all.putAll(other);
    return (int)
        all.keySet().stream()
            .filter(size -> !one.getOrDefault(size, 0).equals(other.getOrDefault(size, 0)))
            .count();
  }

  private static String text(Map<Integer, Integer> widths) {
    return widths.isEmpty()
        ? "cannot compress"
        : widths.entrySet().stream()
            .map(each -> each.getKey() + ":" + each.getValue())
            .collect(Collectors.joining(" "));
  }
}
