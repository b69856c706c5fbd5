package dev.magpie.lab.depth;

import static dev.magpie.lab.depth.PaperBackEnd.POST_C;
import static dev.magpie.lab.depth.PaperBackEnd.POST_DO;
import static dev.magpie.lab.depth.PaperBackEnd.PRE_C;
import static dev.magpie.lab.depth.PaperBackEnd.PRE_DO;
import static dev.magpie.lab.depth.PaperBackEnd.RAW_L;
import static dev.magpie.lab.depth.PaperBackEnd.RAW_T;

import dev.magpie.depth.cache.CacheStorage;
import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.TileShape;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.hardware.DepthEnergy;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.report.Columns;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a compressed depth cache gains where every system may take as many bits on the chip. */
final class EqualBits {
  private static final int SIZE = 16;
  private static final FrameShape FULL_HD = new FrameShape(1920, 1080, TileShape.DEFAULT);
  private static final List<PaperBackEnd> SHOWN =
      List.of(RAW_T, RAW_L, POST_DO, PRE_DO, POST_C, PRE_C);

  /** What the largest of the systems takes with so many KiB of data. */
  private static final long BYTES =
      SHOWN.stream()
          .mapToLong(back -> CacheStorage.of(back.with(SIZE), FULL_HD).bytes())
          .max()
          .orElseThrow();

  static Experiment<?> experiment() {
    return DepthPaper.describeOurs("depth/equal-bits", "Caches of equal bits")
        .method(
            "Each system has the largest cache that takes no more bytes on the chip than the one of"
                + " compressed tiles with %d KiB of data: %,d, tags and buffers of the codec included."
                    .formatted(SIZE, BYTES)
                + " A tag names a line, or a tile after the cache, and has two bits of state and the"
                + " place in the order of use; a codec has buffers for one tile in and one out. What"
                + " logic takes is not counted.")
        .parameter("size", "16 KiB of data before the cache, all others as large with all")
        .measure(context -> Suite.replay(context, configurations()))
        .claims(
            Claim.of("do.less", "Depth offset moves less before a cache than after one of its bits")
                .nowhere("scenes", suite -> notLess(suite, PRE_DO, POST_DO)),
            Claim.of("c.less", "Planes and depth offset move less before a cache than after one")
                .nowhere("scenes", suite -> notLess(suite, PRE_C, POST_C)),
            Claim.of("plain", "Compression on the bus alone moves less than a larger plain cache")
                .nowhere("scenes", suite -> notLess(suite, POST_DO, RAW_T)),
            Claim.consistency("bits", "No system takes more bytes on the chip than the largest")
                .nowhere(
                    "systems",
                    _ ->
                        SHOWN.stream()
                            .filter(back -> storage(back).bytes() > BYTES)
                            .map(PaperBackEnd::label)
                            .toList()))
        .value("gain.do", suite -> gain(suite, PRE_DO, POST_DO))
        .value("gain.c", suite -> gain(suite, PRE_C, POST_C))
        .value("gain.do.equal-data", suite -> suite.gain(PRE_DO, POST_DO, SIZE))
        .value("gain.c.equal-data", suite -> suite.gain(PRE_C, POST_C, SIZE))
        .value("plain.gain", suite -> 100 - 100 * bytes(suite, RAW_T) / plain(suite))
        .draw(EqualBits::draw);
  }

  /** A system with as many bits as all. */
  static Configuration equal(PaperBackEnd back) {
    return CacheStorage.largest(back.with(SIZE), FULL_HD, BYTES);
  }

  private static CacheStorage storage(PaperBackEnd back) {
    return CacheStorage.of(equal(back), FULL_HD);
  }

  private static List<Configuration> configurations() {
    List<Configuration> all = new ArrayList<>(Suite.all(SHOWN, SIZE));
    SHOWN.forEach(back -> all.add(equal(back)));
    return all;
  }

  private static double bytes(Suite suite, PaperBackEnd back) {
    return suite.meanBytes(equal(back));
  }

  private static double plain(Suite suite) {
    return suite.meanBytes(RAW_T.with(SIZE));
  }

  private static double gain(Suite suite, PaperBackEnd less, PaperBackEnd than) {
    return 100 - 100 * bytes(suite, less) / bytes(suite, than);
  }

  private static List<String> notLess(Suite suite, PaperBackEnd less, PaperBackEnd than) {
    return suite.where(scene -> !(scene.bytes(equal(less)) < scene.bytes(equal(than))));
  }

  private static Figures draw(Suite suite) {
    Columns<PaperBackEnd> systems =
        new Columns<PaperBackEnd>()
            .text("system", PaperBackEnd::label)
            .number("data", 0, "B", back -> storage(back).dataBytes())
            .number("tags", 0, "bits", back -> storage(back).tagBits())
            .number("buffers", 0, "B", back -> storage(back).bufferBytes())
            .number("all", 0, "B", back -> storage(back).bytes())
            .number("moved", 2, "MB", back -> bytes(suite, back) / 1e6)
            .number("of plain", 1, "%", back -> 100 * bytes(suite, back) / bytes(suite, RAW_T))
            .number("with 16 KiB of data", 2, "MB", back -> suite.meanBytes(back.with(SIZE)) / 1e6)
            .number("energy", 2, "mJ", back -> 1e3 * energy(suite, back));
    Columns<Suite> scenes = new Columns<Suite>().text("scene", Suite::label);
    SHOWN.forEach(back ->
        scenes.number(
            back.label().toLowerCase(Locale.ROOT), 2, "MB", some -> bytes(some, back) / 1e6));
    scenes
        .number("gain DO", 1, "%", some -> gain(some, PRE_DO, POST_DO))
        .number("gain C", 1, "%", some -> gain(some, PRE_C, POST_C));
    return Figures.none()
        .with("systems", systems.table("Caches of %,d bytes in all".formatted(BYTES), SHOWN))
        .with("scenes", suite.table("The same by scene", scenes));
  }

  private static double energy(Suite suite, PaperBackEnd back) {
    return suite.mean(scene ->
        DepthEnergy.of(
                scene.of(equal(back)), TileShape.DEFAULT, equal(back).cache(), DepthEnergy.GPU)
            .total());
  }
}
