package dev.magpie.ptx.compile;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;

/** Gives out the spare arrays that a method works with. */
final class SpareArrays {
  private final CodeBuilder code;
  private final int parameter;
  private int count;

  /**
   * Begins to give them out.
   *
   * @param parameter the one with all arrays
   * @param reserved how many of the first are taken by number only
   */
  SpareArrays(CodeBuilder code, int parameter, int reserved) {
    this.code = code;
    this.parameter = parameter;
    count = reserved;
  }

  /** How many have been given out. */
  int count() {
    return count;
  }

  /** Loads the next one into a variable. */
  int next() {
    return take(count++);
  }

  /** Loads one of the first into a variable. */
  int take(int number) {
    int variable = code.allocateLocal(TypeKind.REFERENCE);
    code.aload(parameter).loadConstant(number).aaload().astore(variable);
    return variable;
  }
}
