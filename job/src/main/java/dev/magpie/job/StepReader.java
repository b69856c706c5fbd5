package dev.magpie.job;

import dev.magpie.job.Job.Condition;
import dev.magpie.job.Job.LaunchStep;
import dev.magpie.job.Job.LoopStep;
import dev.magpie.job.Job.Step;
import dev.magpie.job.expression.ExpressionParser;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what a job does: its launches and loops. */
final class StepReader {
  /** How often a launch with a condition and no limit of its own is repeated. */
  private static final long PATIENCE = 1_000_000;

  private final Path file;
  private final List<Path> ptx;
  private final JobNames names;

  StepReader(Path file, List<Path> ptx, JobNames names) {
    this.file = file;
    this.ptx = ptx;
    this.names = names;
  }

  /** A step, and where it stands. */
  private record Placed(int line, Step step) {}

  /** The steps in the order of the file. */
  List<Step> read(JobSection root) {
    List<Placed> placed = new ArrayList<>();
    for (JobSection section : root.sections("launch", "in [[launch]]")) {
      placed.add(new Placed(section.line(), launch(section, false)));
    }
    for (JobSection section : root.sections("loop", "in [[loop]]")) {
      placed.add(new Placed(section.line(), loop(section)));
    }
    if (placed.isEmpty()) {
      throw new JobException(file + ": has no [[launch]] and no [[loop]]");
    }
    return placed.stream().sorted(Comparator.comparingInt(Placed::line)).map(Placed::step).toList();
  }

  private LoopStep loop(JobSection section) {
    section.allow("max", "until", "reset", "launch");
    Condition until = condition(section);
    if (until == null && !section.has("max")) {
      throw section.bad("loop", "a loop needs max or until");
    }
    Map<String, Formula> reset = new LinkedHashMap<>();
    if (section.has("reset")) {
      JobSection values = section.section("reset", "in reset");
      for (String name : values.keys()) {
        known(section, "reset", name);
        reset.put(name, values.formula(name, names.outside()));
      }
    }
    List<LaunchStep> launches = new ArrayList<>();
    for (JobSection launch : section.sections("launch", "in [[loop.launch]]")) {
      launches.add(launch(launch, true));
    }
    if (launches.isEmpty()) {
      throw section.bad("loop", "a loop needs a [[loop.launch]]");
    }
    return new LoopStep(
        place(section), times(section, "max", PATIENCE, names.outside()), until, reset, launches);
  }

  private LaunchStep launch(JobSection section, boolean ofLoop) {
    section.allow("kernel", "ptx", "grid", "block", "shared", "args", "repeat", "until");
    ExpressionParser.Names within = names.inLaunch(ofLoop);
    Condition until = condition(section);
    LaunchStep launch =
        new LaunchStep(
            place(section),
            section.text("kernel"),
            section.has("ptx") ? ptx(section) : null,
            section.formulas("grid", 3, within),
            section.formulas("block", 3, within),
            number(section, "shared", 0, within),
            section.has("args")
                ? new ArgumentReader(section, names, within).read("args")
                : List.of(),
            times(section, "repeat", until == null ? 1 : PATIENCE, within),
            until);
    launch.checkWithoutBuffers();
    return launch;
  }

  /** Which of the job's files a kernel is in. */
  private Path ptx(JobSection section) {
    Path path = section.path("ptx");
    if (!ptx.contains(path)) {
      throw section.bad("ptx", "%s is none of the job's ptx files".formatted(path));
    }
    return path;
  }

  private String place(JobSection section) {
    return "%s:%d".formatted(file, section.line());
  }

  private static Formula number(
      JobSection section, String key, long otherwise, ExpressionParser.Names names) {
    return section.has(key)
        ? section.formula(key, names)
        : Formula.of("%s: %s".formatted(section.at(key), key), otherwise);
  }

  private static Formula times(
      JobSection section, String key, long otherwise, ExpressionParser.Names names) {
    Formula times = number(section, key, otherwise, names);
    if (times.needsNoBuffers()) {
      Job.times(times, Formula.NOTHING);
    }
    return times;
  }

  private void known(JobSection section, String key, String name) {
    if (!names.buffers().containsKey(name)) {
      throw section.bad(key, names.noBuffer(name));
    }
  }

  private @Nullable Condition condition(JobSection section) {
    if (!section.has("until")) {
      return null;
    }
    JobSection until = section.section("until", "in until");
    until.allow("buffer", "index", "equals");
    String buffer = until.text("buffer");
    known(section, "until", buffer);
    Formula index = number(until, "index", 0, names.outside());
    if (index.needsNoBuffers()) {
      Job.index(index, Formula.NOTHING);
    }
    return new Condition(buffer, index, until.formula("equals", names.outside()));
  }
}
