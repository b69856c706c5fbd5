package dev.magpie.ptx.execute;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Finds how much local memory the calls of a kernel take. */
final class CallDepth {
  private static final int OPEN = -1;

  private final Collection<FunctionCode> programs;
  private final Map<FunctionCode, Integer> bytes = new LinkedHashMap<>();

  private CallDepth(Collection<FunctionCode> programs) {
    this.programs = programs;
  }

  /**
   * Bytes of the frames on the deepest chain of calls from the first function on. A call of a
   * function that is under way already takes nothing; a call by address may be of any function.
   */
  static int localBytes(Collection<FunctionCode> programs) {
    return new CallDepth(programs).bytes(programs.iterator().next());
  }

  private int bytes(FunctionCode kernel) {
    Deque<FunctionCode> open = new ArrayDeque<>();
    open.push(kernel);
    while (!open.isEmpty()) {
      FunctionCode program = open.peek();
      if (bytes.putIfAbsent(program, OPEN) == null) {
        for (FunctionCode callee : callees(program)) {
          if (!bytes.containsKey(callee)) {
            open.push(callee);
          }
        }
        continue;
      }
      open.pop();
      if (bytes.getOrDefault(program, 0) == OPEN) {
        int deepest = 0;
        for (FunctionCode callee : callees(program)) {
          deepest = Math.max(deepest, bytes.getOrDefault(callee, 0));
        }
        bytes.put(program, program.frameBytes + deepest);
      }
    }
    return bytes.getOrDefault(kernel, 0);
  }

  private Set<FunctionCode> callees(FunctionCode program) {
    Set<FunctionCode> callees = new LinkedHashSet<>();
    for (Operation operation : program.code) {
      if (operation instanceof CallOperation call) {
        FunctionCode callee = call.callee();
        if (callee != null) {
          callees.add(callee);
        } else {
          callees.addAll(programs);
        }
      }
    }
    return callees;
  }
}
