package dev.magpie.lab.sweep;

import dev.magpie.analysis.Shard;
import dev.magpie.lab.result.LabException;
import dev.magpie.lab.result.ResultDirectory;
import dev.magpie.settings.FileAddress;
import dev.magpie.settings.IoReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The directory of a sweep: a plan of the whole, or of each shard that was done there, and the
 * points. Many processes may write into one: every file appears whole.
 */
public final class SweepDirectory {
  private static final String PLAN = "sweep.json";
  private static final String POINTS = "points";

  private final Path place;

  /** A directory, which need not be there. */
  public SweepDirectory(Path place) {
    this.place = place;
  }

  /** Whether sweeps have been here. */
  public static boolean isOne(Path place) {
    return !new SweepDirectory(place).planFiles().isEmpty();
  }

  /** Where points are. */
  public Path points() {
    return place.resolve(POINTS);
  }

  /** Makes it, and says what it is of. */
  void begin(SweepPlan plan) {
    try {
      // A store has none, and says what is wrong with the first file.
      if (FileAddress.isHere(place)) {
        Files.createDirectories(points());
      }
    } catch (IOException e) {
      throw ResultDirectory.unwritable(place, e);
    }
    PlanFile.write(plan(plan.shard()), plan);
  }

  private Path plan(Shard shard) {
    return place.resolve(name(shard));
  }

  /** Where the sweep, or a part of it, has what nothing else may replace. */
  public List<Path> own(Shard shard) {
    return List.of(place.resolve(PLAN), plan(shard), points());
  }

  private static String name(Shard shard) {
    return shard.isWhole() ? PLAN : "shard-%d-of-%d.json".formatted(shard.number(), shard.of());
  }

  private List<Path> planFiles() {
    if (!Files.isDirectory(place)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(place)) {
      return files
          .filter(each ->
              String.valueOf(each.getFileName())
                  .matches("sweep\\.json|shard-\\d{1,6}-of-\\d{1,6}\\.json"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new LabException("%s: cannot be read: %s".formatted(place, IoReason.of(e)), e);
    }
  }

  /**
   * What it is of: the plan of the whole, if there is one; else those of shards.
   *
   * @throws LabException if there is none, or one is damaged
   */
  public List<SweepPlan> plans() {
    List<Path> files = planFiles();
    if (files.isEmpty()) {
      throw new LabException(place + ": holds no sweep; 'magpie sweep' makes one");
    }
    Path whole = place.resolve(PLAN);
    return (files.contains(whole) ? List.of(whole) : files).stream().map(PlanFile::read).toList();
  }

  /**
   * All points of some plans, those that are not there among them.
   *
   * @param complaints is told of files that are damaged
   */
  public List<SweptPoint> read(List<SweepPlan> plans, Consumer<String> complaints) {
    List<SweepPlan.Planned> all = plans.stream().flatMap(each -> each.points().stream()).toList();
    Map<String, String> keys = new HashMap<>();
    all.forEach(each -> keys.put(each.file(), each.key()));
    Map<String, SweptPoint> there = EarlierPoints.read(points(), keys, complaints);
    return all.stream()
        .map(each -> there.getOrDefault(each.file(), SweptPoint.missing(each.file(), each.axes())))
        .toList();
  }

  @Override
  public String toString() {
    return place.toString();
  }
}
