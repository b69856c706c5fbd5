package dev.magpie.lab.depth;

import dev.magpie.depth.cache.DepthTraffic;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.report.BlockMap;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.List;

/** Figure 5: where in the image the bytes go. */
final class Figure5BytesOfTiles {
  private static final int SIZE = 32;
  private static final int LINE = 64;

  /** Steps of the scale, the last one for that much and more. */
  private static final int LEVELS = 25;

  private static final List<PaperBackEnd> SHOWN = PaperBackEnd.NOT_OPPORTUNISTIC;

  static Experiment<?> experiment() {
    return DepthPaper.describe("depth/fig5", "Bandwidth of each tile", "section 4, Figure 5")
        .method(
            "A field is a tile of 8x8 samples; its colour is the bytes moved for it with a cache of"
                + " 32 KiB. All images have one scale, in lines of 64 B.")
        .parameter("size", "32 KiB")
        .measure(context -> Suite.replay(context, Suite.all(SHOWN, SIZE)))
        .claims(
            Claim.of("heaven", "The bandwidth of each tile of Heaven A")
                .open("a map for each system", "The scene Heaven A."))
        .draw(Figure5BytesOfTiles::draw);
  }

  private static Figures draw(Suite suite) {
    List<BlockMap.Layer> layers = new ArrayList<>();
    Table.Builder table =
        Table.titled("Bytes of a tile")
            .text("scene")
            .text("system")
            .number("mean", 0, "B")
            .number("greatest", 0, "B")
            .number("tiles without", 0);
    int across = 1;
    for (Suite.Drawn scene : suite.scenes()) {
      across = scene.frame().events().shape().tilesX();
      for (PaperBackEnd back : SHOWN) {
        DepthTraffic traffic = scene.of(back.with(SIZE));
        int[] bytes = traffic.bytesByTile();
        byte[] levels = new byte[bytes.length];
        int greatest = 0;
        int without = 0;
        for (int tile = 0; tile < bytes.length; tile++) {
          levels[tile] = (byte) Math.min(LEVELS - 1, bytes[tile] / LINE);
          greatest = Math.max(greatest, bytes[tile]);
          without += bytes[tile] == 0 ? 1 : 0;
        }
        layers.add(BlockMap.Layer.of(scene.name(), back.label(), levels));
        table.row(
            scene.name(), back.label(), (double) traffic.bytes() / bytes.length, greatest, without);
      }
    }
    return Figures.none()
        .with(
            new BlockMap(
                "Bytes moved for each tile",
                "One field a tile; the same scale for all.",
                new BlockMap.Fields("tile", 0),
                across,
                levelNames(),
                "scene",
                "system",
                layers))
        .with("tiles", table.build());
  }

  private static List<String> levelNames() {
    List<String> names = new ArrayList<>();
    for (int level = 0; level < LEVELS; level++) {
      names.add("%d B%s".formatted(LINE * level, level == LEVELS - 1 ? " and more" : ""));
    }
    return names;
  }
}
