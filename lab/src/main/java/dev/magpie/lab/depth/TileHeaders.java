package dev.magpie.lab.depth;

import static dev.magpie.lab.depth.PaperBackEnd.OPP;
import static dev.magpie.lab.depth.PaperBackEnd.OPP_PB;
import static dev.magpie.lab.depth.PaperBackEnd.POST_C;
import static dev.magpie.lab.depth.PaperBackEnd.POST_DO;
import static dev.magpie.lab.depth.PaperBackEnd.PRE_C;
import static dev.magpie.lab.depth.PaperBackEnd.PRE_DO;
import static dev.magpie.lab.depth.PaperBackEnd.RAW_T;

import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.cache.DepthTraffic;
import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.depth.cache.HeaderMemory;
import dev.magpie.depth.cache.HeaderMemory.Presence;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Columns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Sections 3 and 4: what the headers of tiles move, which the paper leaves out of its figures. */
final class TileHeaders {
  /** KiB of the cache of headers. */
  private static final int[] SIZES = {2, 4, 8, 16};

  /** Of these, the one for what is told at one size. */
  private static final int SIZE = 4;

  /** KiB of the depth cache. */
  private static final int DEPTHS = 16;

  private static final List<PaperBackEnd> SHOWN = List.of(RAW_T, POST_DO, PRE_DO, POST_C, PRE_C);

  static Experiment<?> experiment() {
    return DepthPaper.describe("depth/headers", "Traffic of tile headers", "sections 3 and 4")
        .method(
            "A header has the tile's mode, its clear mask, and the nearest and the farthest depth"
                + " of"
                + " each line, 24 bits each, of %d bits together under depth offset. Headers lie one behind"
                    .formatted(bits(Presence.PEEKED))
                + " another in memory, row of tiles by row of tiles, with a cache of lines of 64 B"
                + " before them.")
        .method(
            "Each tile that a triangle covers reads its header, also if it is culled then. The"
                + " header changes when a sample passes, and after the cache once more when a tile"
                + " is evicted in another mode. Flags of the lines that are cached change with each"
                + " line that is.")
        .deviation(
            "The paper says neither how large a header nor how large a cache of headers is; the"
                + " table has several.")
        .parameter("size", "16 KiB for depths; 2, 4, 8 and 16 KiB for headers")
        .measure(TileHeaders::measure)
        .claims(
            Claim.of("same", "Header data are the same pre-cache and post-cache")
                .because(
                    "It is the tile's mode, which section 3 puts there, but which is not among what"
                        + " section 4 counts (bounds and clear mask): after the cache a tile has it"
                        + " when it is evicted, and its header may be out of its cache by then.")
                .nowhere("cases", suite -> where(suite, TileHeaders::differ)),
            Claim.of(
                    "evictions",
                    "Evictions, before which the cache is peeked into, are relatively infrequent")
                .open(
                    "relatively infrequent",
                    "A number of the paper's. Ours is misses-of-hits: lines that come, each for"
                        + " another, for each that is found."),
            Claim.of("presence", "Flags in headers, in place of peeking, cost little bandwidth")
                .open(
                    "a slight bandwidth increase",
                    "A number of the paper's, and the size of its cache of headers. Ours are the"
                        + " values flagged-of-peeked, and how often flags cost more than the refiner"
                        + " saves."))
        .value(
            "flags-cost-more-than-refiner",
            suite -> where(suite, TileHeaders::flagsCostMore).size())
        .value("misses-of-hits", suite -> suite.mean(TileHeaders::missesOfHits))
        .value("bits", _ -> bits(Presence.PEEKED))
        .values(Arrays.stream(SIZES).boxed().flatMap(TileHeaders::ratios))
        .values(
            SHOWN.stream()
                .map(back ->
                    new Value<>(
                        "share." + back.label().toLowerCase(Locale.ROOT).replace(' ', '-'),
                        suite -> suite.mean(scene -> share(scene, back)))))
        .value("gain.do.with-headers", suite -> gain(suite, PRE_DO, POST_DO))
        .value("gain.c.with-headers", suite -> gain(suite, PRE_C, POST_C))
        .draw(TileHeaders::draw);
  }

  private static int bits(Presence presence) {
    // Cleared, do25, do50 and raw.
    return new HeaderMemory(SIZE << 10, presence).headerBits(TileShape.DEFAULT, 4);
  }

  private static Configuration with(PaperBackEnd back, int kibibytes, Presence presence) {
    return back.with(DEPTHS).with(new HeaderMemory(kibibytes << 10, presence));
  }

  private static Configuration with(PaperBackEnd back) {
    return with(back, SIZE, Presence.PEEKED);
  }

  private static Suite measure(RunContext context) {
    List<Configuration> configurations = new ArrayList<>();
    for (int size : SIZES) {
      SHOWN.forEach(back -> configurations.add(with(back, size, Presence.PEEKED)));
      configurations.add(with(OPP, size, Presence.PEEKED));
      configurations.add(with(OPP_PB, size, Presence.PEEKED));
      configurations.add(with(OPP_PB, size, Presence.FLAGGED));
    }
    return Suite.replay(
        context,
        Suite.Drawing.USUAL.with(options -> options.with(RasterOptions.Culled.RECORDED)),
        configurations);
  }

  private static double headers(Suite.Drawn scene, Configuration configuration) {
    return scene.of(configuration).headerBytes();
  }

  private static double both(Suite.Drawn scene, PaperBackEnd back) {
    return scene.bytes(with(back)) + headers(scene, with(back));
  }

  /** Percent of a system's bytes that are headers'. */
  private static double share(Suite.Drawn scene, PaperBackEnd back) {
    return 100 * headers(scene, with(back)) / both(scene, back);
  }

  private static double gain(Suite suite, PaperBackEnd pre, PaperBackEnd post) {
    return 100
        - 100 * suite.mean(scene -> both(scene, pre)) / suite.mean(scene -> both(scene, post));
  }

  /** What is true of a scene with a cache of headers of so many KiB. */
  private interface Case {
    boolean test(Suite.Drawn scene, int size);
  }

  private static List<String> where(Suite suite, Case test) {
    return suite.scenes().stream()
        .flatMap(scene ->
            Arrays.stream(SIZES)
                .filter(size -> test.test(scene, size))
                .mapToObj(size -> "%s at %d kB".formatted(scene.name(), size)))
        .toList();
  }

  private static boolean differ(Suite.Drawn scene, int size) {
    return peeked(scene, POST_DO, size) != peeked(scene, PRE_DO, size);
  }

  /** Whether flags add more to the headers' bytes than the refiner takes off the depths'. */
  private static boolean flagsCostMore(Suite.Drawn scene, int size) {
    double flags = flagged(scene, size) - peeked(scene, OPP_PB, size);
    return flags >= scene.bytes(with(OPP)) - scene.bytes(with(OPP_PB));
  }

  /** Each line that comes evicts another, but for the first that fill the cache. */
  private static double missesOfHits(Suite.Drawn scene) {
    DepthTraffic traffic = scene.of(with(OPP_PB));
    return (double) traffic.get(Count.MISSES) / traffic.get(Count.HITS);
  }

  private static double peeked(Suite.Drawn scene, PaperBackEnd back, int size) {
    return headers(scene, with(back, size, Presence.PEEKED));
  }

  private static double flagged(Suite.Drawn scene, int size) {
    return headers(scene, with(OPP_PB, size, Presence.FLAGGED));
  }

  /** Means over the scenes of a system's bytes of headers, times another's. */
  private static Stream<Value<Suite>> ratios(int size) {
    return Stream.of(
        ratio(
            "post-of-pre.do." + size,
            each -> peeked(each, POST_DO, size),
            each -> peeked(each, PRE_DO, size)),
        ratio(
            "post-of-pre.c." + size,
            each -> peeked(each, POST_C, size),
            each -> peeked(each, PRE_C, size)),
        ratio(
            "flagged-of-peeked." + size,
            each -> flagged(each, size),
            each -> peeked(each, OPP_PB, size)));
  }

  private static Value<Suite> ratio(
      String name, ToDoubleFunction<Suite.Drawn> one, ToDoubleFunction<Suite.Drawn> other) {
    return new Value<>(
        name, suite -> suite.mean(scene -> one.applyAsDouble(scene) / other.applyAsDouble(scene)));
  }

  private static Figures draw(Suite suite) {
    Columns<Suite> columns = new Columns<Suite>().text("scene", Suite::label);
    for (int size : SIZES) {
      for (PaperBackEnd back : List.of(POST_DO, PRE_DO, OPP_PB)) {
        columns.number(
            "%s, %d kB".formatted(back.label(), size),
            2,
            "MB",
            some -> some.mean(scene -> peeked(scene, back, size) / 1e6));
      }
      columns.number(
          "Opp+PB with flags, %d kB".formatted(size),
          2,
          "MB",
          some -> some.mean(scene -> flagged(scene, size) / 1e6));
    }
    Columns<Suite> shares = new Columns<Suite>().text("scene", Suite::label);
    SHOWN.forEach(back ->
        shares.number(back.label(), 1, "%", some -> some.mean(scene -> share(scene, back))));
    shares
        .number("gain DO with headers", 1, "%", some -> gain(some, PRE_DO, POST_DO))
        .number("gain C with headers", 1, "%", some -> gain(some, PRE_C, POST_C))
        .number("lines that come for each found", 2, some -> some.mean(TileHeaders::missesOfHits));
    return Figures.none()
        .with("headers", suite.table("Bytes of headers, by the size of their cache", columns))
        .with(
            "shares",
            suite.table("Headers among all bytes, a cache of %d kB".formatted(SIZE), shares));
  }
}
