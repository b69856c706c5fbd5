package dev.magpie.lab.silicon;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.data.RankCorrelation;
import dev.magpie.lab.data.ResourceTable;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.report.Axis;
import dev.magpie.report.Columns;
import dev.magpie.report.Points;
import dev.magpie.report.ScatterChart;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What a real GPU's own compression of memory gains on our arrays, beside a codec's ratio. */
final class CompressibleArrays {
  /** Of less there are no blocks to speak of. */
  private static final long LEAST_BYTES = 4096;

  /** Of the fastest read of ordinary memory; what takes longer ran before the clock had risen. */
  private static final double SLOWEST = 1.03;

  private CompressibleArrays() {}

  /** An array, with medians of 20 runs in microseconds. */
  private record Measured(
      String name,
      long bytes,
      double ordinaryRead,
      double compressibleRead,
      double ordinaryWrite,
      double compressibleWrite,
      double ratio) {
    static Measured of(List<String> row) {
      return new Measured(
          row.get(0) + "/" + row.get(1),
          Long.parseLong(row.get(2)),
          Double.parseDouble(row.get(3)),
          Double.parseDouble(row.get(4)),
          Double.parseDouble(row.get(5)),
          Double.parseDouble(row.get(6)),
          Double.parseDouble(row.get(7)));
    }

    double readSpeedup() {
      return ordinaryRead / compressibleRead;
    }

    double writeSpeedup() {
      return ordinaryWrite / compressibleWrite;
    }
  }

  private record Gains(List<Measured> all, List<Measured> steady) {
    static Gains read() {
      List<Measured> all =
          ResourceTable.rows(SiliconExperiments.class, "h200-memory.csv").stream()
              .map(Measured::of)
              .toList();
      double fastest = all.stream().mapToDouble(Measured::ordinaryRead).min().orElseThrow();
      return new Gains(
          all,
          all.stream()
              .filter(each -> each.bytes >= LEAST_BYTES)
              .filter(each -> each.ordinaryRead <= SLOWEST * fastest)
              .toList());
    }

    double[] of(ToDoubleFunction<Measured> value) {
      return steady.stream().mapToDouble(value).toArray();
    }

    double rankCorrelation() {
      return RankCorrelation.of(of(Measured::readSpeedup), of(Measured::ratio));
    }

    double most(ToDoubleFunction<Measured> value) {
      return Arrays.stream(of(value)).max().orElseThrow();
    }
  }

  static Experiment<?> experiment() {
    return Description.of(
            "gpu/compressible", "An H200's own compressible memory", "ours; measured on 2026-11-27")
        .method(
            "Arrays of `magpie examples` and of programs halfway through their run are written by"
                + " a kernel to memory with CU_MEM_ALLOCATION_COMP_GENERIC and to ordinary memory,"
                + " and read by another, repeated to 480 MiB and with other data in L2: medians of"
                + " 20 runs (`magpie silicon memory`, driver 580.159.04).")
        .method(
            "Arrays of less than 4 KiB are left out, and those whose ordinary read took 3 % longer"
                + " than the fastest: the memory's clock rises with work, and they came first.")
        .deviation("How the GPU compresses is not published; bytes moved were not counted.")
        .otherCodecs(List.of("magpie"))
        .measure(_ -> Gains.read())
        .claims(
            Claim.consistency(
                    "order", "Rank correlation of its gains with the effective ratio of magpie")
                .atLeast(0.8, new Unit("", 2), Gains::rankCorrelation))
        .value("arrays", all -> all.steady.size())
        .value("left-out", all -> all.all.size() - all.steady.size())
        .value("read.most", all -> all.most(Measured::readSpeedup))
        .value("write.most", all -> all.most(Measured::writeSpeedup))
        .draw(CompressibleArrays::draw);
  }

  private static Figures draw(Gains all) {
    return Figures.none()
        .with(
            ScatterChart.of(
                "Reads of an H200's compressible memory",
                Axis.linear("effective ratio of magpie"),
                Axis.linear("speedup over ordinary memory"),
                List.of(
                    Points.of("arrays", all.of(Measured::ratio), all.of(Measured::readSpeedup)))))
        .with(
            "arrays",
            new Columns<Measured>()
                .text("array", Measured::name)
                .number("size", 0, "KiB", each -> each.bytes / 1024.0)
                .number("magpie", 2, Measured::ratio)
                .number("read speedup", 3, Measured::readSpeedup)
                .number("write speedup", 3, Measured::writeSpeedup)
                .table(
                    "Arrays, those first that gain most",
                    all.steady.stream()
                        .sorted(Comparator.comparingDouble(Measured::readSpeedup).reversed())
                        .toList()));
  }
}
