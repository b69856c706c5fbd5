package dev.magpie.bench;

import dev.magpie.depth.cache.CacheShape;
import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.cache.DepthSystem;
import dev.magpie.depth.cache.DepthTraffic;
import dev.magpie.depth.cache.Placement;
import dev.magpie.depth.codec.Cascade;
import dev.magpie.depth.event.EventStream;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.FrontEnd;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.builtin.BuiltInScenes;
import dev.magpie.report.Table;
import dev.magpie.report.TextTable;
import java.util.List;

/**
 * Prints how fast back-ends of the depth pipeline replay a 1080p frame on one core, with the check
 * of the whole frame at the end. Arguments: built-in scenes (hall forest).
 */
public final class DepthReplaySpeed {
  private static final List<String> CODECS = List.of("raw", "do", "c", "anchor", "ddpcm", "float");

  private DepthReplaySpeed() {}

  /** Measures and prints. */
  public static void main(String[] arguments) {
    List<String> scenes = arguments.length > 0 ? List.of(arguments) : List.of("hall", "forest");
    Table.Builder table =
        Table.titled("Replay of depth events on one core, 16 KiB, by processor time")
            .text("scene")
            .number("events", 0)
            .text("system")
            .number("replay", 2, "M events/s")
            .number("moved", 2, "MB");
    for (String name : scenes) {
      EventStream stream = draw(name);
      for (String codec : CODECS) {
        for (Placement placement : Placement.values()) {
          measure(name, stream, placement, codec, table);
        }
      }
    }
    System.out.printf("Java %s%n%n", Runtime.version());
    System.out.println(TextTable.render(table.build()));
  }

  private static void measure(
      String name, EventStream stream, Placement placement, String codec, Table.Builder table) {
    Configuration configuration =
        Configuration.of(placement, Cascade.parse(codec), CacheShape.of(16 << 10));
    DepthTraffic traffic = DepthSystem.replay(stream, configuration);
    DepthSystem.replay(stream, configuration);
    double speed =
        Measurement.of(() ->
                stream.size()
                    / Stopwatch.processorSeconds(() -> DepthSystem.replay(stream, configuration))
                    / 1e6)
            .median();
    String system = (placement == Placement.PRE ? "pre " : "post ") + codec;
    table.row(name, stream.size(), system, speed, traffic.bytes() / 1e6);
  }

  private static EventStream draw(String name) {
    Scene scene = BuiltInScenes.make(name);
    RasterOptions options =
        RasterOptions.DEFAULT.withFacing(scene.facing()).withTessellation(scene.tessellation());
    return new FrontEnd(new FrameShape(1920, 1080, TileShape.DEFAULT), options)
        .draw(scene.meshes(), scene.camera(0, 1))
        .events();
  }
}
