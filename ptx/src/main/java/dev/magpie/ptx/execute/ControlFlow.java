package dev.magpie.ptx.execute;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Finds where the paths of each branch reconverge, and which registers may be read before they are
 * written.
 *
 * <p>Paths reconverge at the branch's immediate post-dominator. Of several exits only the one that
 * most of the function leads to counts: lanes that take another one do not reconverge, and the
 * others need not wait for the end of the function to go on together.
 */
final class ControlFlow {
  private static final int NONE = -1;

  /** Exits that may be taken for a function's main one, so that the search stays short. */
  private static final int MOST_EXITS = 64;

  private final Operation[] code;
  private final int[] blockOf;
  private final int[] starts;
  private final int blocks;
  private final int[][] successors;
  private final int[][] predecessors;

  // For walks through the graph.
  private final int[] path;
  private final int[] visited;
  private final int[] order;
  private final int[] number;

  private ControlFlow(FunctionCode program) {
    code = program.code;
    BitSet leaders = new BitSet(code.length);
    leaders.set(0);
    for (int i = 0; i < code.length; i++) {
      for (int target : code[i].targets()) {
        leaders.set(target);
      }
      if (i + 1 < code.length && (code[i].targets().length > 0 || !code[i].fallsThrough())) {
        leaders.set(i + 1);
      }
    }
    starts = leaders.stream().toArray();
    blocks = starts.length;
    blockOf = new int[code.length];
    for (int block = 0; block < blocks; block++) {
      Arrays.fill(blockOf, starts[block], end(block), block);
    }
    successors = new int[blocks][];
    int[] incoming = new int[blocks];
    for (int block = 0; block < blocks; block++) {
      successors[block] = successors(block);
      for (int after : successors[block]) {
        incoming[after]++;
      }
    }
    predecessors = new int[blocks][];
    Arrays.setAll(predecessors, block -> new int[incoming[block]]);
    for (int block = 0; block < blocks; block++) {
      for (int after : successors[block]) {
        predecessors[after][--incoming[after]] = block;
      }
    }
    path = new int[blocks];
    visited = new int[blocks];
    order = new int[blocks];
    number = new int[blocks];
  }

  static void analyse(FunctionCode program) {
    ControlFlow flow = new ControlFlow(program);
    flow.findReconvergence();
    program.blocks = flow.starts;
    Liveness liveness = new Liveness(program, flow.starts, flow.successors, flow.predecessors);
    liveness.analyse();
    program.analysed(liveness);
  }

  private int end(int block) {
    return block + 1 < blocks ? starts[block + 1] : code.length;
  }

  private int[] successors(int block) {
    Operation last = code[end(block) - 1];
    BitSet ways = new BitSet();
    for (int target : last.targets()) {
      ways.set(blockOf[target]);
    }
    if ((last.fallsThrough() || last.guard >= 0) && block + 1 < blocks) {
      ways.set(block + 1);
    }
    return ways.stream().toArray();
  }

  /** Immediate post-dominators, after Cooper, Harvey and Kennedy, on the reversed graph. */
  private void findReconvergence() {
    BitSet open = reachable();
    List<Integer> exits = new ArrayList<>();
    for (int block = open.nextSetBit(0); block >= 0; block = open.nextSetBit(block + 1)) {
      if (successors[block].length == 0) {
        exits.add(block);
      }
    }
    int[] dominator = new int[blocks];
    Arrays.fill(dominator, NONE);
    while (!open.isEmpty()) {
      // Blocks that lead to the main exit first; those that only lead to others have their turn.
      int exit = mainExit(exits, open);
      int[] order = postOrder(exit, open);
      dominator[exit] = exit;
      findDominators(order, open, dominator);
      for (int block : order) {
        Operation last = code[end(block) - 1];
        last.reconvergeAt(block == exit ? Warp.NOWHERE : starts[dominator[block]]);
        open.clear(block);
      }
      exits.removeIf(each -> !open.get(each));
    }
  }

  private void findDominators(int[] order, BitSet open, int[] dominator) {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int i = order.length - 2; i >= 0; i--) {
        int block = order[i];
        int common = NONE;
        for (int after : successors[block]) {
          // Ways to exits that this round is not about do not count.
          if (open.get(after) && dominator[after] != NONE) {
            common = common == NONE ? after : common(common, after, dominator);
          }
        }
        if (common != dominator[block]) {
          dominator[block] = common;
          changed = true;
        }
      }
    }
  }

  private int common(int a, int b, int[] dominator) {
    while (a != b) {
      while (number[a] < number[b]) {
        a = dominator[a];
      }
      while (number[b] < number[a]) {
        b = dominator[b];
      }
    }
    return a;
  }

  /** The blocks that the function's beginning leads to. */
  private BitSet reachable() {
    BitSet reached = new BitSet(blocks);
    int[] open = new int[blocks];
    int top = 0;
    open[top++] = 0;
    reached.set(0);
    while (top > 0) {
      for (int after : successors[open[--top]]) {
        if (!reached.get(after)) {
          reached.set(after);
          open[top++] = after;
        }
      }
    }
    return reached;
  }

  /**
   * Of the last exits, the one that most open blocks lead to; the last such. One that traps only if
   * there is no other; some block if none is left.
   */
  private int mainExit(List<Integer> exits, BitSet open) {
    int main = NONE;
    int most = 0;
    for (int i = exits.size() - 1; i >= Math.max(0, exits.size() - MOST_EXITS); i--) {
      int exit = exits.get(i);
      int count = code[end(exit) - 1].isTrap() ? 0 : postOrder(exit, open).length;
      if (main == NONE || count > most) {
        main = exit;
        most = count;
      }
    }
    return main == NONE ? open.length() - 1 : main;
  }

  /**
   * The open blocks that lead to an exit, each after those that it comes after on the reversed
   * graph. Their numbers are their places in this order.
   */
  private int[] postOrder(int exit, BitSet open) {
    int count = 0;
    int top = 0;
    path[top++] = exit;
    visited[exit] = 1;
    while (top > 0) {
      int block = path[top - 1];
      if (visited[block] <= predecessors[block].length) {
        int before = predecessors[block][visited[block]++ - 1];
        if (visited[before] == 0 && open.get(before)) {
          visited[before] = 1;
          path[top++] = before;
        }
      } else {
        number[block] = count;
        order[count++] = block;
        top--;
      }
    }
    int[] found = Arrays.copyOf(order, count);
    for (int block : found) {
      visited[block] = 0;
    }
    return found;
  }
}
