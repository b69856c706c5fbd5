package dev.magpie.gpu.execute;

import dev.magpie.ptx.execute.FunctionCode;
import dev.magpie.ptx.execute.Operation;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;

/**
 * Which loops are unrolled on the way to machine code: those of few instructions without branches,
 * whose number of rounds is known before the first, and that no pragma keeps as they are.
 */
final class Loops {
  /** How often; what the compiler of CUDA 13 does with the project's own kernels. */
  private static final int UNROLLED = 4;

  /** Of machine code that a loop may have. */
  private static final int MOST_INSTRUCTIONS = 48;

  private static final Set<String> ORDERS = Set.of("lt", "le", "gt", "ge", "lo", "ls", "hi", "hs");

  private final FunctionCode function;
  private final List<Operation> code;
  private final int[] instructions;
  private final BitSet targets;

  Loops(FunctionCode function, int[] instructions) {
    this.function = function;
    this.instructions = instructions;
    code = function.operations();
    targets = MachineCode.targets(code);
  }

  /** How many rounds of a loop are ordered as one, for its branch back; else 1. */
  int[] iterations() {
    int[] iterations = new int[code.size()];
    Arrays.setAll(iterations, i -> isUnrolled(i) ? UNROLLED : 1);
    return iterations;
  }

  private boolean isUnrolled(int branch) {
    Operation back = code.get(branch);
    int[] to = back.targets();
    if (to.length != 1 || to[0] > branch || back.source().guard() == null) {
      return false;
    }
    int start = to[0];
    int size = 0;
    for (int i = start; i < branch; i++) {
      if (MachineCode.staysInPlace(code.get(i)) || (i > start && targets.get(i))) {
        return false;
      }
      size += instructions[i];
    }
    return size <= MOST_INSTRUCTIONS
        && !function.function().notUnrolled().contains(start)
        && isCounted(start, branch);
  }

  /** Whether the branch depends on a number that grows by a constant, against one that stays. */
  private boolean isCounted(int start, int branch) {
    int predicate = code.get(branch).predicateReads()[0];
    int test = -1;
    for (int i = start; i < branch; i++) {
      for (int written : code.get(i).predicateWrites()) {
        test = written == predicate ? i : test;
      }
    }
    if (test < 0
        || !code.get(test).source().opcode().equals("setp")
        || code.get(test).source().modifiers().stream().noneMatch(ORDERS::contains)) {
      return false;
    }
    int counters = 0;
    for (int slot : code.get(test).reads()) {
      int writers = 0;
      boolean steps = false;
      for (int i = start; i < branch; i++) {
        for (int written : code.get(i).writes()) {
          if (written == slot) {
            writers++;
            steps = isStep(code.get(i), slot);
          }
        }
      }
      if (writers > 1 || (writers == 1 && !steps)) {
        return false;
      }
      counters += writers;
    }
    return counters == 1;
  }

  /** Whether it adds a constant to a register. */
  private static boolean isStep(Operation operation, int slot) {
    return operation.source().guard() == null
        && operation.source().opcode().equals("add")
        && operation.reads().length == 1
        && operation.reads()[0] == slot;
  }
}
