package dev.magpie.job;

import dev.magpie.job.Job.LaunchStep;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.Kernel;
import dev.magpie.ptx.Module;
import dev.magpie.settings.InputFiles;
import dev.magpie.settings.IoReason;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The modules of a job, and which of them a kernel is in. */
final class JobModules {
  /** A library of kernels for many GPUs has some tens of MiB. */
  private static final int MOST_PTX_BYTES = 256 << 20;

  private static final int MOST_LISTED = 20;

  private final Map<Path, Module> modules = new LinkedHashMap<>();

  /** The only modules of kernels that no launch tells a module for. */
  private final Map<String, Module> found = new HashMap<>();

  /**
   * Loads them.
   *
   * @throws JobException if a file cannot be read
   * @throws dev.magpie.ptx.ir.PtxException if one is not PTX
   */
  JobModules(Device device, Job job) {
    for (Path path : job.ptx()) {
      modules.put(path, device.load(path.toString(), text(job, path)));
    }
  }

  private static String text(Job job, Path path) {
    try {
      return InputFiles.text(path, MOST_PTX_BYTES);
    } catch (IOException e) {
      String problem =
          switch (e) {
            case NoSuchFileException _ -> "there is no such file";
            case CharacterCodingException _ -> "is not text, so it is not PTX";
            default -> "cannot be read: " + IoReason.of(e);
          };
      throw new JobException("%s: %s: %s".formatted(job.ptxAt(), path, problem), e);
    }
  }

  /**
   * The kernel of a launch.
   *
   * @throws JobException if none of several modules has it, or more than one
   * @throws dev.magpie.ptx.ir.PtxException if the only module has it not, or it cannot be executed
   */
  Kernel kernel(LaunchStep launch) {
    Module named = launch.ptx() == null ? null : modules.get(launch.ptx());
    return named != null
        ? named.kernel(launch.kernel())
        : found.computeIfAbsent(launch.kernel(), _ -> module(launch)).kernel(launch.kernel());
  }

  private Module module(LaunchStep launch) {
    if (modules.size() == 1) {
      return modules.values().iterator().next();
    }
    List<Module> all =
        modules.values().stream()
            .filter(each -> !each.kernelNames().matching(launch.kernel()).isEmpty())
            .toList();
    return switch (all.size()) {
      case 0 ->
          throw new JobException(
              "%s: none of %s has a kernel '%s'; they have %s"
                  .formatted(launch.at(), labels(modules.values()), launch.kernel(), kernels()));
      case 1 -> all.getFirst();
      default ->
          throw new JobException(
              "%s: kernel '%s' is in %s; name one of them in the launch: ptx = FILE"
                  .formatted(launch.at(), launch.kernel(), labels(all)));
    };
  }

  private static String labels(Collection<Module> some) {
    return some.stream().map(Module::label).collect(Collectors.joining(" and "));
  }

  private String kernels() {
    List<String> all =
        modules.values().stream()
            .flatMap(each -> each.kernels().stream().map(each.kernelNames()::shortest))
            .distinct()
            .toList();
    String first = all.stream().limit(MOST_LISTED).collect(Collectors.joining(", "));
    return all.isEmpty()
        ? "none"
        : all.size() <= MOST_LISTED
            ? first
            : "%s and %d more".formatted(first, all.size() - MOST_LISTED);
  }
}
