package dev.magpie.lab.sweep;

import dev.magpie.lab.data.Sha256;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Programs on many systems.
 *
 * <pre>{@code
 * Sweep sweep = Sweep.read(Path.of("sweep.toml"), "1.0");
 * SweepRun.Request request =
 *     new SweepRun.Request(sweep, Shard.WHOLE, Path.of("points"), SweepRun.Again.NOTHING, 2);
 * List<SweptPoint> points = SweepRun.run(request, SweepWatcher.NONE);
 * }</pre>
 *
 * @param version of the program that measures, its code with it
 * @param points in the order of the file: programs first, codecs last
 * @param leftOut what of the product no system can be
 */
public record Sweep(String version, List<SweepPoint> points, List<LeftOut> leftOut) {
  public Sweep {
    points = List.copyOf(points);
    leftOut = List.copyOf(leftOut);
  }

  /** A point that there cannot be, and why. */
  public record LeftOut(Map<String, String> axes, String reason) {}

  /**
   * Reads a file, and all that it names.
   *
   * @param version of Magpie
   * @throws dev.magpie.settings.SettingsException if it is not as it should be
   * @throws IOException if it cannot be read
   */
  public static Sweep read(Path file, String version) throws IOException {
    return new SweepFile(file, version).sweep();
  }

  /** The axes that points have, in order. */
  public List<String> axes() {
    Set<String> names = new LinkedHashSet<>();
    points.forEach(each -> names.addAll(each.axes().keySet()));
    return List.copyOf(names);
  }

  /** A digest over the keys of all points: shards of one sweep have the same. */
  String digest() {
    Sha256 digest = new Sha256();
    points.forEach(each -> digest.add(each.key()));
    return digest.hex();
  }
}
