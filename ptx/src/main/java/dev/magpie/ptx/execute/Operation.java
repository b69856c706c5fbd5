package dev.magpie.ptx.execute;

import dev.magpie.ptx.compile.LaneStep;
import dev.magpie.ptx.ir.Instruction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A decoded instruction: its operands are slots of a warp's frame, and executing it does no further
 * decoding. Operations hold no state of a run, so any number of warps may share one.
 */
public abstract class Operation {
  private static final int[] NONE = {};

  /** Predicate slot of the guard, or -1. */
  int guard = -1;

  /** All ones where the guard is negated, else 0. */
  int guardFlip;

  /** The number under which the kernel's profile counts it. */
  int id;

  private final InstructionClass kind;
  private Instruction source = new Instruction(0, null, false, "", List.of(), List.of(), null);
  private int[] reads = NONE;
  private int[] writes = NONE;
  private int[] predicateReads = NONE;
  private int[] predicateWrites = NONE;

  Operation(InstructionClass kind) {
    this.kind = kind;
  }

  /** Executes it for the lanes of a mask, which is never empty. */
  abstract void execute(Warp warp, int mask);

  /** What kind of work it is. */
  public final InstructionClass kind() {
    return kind;
  }

  /** The indices of the operations that it may jump to. */
  public int[] targets() {
    return NONE;
  }

  /** Whether its lanes go on with the operation after it. */
  boolean fallsThrough() {
    return true;
  }

  /** Whether blocks that execute it may run at the same time, with the same result. */
  boolean mayShare() {
    return true;
  }

  /** What it does to each lane on its own, or null if lanes must do it together. */
  @Nullable LaneStep laneStep() {
    return null;
  }

  /** Whether lanes may read what registers of others hold, on their path or not. */
  boolean readsOtherLanes() {
    return false;
  }

  /** Whether other warps can see what it does to memory. */
  boolean isSeen() {
    return false;
  }

  /** Whether it allocates or frees memory. */
  boolean changesAllocations() {
    return false;
  }

  /** Whether it ends the launch. */
  boolean isTrap() {
    return false;
  }

  /** Tells a branch where its paths reconverge. */
  void reconvergeAt(int index) {}

  final void describe(
      Instruction instruction, int[] read, int[] written, int[] predicatesRead, int[] predicates) {
    source = instruction;
    reads = read;
    writes = written;
    predicateReads = predicatesRead;
    predicateWrites = predicates;
  }

  /** The instruction as written. */
  public final Instruction source() {
    return source;
  }

  /** Its line in the PTX text. */
  public final int line() {
    return source.line();
  }

  /** Its number among the operations of its kernel. */
  public final int id() {
    return id;
  }

  /** The register slots that it reads; constants have none. */
  public final int[] reads() {
    return reads;
  }

  /** The register slots that it writes. */
  public final int[] writes() {
    return writes;
  }

  /** The predicate slots that it reads, its guard's among them. */
  public final int[] predicateReads() {
    return predicateReads;
  }

  /** The predicate slots that it writes. */
  public final int[] predicateWrites() {
    return predicateWrites;
  }
}
