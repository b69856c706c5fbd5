package dev.magpie.job;

import dev.magpie.job.KernelResult.Executed;
import dev.magpie.ptx.Kernel;
import dev.magpie.ptx.LaunchResult;
import dev.magpie.ptx.execute.AccessCounts;
import dev.magpie.ptx.execute.ExecutionProfile;
import dev.magpie.ptx.execute.InstructionClass;
import dev.magpie.ptx.execute.Operation;
import dev.magpie.ptx.names.KernelNames;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Adds up what launches did, kernel by kernel. */
public final class RunTotals {
  private final Map<Kernel, Total> kernels = new LinkedHashMap<>();
  private long launches;

  private static final class Total {
    private final ExecutionProfile profile;
    private long launches = 1;
    private double hostSeconds;

    Total(LaunchResult first) {
      profile = first.profile();
      hostSeconds = first.hostSeconds();
    }

    Total plus(LaunchResult result) {
      profile.add(result.profile());
      launches++;
      hostSeconds += result.hostSeconds();
      return this;
    }
  }

  /** Adds a launch; its profile becomes part of the sum. */
  public void add(LaunchResult result) {
    launches++;
    kernels.compute(
        result.kernel(), (_, total) -> total == null ? new Total(result) : total.plus(result));
  }

  public long launches() {
    return launches;
  }

  /** What they did so far. */
  public RunResult result() {
    return new RunResult(
        launches,
        kernels.entrySet().stream().map(each -> result(each.getKey(), each.getValue())).toList());
  }

  private static KernelResult result(Kernel kernel, Total total) {
    ExecutionProfile profile = total.profile;
    Map<InstructionClass, Executed> classes = new EnumMap<>(InstructionClass.class);
    long branches = 0;
    long divergent = 0;
    for (Operation operation : kernel.image().operations()) {
      long warps = profile.warps(operation);
      if (warps > 0) {
        classes.merge(
            operation.kind(), new Executed(warps, profile.threads(operation)), Executed::plus);
      }
      branches += operation.kind() == InstructionClass.BRANCH ? warps : 0;
      divergent += profile.divergences(operation);
    }
    AccessCounts accesses = profile.accesses();
    return new KernelResult(
        kernel.name(),
        KernelNames.demangle(kernel.name()),
        total.launches,
        total.hostSeconds,
        profile.warpInstructions(),
        profile.threadInstructions(),
        classes,
        branches,
        divergent,
        accesses == null
            ? List.of()
            : accesses.rows().stream().map(KernelResult.Accesses::of).toList());
  }
}
