package dev.magpie.ptx.execute;

import dev.magpie.ptx.ir.Function;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A decoded function.
 *
 * <p>Its frame has slots of 32 lanes: registers first, then what no instruction writes.
 */
public final class FunctionCode {
  /** A slot that no instruction writes. */
  sealed interface Fixed {
    /** The same in all frames. */
    record Constant(long value) implements Fixed {}

    /** What the machine sets. */
    record Special(SpecialRegister register) implements Fixed {}

    /** An address in the frame's memory. */
    record FrameAddress(long offset) implements Fixed {}
  }

  private final Function function;
  Operation[] code = {};

  /** The operations at which basic blocks begin. */
  int[] blocks = {};

  /** For each operation the stretch that begins there, or null. */
  @Nullable Stretch[] stretches = {};

  /** The same of stretches that access no memory. */
  @Nullable Stretch[] computations = {};

  /** The stretches of both kinds. */
  List<Stretch> allStretches = List.of();

  private @Nullable Liveness liveness;
  private @Nullable FrameSlots frameSlots;

  /** How many slots are registers. */
  int registers;

  int predicates;

  /** Registers of 32 bits that each register slot stands for. */
  int[] words = {};

  /** The most registers of 32 bits that hold values at the same time that are still needed. */
  int pressure;

  /** What fills the slots after the registers. */
  Fixed[] fixed = {};

  /** Bytes of local memory that a frame takes of each thread. */
  int frameBytes;

  /** Registers that may be read before they are written. */
  int[] zeroed = {};

  int[] zeroedPredicates = {};

  /** Where each parameter lies: an offset in the frame's memory, or a register's slot. */
  int[] parameterPlaces = {};

  int[] returnPlaces = {};

  FunctionCode(Function function) {
    this.function = function;
  }

  public String name() {
    return function.name();
  }

  /** The function as written. */
  public Function function() {
    return function;
  }

  /** How many registers its frame has, predicates apart; their slots come first. */
  public int registers() {
    return registers;
  }

  /** How many predicates its frame has. */
  public int predicates() {
    return predicates;
  }

  boolean reads(SpecialRegister register) {
    return List.of(fixed).contains(new Fixed.Special(register));
  }

  int slots() {
    return registers + fixed.length;
  }

  /** Which registers are still needed where. */
  Liveness liveness() {
    return java.util.Objects.requireNonNull(liveness);
  }

  /** What is known of its slots. */
  synchronized FrameSlots frameSlots() {
    FrameSlots known = frameSlots;
    if (known == null) {
      known = new FrameSlots(this, UniformRegisters.of(this));
      frameSlots = known;
    }
    return known;
  }

  void analysed(Liveness found) {
    liveness = found;
  }

  /** The operations, in order. */
  public List<Operation> operations() {
    return List.of(code);
  }
}
