package dev.magpie.ptx.ir;

import java.util.List;
import java.util.stream.Collectors;

/** What an instruction works on. */
public sealed interface Operand {

  /** A register. */
  record Reg(Register register) implements Operand {
    @Override
    public String toString() {
      return register.name();
    }
  }

  /** A register that the machine sets, such as {@code %tid.x}. */
  record Special(String name) implements Operand {
    @Override
    public String toString() {
      return name;
    }
  }

  /** A whole number. */
  record Whole(long value) implements Operand {
    @Override
    public String toString() {
      return String.valueOf(value);
    }
  }

  /** A floating-point number: {@code 0f} and {@code 0d} literals and decimal ones. */
  record Real(double value) implements Operand {
    @Override
    public String toString() {
      return String.valueOf(value);
    }
  }

  /** The address of a variable in its space. */
  record Place(Variable variable, long addend) implements Operand {
    @Override
    public String toString() {
      return addend == 0 ? variable.name() : variable.name() + "+" + addend;
    }
  }

  /** A function, a label, a table of labels or a prototype. */
  record Name(String name) implements Operand {
    @Override
    public String toString() {
      return name;
    }
  }

  /** What lies in brackets: a register, a place or a number, and bytes to add. */
  record Memory(Operand base, long offset) implements Operand {
    @Override
    public String toString() {
      return offset == 0 ? "[" + base + "]" : "[" + base + "+" + offset + "]";
    }
  }

  /** Elements in braces. */
  record Vector(List<Operand> elements) implements Operand {
    @Override
    public String toString() {
      return list("{", elements, "}");
    }
  }

  /** What lies in parentheses, or in brackets with more than an address. */
  record Group(List<Operand> elements) implements Operand {
    @Override
    public String toString() {
      return list("(", elements, ")");
    }
  }

  /** Two destinations: {@code p|q}. */
  record Pair(Operand first, Operand second) implements Operand {
    @Override
    public String toString() {
      return first + "|" + second;
    }
  }

  /** A predicate's complement. */
  record Not(Operand predicate) implements Operand {
    @Override
    public String toString() {
      return "!" + predicate;
    }
  }

  /** A destination that is not wanted: {@code _}. */
  record Sink() implements Operand {
    @Override
    public String toString() {
      return "_";
    }
  }

  private static String list(String open, List<Operand> elements, String close) {
    return elements.stream().map(String::valueOf).collect(Collectors.joining(", ", open, close));
  }
}
