package dev.magpie.lab.mag;

import dev.magpie.codec.Granularity;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Findings;
import dev.magpie.lab.run.NamedExperiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Axis;
import dev.magpie.report.LineChart;
import dev.magpie.report.Points;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Equation 1: the widths of deltas that fill whole bursts, for any block, MAG and base. */
final class Equation1DeltaWidths implements NamedExperiment {
  private static final List<Integer> BLOCKS = List.of(64, 128, 256);
  private static final List<Integer> MAGS = List.of(16, 32, 64);
  private static final List<Integer> BASES = List.of(2, 4, 8);

  @Override
  public Description description() {
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
        .claim(
            NamedExperiment.never(
                "disagreements",
                "The codec's deltas are as wide as Equation 1 says: exceptions",
                "sizes"))
        .claim(widths(32, 3, "6-, 14- and 22-bit deltas in bursts of 32 bytes"))
        .claim(widths(16, 7, "2-, 6-, 10-, 14-, 18-, 22- and 26-bit deltas in bursts of 16 bytes"))
        .claim(widths(64, 1, "One compressor for bursts of 64 bytes"))
        .claim(code(32, 2))
        .claim(code(16, 3))
        .claim(code(64, 1))
        .build();
  }

  private static Claim.Quantity<Findings> widths(int mag, int compressors, String text) {
    return NamedExperiment.of("compressors." + mag, text, compressors, Unit.whole("widths"));
  }

  private static Claim.Quantity<Findings> code(int mag, int bits) {
    return NamedExperiment.of(
        "encodingBits." + mag,
        "Bits that name the encoding in bursts of " + mag + " bytes",
        bits,
        Unit.whole("bits"));
  }

  /** The paper's widths, which its text spells out for 4-byte bases and 128-byte blocks. */
  private static final Map<Integer, List<Integer>> SPELLED_OUT =
      Map.of(32, List.of(6, 14, 22), 16, List.of(2, 6, 10, 14, 18, 22, 26), 64, List.of(14));

  @Override
  public Findings run(RunContext context) {
    Findings.Builder findings = Findings.builder();
    Table.Builder table =
        Table.titled("Delta widths by compressed size")
            .number("block", 0, "bytes")
            .number("MAG", 0, "bytes")
            .number("base", 0, "bytes")
            .number("compressors", 0)
            .number("encoding", 0, "bits")
            .text("delta bits by size in bytes")
            .number("unlike Equation 1", 0);
    int disagreements = 0;
    List<Points> lines = new ArrayList<>();
    for (int block : BLOCKS) {
      for (int mag : MAGS) {
        for (int base : BASES) {
          Map<Integer, Integer> expected = widths(block, mag, base);
          DeltaProbe probe = DeltaProbe.ofMagBdi(new Granularity(block, mag), base);
          Map<Integer, Integer> found = probe.deltaBitsBySize();
          int unlike = differences(expected, found);
          disagreements += unlike;
          table.row(block, mag, base, found.size(), probe.codec().tagBits(), text(found), unlike);
          if (block == 128 && base == 4) {
            List<Integer> spelledOut = SPELLED_OUT.getOrDefault(mag, List.of());
            findings
                .measure(
                    "compressors." + mag,
                    found.values().stream().filter(spelledOut::contains).count())
                .measure("encodingBits." + mag, probe.codec().tagBits());
          }
          if (block == 128 && mag == 16) {
            lines.add(
                Points.of(
                    base + "-byte base",
                    found.entrySet().stream()
                        .map(each -> new Points.Point(each.getKey(), each.getValue()))
                        .toList()));
          }
        }
      }
    }
    return findings
        .measure("disagreements", disagreements)
        .chart(
            LineChart.of(
                    "Room for deltas in a 128-byte block",
                    Axis.linear("compressed size (bytes)"),
                    Axis.linear("bits a delta"),
                    lines)
                .withCaption("What base and mask leave, at a MAG of 16 bytes."))
        .table("widths", table.build())
        .build();
  }

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
