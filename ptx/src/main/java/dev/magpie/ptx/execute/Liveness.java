package dev.magpie.ptx.execute;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;

/** Finds the registers that a function may read before it writes them. */
final class Liveness {
  private final Program program;
  private final int[] starts;
  private final int[][] successors;
  private final int[][] predecessors;

  Liveness(Program program, int[] starts, int[][] successors, int[][] predecessors) {
    this.program = program;
    this.starts = starts;
    this.successors = successors;
    this.predecessors = predecessors;
  }

  void findZeroed() {
    program.zeroed = liveAtStart(false);
    program.zeroedPredicates = liveAtStart(true);
  }

  private int[] liveAtStart(boolean predicates) {
    int blocks = starts.length;
    BitSet[] needed = new BitSet[blocks];
    BitSet[] written = new BitSet[blocks];
    Deque<Integer> open = new ArrayDeque<>();
    BitSet queued = new BitSet(blocks);
    for (int block = 0; block < blocks; block++) {
      needed[block] = new BitSet();
      written[block] = new BitSet();
      int end = block + 1 < blocks ? starts[block + 1] : program.code.length;
      for (int i = starts[block]; i < end; i++) {
        scan(program.code[i], predicates, needed[block], written[block]);
      }
      open.add(block);
      queued.set(block);
    }
    BitSet[] live = new BitSet[blocks];
    for (int block = 0; block < blocks; block++) {
      live[block] = (BitSet) needed[block].clone();
    }
    while (!open.isEmpty()) {
      int block = open.removeLast();
      queued.clear(block);
      BitSet out = new BitSet();
      for (int next : successors[block]) {
        out.or(live[next]);
      }
      out.andNot(written[block]);
      out.or(live[block]);
      if (!out.equals(live[block])) {
        live[block] = out;
        for (int before : predecessors[block]) {
          if (!queued.get(before)) {
            queued.set(before);
            open.add(before);
          }
        }
      }
    }
    return live[0].stream().filter(slot -> !isFixed(slot, predicates)).toArray();
  }

  private boolean isFixed(int slot, boolean predicates) {
    return slot >= (predicates ? program.predicates - 1 : program.registers);
  }

  private static void scan(Operation operation, boolean predicates, BitSet needed, BitSet written) {
    for (int slot : predicates ? operation.predicateReads() : operation.reads()) {
      if (!written.get(slot)) {
        needed.set(slot);
      }
    }
    // Under a guard some lanes keep what they had.
    if (operation.guard < 0) {
      for (int slot : predicates ? operation.predicateWrites() : operation.writes()) {
        written.set(slot);
      }
    }
  }
}
