package dev.magpie.ptx.execute;

import java.util.Locale;

/** What kind of work an instruction is, as reports count it. */
public enum InstructionClass {
  INTEGER,
  LOGIC,
  HALF,
  FLOAT,
  DOUBLE,
  /** Reciprocals, roots, exponentials and the like. */
  SPECIAL,
  /** Multiplications of matrices. */
  MATRIX,
  CONVERT,
  COMPARE,
  MOVE,
  LOAD,
  STORE,
  ATOMIC,
  /** Shuffles, votes and matches. */
  WARP,
  BRANCH,
  CALL,
  BARRIER,
  FENCE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
