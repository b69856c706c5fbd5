package dev.magpie.ptx.ir;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An instruction as written.
 *
 * @param line in the PTX text, from 1
 * @param guard the predicate that it runs under, or null
 * @param guardNegated whether it runs where the predicate is false
 * @param opcode such as {@code add}
 * @param modifiers what follows the opcode, without dots, such as {@code sat}, {@code s32}
 * @param operands destinations first
 * @param location what it was compiled from, where the module says so; of an inlined function, its
 *     line
 */
public record Instruction(
    int line,
    @Nullable Register guard,
    boolean guardNegated,
    String opcode,
    List<String> modifiers,
    List<Operand> operands,
    @Nullable SourceLine location) {

  public Instruction {
    modifiers = List.copyOf(modifiers);
    operands = List.copyOf(operands);
  }

  /** The opcode with its modifiers, such as {@code add.s32}. */
  public String mnemonic() {
    return modifiers.isEmpty() ? opcode : opcode + "." + String.join(".", modifiers);
  }

  public boolean has(String modifier) {
    return modifiers.contains(modifier);
  }

  @Override
  public String toString() {
    String condition = guard == null ? "" : "@" + (guardNegated ? "!" : "") + guard + " ";
    return condition
        + mnemonic()
        + operands.stream()
            .map(String::valueOf)
            .collect(Collectors.joining(", ", operands.isEmpty() ? "" : " ", ";"));
  }
}
