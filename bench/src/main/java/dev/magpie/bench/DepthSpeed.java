package dev.magpie.bench;

import dev.magpie.depth.cache.CacheShape;
import dev.magpie.depth.cache.CodecPlacement;
import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.cache.Configuration.References;
import dev.magpie.depth.cache.DepthSystem;
import dev.magpie.depth.cache.DepthTraffic;
import dev.magpie.depth.codec.CompressionScheme;
import dev.magpie.depth.event.EventStream;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.Kernels;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.Frame;
import dev.magpie.depth.raster.FrontEnd;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.builtin.BuiltInScenes;
import dev.magpie.report.Table;
import dev.magpie.report.TextTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

/**
 * Prints how fast the depth pipeline draws 1080p frames, and how fast on one core its back-ends
 * replay them, with the check of the whole frame at the end. Arguments: built-in scenes (hall
 * forest).
 */
public final class DepthSpeed {
  private static final CacheShape CACHE = CacheShape.of(16 << 10);

  /** So long Java takes to compile a codec's vectors. */
  private static final Duration WARM_UP = Duration.ofSeconds(2);

  private static final List<String> CODECS =
      List.of(
          "raw",
          "do",
          "do25+do50+do75",
          "c",
          "plane",
          "plane+do25+do50+do75",
          "ddpcm",
          "anchor",
          "danchor",
          "float");

  private DepthSpeed() {}

  /** Measures and prints. */
  public static void main(String[] arguments) {
    List<String> scenes = arguments.length > 0 ? List.of(arguments) : List.of("hall", "forest");
    Table.Builder drawing =
        Table.titled("Drawing on two threads, 1920x1080, by the clock")
            .text("scene")
            .number("samples", 0, "a pixel")
            .number("triangles", 0)
            .number("covered", 2, "M samples")
            .number("events", 0)
            .number("drawn", 1, "M samples/s")
            .text("range");
    Table.Builder replay =
        Table.titled("Replay of depth events on one core, 16 KiB, by processor time")
            .text("scene")
            .text("system")
            .text("references")
            .number("replay", 2, "M events/s")
            .text("range")
            .number("moved", 2, "MB");
    for (String name : scenes) {
      EventStream stream = draw(name, Multisampling.X1, drawing);
      for (Multisampling samples : EnumSet.complementOf(EnumSet.of(Multisampling.X1))) {
        draw(name, samples, drawing);
      }
      for (Configuration configuration : configurations()) {
        measure(name, stream, configuration, replay);
      }
    }
    System.out.printf("Java %s%n%n", Runtime.version());
    System.out.println(TextTable.render(drawing.build()));
    System.out.println(TextTable.render(replay.build()));
  }

  private static List<Configuration> configurations() {
    List<Configuration> all = new ArrayList<>();
    for (String codec : CODECS) {
      for (CodecPlacement placement : CodecPlacement.values()) {
        Configuration plain =
            Configuration.of(placement, CompressionScheme.parse(codec), CACHE).with(Kernels.VECTOR);
        all.add(plain);
        if (codec.equals("do") && placement == CodecPlacement.PRE) {
          all.add(plain.with(References.OPPORTUNISTIC));
          all.add(plain.with(References.REFINED));
        }
      }
    }
    return all;
  }

  private static void measure(
      String name, EventStream stream, Configuration configuration, Table.Builder table) {
    DepthTraffic traffic;
    long warm = System.nanoTime() + WARM_UP.toNanos();
    do {
      traffic = DepthSystem.replay(stream, configuration);
    } while (System.nanoTime() < warm);
    Measurement speed =
        Measurement.of(() ->
            stream.size()
                / Stopwatch.processorSeconds(() -> DepthSystem.replay(stream, configuration))
                / 1e6);
    String placement = configuration.placement() == CodecPlacement.PRE ? "pre " : "post ";
    table.row(
        name,
        placement + configuration.scheme().name(),
        switch (configuration.references()) {
          case BRUTE_FORCE -> "";
          case OPPORTUNISTIC -> "opportunistic";
          case REFINED -> "refined";
        },
        speed.median(),
        speed.range(),
        traffic.bytes() / 1e6);
  }

  private static EventStream draw(String name, Multisampling samples, Table.Builder table) {
    Scene scene = BuiltInScenes.make(name);
    FrontEnd frontEnd =
        new FrontEnd(
            FrameShape.ofPixels(1920, 1080, TileShape.DEFAULT.with(samples)),
            RasterOptions.of(scene));
    Frame frame = frontEnd.draw(scene.meshes(), scene.camera(0, 1));
    frontEnd.draw(scene.meshes(), scene.camera(0, 1));
    Measurement speed =
        Measurement.of(() ->
            frame.coveredSamples()
                / Stopwatch.seconds(() -> frontEnd.draw(scene.meshes(), scene.camera(0, 1)))
                / 1e6);
    table.row(
        name,
        samples.samples(),
        frame.triangles(),
        frame.coveredSamples() / 1e6,
        frame.events().size(),
        speed.median(),
        speed.range());
    return frame.events();
  }
}
