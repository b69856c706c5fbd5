package dev.magpie.ptx.execute;

import dev.magpie.ptx.KernelFaultException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The 32 threads that execute an instruction together.
 *
 * <p>Where they take different ways, a stack holds the paths that wait: the path on top runs until
 * it reaches the instruction at which it meets the one below, the immediate post-dominator of the
 * branch. Calls are paths with a frame of their own.
 *
 * <p>Lanes that wait at a barrier, or in an instruction that exchanges values for lanes that are
 * elsewhere, are put aside, and the others go on without them: no lane waits for one that waits for
 * it. They join again where their paths are the same.
 */
public final class Warp {
  /** Threads of a warp. */
  public static final int LANES = 32;

  /** Where a path meets no other. */
  static final int NOWHERE = -1;

  /** What a warp can be doing. */
  public enum State {
    RUNNING,
    /** All its lanes have come to barriers that others have yet to reach. */
    WAITING,
    DONE
  }

  private final Block block;
  private final int index;
  private final CallFrame kernelFrame;
  private final Map<SpecialRegister, long[]> specials = new EnumMap<>(SpecialRegister.class);
  private final int first;

  State state = State.DONE;

  /** The lanes whose threads have not exited. */
  int alive;

  /** The lanes that wait at barriers. */
  private int waiting;

  /** The barrier that the path on top came to last. */
  private @Nullable Operation barrier;

  private final DivergentPaths aside = new DivergentPaths();

  /** Whether the next exchange takes place without the lanes that it waits for. */
  private boolean goesAhead;

  // The path on top.
  long[][] r;
  int[] p;
  private CallFrame frame;
  private Operation[] code;
  private int pc;
  private int active;
  private int reconverge = NOWHERE;

  private SimtStack below = new SimtStack();

  /** The carry flag of each lane. */
  int carry;

  /** Takes the results of the lanes that do not run an instruction. */
  final long[] scratch = new long[LANES];

  /** Addresses of the access under way. */
  final long[] address = new long[LANES];

  /** Offsets of the access under way in its region. */
  final long[] offset = new long[LANES];

  final ExecutionProfile profile;
  private final LocalMemory local;

  Warp(Block block, int index) {
    this.block = block;
    this.index = index;
    this.profile = block.profile();
    int threads = Math.min(LANES, block.shape().threads() - index * LANES);
    first = threads == LANES ? -1 : (1 << threads) - 1;
    FunctionCode program = block.kernel().program();
    local = new LocalMemory(program.frameBytes);
    kernelFrame = new CallFrame(program, this, 0, null, null);
    frame = kernelFrame;
    r = frame.r;
    p = frame.p;
    code = program.code;
  }

  /** Starts the threads of a block. */
  void begin() {
    for (Map.Entry<SpecialRegister, long[]> special : specials.entrySet()) {
      if (special.getKey().ofBlock()) {
        special.getKey().fill(special.getValue(), this);
      }
    }
    kernelFrame.reset();
    enter(kernelFrame, 0, first, NOWHERE);
    below.clear();
    alive = first;
    carry = 0;
    waiting = 0;
    aside.clear();
    goesAhead = false;
    state = State.RUNNING;
    local.clear();
  }

  long[] special(SpecialRegister special) {
    long[] lanes = specials.get(special);
    if (lanes == null) {
      lanes = new long[LANES];
      special.fill(lanes, this);
      specials.put(special, lanes);
    }
    return lanes;
  }

  public Block block() {
    return block;
  }

  /** Its number in the block. */
  public int index() {
    return index;
  }

  public State state() {
    return state;
  }

  /** The instruction that it executes next. */
  public Operation next() {
    return code[pc];
  }

  /** The lanes on the path that runs. */
  public int active() {
    return active;
  }

  /** The lanes that will execute the next instruction. */
  public int nextMask() {
    Operation operation = code[pc];
    return operation.guard < 0 ? active : active & (p[operation.guard] ^ operation.guardFlip);
  }

  /** The lanes of a register slot of the function that runs. */
  public long[] register(int slot) {
    return r[slot];
  }

  CallFrame frame() {
    return frame;
  }

  int pc() {
    return pc;
  }

  /** Executes an instruction. */
  public void step() {
    Operation operation = code[pc++];
    int mask = active;
    if (operation.guard >= 0) {
      mask &= p[operation.guard] ^ operation.guardFlip;
    }
    profile.count(operation.id, mask);
    if (mask != 0) {
      operation.execute(this, mask);
    }
    if (pc == reconverge) {
      pop();
    }
  }

  /** Executes instructions until the warp cannot go on, at most a number; returns how many. */
  long run(long limit) {
    long left = limit;
    while (left > 0 && state == State.RUNNING) {
      left--;
      step();
    }
    return limit - left;
  }

  private void enter(CallFrame next, int nextPc, int mask, int meeting) {
    frame = next;
    r = next.r;
    p = next.p;
    code = next.program.code;
    pc = nextPc;
    active = mask;
    reconverge = meeting;
  }

  private void push(CallFrame of, int at, int mask, int meeting) {
    if (below.isFull()) {
      throw fault(
          code[Math.max(0, pc - 1)],
          Integer.numberOfTrailingZeros(active),
          "%d calls and branches are open: does a recursion not end?".formatted(below.depth()));
    }
    below.push(of, at, mask, meeting);
  }

  /** Ends the path on top. */
  private void pop() {
    if (resume()) {
      if (!aside.isEmpty()) {
        rejoin();
      }
    } else if (aside.isEmpty()) {
      finish();
    } else {
      goOnAside();
    }
  }

  /** Goes on with the topmost path that has lanes and has not met the one below. */
  private boolean resume() {
    while (below.depth() > 0) {
      int path = below.pop();
      int mask = below.mask(path);
      if (mask != 0 && below.pc(path) != below.meeting(path)) {
        enter(below.frame(path), below.pc(path), mask, below.meeting(path));
        return true;
      }
    }
    active = 0;
    reconverge = NOWHERE;
    return false;
  }

  /** Some lanes have come to a barrier. */
  void hold(int mask) {
    waiting |= mask;
  }

  /** A barrier lets lanes go on. */
  void release(int mask) {
    waiting &= ~mask;
  }

  /** Goes on if all of it waited and a barrier has let lanes go. */
  void wake() {
    if (state != State.WAITING) {
      return;
    }
    if (!aside.isEmpty()) {
      goOnAside();
    } else if ((active & waiting) == 0) {
      state = State.RUNNING;
    }
  }

  /** Goes on behind a barrier, or without the lanes that wait there. */
  void pass(Operation at, int mask) {
    if ((waiting & mask) == 0) {
      if (!aside.isEmpty()) {
        rejoin();
      }
      return;
    }
    barrier = at;
    if (aside.isEmpty() && (active | below.lanes()) == mask) {
      state = State.WAITING;
    } else {
      putAside(at, mask, false);
    }
  }

  /** Puts lanes of the path on top aside, on all their paths, and goes on with others. */
  private void putAside(Operation at, int mask, boolean exchanges) {
    push(frame, pc, active, reconverge);
    aside.add(new DivergentPaths.Strand(below.part(mask), at, mask, exchanges));
    if (!resume()) {
      goOnAside();
    }
  }

  /** Joins the path on top with those aside that have come as far, and goes on with the last. */
  private void rejoin() {
    if (aside.hasReady(waiting)) {
      push(frame, pc, active, reconverge);
      aside.add(new DivergentPaths.Strand(below, null, 0, false));
      below = new SimtStack();
      goOnAside();
    }
  }

  private void goOnAside() {
    DivergentPaths.Strand next = aside.take(waiting);
    if (next == null) {
      state = State.WAITING;
      return;
    }
    goesAhead = next.exchanges;
    below = next.paths;
    resume();
    state = State.RUNNING;
  }

  /**
   * Lets lanes that wait for each other meet.
   *
   * @param exchange what the path on top executes
   * @param mask the lanes that do
   * @param members the slot of the lanes that each waits for
   * @return the lanes that execute it now, or 0 if others have yet to come
   */
  int meet(Operation exchange, int mask, int members) {
    boolean waits = !goesAhead;
    goesAhead = false;
    if (active == alive) {
      return mask;
    }
    int named = 0;
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      named |= (int) r[members][Integer.numberOfTrailingZeros(rest)];
    }
    int there = aside.lanesIn(exchange);
    if (waits && (named & alive & ~active & ~there) != 0) {
      profile.discount(exchange.id, mask);
      pc--;
      putAside(exchange, mask, true);
      return 0;
    }
    for (DivergentPaths.Strand strand : aside.all()) {
      if (strand.isIn(exchange)) {
        CallFrame of = strand.paths.top();
        if (of != frame) {
          of.copyTo(frame, exchange.reads(), exchange.predicateReads(), strand.mask);
        }
      }
    }
    return mask | there;
  }

  /** Lets the lanes go on that waited for an exchange, which has taken place. */
  void part(Operation exchange) {
    for (DivergentPaths.Strand strand : aside.all()) {
      if (strand.isIn(exchange)) {
        CallFrame of = strand.paths.top();
        if (of != frame) {
          frame.copyTo(of, exchange.writes(), exchange.predicateWrites(), strand.mask);
        }
        strand.exchanges = false;
        strand.paths.advance();
      }
    }
    rejoin();
  }

  private void finish() {
    if (state != State.DONE) {
      state = State.DONE;
      block.ended();
    }
  }

  /** Goes on elsewhere, with all lanes. */
  void jump(int target) {
    pc = target;
  }

  /**
   * Parts the lanes: some go to a target, the others go on.
   *
   * @param taken the lanes that jump
   * @param meeting where the two ways meet, or {@link #NOWHERE}
   * @return whether the lanes parted
   */
  boolean branch(int taken, int target, int meeting) {
    if (taken == active) {
      pc = target;
      return false;
    }
    int others = active & ~taken;
    int next = pc;
    int where = await(meeting);
    if (next == where) {
      enter(frame, target, taken, where);
    } else if (target == where) {
      enter(frame, next, others, where);
    } else {
      push(frame, next, others, where);
      enter(frame, target, taken, where);
    }
    return true;
  }

  /**
   * Leaves a path that waits for those that part here, unless the path below already waits at the
   * same place, or the ways never meet.
   *
   * @return where they meet
   */
  private int await(int meeting) {
    if (meeting == NOWHERE || meeting == reconverge) {
      return reconverge;
    }
    push(frame, meeting, active, reconverge);
    return meeting;
  }

  /**
   * Parts the lanes after a table: lane i goes to {@code targets[choices[i]]}.
   *
   * @return whether the lanes parted
   */
  boolean branch(int mask, long[] choices, int[] targets, int meeting) {
    int others = active & ~mask;
    int next = pc;
    int only = targets[(int) choices[Integer.numberOfTrailingZeros(mask)]];
    boolean together = others == 0;
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      together &= targets[(int) choices[Integer.numberOfTrailingZeros(rest)]] == only;
    }
    if (together) {
      pc = only;
      return false;
    }
    int where = await(meeting);
    int groups = below.depth();
    if (others != 0 && next != where) {
      push(frame, next, others, where);
    }
    for (int rest = mask; rest != 0; ) {
      int target = targets[(int) choices[Integer.numberOfTrailingZeros(rest)]];
      int group = 0;
      for (int lanes = rest; lanes != 0; lanes &= lanes - 1) {
        int lane = Integer.numberOfTrailingZeros(lanes);
        if (targets[(int) choices[lane]] == target) {
          group |= 1 << lane;
        }
      }
      rest &= ~group;
      if (target != where) {
        push(frame, target, group, where);
      }
    }
    if (below.depth() == groups) {
      pc = where;
    } else {
      resume();
    }
    return true;
  }

  /** Calls a function for some lanes, on top of what waits. */
  CallFrame call(CallOperation site, FunctionCode callee, int mask) {
    CallFrame caller = frame;
    int base = caller.base + caller.program.frameBytes;
    ensureLocal(base + callee.frameBytes, site, mask);
    CallFrame next = new CallFrame(callee, this, base, caller, site);
    push(caller, pc, active, reconverge);
    enter(next, 0, mask, NOWHERE);
    return next;
  }

  /**
   * Calls another function for other lanes of a call by address, on top of the calls that it has
   * made already.
   */
  CallFrame callBeside(CallOperation site, FunctionCode callee, int mask, CallFrame caller) {
    int base = caller.base + caller.program.frameBytes;
    ensureLocal(base + callee.frameBytes, site, mask);
    push(frame, pc, active, reconverge);
    CallFrame next = new CallFrame(callee, this, base, caller, site);
    enter(next, 0, mask, NOWHERE);
    return next;
  }

  /** Ends the call of some lanes; their results have been passed. */
  void leave(int mask) {
    below.dropFrom(frame, mask);
    active &= ~mask;
    if (active == 0) {
      pop();
    }
  }

  /** Ends the threads of some lanes. */
  void exit(int mask) {
    below.dropUpTo(below.depth() - 1, mask);
    alive &= ~mask;
    active &= ~mask;
    block.exited(Integer.bitCount(mask));
    if (active == 0) {
      pop();
    }
  }

  LocalMemory local() {
    return local;
  }

  private void ensureLocal(int bytes, Operation operation, int mask) {
    if (bytes > Math.max(local.stride(), LocalMemory.LARGEST)) {
      throw fault(
          operation,
          Integer.numberOfTrailingZeros(mask),
          "the call stack needs more than %d KiB of a thread's local memory: does a recursion not end?"
              .formatted(LocalMemory.LARGEST >> 10));
    }
    local.ensure(bytes);
  }

  /** A predicate slot's lanes, or their complement if the number is a negated one. */
  int predicate(int code) {
    return code >= 0 ? p[code] : ~p[~code];
  }

  void setPredicate(int slot, int mask, int lanes) {
    p[slot] = (p[slot] & ~mask) | (lanes & mask);
  }

  /** What went wrong, with where. */
  KernelFaultException fault(Operation operation, int lane, String problem) {
    return new KernelFaultException(place(operation, lane) + ": " + problem);
  }

  /** Where a lane executes an operation: module, kernel, block, thread and line. */
  public String place(Operation operation, int lane) {
    return "%s: kernel %s, block (%d,%d,%d), thread %s, line %d (%s)"
        .formatted(
            block.kernel().label(),
            block.kernel().name(),
            block.x(),
            block.y(),
            block.z(),
            thread(lane),
            operation.line(),
            operation.source().mnemonic());
  }

  /** What clocks show. */
  long clock() {
    return block.clock();
  }

  /** A lane's thread, as (x,y,z). */
  String thread(int lane) {
    return "(%d,%d,%d)"
        .formatted(
            special(SpecialRegister.TID_X)[lane],
            special(SpecialRegister.TID_Y)[lane],
            special(SpecialRegister.TID_Z)[lane]);
  }

  /** Where its lanes stand, for reports. */
  String position() {
    List<String> places = new ArrayList<>();
    if (state == State.RUNNING) {
      places.add(position("is at", code[pc], active));
    } else if (aside.isEmpty() && barrier != null) {
      places.add(position("waits in", barrier, active));
    }
    for (DivergentPaths.Strand strand : aside.all()) {
      Operation at = strand.waitsIn;
      if (at != null) {
        places.add(position("waits in", at, strand.mask));
      }
    }
    return "warp %d %s".formatted(index, String.join(" and ", places));
  }

  private static String position(String verb, Operation at, int lanes) {
    return "%s line %d (%s) with lanes 0x%08x"
        .formatted(verb, at.line(), at.source().mnemonic(), lanes);
  }
}
