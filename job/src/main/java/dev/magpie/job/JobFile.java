package dev.magpie.job;

import dev.magpie.job.Job.Buffer;
import dev.magpie.job.Job.Condition;
import dev.magpie.job.Job.LaunchStep;
import dev.magpie.job.Job.LoopStep;
import dev.magpie.job.Job.Snapshots;
import dev.magpie.job.Job.Step;
import dev.magpie.ptx.execute.Dim3;
import dev.magpie.settings.IoReason;
import dev.magpie.settings.SettingsException;
import dev.magpie.settings.SettingsTable;
import dev.magpie.settings.TomlFile;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.SafetensorsWriter;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads job files. */
final class JobFile {
  private static final long MOST_ITERATIONS = 1_000_000_000;

  /** How often a launch with a condition and no limit of its own is repeated. */
  private static final long PATIENCE = 1_000_000;

  private final Path file;
  private final Map<String, Buffer> buffers = new LinkedHashMap<>();

  private JobFile(Path file) {
    this.file = file;
  }

  /**
   * Reads a job.
   *
   * @throws JobException if it cannot be read or asks for what cannot be
   */
  static Job read(Path file) {
    return new JobFile(file).job();
  }

  private Job job() {
    JobSection root = new JobSection("in a job", parse());
    root.allow("ptx", "buffers", "launch", "loop", "outputs", "snapshots");
    Path ptx = path(root, "ptx");
    if (root.has("buffers")) {
      JobSection section = root.section("buffers", "in [buffers]");
      for (String name : section.keys()) {
        if (root.has("snapshots") && name.equals(SafetensorsWriter.RESERVED_NAME)) {
          throw section.bad(name, "no buffer in snapshots can be called " + name);
        }
        buffers.put(name, buffer(section, name));
      }
    }
    return new Job(file, ptx, root.at("ptx"), buffers, steps(root), outputs(root), snapshots(root));
  }

  private SettingsTable parse() {
    try {
      return TomlFile.read(file);
    } catch (SettingsException e) {
      throw new JobException(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      String reason = e instanceof NoSuchFileException ? "there is no such file" : IoReason.of(e);
      throw new JobException("%s: cannot be read: %s".formatted(file, reason), e);
    }
  }

  /** Relative paths start at the job file's directory. */
  private Path path(JobSection section, String key) {
    Path directory = file.toAbsolutePath().getParent();
    Path relative;
    try {
      relative = Path.of(section.text(key));
    } catch (InvalidPathException e) {
      throw section.bad(key, "%s names no file: %s".formatted(key, e.getReason()));
    }
    if (relative.isAbsolute() || directory == null) {
      return relative;
    }
    Path given = file.getParent();
    return given == null ? relative : given.resolve(relative);
  }

  private Buffer buffer(JobSection section, String name) {
    String at = section.at(name);
    if (section.isText(name)) {
      return new Buffer.FromFile(at, path(section, name));
    }
    JobSection buffer = section.section(name, "in buffer '%s'".formatted(name));
    buffer.allow("dtype", "shape", "fill", "seed");
    Dtype dtype;
    try {
      dtype = Dtype.parse(buffer.text("dtype"));
    } catch (IllegalArgumentException e) {
      throw buffer.bad("dtype", String.valueOf(e.getMessage()));
    }
    List<Long> shape = buffer.wholes("shape", 32);
    if (!buffer.has("fill") && !buffer.has("seed")) {
      return new Buffer.Unwritten(at, dtype, shape);
    }
    String fill = buffer.has("fill") ? buffer.number("fill") : "0";
    if (fill.equals("random")) {
      // Without a seed the name is one, so that each run has the same numbers.
      long seed = buffer.whole("seed", name.hashCode(), Long.MIN_VALUE, Long.MAX_VALUE);
      return new Buffer.Random(at, dtype, shape, seed);
    }
    if (buffer.has("seed")) {
      throw buffer.bad("seed", "a seed needs fill = \"random\"");
    }
    checkNumber(buffer, "fill", dtype, fill);
    return new Buffer.Filled(at, dtype, shape, fill);
  }

  private static void checkNumber(JobSection section, String key, Dtype dtype, String number) {
    try {
      Numbers.bits(dtype, number);
    } catch (IllegalArgumentException e) {
      throw section.bad(key, "%s: %s".formatted(key, e.getMessage()));
    }
  }

  /** A step, and where it stands. */
  private record Placed(int line, Step step) {}

  private List<Step> steps(JobSection root) {
    List<Placed> placed = new ArrayList<>();
    for (JobSection section : root.sections("launch", "in [[launch]]")) {
      placed.add(new Placed(section.line(), launch(section, true)));
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
    Map<String, String> reset = new LinkedHashMap<>();
    if (section.has("reset")) {
      JobSection values = section.section("reset", "in reset");
      for (String name : values.keys()) {
        known(section, "reset", name);
        reset.put(name, values.number(name));
      }
    }
    List<LaunchStep> launches = new ArrayList<>();
    for (JobSection launch : section.sections("launch", "in [[loop.launch]]")) {
      launches.add(launch(launch, false));
    }
    if (launches.isEmpty()) {
      throw section.bad("loop", "a loop needs a [[loop.launch]]");
    }
    return new LoopStep(
        "%s:%d".formatted(file, section.line()),
        section.whole("max", PATIENCE, 1, MOST_ITERATIONS),
        until,
        reset,
        launches);
  }

  private LaunchStep launch(JobSection section, boolean alone) {
    section.allow("kernel", "grid", "block", "shared", "args", "repeat", "until");
    Condition until = condition(section);
    List<String> arguments = section.has("args") ? section.texts("args") : List.of();
    for (String argument : arguments) {
      checkArgument(section, argument, !alone);
    }
    return new LaunchStep(
        "%s:%d".formatted(file, section.line()),
        section.text("kernel"),
        size(section, "grid"),
        size(section, "block"),
        (int) section.whole("shared", 0, 0, Integer.MAX_VALUE),
        arguments,
        section.whole("repeat", until == null ? 1 : PATIENCE, 1, MOST_ITERATIONS),
        until);
  }

  private static Dim3 size(JobSection section, String key) {
    List<Long> numbers = section.wholes(key, 3);
    int[] sizes = {1, 1, 1};
    for (int i = 0; i < numbers.size(); i++) {
      if (numbers.get(i) < 1 || numbers.get(i) > Integer.MAX_VALUE) {
        throw section.bad(key, "%s: %d is not a size".formatted(key, numbers.get(i)));
      }
      sizes[i] = Math.toIntExact(numbers.get(i));
    }
    return new Dim3(sizes[0], sizes[1], sizes[2]);
  }

  private void checkArgument(JobSection section, String argument, boolean inLoop) {
    if (argument.startsWith("@")) {
      known(section, "args", argument.substring(1));
      return;
    }
    try {
      Numbers.argument(inLoop ? argument.replace("$i", "0") : argument);
    } catch (IllegalArgumentException e) {
      throw section.bad("args", "argument '%s': %s".formatted(argument, e.getMessage()));
    }
  }

  private void known(JobSection section, String key, String name) {
    if (!buffers.containsKey(name)) {
      throw section.bad(
          key,
          "no buffer is called '%s'; there are %s"
              .formatted(name, buffers.isEmpty() ? "none" : String.join(", ", buffers.keySet())));
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
    return new Condition(
        buffer, until.whole("index", 0, 0, Long.MAX_VALUE), until.number("equals"));
  }

  private Map<String, Path> outputs(JobSection root) {
    Map<String, Path> outputs = new LinkedHashMap<>();
    if (root.has("outputs")) {
      JobSection section = root.section("outputs", "in [outputs]");
      for (String name : section.keys()) {
        known(section, name, name);
        Path path = path(section, name);
        if (!path.toString().endsWith(".npy")) {
          throw section.bad(name, "%s: an output is an .npy file".formatted(path));
        }
        outputs.put(name, path);
      }
    }
    return outputs;
  }

  private @Nullable Snapshots snapshots(JobSection root) {
    if (!root.has("snapshots")) {
      return null;
    }
    JobSection section = root.section("snapshots", "in [snapshots]");
    section.allow("every", "directory");
    return new Snapshots(section.whole("every", 1, 1, Long.MAX_VALUE), path(section, "directory"));
  }
}
