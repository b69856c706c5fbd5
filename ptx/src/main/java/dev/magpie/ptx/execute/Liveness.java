package dev.magpie.ptx.execute;

import dev.magpie.ptx.ir.Function;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;

/**
 * Finds the registers that a function may read before it writes them, and how many hold values at
 * the same time that are still needed.
 */
final class Liveness {
  private final FunctionCode program;
  private final int[] starts;
  private final int[][] successors;
  private final int[][] predecessors;
  private final BitSet[] live;
  private final BitSet[] livePredicates;

  Liveness(FunctionCode program, int[] starts, int[][] successors, int[][] predecessors) {
    this.program = program;
    this.starts = starts;
    this.successors = successors;
    this.predecessors = predecessors;
    live = liveAtStarts(false);
    livePredicates = liveAtStarts(true);
  }

  void analyse() {
    program.zeroed = unwritten(live[0], false);
    program.zeroedPredicates = unwritten(livePredicates[0], true);
    program.pressure = pressure();
  }

  /** The registers that are still needed behind an operation. */
  BitSet registersBehind(int index) {
    BitSet needed = behind(index, live, false);
    // Results of functions are taken from their registers by the caller.
    for (int i = 0; i < program.returnPlaces.length; i++) {
      if (program.function().returns().get(i) instanceof Function.Parameter.InRegister) {
        needed.set(program.returnPlaces[i]);
      }
    }
    // A lane that is elsewhere may be read, too, whatever it still needs itself.
    for (Operation operation : program.code) {
      if (operation.readsOtherLanes()) {
        for (int slot : operation.reads()) {
          needed.set(slot);
        }
      }
    }
    return needed;
  }

  /** The predicates that are still needed behind an operation. */
  BitSet predicatesBehind(int index) {
    return behind(index, livePredicates, true);
  }

  private BitSet behind(int index, BitSet[] atStarts, boolean predicates) {
    int found = Arrays.binarySearch(starts, index);
    int block = found >= 0 ? found : -found - 2;
    BitSet needed = liveAtEnd(block, atStarts);
    for (int i = end(block) - 1; i > index; i--) {
      Operation operation = program.code[i];
      if (operation.guard < 0) {
        for (int slot : predicates ? operation.predicateWrites() : operation.writes()) {
          needed.clear(slot);
        }
      }
      for (int slot : predicates ? operation.predicateReads() : operation.reads()) {
        needed.set(slot);
      }
    }
    return needed;
  }

  /** The registers that are still needed at the start of each block. */
  private BitSet[] liveAtStarts(boolean predicates) {
    int blocks = starts.length;
    BitSet[] needed = new BitSet[blocks];
    BitSet[] written = new BitSet[blocks];
    Deque<Integer> open = new ArrayDeque<>();
    BitSet queued = new BitSet(blocks);
    for (int block = 0; block < blocks; block++) {
      needed[block] = new BitSet();
      written[block] = new BitSet();
      for (int i = starts[block]; i < end(block); i++) {
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
      BitSet out = liveAtEnd(block, live);
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
    return live;
  }

  private int end(int block) {
    return block + 1 < starts.length ? starts[block + 1] : program.code.length;
  }

  private BitSet liveAtEnd(int block, BitSet[] live) {
    BitSet out = new BitSet();
    for (int next : successors[block]) {
      out.or(live[next]);
    }
    return out;
  }

  private int[] unwritten(BitSet live, boolean predicates) {
    return live.stream().filter(slot -> !isFixed(slot, predicates)).toArray();
  }

  /** Goes through each block backwards, counting the words of what is still needed. */
  private int pressure() {
    int most = 0;
    for (int block = 0; block < starts.length; block++) {
      BitSet needed = liveAtEnd(block, live);
      int words = needed.stream().map(slot -> program.words[slot]).sum();
      for (int i = end(block) - 1; i >= starts[block]; i--) {
        Operation operation = program.code[i];
        // What is written takes a register, wanted or not.
        for (int slot : operation.writes()) {
          words += needed.get(slot) ? 0 : program.words[slot];
          needed.set(slot);
        }
        most = Math.max(most, words);
        for (int slot : operation.guard < 0 ? operation.writes() : new int[0]) {
          words -= program.words[slot];
          needed.clear(slot);
        }
        for (int slot : operation.reads()) {
          words += needed.get(slot) ? 0 : program.words[slot];
          needed.set(slot);
        }
        most = Math.max(most, words);
      }
    }
    return most;
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
