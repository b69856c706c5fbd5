package dev.magpie.gpu.core;

import static java.util.Objects.requireNonNull;

import dev.magpie.gpu.stream.MachineForm;
import dev.magpie.gpu.stream.MemoryAccess;
import dev.magpie.gpu.stream.OperationClass;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Warps that issue PTX as a compiler to machine code would have ordered it.
 *
 * <p>A compiler moves loads ahead of the arithmetic that waits for other loads, as far as the next
 * branch or barrier, and gives each value a register of its own. That order is not computed. Rather
 * a warp issues what is next although its operands are not there, and goes on; it is done when they
 * are. At the end of the stretch the warp waits until the last instruction would have been issued.
 */
final class IssueAhead {
  /** Of a warp's instructions that wait for operands: more have no registers. */
  private static final int MOST_OPEN = 64;

  /**
   * Of a warp's accesses that are to bring values: as many as the compiler of CUDA 13 has under way
   * where it unrolls a loop of loads and stays within 32 registers.
   */
  private static final int MOST_LOADS = 12;

  private static final int CONTROL = KernelTable.number(OperationClass.CONTROL);
  private static final int MEMORY = KernelTable.number(OperationClass.MEMORY);
  private static final int BARRIER = KernelTable.number(OperationClass.BARRIER);
  private static final int FENCE = KernelTable.number(OperationClass.FENCE);

  private final RegisterScoreboard scoreboard;
  private final Waiting waiting = new Waiting();
  private final DueAccesses due = new DueAccesses();
  private final OpenInstructions order;
  private final Deque<MemoryAccess> free = new ArrayDeque<>();

  // By warp.
  private final int[] open;
  private final int[] loads;
  private final int[] rounds;
  private final int[] openStores;
  private final int[] storedSpaces;
  private final long[] lastIssue;

  private @Nullable KernelTable kernel;

  /** Registers' times below 0 are the complements of what they wait for. */
  IssueAhead(int warps, RegisterScoreboard scoreboard) {
    this.scoreboard = scoreboard;
    order = new OpenInstructions(warps);
    open = new int[warps];
    loads = new int[warps];
    rounds = new int[warps];
    openStores = new int[warps];
    storedSpaces = new int[warps];
    lastIssue = new long[warps];
  }

  void begin(KernelTable table) {
    kernel = table;
  }

  /** Another warp begins. */
  void clear(int warp) {
    rounds[warp] = 0;
    lastIssue[warp] = -1;
  }

  private KernelTable kernel() {
    return requireNonNull(kernel, "no kernel has begun");
  }

  /** When a warp can issue an instruction; {@link RegisterScoreboard#UNKNOWN} if nobody knows. */
  long readyAt(int warp, int instruction) {
    MachineForm form = kernel().forms[instruction];
    int kind = kernel().classes[instruction];
    if (kind == CONTROL && rounds[warp] + 1 < form.iterations()) {
      return known(warp, instruction);
    }
    boolean staysInPlace =
        kind == CONTROL
            || kind == BARRIER
            || kind == FENCE
            || (form.reads() != 0 && form.writes() != 0);
    if (staysInPlace) {
      long operands = known(warp, instruction);
      return open[warp] > 0
          ? RegisterScoreboard.UNKNOWN
          : Math.max(operands, RegisterScoreboard.arithmetic(lastIssue[warp] + 1));
    }
    boolean mustWait =
        open[warp] >= MOST_OPEN
            || (kind == MEMORY && loads[warp] >= MOST_LOADS)
            || (form.reads() & storedSpaces[warp]) != 0;
    return mustWait ? RegisterScoreboard.UNKNOWN : 0;
  }

  /** When all registers that an instruction reads are there. */
  private long known(int warp, int instruction) {
    for (int register : kernel().reads[instruction]) {
      if (scoreboard.time(warp, register) < 0) {
        return RegisterScoreboard.UNKNOWN;
      }
    }
    return scoreboard.last(warp, kernel().reads[instruction]);
  }

  /** What a warp waits for that is at an instruction: the first that has not got its operands. */
  int waitingInstruction(int warp, int instruction) {
    int first = order.first(warp);
    return first < 0 ? instruction : waiting.instruction(first);
  }

  /** Whether an access has to wait for its operands after a cycle. */
  boolean isEarly(int warp, int instruction, long cycle) {
    long known = known(warp, instruction);
    return known == RegisterScoreboard.UNKNOWN || RegisterScoreboard.cycle(known) > cycle;
  }

  /** A warp has issued an instruction that is no access. */
  void issued(int warp, int instruction, long cycle) {
    if (kernel().classes[instruction] == CONTROL) {
      boolean isOver = rounds[warp] + 1 >= kernel().forms[instruction].iterations();
      rounds[warp] = isOver ? 0 : rounds[warp] + 1;
    }
    long operands = known(warp, instruction);
    if (operands == RegisterScoreboard.UNKNOWN) {
      open[warp]++;
      order.add(warp, await(warp, instruction, cycle));
    } else {
      long at = Math.max(cycle, RegisterScoreboard.cycle(operands));
      took(warp, instruction, at);
      scoreboard.set(warp, kernel().writes[instruction], result(instruction, at));
    }
  }

  /**
   * In compiled order an instruction would have been issued at a cycle; parts of others are not.
   */
  private void took(int warp, int instruction, long at) {
    if (kernel().forms[instruction].instructions() > 0) {
      lastIssue[warp] = Math.max(lastIssue[warp], at);
    }
  }

  /** When an instruction's result is there whose operands were there at a cycle. */
  private long result(int instruction, long at) {
    int parts = kernel().forms[instruction].instructions();
    return RegisterScoreboard.arithmetic(
        parts == 0 ? at : at + kernel().latencies[instruction] + parts - 1);
  }

  private int await(int warp, int instruction, long cycle) {
    int[] reads = kernel().reads[instruction];
    int entry = waiting.add(warp, instruction, RegisterScoreboard.arithmetic(cycle));
    for (int register : reads) {
      long time = scoreboard.time(warp, register);
      if (time < 0) {
        waiting.awaits(entry, (int) ~time);
      } else {
        waiting.notBefore(entry, time);
      }
    }
    scoreboard.set(warp, kernel().writes[instruction], ~entry);
    return entry;
  }

  // Accesses.

  /** An access begins at once; returns what to call it when its values are there. */
  int access(int warp, int instruction, long cycle) {
    lastIssue[warp] = Math.max(lastIssue[warp], cycle);
    if (kernel().writes[instruction].length == 0) {
      return -1;
    }
    loads[warp]++;
    return await(warp, instruction, cycle);
  }

  /** A place for what an early instruction accesses. */
  MemoryAccess place() {
    return free.isEmpty() ? new MemoryAccess() : free.pop();
  }

  /** An access is issued whose operands are not there. */
  void later(int warp, int instruction, MemoryAccess access, long cycle) {
    MachineForm form = kernel().forms[instruction];
    open[warp]++;
    if (form.writes() != 0) {
      openStores[warp]++;
      storedSpaces[warp] |= form.writes();
    }
    if (kernel().writes[instruction].length > 0) {
      loads[warp]++;
    }
    int entry = await(warp, instruction, cycle);
    order.add(warp, entry);
    waiting.setAccess(entry, access);
    if (!waiting.isWaiting(entry)) {
      due.add(entry, RegisterScoreboard.cycle(waiting.at(entry)));
    }
  }

  /** When the next access is due, or {@link Long#MAX_VALUE}. */
  long nextDue() {
    return due.isEmpty() ? Long.MAX_VALUE : due.firstAt();
  }

  /** The access that is due goes to the unit; returns the warp. */
  int begin(LoadStoreUnit unit, long cycle) {
    int entry = due.removeFirst();
    int warp = waiting.warp(entry);
    int instruction = waiting.instruction(entry);
    MemoryAccess access = waiting.takeAccess(entry);
    unit.access().set(access);
    free.push(access);
    open[warp]--;
    order.remove(warp, entry);
    lastIssue[warp] = Math.max(lastIssue[warp], cycle);
    if (kernel().forms[instruction].writes() != 0 && --openStores[warp] == 0) {
      storedSpaces[warp] = 0;
    }
    boolean hasResult = kernel().writes[instruction].length > 0;
    if (!hasResult) {
      waiting.remove(entry);
    }
    unit.accept(warp, instruction, hasResult ? entry : -1, cycle);
    return warp;
  }

  /** What an access is to bring is there at a cycle. */
  void loaded(int entry, long ready) {
    if (entry >= 0) {
      loads[waiting.warp(entry)]--;
      settle(entry, RegisterScoreboard.memory(ready));
    }
  }

  private void settle(int entry, long time) {
    int warp = waiting.warp(entry);
    for (int register : kernel().writes[waiting.instruction(entry)]) {
      if (scoreboard.time(warp, register) == ~entry) {
        scoreboard.set(warp, register, time);
      }
    }
    for (int user = waiting.nextUser(entry); user >= 0; user = waiting.nextUser(entry)) {
      waiting.notBefore(user, time);
      if (!waiting.isWaiting(user)) {
        complete(user);
      }
    }
    waiting.remove(entry);
  }

  /** All operands of an instruction are known. */
  private void complete(int entry) {
    int warp = waiting.warp(entry);
    long at = RegisterScoreboard.cycle(waiting.at(entry));
    if (waiting.hasAccess(entry)) {
      due.add(entry, at);
      return;
    }
    open[warp]--;
    order.remove(warp, entry);
    took(warp, waiting.instruction(entry), at);
    settle(entry, result(waiting.instruction(entry), at));
  }
}
