package dev.magpie.gpu;

import dev.magpie.gpu.core.InstructionCounters;
import dev.magpie.gpu.core.LoadStoreCounters;
import dev.magpie.gpu.core.WarpState;
import dev.magpie.gpu.stream.KernelShape;
import dev.magpie.gpu.stream.StreamInstruction;
import dev.magpie.ptx.ir.SourceLine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What instructions of kernels did, all launches of each together. */
final class LineLog {
  /** Two modules may have kernels of one name. */
  private record Key(String kernel, List<String> instructions) {
    static Key of(KernelShape kernel) {
      return new Key(
          kernel.name(),
          kernel.instructions().stream().map(each -> each.text() + " " + each.location()).toList());
    }
  }

  private record Known(KernelShape kernel, InstructionCounters counters) {}

  private final Map<Key, Known> kernels = new LinkedHashMap<>();

  /** The counters of a kernel. */
  InstructionCounters of(KernelShape kernel) {
    return kernels
        .computeIfAbsent(Key.of(kernel), _ -> new Known(kernel, new InstructionCounters(kernel)))
        .counters();
  }

  /** By line, those first that took most. */
  List<Breakdown.Line> lines() {
    List<Sum> sums = new ArrayList<>();
    kernels.values().forEach(each -> sums.addAll(lines(each)));
    List<Breakdown.Line> lines = shared(sums);
    lines.sort(Comparator.comparingLong(Breakdown.Line::schedulerCycles).reversed());
    return lines;
  }

  private static List<Sum> lines(Known known) {
    Map<Object, Sum> byLine = new LinkedHashMap<>();
    List<StreamInstruction> instructions = known.kernel().instructions();
    for (int i = 0; i < instructions.size(); i++) {
      StreamInstruction each = instructions.get(i);
      Object line = each.location() == null ? each.text() : each.location();
      byLine
          .computeIfAbsent(line, _ -> new Sum(known.kernel().name(), each))
          .add(known.counters(), i);
    }
    return List.copyOf(byLine.values());
  }

  /** By instruction, as kernels have them. */
  List<Breakdown.Line> instructions() {
    List<Sum> sums = new ArrayList<>();
    for (Known each : kernels.values()) {
      List<StreamInstruction> instructions = each.kernel().instructions();
      for (int i = 0; i < instructions.size(); i++) {
        Sum sum = new Sum(each.kernel().name(), instructions.get(i));
        sum.add(each.counters(), i);
        sums.add(sum);
      }
    }
    return shared(sums);
  }

  /** Those that did something, with their shares. */
  private static List<Breakdown.Line> shared(List<Sum> sums) {
    long all = sums.stream().mapToLong(Sum::schedulerCycles).sum();
    List<Breakdown.Line> lines = new ArrayList<>();
    for (Sum each : sums) {
      if (each.schedulerCycles() > 0) {
        lines.add(each.line(all));
      }
    }
    return lines;
  }

  /** Instructions of one line. */
  private static final class Sum {
    private final String kernel;
    private final StreamInstruction first;
    private final LoadStoreCounters memory = new LoadStoreCounters();
    private final Map<WarpState, Long> stalls = new EnumMap<>(WarpState.class);
    private int instructions;
    private long issues;
    private long threads;

    Sum(String kernel, StreamInstruction first) {
      this.kernel = kernel;
      this.first = first;
    }

    void add(InstructionCounters counters, int instruction) {
      instructions++;
      issues += counters.issues(instruction);
      threads += counters.threads(instruction);
      counters
          .stalls(instruction)
          .forEach((state, cycles) -> stalls.merge(state, cycles, Long::sum));
      counters.addMemoryTo(memory, instruction);
    }

    long schedulerCycles() {
      return issues + stalls.values().stream().mapToLong(Long::longValue).sum();
    }

    Breakdown.Line line(long all) {
      SourceLine location = first.location();
      @Nullable String file = location == null ? null : location.file();
      return new Breakdown.Line(
          kernel,
          file,
          location == null ? 0 : location.line(),
          instructions == 1 ? first.text() : instructions + " instructions",
          (double) schedulerCycles() / all,
          schedulerCycles(),
          issues,
          threads,
          stalls,
          Counted.l1(memory),
          Counted.requests(memory));
    }
  }
}
