package dev.magpie.job;

import dev.magpie.job.Job.Buffer;
import dev.magpie.job.Job.Snapshots;
import dev.magpie.settings.IoReason;
import dev.magpie.settings.SettingsException;
import dev.magpie.settings.SettingsTable;
import dev.magpie.settings.TomlFile;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.SafetensorsWriter;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads job files. */
final class JobFile {
  private static final int MOST_MODULES = 64;

  private final Path file;
  private final JobNames names = new JobNames();

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
    root.allow("ptx", "constants", "buffers", "launch", "loop", "outputs", "snapshots");
    List<Path> ptx = root.paths("ptx", MOST_MODULES);
    if (root.has("constants")) {
      names.addConstants(root.section("constants", "in [constants]"));
    }
    if (root.has("buffers")) {
      JobSection section = root.section("buffers", "in [buffers]");
      for (String name : section.keys()) {
        if (root.has("snapshots") && name.equals(SafetensorsWriter.RESERVED_NAME)) {
          throw section.bad(name, "no buffer in snapshots can be called " + name);
        }
        names.addBuffer(name, buffer(section, name));
      }
    }
    return new Job(
        file,
        ptx,
        root.at("ptx"),
        names.buffers(),
        new StepReader(file, ptx, names).read(root),
        outputs(root),
        snapshots(root));
  }

  private SettingsTable parse() {
    String name = String.valueOf(file.getFileName());
    if (name.endsWith(".ptx")) {
      throw new JobException(
          "%s: is PTX, not a job: write a job file with ptx = \"%s\", its buffers and launches, as jobs/saxpy.toml, or execute the program that it is from with 'magpie exec ./app'"
              .formatted(file, name));
    }
    if (name.endsWith(".cu")) {
      throw new JobException(
          "%s: is a program, not a job: 'magpie exec %s' compiles and executes it, and with --gpu times it"
              .formatted(file, file));
    }
    try {
      return TomlFile.read(file);
    } catch (SettingsException e) {
      throw new JobException(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      String reason = e instanceof NoSuchFileException ? "there is no such file" : IoReason.of(e);
      throw new JobException("%s: cannot be read: %s".formatted(file, reason), e);
    }
  }

  private Buffer buffer(JobSection section, String name) {
    String at = section.at(name);
    if (section.isText(name)) {
      return new Buffer.FromFile(at, section.path(name), null);
    }
    JobSection buffer = section.section(name, "in buffer '%s'".formatted(name));
    if (buffer.has("file")) {
      buffer.allow("file", "array");
      return new Buffer.FromFile(
          at, buffer.path("file"), buffer.has("array") ? buffer.text("array") : null);
    }
    buffer.allow("file", "array", "dtype", "shape", "fill", "seed");
    if (buffer.has("array")) {
      throw buffer.bad("array", "an array needs the file that it is in: file = ");
    }
    Dtype dtype;
    try {
      dtype = Dtype.parse(buffer.text("dtype"));
    } catch (IllegalArgumentException e) {
      throw buffer.bad("dtype", String.valueOf(e.getMessage()));
    }
    List<Formula> shape = buffer.formulas("shape", 32, names.outside());
    shape.stream()
        .filter(Formula::needsNoBuffers)
        .forEach(each -> BufferContents.dimension(each, Formula.NOTHING));
    if (!buffer.has("fill") && !buffer.has("seed")) {
      return new Buffer.Unwritten(at, dtype, shape);
    }
    if (buffer.has("fill")
        && buffer.isText("fill")
        && buffer.text("fill").strip().equals("random")) {
      // Without a seed the name is one, so that each run has the same numbers.
      long seed = buffer.whole("seed", name.hashCode(), Long.MIN_VALUE, Long.MAX_VALUE);
      return new Buffer.Random(at, dtype, shape, seed);
    }
    if (buffer.has("seed")) {
      throw buffer.bad("seed", "a seed needs fill = \"random\"");
    }
    Formula fill = buffer.formula("fill", names.outside());
    if (fill.needsNoBuffers()) {
      fill.bits(dtype, Formula.NOTHING);
    }
    return new Buffer.Filled(at, dtype, shape, fill);
  }

  private Map<String, Path> outputs(JobSection root) {
    Map<String, Path> outputs = new LinkedHashMap<>();
    if (root.has("outputs")) {
      JobSection section = root.section("outputs", "in [outputs]");
      for (String name : section.keys()) {
        if (!names.buffers().containsKey(name)) {
          throw section.bad(name, names.noBuffer(name));
        }
        Path path = section.path(name);
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
    return new Snapshots(section.whole("every", 1, 1, Long.MAX_VALUE), section.path("directory"));
  }
}
