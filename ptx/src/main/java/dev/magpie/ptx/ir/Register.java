package dev.magpie.ptx.ir;

/**
 * A virtual register of a function.
 *
 * @param index its number in the function, from 0
 * @param name as written, such as {@code %r1}
 * @param type its type; the type's width is the register's
 */
public record Register(int index, String name, ScalarType type) {
  public boolean isPredicate() {
    return type == ScalarType.PRED;
  }

  @Override
  public String toString() {
    return name;
  }
}
