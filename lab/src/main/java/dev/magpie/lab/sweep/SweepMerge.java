package dev.magpie.lab.sweep;

import dev.magpie.analysis.Shard;
import dev.magpie.lab.result.LabException;
import dev.magpie.settings.InputFiles;
import dev.magpie.settings.IoReason;
import dev.magpie.settings.SideBySide;
import dev.magpie.settings.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** Puts the shards of a sweep together: each point's file as its shard has it, and one plan. */
public final class SweepMerge {
  private static final int MOST_BYTES = 64 << 20;

  /** Where they are far away, each is a request. */
  private static final int AT_ONCE = 16;

  private SweepMerge() {}

  /**
   * Puts shards together.
   *
   * @param places directories of shards, which may have several
   * @param into takes the points
   * @return the plan of the whole
   * @throws LabException if a shard is missing, there twice, or of another sweep, or a point of one
   *     is not there
   */
  public static SweepPlan merge(List<Path> places, Path into) {
    List<SweepPlan> plans = new ArrayList<>();
    List<SweepDirectory> from = new ArrayList<>();
    for (Path each : places) {
      SweepDirectory directory = new SweepDirectory(each);
      for (SweepPlan plan : directory.plans()) {
        plans.add(plan);
        from.add(directory);
      }
    }
    SweepPlan first = plans.getFirst();
    for (int i = 0; i < plans.size(); i++) {
      if (!plans.get(i).sweep().equals(first.sweep())) {
        throw new LabException(
            "%s: is of another sweep than %s; programs, systems and Magpie have to be the same"
                .formatted(from.get(i), from.getFirst()));
      }
    }
    try {
      Shard.requireAll(
          plans.stream().map(SweepPlan::shard).toList(),
          from.stream().map(SweepDirectory::toString).toList());
    } catch (IllegalArgumentException e) {
      throw new LabException(String.valueOf(e.getMessage()), e);
    }
    requireAllPoints(plans, from);
    List<SweepPlan.Planned> points = new ArrayList<>();
    for (int number = 1; number <= plans.size(); number++) {
      for (SweepPlan each : plans) {
        if (each.shard().number() == number) {
          points.addAll(each.points());
        }
      }
    }
    SweepPlan whole =
        new SweepPlan(
            first.version(), first.sweep(), first.all(), Shard.WHOLE, points, first.leftOut());
    SweepDirectory merged = new SweepDirectory(into);
    merged.begin(whole);
    List<Callable<Void>> copies = new ArrayList<>();
    for (int i = 0; i < plans.size(); i++) {
      Path shard = from.get(i).points();
      for (SweepPlan.Planned each : plans.get(i).points()) {
        copies.add(() -> {
          copy(shard.resolve(each.file()), merged.points().resolve(each.file()));
          return null;
        });
      }
    }
    try {
      SideBySide.read(AT_ONCE, into.toString(), copies);
    } catch (IOException e) {
      throw IoReason.unwritten(into, e);
    }
    return whole;
  }

  private static void requireAllPoints(List<SweepPlan> plans, List<SweepDirectory> from) {
    for (int i = 0; i < plans.size(); i++) {
      SweepPlan plan = plans.get(i);
      SweepDirectory directory = from.get(i);
      List<String> complaints = new ArrayList<>();
      for (SweptPoint each : directory.read(List.of(plan), complaints::add)) {
        if (each.state() == SweptPoint.State.MISSING) {
          throw new LabException(
              "%s: shard %s has no %s%s; 'magpie sweep --shard %s' makes it"
                  .formatted(
                      directory,
                      plan.shard(),
                      each.file(),
                      complaints.isEmpty() ? "" : " that is whole",
                      plan.shard()));
        }
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    WholeFile.write(to, InputFiles.bytes(from, MOST_BYTES));
  }
}
