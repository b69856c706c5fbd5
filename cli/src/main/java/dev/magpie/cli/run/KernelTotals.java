package dev.magpie.cli.run;

import dev.magpie.ptx.Kernel;
import dev.magpie.ptx.LaunchResult;
import dev.magpie.ptx.execute.AccessCounts;
import dev.magpie.ptx.execute.ExecutionProfile;
import dev.magpie.ptx.execute.InstructionClass;
import dev.magpie.ptx.execute.Operation;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the launches of one kernel did together. */
final class KernelTotals {
  private @Nullable Kernel kernel;
  private @Nullable ExecutionProfile profile;
  private long launches;
  private double hostSeconds;

  /** How often instructions of a class were executed. */
  record Executed(long warps, long threads) {
    Executed plus(Executed other) {
      return new Executed(warps + other.warps, threads + other.threads);
    }
  }

  void add(LaunchResult result) {
    launches++;
    hostSeconds += result.hostSeconds();
    if (profile == null) {
      kernel = result.kernel();
      profile = result.profile();
    } else {
      profile.add(result.profile());
    }
  }

  private ExecutionProfile profile() {
    if (profile == null) {
      throw new IllegalStateException("nothing was launched");
    }
    return profile;
  }

  private List<Operation> operations() {
    if (kernel == null) {
      throw new IllegalStateException("nothing was launched");
    }
    return kernel.image().operations();
  }

  String name() {
    return kernel == null ? "" : kernel.name();
  }

  long launches() {
    return launches;
  }

  double hostSeconds() {
    return hostSeconds;
  }

  Executed executed() {
    return new Executed(profile().warpInstructions(), profile().threadInstructions());
  }

  /** The classes that occurred. */
  Map<InstructionClass, Executed> byClass() {
    Map<InstructionClass, Executed> classes = new EnumMap<>(InstructionClass.class);
    for (Operation operation : operations()) {
      long warps = profile().warps(operation);
      if (warps > 0) {
        classes.merge(
            operation.kind(), new Executed(warps, profile().threads(operation)), Executed::plus);
      }
    }
    return classes;
  }

  long branches() {
    return operations().stream()
        .filter(operation -> operation.kind() == InstructionClass.BRANCH)
        .mapToLong(operation -> profile().warps(operation))
        .sum();
  }

  long divergentBranches() {
    return operations().stream().mapToLong(operation -> profile().divergences(operation)).sum();
  }

  List<AccessCounts.Row> accesses() {
    AccessCounts counts = profile().accesses();
    return counts == null ? List.of() : counts.rows();
  }
}
