package dev.magpie.ptx.syntax;

import dev.magpie.ptx.ir.Register;
import dev.magpie.ptx.ir.ScalarType;
import dev.magpie.ptx.ir.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The names of a block, and of the blocks around it. */
final class Scope {
  /** What a name stands for. */
  sealed interface Named {
    record OfRegister(Register register) implements Named {}

    /** A register of several elements. */
    record OfRegisters(List<Register> elements) implements Named {}

    record OfVariable(Variable variable) implements Named {}
  }

  /** Registers declared together: {@code %r<10>}. */
  private record Family(ScalarType type, int elements, long count) {}

  private final @Nullable Scope outer;
  private final List<Register> registers;
  private final Map<String, Named> names = new HashMap<>();
  private final Map<String, Family> families = new HashMap<>();

  /** The labels of this block, under the names that the function knows them by. */
  private final Map<String, String> labels = new HashMap<>();

  /**
   * @param registers takes the registers of the function as they are used
   */
  Scope(@Nullable Scope outer, List<Register> registers) {
    this.outer = outer;
    this.registers = registers;
  }

  @Nullable Scope outer() {
    return outer;
  }

  Map<String, String> labels() {
    return labels;
  }

  /** Adds a name; false if the block has it already. */
  boolean declare(String name, Named named) {
    return names.putIfAbsent(name, named) == null;
  }

  boolean declareRegister(String name, ScalarType type, int elements) {
    return declare(name, register(name, type, elements));
  }

  boolean declareFamily(String prefix, ScalarType type, int elements, long count) {
    return families.putIfAbsent(prefix, new Family(type, elements, count)) == null;
  }

  private Named register(String name, ScalarType type, int elements) {
    if (elements == 1) {
      return new Named.OfRegister(make(name, type));
    }
    List<Register> all = new ArrayList<>();
    for (int i = 0; i < elements; i++) {
      all.add(make(name + "." + "xyzw".charAt(i), type));
    }
    return new Named.OfRegisters(List.copyOf(all));
  }

  private Register make(String name, ScalarType type) {
    Register register = new Register(registers.size(), name, type);
    registers.add(register);
    return register;
  }

  /** What a name stands for here, or null. */
  @Nullable Named find(String name) {
    for (Scope scope = this; scope != null; scope = scope.outer) {
      Named named = scope.names.get(name);
      if (named == null) {
        named = scope.member(name);
      }
      if (named != null) {
        return named;
      }
    }
    return null;
  }

  private @Nullable Named member(String name) {
    int digits = name.length();
    while (digits > 0 && Character.isDigit(name.charAt(digits - 1))) {
      digits--;
    }
    // The prefix may end in digits itself.
    for (int split = digits; split < name.length() && name.length() - split <= 10; split++) {
      Family family = families.get(name.substring(0, split));
      String number = name.substring(split);
      if (family != null
          && (number.length() == 1 || number.charAt(0) != '0')
          && Long.parseLong(number) < family.count()) {
        Named named = register(name, family.type(), family.elements());
        names.put(name, named);
        return named;
      }
    }
    return null;
  }
}
