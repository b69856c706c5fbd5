package dev.magpie.ptx.ir;

import java.util.List;

/**
 * A variable in memory, of a module or of a function. Two variables of one name in different blocks
 * of a function are different objects, so variables are compared by identity.
 */
public final class Variable {
  private final String name;
  private final StateSpace space;
  private final ScalarType type;
  private final int alignment;
  private final long bytes;
  private final Linkage linkage;
  private final List<Initializer> initializers;
  private final int line;

  /**
   * @param alignment in bytes, a power of two
   * @param bytes its size; 0 for an array without one, as dynamic shared memory has
   * @param linkage of a module's variable; local for others
   * @param initializers the first elements' values; the other elements are zero
   * @param line where it is declared
   */
  public Variable(
      String name,
      StateSpace space,
      ScalarType type,
      int alignment,
      long bytes,
      Linkage linkage,
      List<Initializer> initializers,
      int line) {
    this.name = name;
    this.space = space;
    this.type = type;
    this.alignment = alignment;
    this.bytes = bytes;
    this.linkage = linkage;
    this.initializers = List.copyOf(initializers);
    this.line = line;
  }

  public String name() {
    return name;
  }

  public StateSpace space() {
    return space;
  }

  /** The elements' type. */
  public ScalarType type() {
    return type;
  }

  public int alignment() {
    return alignment;
  }

  public long bytes() {
    return bytes;
  }

  public Linkage linkage() {
    return linkage;
  }

  /** Whether it is only declared here. */
  public boolean isExtern() {
    return linkage == Linkage.EXTERN;
  }

  /** The same variable under another name, with initial values that say the same. */
  public Variable renamed(String to, List<Initializer> values) {
    return new Variable(to, space, type, alignment, bytes, linkage, values, line);
  }

  public List<Initializer> initializers() {
    return initializers;
  }

  public int line() {
    return line;
  }

  @Override
  public String toString() {
    return name;
  }

  /** The value of one element. */
  public sealed interface Initializer {
    /**
     * A number, as the bits of the variable's type.
     *
     * @param bits in the lower bits
     */
    record Bits(long bits) implements Initializer {}

    /**
     * The address of a variable or function.
     *
     * @param symbol its name
     * @param addend bytes to add
     * @param generic whether the address is a generic one, rather than one in the symbol's space
     * @param shift the address's bit that is the lowest of the element
     */
    record Address(String symbol, long addend, boolean generic, int shift) implements Initializer {}
  }
}
