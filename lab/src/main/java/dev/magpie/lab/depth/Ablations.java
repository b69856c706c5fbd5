package dev.magpie.lab.depth;

import static dev.magpie.lab.depth.PaperBackEnd.POST_C;
import static dev.magpie.lab.depth.PaperBackEnd.POST_DO;
import static dev.magpie.lab.depth.PaperBackEnd.PRE_C;
import static dev.magpie.lab.depth.PaperBackEnd.PRE_DO;
import static dev.magpie.lab.depth.PaperBackEnd.RAW_L;

import dev.magpie.depth.cache.CacheShape;
import dev.magpie.depth.cache.CodecPlacement;
import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.codec.CompressionScheme;
import dev.magpie.depth.codec.PlaneEncoding;
import dev.magpie.depth.codec.TileMode;
import dev.magpie.depth.event.PlaneFormat;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.scene.DrawOrder;
import dev.magpie.depth.scene.FaceCulling;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Columns;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What each choice that the paper leaves open is worth. */
final class Ablations {
  private static final int SIZE = 16;
  private static final List<PaperBackEnd> SHOWN = PaperBackEnd.NOT_OPPORTUNISTIC;

  /** One choice made otherwise. */
  private record Variant(String name, Suite.Drawing drawing, UnaryOperator<Configuration> change) {
    static Variant of(String name, UnaryOperator<Configuration> change) {
      return new Variant(name, Suite.Drawing.USUAL, change);
    }

    static Variant drawn(String name, Suite.Drawing drawing) {
      return new Variant(name, drawing, UnaryOperator.identity());
    }

    List<Configuration> configurations() {
      return SHOWN.stream().map(back -> change.apply(back.with(SIZE))).toList();
    }
  }

  private static final Variant AS_USUAL = Variant.of("as usual", UnaryOperator.identity());

  private static final Variant STRIPS =
      Variant.drawn(
          "lines are strips of 8x2",
          Suite.Drawing.USUAL.with(TileShape.of(8, 8, 64, TileShape.Lines.STRIPS)));

  /** Of two lines, of which depth offset saves one or none. */
  private static final Variant SMALL =
      new Variant(
          "tiles of 4x4, lines of 32 B",
          Suite.Drawing.USUAL.with(TileShape.of(4, 4, 32, TileShape.Lines.QUADRANTS)),
          Ablations::withHalves);

  /** Other sizes of tiles and lines. */
  private static final List<Variant> SHAPES =
      List.of(
          shape("tiles of 8x4, lines of 32 B", 8, 4, 32), shape("lines of 32 B", 8, 8, 32), SMALL);

  /** Other blends than the paper's, of planes and depth offset at 50 %. */
  private static final List<Variant> BLENDS =
      List.of(
          blend("planes alone", "plane"),
          blend("planes, and depth offset at 25 %", "plane+do25"),
          blend("planes, and depth offset at 75 %", "plane+do75"));

  private static final Variant NOT_RECLAIMED =
      Variant.of(
          "planes out of use are not reclaimed", each -> each.with(PlaneEncoding.Slots.KEPT));

  private static final Variant TRIED_AGAIN =
      Variant.of(
          "raw tiles are tried again when evicted",
          each ->
              each.placement() == CodecPlacement.POST && each.scheme().storesPlanes()
                  ? each.with(Configuration.Evictions.TRIED_AGAIN)
                  : each);

  private static final Variant PARTS =
      Variant.of(
          "compressed tiles are read in part",
          each -> each.with(Configuration.CompressedReads.NEEDED));

  private static final List<Variant> CHOICES =
      List.of(
          Variant.of("24-bit references", each -> each.withReferenceBits(24)),
          Variant.of("with depth offset at 75 % too", each -> withMode(each, "do75")),
          Variant.of("with depth offset at 25 % too", Ablations::withAll),
          NOT_RECLAIMED,
          Variant.of(
              "memory masks bytes of lines", each -> each.with(Configuration.PartialWrites.MASKED)),
          PARTS,
          TRIED_AGAIN,
          Variant.of("16-way, hashed", each -> ways(each, 16, CacheShape.Index.HASHED)),
          Variant.of("8-way, hashed", each -> ways(each, 8, CacheShape.Index.HASHED)),
          Variant.of("4-way, hashed", each -> ways(each, 4, CacheShape.Index.HASHED)),
          Variant.of("16-way, modulo", each -> ways(each, 16, CacheShape.Index.MODULO)),
          Variant.of("8-way, modulo", each -> ways(each, 8, CacheShape.Index.MODULO)),
          Variant.of("4-way, modulo", each -> ways(each, 4, CacheShape.Index.MODULO)),
          Variant.drawn(
              "planes with floating precision",
              Suite.Drawing.USUAL.with(options -> options.with(PlaneFormat.FLOATING))),
          Variant.drawn(
              "back faces culled",
              Suite.Drawing.USUAL.with(options -> options.with(FaceCulling.BACK))),
          Variant.drawn(
              "no hierarchical culling",
              Suite.Drawing.USUAL.with(options -> options.with(RasterOptions.Culling.OFF))),
          Variant.drawn(
              "triangles in random order", Suite.Drawing.USUAL.ofScene(DrawOrder.RANDOM::of)));

  private static final List<Variant> VARIANTS =
      Stream.of(List.of(AS_USUAL, STRIPS), SHAPES, BLENDS, CHOICES).flatMap(List::stream).toList();

  private static Variant shape(String name, int width, int height, int lineBytes) {
    return Variant.drawn(
        name,
        Suite.Drawing.USUAL.with(
            TileShape.of(width, height, lineBytes, TileShape.Lines.QUADRANTS)));
  }

  private static Configuration withMode(Configuration each, String mode) {
    return each.scheme().isRaw()
        ? each
        : each.with(
            CompressionScheme.parse(
                each.scheme().modes().stream()
                    .map(TileMode::toString)
                    .collect(Collectors.joining("+", "", "+" + mode))));
  }

  private static Configuration withAll(Configuration each) {
    return withPlanes(each, "plane+do25+do50");
  }

  private static Variant blend(String name, String scheme) {
    return Variant.of(name, each -> withPlanes(each, scheme));
  }

  private static Configuration withPlanes(Configuration each, String scheme) {
    return each.scheme().storesPlanes() ? each.with(CompressionScheme.parse(scheme)) : each;
  }

  private static Configuration withHalves(Configuration each) {
    return each.scheme().isRaw()
        ? each
        : each.with(CompressionScheme.parse(each.scheme().storesPlanes() ? "plane+do50" : "do50"));
  }

  private static Configuration ways(Configuration each, int ways, CacheShape.Index index) {
    return each.with(new CacheShape(each.cache().bytes(), ways, index));
  }

  static Experiment<?> experiment() {
    return DepthPaper.describe("depth/ablations", "What each choice is worth", "sections 3 and 4")
        .method(
            "Mean megabytes of each system with a cache of 16 KiB, one choice at a time made"
                + " otherwise. Choices about drawing are made for all systems, others where they"
                + " apply.")
        .method(
            "In part, of a tile that depth offset has compressed are read the line with the"
                + " references and those of covered samples; if the samples that pass fit these"
                + " references, they are replaced in their lines, and else the rest is read.")
        .parameter("size", "16 KiB")
        .parameter("seed of the random order", 1)
        .measure(Ablations::measure)
        .claims(
            Claim.of(
                    "all-modes",
                    "All planes and depth offsets together move less than C, pre-cache")
                .because("Depth offset at 75 % does it; at 25 %, beside planes, it gives nothing.")
                .percent("1", Variants::allModes),
            Claim.of(
                    "best-blend",
                    "Planes at 25 % and depth offset at 50 % are the best blend, pre-cache: other"
                        + " single modes beside planes, or none, move more")
                .nowhere(
                    "blends",
                    variants ->
                        BLENDS.stream()
                            .filter(blend -> variants.percentOfUsual(blend, PRE_C) <= 100)
                            .map(Variant::name)
                            .toList()),
            Claim.consistency(
                    "reclaiming-helps", "Better compression by deleting unused planes, pre-cache")
                .holds(variants -> variants.percentOfUsual(NOT_RECLAIMED, PRE_C) > 100),
            Claim.of(
                    "shape-similar",
                    "Other tiles and lines give very similar results: the same order of the"
                        + " systems by their bandwidth")
                .because(
                    "A line of 32 B has room for two planes and not four, and Post C moves more"
                        + " than Pre DO. Of a tile of two lines a plane saves no more than depth offset.")
                .nowhere("shapes", Variants::otherOrders),
            Claim.of("references", "References of 16 bits are often sufficient")
                .open(
                    "often",
                    "A number of the paper's. Ours is pre-do.24-bit-references, in percent of usual."),
            Claim.of(
                    "partial-reads",
                    "Reading only the needed lines of compressed tiles gains very little bandwidth")
                .open(
                    "very modest",
                    "A number of the paper's. Ours is the value partial-reads.gain, beside what"
                        + " compressing before the cache gains."))
        .value("partial-reads.gain", Variants::gainOfParts)
        .value("pre-cache.gain", Variants::gainOfPreCache)
        .value("gain.c", variants -> variants.gainOfC(AS_USUAL))
        .value("gain.c.tried-again", variants -> variants.gainOfC(TRIED_AGAIN))
        .values(
            VARIANTS.stream()
                .flatMap(each ->
                    Stream.of(percent("pre-do.", each, PRE_DO), percent("pre-c.", each, PRE_C))))
        .draw(Ablations::draw);
  }

  private static Variants measure(RunContext context) {
    List<Configuration> asUsual = new ArrayList<>(List.of(everything()));
    for (Variant variant : VARIANTS) {
      if (variant.drawing().equals(Suite.Drawing.USUAL)) {
        asUsual.addAll(variant.configurations());
      }
    }
    Suite drawnAsUsual = Suite.replay(context, asUsual);
    Map<Variant, double[]> megabytes = new LinkedHashMap<>();
    for (Variant variant : VARIANTS) {
      Suite suite =
          variant.drawing().equals(Suite.Drawing.USUAL)
              ? drawnAsUsual
              : Suite.replay(context, variant.drawing(), variant.configurations());
      megabytes.put(
          variant,
          variant.configurations().stream()
              .mapToDouble(each -> suite.meanBytes(each) / 1e6)
              .toArray());
    }
    double allModes =
        drawnAsUsual.mean(
            scene -> 100 - 100 * scene.bytes(everything()) / scene.bytes(PRE_C.with(SIZE)));
    return new Variants(megabytes, allModes);
  }

  private static Value<Variants> percent(String system, Variant variant, PaperBackEnd back) {
    return new Value<>(
        system + variant.name().replaceAll("[^a-z0-9]+", "-"),
        all -> all.percentOfUsual(variant, back));
  }

  private static Figures draw(Variants variants) {
    Columns<Variant> columns = new Columns<Variant>().text("choice", Variant::name);
    for (int s = 0; s < SHOWN.size(); s++) {
      int at = s;
      columns.number(SHOWN.get(s).label(), 2, "MB", variant -> variants.of(variant)[at]);
    }
    for (PaperBackEnd back : List.of(PRE_DO, PRE_C)) {
      columns.number(
          back.label(), 1, "% of usual", variant -> variants.percentOfUsual(variant, back));
    }
    return Figures.none().with("choices", columns.table("Mean megabytes, 16 kB", VARIANTS));
  }

  /**
   * What was measured.
   *
   * @param megabytes of each variant, the mean of each system of {@link #SHOWN}
   * @param allModes by how many percent all modes together move less than C, pre-cache
   */
  record Variants(Map<Variant, double[]> megabytes, double allModes) {
    private double[] of(Variant variant) {
      return Objects.requireNonNull(megabytes.get(variant));
    }

    /** The names of tiles and lines under which the systems come in another order. */
    private List<String> otherOrders() {
      return Stream.concat(Stream.of(STRIPS), SHAPES.stream())
          .filter(variant -> !order(of(variant)).equals(order(of(AS_USUAL))))
          .map(Variant::name)
          .toList();
    }

    /** By how many percent Pre DO moves less if it reads but the lines that it needs. */
    private double gainOfParts() {
      return 100 - percentOfUsual(PARTS, PRE_DO);
    }

    /** By how many percent it moves less than Post DO. */
    private double gainOfPreCache() {
      double[] usual = of(AS_USUAL);
      return 100 - 100 * usual[SHOWN.indexOf(PRE_DO)] / usual[SHOWN.indexOf(POST_DO)];
    }

    /** By how many percent Pre C moves less than Post C. */
    private double gainOfC(Variant variant) {
      double[] megabytes = of(variant);
      return 100 - 100 * megabytes[SHOWN.indexOf(PRE_C)] / megabytes[SHOWN.indexOf(POST_C)];
    }

    private double percentOfUsual(Variant variant, PaperBackEnd back) {
      int at = SHOWN.indexOf(back);
      return 100 * of(variant)[at] / of(AS_USUAL)[at];
    }
  }

  private static Configuration everything() {
    return Configuration.of(
        CodecPlacement.PRE,
        CompressionScheme.parse("plane+do25+do50+do75"),
        CacheShape.of(SIZE << 10));
  }

  /** The systems that compress, by their bandwidth. */
  private static List<PaperBackEnd> order(double[] megabytes) {
    List<PaperBackEnd> order = new ArrayList<>(SHOWN);
    order.remove(RAW_L);
    order.sort(Comparator.comparingDouble(back -> megabytes[SHOWN.indexOf(back)]));
    return order;
  }
}
