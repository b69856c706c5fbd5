package dev.magpie.lab.buddy;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.series.MemoryTrace;
import dev.magpie.lab.series.ProgramSeries;
import dev.magpie.memory.cache.MetadataCache;
import dev.magpie.report.Axis;
import dev.magpie.report.Columns;
import dev.magpie.report.LineChart;
import dev.magpie.report.Points;
import java.util.List;
import java.util.Set;

/** Figure 6b: how often metadata are found in caches of several sizes. */
final class Figure6bMetadataCache {
  /** A cache that covers 1 MiB of small programs, as 64 KiB covers 16 MiB of a GPU's. */
  static final MetadataCache.Shape SCALED = new MetadataCache.Shape(8, 512, 4);

  private static final Set<String> MISSING = Set.of("les", "seismic");

  static Experiment<?> experiment(BuddyStudy study) {
    return BuddyPaper.describeTraced(
            "buddy/fig6b",
            "Metadata cache",
            "Buddy paper, section III, Memory-Entry Size Metadata, and section IV-B, Figure 6b")
        .method(
            "Each access to memory looks up its 4 bits in a 4-way cache with lines of 128 bytes in"
                + " four sectors, in slices by the address hash. Statements are judged at 4 KiB.")
        .deviation(
            "The paper's 64 KiB holds the metadata of 16 MiB, more than any of these programs has in"
                + " a quick run, and less than each has in a full one (24 to 287); all but 370.bt hit"
                + " it by 98 % or more. 4 KiB holds those of 1 MiB.")
        .measure(context -> Programs.measured(context, study))
        .claims(
            Claim.of("most.high", "Most applications have high hit rates")
                .open("most", "What rate is high. Ours are in the table."),
            Claim.of("palm.seismic", "351.palm and 355.seismic miss more often than the others do")
                .because(
                    "Both sweep their arrays in the order of memory. What misses most is 370.bt,"
                        + " with the 125 elements of a cell's blocks in as many places, and lattice"
                        + " Boltzmann through an index list.")
                .nowhere("programs", Figure6bMetadataCache::missLess))
        .values(
            Programs.names().stream()
                .map(name ->
                    new Value<>(
                        "hits." + name, programs -> 100 * hitRate(programs.of(name), SCALED))))
        .draw(Figure6bMetadataCache::draw);
  }

  private static Figures draw(Programs programs) {
    List<MetadataCache.Shape> shapes = MemoryTrace.METADATA_CACHES;
    List<String> sizes =
        shapes.stream()
            .map(shape ->
                shape.bytes() < 1024 ? shape.bytes() + " B" : (shape.bytes() >> 10) + " KiB")
            .toList();
    Columns<ProgramSeries> columns =
        new Columns<ProgramSeries>()
            .text("program", ProgramSeries::label)
            .number("memory accesses", 0, each -> each.trace().memoryAccesses());
    for (int s = 0; s < sizes.size(); s++) {
      MetadataCache.Shape shape = shapes.get(s);
      columns.number(sizes.get(s), 2, "%", each -> 100 * hitRate(each, shape));
    }
    List<Points> lines =
        programs.all().stream()
            .map(each ->
                Points.overLabels(
                    each.label(),
                    shapes.stream().mapToDouble(shape -> 100 * hitRate(each, shape)).toArray()))
            .toList();
    return Figures.none()
        .with(
            LineChart.of(
                "Hit rate by size of the metadata cache",
                Axis.labels("metadata cache", sizes),
                Axis.fitted("hit rate (%)"),
                lines))
        .with("hits", columns.table("Hit rates by size of the metadata cache", programs.all()));
  }

  /** Those of the two that hit at least as often as the others on average. */
  private static List<String> missLess(Programs programs) {
    double others =
        programs.all().stream()
            .filter(each -> !MISSING.contains(each.label()))
            .mapToDouble(each -> hitRate(each, SCALED))
            .average()
            .orElse(Double.NaN);
    return programs.where(
        each -> MISSING.contains(each.label()) && !(hitRate(each, SCALED) < others));
  }

  static double hitRate(ProgramSeries series, MetadataCache.Shape shape) {
    int index = MemoryTrace.METADATA_CACHES.indexOf(shape);
    return series.trace().metadataHitRates().get(index);
  }
}
