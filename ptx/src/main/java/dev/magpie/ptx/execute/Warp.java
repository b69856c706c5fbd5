package dev.magpie.ptx.execute;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The 32 threads that execute an instruction together.
 *
 * <p>Where they take different ways, a {@linkplain SimtStack SIMT stack} holds the paths that wait:
 * the path on top runs until it reconverges with the one below, at the immediate post-dominator of
 * the branch. Calls are paths with a frame of their own.
 *
 * <p>Lanes that wait at a barrier, or in an instruction that exchanges values for lanes that are
 * elsewhere, are {@linkplain DivergentPaths put aside}, and the others go on without them.
 */
public final class Warp {
  /** Threads of a warp. */
  public static final int LANES = 32;

  /** Where a path reconverges with no other. */
  static final int NOWHERE = -1;

  /** Registers whose values differ between the blocks of a launch. */
  private static final SpecialRegister[] OF_BLOCK = {
    SpecialRegister.CTAID_X, SpecialRegister.CTAID_Y, SpecialRegister.CTAID_Z, SpecialRegister.SMID
  };

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

  /** The lanes that are put aside. */
  final DivergentPaths divergent = new DivergentPaths(this);

  // The path on top.
  long[][] r;
  int[] p;
  private CallFrame frame;
  private Operation[] code;
  private int pc;
  private int active;
  private int reconverge = NOWHERE;

  /** The operations before this one on the path have been computed; 0 if none is ahead. */
  private int computed;

  private final boolean compiles;

  /** Whether stretches may be executed as a whole: nobody watches. */
  private final boolean fuses;

  private SimtStack below = new SimtStack();

  /** The carry flag of each lane. */
  int carry;

  /** Takes the results of the lanes that do not run an instruction. */
  final long[] scratch = new long[LANES];

  /** Addresses of the access under way. */
  final long[] address = new long[LANES];

  /** Offsets of the access under way in its region. */
  final long[] offset = new long[LANES];

  /** Texels of the fetch under way; null before the first. */
  private @Nullable TextureFootprints footprints;

  final ExecutionProfile profile;
  private final LocalMemory local;
  private @Nullable MatrixScratch matrices;

  Warp(Block block, int index) {
    this.block = block;
    this.index = index;
    this.profile = block.profile();
    compiles = block.launch().compilesAfter() < Integer.MAX_VALUE;
    fuses = compiles && block.launch().observer() == null;
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
    for (SpecialRegister special : OF_BLOCK) {
      long[] lanes = specials.get(special);
      if (lanes != null) {
        special.fill(lanes, this);
      }
    }
    kernelFrame.reset();
    enter(kernelFrame, 0, first, NOWHERE);
    below.clear();
    alive = first;
    carry = 0;
    computed = 0;
    divergent.clear();
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

  CallFrame frame() {
    return frame;
  }

  int pc() {
    return pc;
  }

  /**
   * Executes an instruction. Those that only compute may have been executed together with one
   * before them; nobody but the warp could tell.
   */
  public void step() {
    if (pc < computed) {
      Operation operation = code[pc++];
      profile.count(operation.id, active);
      if (pc == computed) {
        computed = 0;
        if (pc == reconverge) {
          pop();
        }
      }
      return;
    }
    Stretch computation = compiles ? frame.program.computations[pc] : null;
    if (computation != null && computation.length() > 1 && computation.compute(this, active)) {
      computed = pc + computation.length();
      step();
    } else {
      execute();
    }
  }

  private void execute() {
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
      left -= advance(stretch(), left);
    }
    return limit - left;
  }

  /**
   * The same, up to the first instruction whose effect other warps can see, or to the stretch that
   * it is in: whether that is compiled makes no difference.
   */
  long runUnseen(long limit) {
    long left = limit;
    while (left > 0 && state == State.RUNNING) {
      Stretch ahead = frame.program.stretches[pc];
      if (ahead == null ? code[pc].isSeen() : ahead.isSeen()) {
        break;
      }
      left -= advance(stretch(), left);
    }
    return limit - left;
  }

  /** What begins here and can be executed as a whole, or null. */
  private @Nullable Stretch stretch() {
    return fuses ? frame.program.stretches[pc] : null;
  }

  /** Executes a stretch, or else an instruction; returns how many instructions. */
  private int advance(@Nullable Stretch stretch, long most) {
    if (stretch != null && stretch.length() <= most && stretch.execute(this, active)) {
      pc += stretch.length();
      if (pc == reconverge) {
        pop();
      }
      return stretch.length();
    }
    execute();
    return 1;
  }

  private void enter(CallFrame next, int nextPc, int mask, int reconvergence) {
    frame = next;
    r = next.r;
    p = next.p;
    code = next.program.code;
    pc = nextPc;
    active = mask;
    reconverge = reconvergence;
  }

  /** Puts the path that runs onto the stack. */
  void pushPath() {
    push(frame, pc, active, reconverge);
  }

  private void push(CallFrame of, int at, int mask, int reconvergence) {
    if (below.isFull()) {
      throw fault(
          code[Math.max(0, pc - 1)],
          Integer.numberOfTrailingZeros(active),
          "%d calls and branches are open: does a recursion not end?".formatted(below.depth()));
    }
    below.push(of, at, mask, reconvergence);
  }

  /** Ends the path on top. */
  private void pop() {
    if (resume()) {
      divergent.rejoin();
    } else if (divergent.isEmpty()) {
      finish();
    } else {
      divergent.goOn();
    }
  }

  /** Goes on with the topmost path that has lanes and has not reconverged with the one below. */
  boolean resume() {
    while (below.depth() > 0) {
      int path = below.pop();
      int mask = below.mask(path);
      if (mask != 0 && below.pc(path) != below.reconvergence(path)) {
        enter(below.frame(path), below.pc(path), mask, below.reconvergence(path));
        return true;
      }
    }
    active = 0;
    reconverge = NOWHERE;
    return false;
  }

  /** The paths below the one that runs. */
  SimtStack stack() {
    return below;
  }

  /** Goes on with the topmost path of another stack. */
  void resume(SimtStack paths) {
    below = paths;
    resume();
    state = State.RUNNING;
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
   * @param reconvergence where the two paths reconverge, or {@link #NOWHERE}
   * @return whether the lanes parted
   */
  boolean branch(int taken, int target, int reconvergence) {
    if (taken == active) {
      pc = target;
      return false;
    }
    int others = active & ~taken;
    int next = pc;
    int where = await(reconvergence);
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
   * same place, or the paths never reconverge.
   *
   * @return where they reconverge
   */
  private int await(int reconvergence) {
    if (reconvergence == NOWHERE || reconvergence == reconverge) {
      return reconverge;
    }
    push(frame, reconvergence, active, reconverge);
    return reconvergence;
  }

  /**
   * Parts the lanes after a table: lane i goes to {@code targets[choices[i]]}.
   *
   * @return whether the lanes parted
   */
  boolean branch(int mask, long[] choices, int[] targets, int reconvergence) {
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
    int where = await(reconvergence);
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

  /**
   * Calls a function for some lanes of a frame, on top of what waits; a call by address may have
   * called others there already.
   */
  CallFrame call(CallOperation site, FunctionCode callee, int mask, CallFrame caller) {
    int base = caller.base + caller.program.frameBytes;
    ensureLocal(base + callee.frameBytes, site, mask);
    CallFrame next = new CallFrame(callee, this, base, caller, site);
    pushPath();
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

  TextureFootprints footprints() {
    TextureFootprints known = footprints;
    if (known == null) {
      known = new TextureFootprints();
      footprints = known;
    }
    return known;
  }

  /** What matrix instructions work on; few kernels have any. */
  MatrixScratch matrices() {
    if (matrices == null) {
      matrices = new MatrixScratch();
    }
    return matrices;
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
    return fault(KernelFaultException.Kind.OTHER, operation, lane, problem);
  }

  /** The same, of a kind. */
  KernelFaultException fault(
      KernelFaultException.Kind kind, Operation operation, int lane, String problem) {
    return new KernelFaultException(kind, place(operation, lane) + ": " + problem);
  }

  /** Where a lane executes an operation: module, line, kernel, block and thread. */
  public String place(Operation operation, int lane) {
    return "%s:%d: kernel %s, block (%d,%d,%d), thread %s, %s"
        .formatted(
            frame.program.function().label(),
            operation.line(),
            block.kernel().shortName(),
            block.x(),
            block.y(),
            block.z(),
            thread(lane),
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
}
