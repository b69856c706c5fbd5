package dev.magpie.gpu.stream;

import java.util.Locale;

/** What kind of work an instruction is, as far as its time depends on it. */
public enum OperationClass {
  /**
   * Integer additions, logic, shifts, moves, conversions, selections, comparisons of any type and
   * what is as simple.
   */
  INTEGER_ADD,
  /** Minima and maxima of integers. */
  INTEGER_MAXIMUM,
  INTEGER_MULTIPLY,
  INTEGER_MULTIPLY_ADD,
  INTEGER_DIVIDE,
  /** Single and half precision. */
  FLOAT_ADD,
  FLOAT_MAXIMUM,
  FLOAT_MULTIPLY,
  FLOAT_MULTIPLY_ADD,
  FLOAT_DIVIDE,
  DOUBLE_ADD,
  DOUBLE_MAXIMUM,
  DOUBLE_MULTIPLY,
  DOUBLE_MULTIPLY_ADD,
  DOUBLE_DIVIDE,
  /** Reciprocals, roots, exponentials and the like. */
  SPECIAL,
  /**
   * Products of matrices, of which {@link MachineForm#instructions} counts 1,024 products of halves
   * as one, and of other types what takes as long.
   */
  MATRIX,
  /** Branches, calls, returns and exits. */
  CONTROL,
  BARRIER,
  /** Waits until the warp's own accesses are seen. */
  FENCE,
  /** Loads, stores and atomics of any space. */
  MEMORY;

  /** The name in configuration files. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
