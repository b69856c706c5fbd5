package dev.magpie.ptx.execute;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Finds where the ways of each branch meet, and which registers may be read before they are
 * written.
 *
 * <p>Ways meet at the branch's immediate post-dominator. Exits other than the function's last one
 * do not count as ways: lanes that take them meet nobody, and the others need not wait for the end
 * of the function to go on together.
 */
final class ControlFlow {
  private final Operation[] code;
  private final int[] blockOf;
  private final int[] starts;
  private final int blocks;
  private final int[][] successors;
  private final int[][] predecessors;

  private ControlFlow(Program program) {
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
      for (int next : successors[block]) {
        incoming[next]++;
      }
    }
    predecessors = new int[blocks][];
    Arrays.setAll(predecessors, block -> new int[incoming[block]]);
    for (int block = 0; block < blocks; block++) {
      for (int next : successors[block]) {
        predecessors[next][--incoming[next]] = block;
      }
    }
  }

  static void analyse(Program program) {
    ControlFlow flow = new ControlFlow(program);
    flow.findMeetings();
    new Liveness(program, flow.starts, flow.successors, flow.predecessors).analyse();
  }

  private int end(int block) {
    return block + 1 < blocks ? starts[block + 1] : code.length;
  }

  private int[] successors(int block) {
    Operation last = code[end(block) - 1];
    BitSet next = new BitSet();
    for (int target : last.targets()) {
      next.set(blockOf[target]);
    }
    if ((last.fallsThrough() || last.guard >= 0) && block + 1 < blocks) {
      next.set(block + 1);
    }
    return next.stream().toArray();
  }

  /** Immediate post-dominators, after Cooper, Harvey and Kennedy, on the reversed graph. */
  private void findMeetings() {
    int exit = lastExit();
    int[] order = new int[blocks];
    int[] number = new int[blocks];
    Arrays.fill(number, -1);
    int count = postOrder(exit, order, number);
    int[] dominator = new int[blocks];
    Arrays.fill(dominator, -1);
    dominator[exit] = exit;
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int i = count - 2; i >= 0; i--) {
        int block = order[i];
        int common = -1;
        for (int next : successors[block]) {
          if (dominator[next] >= 0) {
            common = common < 0 ? next : common(common, next, dominator, number);
          }
        }
        if (common != dominator[block]) {
          dominator[block] = common;
          changed = true;
        }
      }
    }
    for (int block = 0; block < blocks; block++) {
      Operation last = code[end(block) - 1];
      boolean meets = dominator[block] >= 0 && block != exit;
      last.meetAt(meets ? starts[dominator[block]] : Warp.NOWHERE);
    }
  }

  private static int common(int a, int b, int[] dominator, int[] number) {
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

  /** The last block that ends its threads and that the function's beginning leads to. */
  private int lastExit() {
    BitSet reached = new BitSet(blocks);
    int[] open = new int[blocks];
    int top = 0;
    open[top++] = 0;
    reached.set(0);
    while (top > 0) {
      for (int next : successors[open[--top]]) {
        if (!reached.get(next)) {
          reached.set(next);
          open[top++] = next;
        }
      }
    }
    int last = blocks - 1;
    for (int block = 0; block < blocks; block++) {
      Operation end = code[end(block) - 1];
      if (reached.get(block) && successors[block].length == 0 && !end.isTrap()) {
        last = block;
      }
    }
    return last;
  }

  /** Numbers the blocks that lead to the exit, each after those that it comes after. */
  private int postOrder(int exit, int[] order, int[] number) {
    int[] stack = new int[blocks + 1];
    int[] next = new int[blocks];
    BitSet seen = new BitSet(blocks);
    int top = 0;
    int count = 0;
    stack[top++] = exit;
    seen.set(exit);
    while (top > 0) {
      int block = stack[top - 1];
      if (next[block] < predecessors[block].length) {
        int before = predecessors[block][next[block]++];
        if (!seen.get(before)) {
          seen.set(before);
          stack[top++] = before;
        }
      } else {
        number[block] = count;
        order[count++] = block;
        top--;
      }
    }
    return count;
  }
}
